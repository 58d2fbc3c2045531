import Core
import SystemSupport
import WatchpostModel

/// `watchpost invite` and `watchpost reset-password`: how developers come to an account, and back to it; and
/// `watchpost contact`, where they wrote.
struct DeveloperCommand {
    let call: OwnerCall

    func run(_ arguments: Arguments) async -> Int32 {
        switch arguments.command {
        case .invite: await invite()
        case .contact: await ContactCommand(call: call, words: arguments.words).run()
        default: await resetPassword(of: arguments.operand)
        }
    }

    /// Makes an invitation and prints it; 1 when there is none.
    private func invite() async -> Int32 {
        do throws(OwnerCallError) {
            let made = try await ask(
                NewDeveloperInvitationBody.self,
                "/v1/admin/invitations",
                DeveloperInvitationWishBody(),
                201,
                "makes no invitation"
            )
            Console.print(ConsoleText.line("invitation=\(made.code)"))
            Console.print(ConsoleText.line("until=\(made.invitation.expiresAt.rfc3339)"))
            return 0
        } catch {
            Console.error(error.words)
            return 1
        }
    }

    /// Makes a code for the developer of an address and prints it; 1 when there is none.
    private func resetPassword(of address: String) async -> Int32 {
        do throws(OwnerCallError) {
            let way = try await ask(
                RecoveryWayBody.self,
                "/v1/developers/recovery",
                RecoveryWishBody(email: address, by: .display),
                202,
                "gives no code"
            )
            guard let code = way.code, code.utf8.count == PresenceRules.reset.digits,
                code.isMade(of: .digits)
            else { throw OwnerCallError(words: "the box gives no code: its answer makes no sense") }
            let half = code.index(code.startIndex, offsetBy: code.count / 2)
            Console.print(ConsoleText.line("code=\(code[..<half]) \(code[half...])"))
            Console.print(ConsoleText.line("until=\(way.expiresAt.rfc3339)"))
            return 0
        } catch {
            Console.error(error.words)
            return 1
        }
    }

    private func ask<Answer: Decodable>(
        _ type: Answer.Type,
        _ path: String,
        _ body: some Encodable,
        _ status: Int,
        _ wish: String
    ) async throws(OwnerCallError) -> Answer {
        try await call.ask(
            type,
            .post,
            path,
            body: String(decoding: JSONBody.encode(body), as: UTF8.self),
            wanting: status,
            wish: wish
        )
    }
}
