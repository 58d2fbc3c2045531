import Foundation
import Testing
import WatchpostModel

@testable import Serving
@testable import SystemSupport

@Suite("Signatures of what games send")
struct SubmissionSignatureTests {
    /// A request as it was signed; tests change what arrives of it.
    private struct Sent {
        var header: String?
        var method = "POST"
        var path = "/v1/games/snake/boards/level-1/results"
        var install = "AAAAAAAAAAAAAAAAAAAAA1"
        var idempotencyKey: String? = "01935f3c-7a00-7000-8000-000000000001"
        var body = Array(#"{"score":120}"#.utf8)
        var keys = SubmissionSignatureTests.keys
        var now = SubmissionSignatureTests.now

        /// Signs it as it is.
        mutating func sign(_ version: Int64 = 2, key: [UInt8]? = nil, time: Int64? = nil) {
            let time = time ?? now.seconds
            let message = SubmissionSignature.message(
                method: method,
                path: path,
                install: install,
                time: time,
                idempotencyKey: idempotencyKey,
                body: body
            )
            let code = HMACSHA256.code(of: message, key: key ?? keys[version] ?? [])
            header = "v=\(version),t=\(time),s=\(Hexadecimal.encode(code))"
        }

        func refusal() -> SubmissionSignature.Refusal? {
            do throws(SubmissionSignature.Refusal) {
                try SubmissionSignature.check(
                    header: header,
                    method: method,
                    path: path,
                    install: install,
                    idempotencyKey: idempotencyKey,
                    body: body,
                    keys: keys,
                    now: now
                )
                return nil
            } catch {
                return error
            }
        }
    }

    private static let now = UnixTime(seconds: 1_764_504_000)
    private static let keys: [Int64: [UInt8]] = [
        1: Array(String(repeating: "1", count: 64).utf8), 2: Array(String(repeating: "2", count: 64).utf8),
    ]

    private static func signed(_ version: Int64 = 2, time: Int64? = nil) -> Sent {
        var sent = Sent()
        sent.sign(version, time: time)
        return sent
    }

    @Test(
        "a request signed by any key that counts is taken, and taken again, because its Idempotency-Key is known"
    )
    func taken() {
        for version: Int64 in 1...2 {
            let sent = Self.signed(version)
            #expect(sent.refusal() == nil)
            #expect(sent.refusal() == nil)
        }
        var several = Sent(path: "/v1/games/snake/results", idempotencyKey: nil)
        several.sign()
        #expect(several.refusal() == nil)
    }

    @Test("what is signed are six lines, and another program comes to the same bytes")
    func vector() {
        // printf 'POST\n/v1/…\n…' | openssl dgst -sha256 -hmac 222…
        let message = """
            POST
            /v1/games/snake/boards/level-1/results
            AAAAAAAAAAAAAAAAAAAAA1
            1764504000
            01935f3c-7a00-7000-8000-000000000001
            \(SHA256Digest.hexadecimal(of: Array(#"{"score":120}"#.utf8)))
            """
        let code = HMACSHA256.code(of: Array(message.utf8), key: Self.keys[2] ?? [])
        #expect(Self.signed().header == "v=2,t=1764504000,s=\(Hexadecimal.encode(code))")
        #expect(Hexadecimal.encode(code) == Self.byPython)
    }

