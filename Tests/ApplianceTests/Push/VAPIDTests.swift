import Core
import FoundationEssentials
import Glibc
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport
@testable import Push

@Suite("VAPID: how push services know us")
struct VAPIDTests {
    private struct Claims: Decodable {
        var aud: String
        var exp: Int64
        var sub: String?
    }

    private func parts(_ field: String) throws -> (token: String, key: [UInt8]) {
        let token = try #require(field.split(separator: ",").first).dropFirst("vapid t=".count)
        let key = try #require(field.split(separator: "=").last)
        return (String(token), try #require(Base64URL.decode(String(key))))
    }

    private func claims(_ token: String) throws -> Claims {
        let part = String(try #require(token.split(separator: ".").dropFirst().first))
        return try JSONDecoder().decode(Claims.self, from: Data(try #require(Base64URL.decode(part))))
    }

    @Test("a token names the origin, ends in twelve hours and is signed by the key beside it")
    func token() throws {
        let key = try P256PrivateKey()
        var tokens = VAPIDTokens(key: key, contact: "mailto:ann@example.org")
        let field = try tokens.authorization(
            for: "https://fcm.googleapis.com",
            wall: PushSamples.now,
            monotonic: .seconds(5)
        )
        let (token, point) = try parts(field)
        #expect(point == key.point)
        let claims = try claims(token)
        #expect(claims.aud == "https://fcm.googleapis.com")
        #expect(claims.exp == PushSamples.now.seconds + 43_200)
        #expect(claims.sub == "mailto:ann@example.org")
        let pieces = token.split(separator: ".").map { String($0) }
        let signature = try #require(Base64URL.decode(pieces[2]))
        let owner = try P256PublicKey(point: point)
        #expect(owner.accepts(signature, of: Array("\(pieces[0]).\(pieces[1])".utf8)))
    }

    @Test("RFC 8292's example is one that its key accepts")
    func vector() throws {
        let token =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1"
            + "YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjj"
            + "vW2L9OkSSHzvoD1oA"
        let key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
        let pieces = token.split(separator: ".").map { String($0) }
        let owner = try P256PublicKey(point: try #require(Base64URL.decode(key)))
        let signature = try #require(Base64URL.decode(pieces[2]))
        #expect(owner.accepts(signature, of: Array("\(pieces[0]).\(pieces[1])".utf8)))
    }

    @Test("a token is kept for eleven hours, for its origin alone")
    func kept() throws {
        var tokens = VAPIDTokens(key: try P256PrivateKey(), contact: nil)
        func field(_ origin: String, _ seconds: Int64) throws -> String {
            try tokens.authorization(
                for: origin,
                wall: PushSamples.now.advanced(by: seconds),
                monotonic: .seconds(seconds)
            )
        }
        let first = try field("https://a.example", 0)
        let late = try field("https://a.example", 39_599)
        let later = try field("https://a.example", 39_600)
        let other = try field("https://b.example", 0)
        #expect(first == late)
        #expect(first != later)
        #expect(first != other)
        #expect(try claims(parts(first).token).sub == nil)
    }

    @Test("a clock that jumps makes tokens again", arguments: [-3_600, -61, 61, 3_600] as [Int64])
    func jump(seconds: Int64) throws {
        var tokens = VAPIDTokens(key: try P256PrivateKey(), contact: nil)
        let first = try tokens.authorization(for: "o", wall: PushSamples.now, monotonic: .seconds(100))
        let small = try tokens.authorization(
            for: "o",
            wall: PushSamples.now.advanced(by: seconds.signum() * 30),
            monotonic: .seconds(100)
        )
        let jumped = try tokens.authorization(
            for: "o",
            wall: PushSamples.now.advanced(by: seconds),
            monotonic: .seconds(100)
        )
        #expect(first == small)
        #expect(first != jumped)
    }

    @Test("a refused token is made again once an hour at most")
    func refused() throws {
        var tokens = VAPIDTokens(key: try P256PrivateKey(), contact: nil)
        _ = try tokens.authorization(for: "o", wall: PushSamples.now, monotonic: .seconds(0))
        let tooEarly = tokens.renew("o", monotonic: .seconds(3_599))
        let inTime = tokens.renew("o", monotonic: .seconds(3_600))
        #expect(!tooEarly)
        #expect(inTime)
    }

    @Test("the key pair is made once, for the owner's eyes alone, and never over a file that is there")
    func keyFile() throws {
        try PushSamples.withFolder { folder in
            let key = try VAPIDKeyFile.open(in: folder)
            let again = try VAPIDKeyFile.open(in: folder)
            #expect(key.point == again.point)
            let path = "\(folder)/\(VAPIDKeyFile.name)"
            let file = try BoundedFile.read(path, limit: 1_000)
            #expect(file.mode == 0o600)
            #expect(access("\(path).new", F_OK) != 0)
            // A damaged file is a key that may be saved: it is told of, not replaced.
            let damaged = try #require(fopen(path, "w"))
            fputs("-----BEGIN PRIVATE KEY-----\n", damaged)
            fclose(damaged)
            do throws(PushKeyError) {
                _ = try VAPIDKeyFile.open(in: folder)
                Issue.record("was replaced")
            } catch {
                #expect(error.description.contains("put it back from a backup"))
            }
            #expect(try BoundedFile.read(path, limit: 1_000).text == "-----BEGIN PRIVATE KEY-----\n")
        }
    }

    @Test("a folder that cannot be written to is said to be the reason")
    func noFolder() throws {
        do throws(PushKeyError) {
            _ = try VAPIDKeyFile.open(in: "/proc")
            Issue.record("was made")
        } catch {
            #expect(error.description.contains("/proc/vapid.pem"))
        }
    }

    @Test(
        "answers mean what RFC 8030 and the services' own documents say",
        arguments: [
            (201, nil, .accepted), (200, nil, .accepted), (202, nil, .accepted),
            (404, nil, .gone(confirmedAtMilliseconds: nil, reason: "HTTP 404")),
            (410, nil, .gone(confirmedAtMilliseconds: nil, reason: "HTTP 410")),
            (413, nil, .refused(reason: "HTTP 413")), (400, nil, .refused(reason: "HTTP 400")),
            (301, nil, .refused(reason: "redirect not followed (HTTP 301)")),
            (307, nil, .refused(reason: "redirect not followed (HTTP 307)")),
            (429, 7, .backOff(after: .seconds(7), reason: "HTTP 429")),
            (429, nil, .backOff(after: nil, reason: "HTTP 429")),
            (429, 999_999, .backOff(after: .seconds(86_400), reason: "HTTP 429")),
            (429, -5, .backOff(after: .seconds(1), reason: "HTTP 429")),
            (500, nil, .backOff(after: nil, reason: "HTTP 500")),
            (503, 120, .backOff(after: .seconds(120), reason: "HTTP 503")),
            (401, nil, .channelHeld(after: .seconds(60), reason: "HTTP 401")),
            (403, nil, .channelHeld(after: .seconds(60), reason: "HTTP 403")),
            (101, nil, .refused(reason: "HTTP 101")), (204, nil, .accepted),
            // What means "later" (Microsoft's 406), and what is not known yet.
            (406, nil, .backOff(after: nil, reason: "HTTP 406")),
            (406, 30, .backOff(after: .seconds(30), reason: "HTTP 406")),
            (408, nil, .backOff(after: nil, reason: "HTTP 408")),
            (409, nil, .backOff(after: nil, reason: "HTTP 409")),
            (425, 3, .backOff(after: .seconds(3), reason: "HTTP 425")),
            (418, nil, .backOff(after: nil, reason: "HTTP 418")),
            (599, nil, .backOff(after: nil, reason: "HTTP 599")),
            (600, nil, .backOff(after: nil, reason: "HTTP 600")),
        ] as [(Int, Int64?, DeliveryOutcome)]
    )
    func answers(status: Int, retryAfter: Int64?, outcome: DeliveryOutcome) {
        let verdict = WebPushAnswer.verdict(status: status, retryAfter: retryAfter, word: nil)
        #expect(verdict.outcome == outcome)
        #expect((verdict.remedy == .newToken) == (status == 401 || status == 403))
        #expect((verdict.health == .failing) == (status >= 500))
    }

    @Test("no refusal buries a notice at its first answer but those that are about the message itself")
    func buried() {
        let certain: Set = [400, 405, 411, 413, 414, 415, 431, 451]
        for status in 400..<600 {
            let verdicts = [
                WebPushAnswer.verdict(status: status, retryAfter: nil, word: nil),
                APNsAnswer.verdict(status: status, body: []),
            ]
            for verdict in verdicts {
                // Apple has one word for a path that is not there, which is a fault of ours.
                let isOfPath = status == 404 && verdict.outcome == .refused(reason: "HTTP 404")
                guard case .refused = verdict.outcome, !isOfPath else { continue }
                #expect(certain.contains(status), "\(status)")
            }
        }
    }

    @Test("what means later is tried again, and not for ever")
    func bounded() {
        let outcome = WebPushAnswer.verdict(status: 406, retryAfter: nil, word: nil).outcome
        let rules = NoticePolicy()
        for attempts in 1...rules.mostAttempts {
            let settlement = Settlement(
                outcome,
                attempts: attempts,
                registeredAt: 0,
                now: UnixTime(seconds: 0),
                jitter: 0,
                rules: rules
            )
            if case .again(let at, _, _, let counts) = settlement {
                #expect(attempts < rules.mostAttempts && counts && at.seconds >= rules.phonePause / 2)
            } else {
                #expect(attempts == rules.mostAttempts, "\(settlement)")
            }
        }
    }
}
