import CCurl
import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Transfers

@Suite("Letters as they leave")
struct LetterTests {
    private static func lines(_ subject: String, _ text: String) -> [String] {
        let letter = Letter(
            from: "box@example.net",
            to: "ola@example.org",
            subject: subject,
            text: text,
            token: "token",
            date: APIFixture.noon
        )
        return String(decoding: letter.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test("no line of a text ends it, becomes a field, or is longer than servers take")
    func lines() {
        let text = "Bcc: x@example.org\n.\n..\nżółć = 1 \n" + String(repeating: "ł. ", count: 200) + "\nend\n"
        let lines = Self.lines("Hello", text)
        let empty = lines.firstIndex(of: "") ?? 0
        #expect(lines[..<empty].allSatisfy { $0.contains(": ") && !$0.hasPrefix("Bcc") })
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.hasPrefix(".") && !$0.contains("\n") })
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        #expect(
            lines[(empty + 1)...].starts(with: [
                "Bcc: x@example.org", "=2E", "=2E.", "=C5=BC=C3=B3=C5=82=C4=87 =3D 1=20",
            ])
        )
    }

    @Test("subjects of any script are words of their own, whatever they hold")
    func subjects() {
        #expect(LetterText.encodedWords("Hello") == "Hello")
        let long = String(repeating: "Zażółć gęślą jaźń\r\nBcc: x ", count: 5)
        let words = LetterText.encodedWords(long).components(separatedBy: "\r\n ")
        #expect(words.allSatisfy { $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") && $0.utf8.count <= 75 })
        let decoded = words.map { word in
            String(
                decoding: Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) ?? Data(),
                as: UTF8.self
            )
        }
        #expect(decoded.joined() == long)
    }

    @Test(
        "dates are those of letters",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (1_795_692_732, "Thu, 26 Nov 2026 11:32:12 +0000"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
        ]
    )
    func dates(seconds: Int64, text: String) {
        #expect(LetterText.date(UnixTime(seconds: seconds)) == text)
    }

    /// How a transfer ended, and what that says of its letter.
    private static func verdict(_ cause: TransferEnd.Cause, _ status: Int, handedOver: Bool) -> MailVerdict {
        var end = TransferEnd(cause)
        (end.status, end.wasHandedOver) = (status, handedOver)
        return MailVerdict(end)
    }

    @Test("only what surely did not arrive is sent again")
    func verdicts() {
        #expect(Self.verdict(.complete, 250, handedOver: true).end == .accepted)
        let broken = TransferEnd.Cause.failed(CURLE_RECV_ERROR)
        let odd = TransferEnd.Cause.failed(CURLE_WEIRD_SERVER_REPLY)
        for cause in [broken, odd, .failed(CURLE_OPERATION_TIMEDOUT), .closed, .cancelled] {
            #expect(Self.verdict(cause, 354, handedOver: true).end == .unknown)
            #expect(Self.verdict(cause, 0, handedOver: true).end == .unknown)
            #expect(Self.verdict(cause, 354, handedOver: false).end == .later)
        }
        #expect(Self.verdict(odd, 451, handedOver: true).end == .later)
        #expect(Self.verdict(odd, 554, handedOver: true).end == .refused)
        let refusal = TransferEnd.Cause.failed(CURLE_SEND_ERROR)
        #expect(Self.verdict(refusal, 550, handedOver: false).end == .refused)
        #expect(Self.verdict(refusal, 451, handedOver: false).end == .later)
        #expect(Self.verdict(refusal, 550, handedOver: false).isOfServer == false)
        let unknown = Self.verdict(.failed(CURLE_LOGIN_DENIED), 535, handedOver: false)
        #expect(unknown.end == .later && unknown.isOfServer)
        #expect(Self.verdict(.failed(CURLE_COULDNT_CONNECT), 0, handedOver: false).isOfServer)
    }

    @Test(
        "an address with a sign that none has is refused before SMTP",
        arguments: [
            "", "ola@example.org>", "ola@example.org\r\nRCPT TO:<x@example.org>", "o la@example.org",
            "ół@example.org",
        ]
    )
    func addresses(address: String) {
        #expect(throws: TransferRefusal.self) { try LetterUpload.path(address) }
    }
}