    @Test("whatever of a request is changed after it was signed is noticed")
    func changed() {
        let changes: [(String, (inout Sent) -> Void)] = [
            ("method", { $0.method = "PUT" }),
            ("path", { $0.path = "/v1/games/snake/boards/level-2/results" }),
            ("path of all", { $0.path = "/v1/games/snake/results" }),
            ("install", { $0.install = "AAAAAAAAAAAAAAAAAAAAA2" }),
            ("key", { $0.idempotencyKey = "01935f3c-7a00-7000-8000-000000000002" }),
            ("key taken away", { $0.idempotencyKey = nil }),
            ("body", { $0.body = Array(#"{"score":121}"#.utf8) }),
            ("blank in the body", { $0.body.append(0x20) }), ("no body", { $0.body = [] }),
            ("time", { $0.header = $0.header?.replacing("t=1764504000", with: "t=1764504001") }),
            ("version", { $0.header = $0.header?.replacing("v=2", with: "v=1") }),
            (
                "border of two lines",
                {
                    $0.path += "\nA"; $0.install = "AAAAAAAAAAAAAAAAAAAA1"
                }
            ),
        ]
        for (name, change) in changes {
            var sent = Self.signed()
            change(&sent)
            #expect(sent.refusal() == .wrong(name == "version" ? 1 : 2), "\(name)")
        }
    }

    @Test("a signature of another game's key, of none, or with one digit changed is wrong")
    func forged() throws {
        var other = Sent()
        other.sign(key: Array(String(repeating: "3", count: 64).utf8))
        #expect(other.refusal() == .wrong(2))
        var none = Sent()
        none.sign(key: [])
        #expect(none.refusal() == .wrong(2))
        let header = try #require(Self.signed().header)
        for place in 0..<64 {
            var digits = Array(header)
            let index = digits.count - 64 + place
            digits[index] = digits[index] == "0" ? "1" : "0"
            var sent = Sent()
            sent.header = String(digits)
            #expect(sent.refusal() == .wrong(2), "digit \(place)")
        }
    }

    @Test(
        "a clock may be five minutes wrong, either way, and not a second more",
        arguments: [
            (0, nil), (300, nil), (-300, nil), (301, 301), (-301, -301), (86_400, 86_400),
            (-1_764_504_000, -1_764_504_000),
        ] as [(Int64, Int64?)]
    )
    func skew(by seconds: Int64, ahead: Int64?) {
        let sent = Self.signed(time: Self.now.seconds + seconds)
        #expect(sent.refusal() == ahead.map { .skewed(ahead: $0) })
    }

    @Test("a wrong signature with a wrong time learns nothing of our clock, and the longest time is no trap")
    func order() {
        var sent = Sent()
        sent.sign(key: [], time: 5)
        #expect(sent.refusal() == .wrong(2))
        sent.sign(time: .max)
        #expect(sent.refusal() == .skewed(ahead: .max - Self.now.seconds))
    }

    @Test("a key that ended, or never was, is said to be none, and the newest one is named")
    func versions() {
        var sent = Self.signed(1)
        sent.keys[1] = nil
        #expect(sent.refusal() == .unknownKey(1, newest: 2))
        sent.keys = [:]
        #expect(sent.refusal() == .unknownKey(1, newest: nil))
        #expect(SubmissionSignature.Refusal.unknownKey(1, newest: 2).words.contains("newest is version 2"))
    }

    private static let digits = String(repeating: "a", count: 64)

    /// Not in the attribute: what is put together there crashes Swift 6.0.3.
    private static let otherForms: [String] = [
        "", "v", "v=", "v=1", "v=1,t=2", "v=1,t=2,s=", "v=1,t=2,s=\(digits)a",
        "v=1,t=2,s=\(digits.dropLast())",
        "v=1,t=2,s=\(digits.dropLast())g", "v=1,t=2,s=\(digits),", ",v=1,t=2,s=\(digits)",
        "v=1,t=2,s=\(digits),x=1",
        "v=1,v=1,t=2,s=\(digits)", "v=1;t=2;s=\(digits)", "v=1,t=2.5,s=\(digits)", "v=1,t=-2,s=\(digits)",
        "v=+1,t=2,s=\(digits)", "v=1,t=02,s=\(digits)", "v=١,t=2,s=\(digits)",
        "v=1,t=9223372036854775808,s=\(digits)",
        "V=1,T=2,S=\(digits)", "v =1,t=2,s=\(digits)", "v=1,t=2,s=\"\(digits)\"", "v=1,t=2\n,s=\(digits)",
        "v=1,t=2,s=\(digits)" + String(repeating: " ", count: 200),
    ]

    @Test(
        "a field of another form is refused",
        arguments: SubmissionSignatureTests.otherForms
    )
    func malformed(header: String) {
        var sent = Sent()
        sent.header = header
        #expect(sent.refusal() == .malformed)
    }

    @Test("blanks between the parts, their order and capital digits do not matter")
    func spellings() throws {
        let header = try #require(Self.signed().header)
        let parts = header.split(separator: ",").map(String.init)
        var sent = Sent()
        for text in [
            parts.reversed().joined(separator: ", "),
            "\(parts[0]),\(parts[1]),s=\(parts[2].dropFirst(2).uppercased())",
        ] {
            sent.header = text
            #expect(sent.refusal() == nil, "\(text)")
        }
    }

    @Test("each refusal has words for people, a word for programs, and a status")
    func words() {
        let refusals: [(SubmissionSignature.Refusal, String, Int)] = [
            (.missing, "signature-missing", 403), (.malformed, "signature-malformed", 400),
            (.unknownKey(3, newest: 4), "signature-key", 403), (.wrong(3), "signature-wrong", 403),
            (.skewed(ahead: -400), "signature-time", 403),
        ]
        for (refusal, code, status) in refusals {
            let problem = Problem(refusal)
            #expect(problem.code == code && problem.kind.status == status)
            #expect(!problem.detail.isEmpty && !problem.detail.hasSuffix("."))
        }
        #expect(Sent().refusal() == .missing)
        #expect(Problem(.skewed(ahead: -400)).detail.contains("400 s before our time"))
    }

    private static let byPython = "bd499765d516616056a867b8c4ca2356e9c8f27db714369de3f1f43709276efd"
}
