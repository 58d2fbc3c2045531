import Core
import FoundationEssentials
import Glibc
import WatchpostModel

@testable import Appliance
@testable import Push

/// Messages and moments that the push tests share.
enum PushSamples {
    static let now = UnixTime(seconds: 1_790_000_000)

    static let message = PushMessage(
        id: "0b7f9f5c-8f0e-5a31-9c55-2f6f7c1f0001",
        notice: Notice(
            title: "Kazzak is down",
            body: "Since 12:31",
            language: "en",
            thread: "eu",
            collapseID: "s:eu/retail/kazzak",
            link: "https://watchpost.example.org/realms/eu/retail/kazzak",
            expiresAt: now.advanced(by: 1_800)
        ),
        isRepeat: false
    )

    /// The browser of RFC 8291, Appendix A.
    static let browserKey =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let browserSecret = "BTBZMqHH6r4Tts7J_aSIgg"

    /// A folder that is gone after `body`.
    static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let above = FileManager.default.temporaryDirectory.path
        var name = Array("\(above)/watchpost-push-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw CryptoFault.library("make a folder for the test") }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for file in ["vapid.pem", "vapid.pem.new", "apns-token.json", "apns-token.json.new"] {
                unlink("\(path)/\(file)")
            }
            rmdir(path)
        }
        return try body(path)
    }
}
