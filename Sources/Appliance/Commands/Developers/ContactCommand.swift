import SystemSupport
import WatchpostModel

/// `watchpost contact …`: messages to the owner of the running appliance.
struct ContactCommand {
    let call: OwnerCall
    let words: [String]

    private static let path = "/v1/admin/contact"
    /// Fifty messages, every byte of them escaped.
    private static let longestAnswer = 2 << 20
    private static let wish = "does not do that with its messages"

    /// Prints what there is to read; 1 when it is refused or no appliance answers.
    func run() async -> Int32 {
        do throws(OwnerCallError) {
            for line in try await lines() { Console.print(ConsoleText.line(line)) }
            return 0
        } catch {
            Console.error(error.words)
            return 1
        }
    }

    private func lines() async throws(OwnerCallError) -> [String] {
        let number = words.count > 1 ? words[1] : ""
        switch words.first.flatMap(ContactVerb.init) {
        case .read:
            let body = ContactMarkBody(isRead: true)
            let marked = try await call.ask(
                ContactMessageBody.self,
                .put,
                "\(ContactCommand.path)/\(number)",
                body: String(decoding: JSONBody.encode(body), as: UTF8.self),
                wanting: 200,
                wish: ContactCommand.wish,
                atMost: ContactCommand.longestAnswer
            )
            return ContactCommand.lines(marked)
        case .delete:
            try await call.done(.delete, "\(ContactCommand.path)/\(number)", wish: ContactCommand.wish)
            return ["message \(number) is gone"]
        case .list, nil:
            let list = try await call.ask(
                ContactListBody.self,
                .get,
                ContactCommand.path,
                wanting: 200,
                wish: ContactCommand.wish,
                atMost: ContactCommand.longestAnswer
            )
            let shown = words.isEmpty ? list.messages.filter { !$0.isRead } : list.messages
            guard !shown.isEmpty else { return ["there is no message to read"] }
            return shown.flatMap(ContactCommand.lines) + ["\(list.unread) unread"]
        }
    }

    private static func lines(_ message: ContactMessageBody) -> [String] {
        let state = message.isRead ? "read" : "unread"
        let head = "\(message.message): \(message.at.rfc3339), \(state), \(message.name) <\(message.address)>"
        let text = message.text.split(separator: "\n", omittingEmptySubsequences: false)
        return [head] + text.map { "    \($0)" }
    }
}
