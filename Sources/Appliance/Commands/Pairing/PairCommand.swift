import Core
import Glibc
import WatchpostModel

/// `watchpost pair`: asks the running appliance for a pairing code and prints it with a QR code of the app.
struct PairCommand {
    let configuration: Configuration
    let folder: StateFolder

    init(_ configuration: Configuration) {
        (self.configuration, folder) = (configuration, StateFolder(configuration))
    }

    /// What the appliance answers to the owner.
    private struct Answer: Decodable {
        var code: String
        var expiresAt: UnixTime
    }

    /// Prints code and picture; 1 when there is none.
    func run() async -> Int32 {
        do throws(OwnerCallError) {
            let answer = try await ask()
            for line in lines(answer, isatty(STDOUT_FILENO) == 1 ? .coloured : .plain) {
                Console.printOwn(line)
            }
            return 0
        } catch {
            Console.error(error.words)
            return 1
        }
    }

    private func ask() async throws(OwnerCallError) -> Answer {
        let call = OwnerCall(configuration: configuration, folder: folder)
        let wish = "gives no code"
        let answer = try await call.ask(Answer.self, .post, "/v1/pairing", wanting: 202, wish: wish)
        guard answer.code.utf8.count == 6, answer.code.isMade(of: .digits) else {
            throw OwnerCallError(words: "the box \(wish): its answer makes no sense")
        }
        return answer
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
