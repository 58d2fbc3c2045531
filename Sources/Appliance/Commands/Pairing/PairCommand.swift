import Core
import FoundationEssentials
import Glibc
import WatchpostModel

/// `watchpost pair`: asks the running appliance for a pairing code and prints it with a QR code of the app.
///
/// Who may read the owner's key in the state folder may administer the box anyway.
struct PairCommand {
    let configuration: Configuration
    let folder: StateFolder

    /// What the appliance answers to the owner.
    private struct Answer: Decodable {
        var code: String
        var expiresAt: UnixTime
    }

    /// Why there is no code.
    private struct Trouble: Error {
        var words: String
    }

    /// Prints code and picture; 1 when there is none.
    func run() async -> Int32 {
        do {
            let answer = try await ask()
            for line in lines(answer, isatty(STDOUT_FILENO) == 1 ? .coloured : .plain) { Console.print(line) }
            return 0
        } catch {
            Console.error((error as? Trouble)?.words ?? "\(error)")
            return 1
        }
    }

    private func ask() async throws -> Answer {
        let key = try ownerKey()
        let client = HTTPClient(progress: {})
        defer { client.stop() }
        let address = OwnAddress.loopback(configuration)
        let request = HTTPRequest(
            method: .post,
            url: "\(address)/v1/pairing",
            headers: [("Authorization", "Bearer \(key.exposed)")],
            timeout: .seconds(5),
            maximumBody: 16 << 10
        )
        let reply: HTTPReply
        do {
            reply = try await client.send(request)
        } catch {
            throw Trouble(
                words: "no appliance answers at \(address): \(error); try: systemctl status watchpost"
            )
        }
        let answer = try? JSONDecoder().decode(Answer.self, from: reply.body)
        guard reply.status == 202, let answer, answer.code.utf8.count == 6,
            answer.code.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            let problem = try? JSONDecoder().decode(ProblemBody.self, from: reply.body)
            throw Trouble(
                words:
                    "the appliance at \(address) gives no code: \(problem?.detail ?? "HTTP \(reply.status)")"
            )
        }
        return answer
    }

    private func ownerKey() throws(Trouble) -> Secret {
        let path = OwnerKey.path(in: folder.path)
        do throws(FileTrouble) {
            return try SecretFile.read(path).secret
        } catch {
            throw Trouble(
                words:
                    "cannot read \(path): \(error.reason); run this as root (sudo) on the appliance, which has to be "
                    + "running, and with its own --config"
            )
        }
    }

    private func lines(_ answer: Answer, _ style: QRCode.Style) -> [String] {
        let address = "\(OwnAddress.forPhones(configuration))/app#pair=\(answer.code)"
        let half = answer.code.index(answer.code.startIndex, offsetBy: answer.code.count / 2)
        let spoken = "\(answer.code[..<half]) \(answer.code[half...])"
        return ["The code is \(spoken), until \(answer.expiresAt):", ""] + BigDigits.lines(spoken)
            + ["", "Type it in the app under Settings, or let the phone's camera look at this:", ""]
            + (QRCode(address)?.lines(style) ?? []) + ["", address]
    }
}
