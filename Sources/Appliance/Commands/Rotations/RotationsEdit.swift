import Serving
import SystemSupport
import WatchpostModel

/// Changes the schedule of the running appliance: shows what becomes of a day, asks, and commits just that.
struct RotationsEdit: Sendable {
    let call: OwnerCall
    let lines: RotationLines
    /// Whether nobody is asked.
    let isSure: Bool

    private static let path = "/v1/admin/schedule"

    /// `text`: as ``ScheduleRequestReader`` reads it; 1 when nothing changed.
    func run(_ text: String) async -> Int32 {
        do throws(OwnerCallError) {
            let preview = try await ask(
                SchedulePreviewBody.self,
                "preview",
                ScheduleRequestBody(text: text)
            )
            for line in lines.preview(preview) { Console.print(line) }
            guard await isWanted() else {
                Console.error("nothing was changed")
                return 1
            }
            let request = ScheduleRequestBody(text: preview.text, basis: preview.basis, at: preview.at)
            let list = try await ask(
                ScheduleEditListBody.self,
                "edits",
                request,
                unsure: RotationsEdit.unsure
            )
            Console.print(
                "done: edit \(list.edits.first?.version ?? 0); `watchpost rotations undo` takes it back"
            )
            return 0
        } catch {
            Console.error(error.words)
            return 1
        }
    }

    private func ask<Body: Decodable>(
        _ type: Body.Type,
        _ rest: String,
        _ request: ScheduleRequestBody,
        unsure: String? = nil
    ) async throws(OwnerCallError) -> Body {
        try await call.ask(
            type,
            .post,
            "\(RotationsEdit.path)/\(rest)",
            body: String(decoding: JSONBody.encode(request), as: UTF8.self),
            wanting: 200,
            wish: "leaves the schedule as it is",
            atMost: RotationsCommand.longestAnswer,
            unsure: unsure
        )
    }

    /// A commit is durable before it is answered.
    static let unsure =
        "The schedule may have been changed all the same: look with `sudo watchpost rotations show` before you try again; "
        + "`undo` takes it back"

    /// Waits for the person; no answer is no.
    private func isWanted() async -> Bool {
        guard !isSure else { return true }
        Console.print("Change the schedule? Type yes, or leave everything as it is with Enter.")
        let answer = await BlockingCall.run { readLine() ?? "" }
        return ["y", "yes"].contains(answer.lowercased())
    }
}
