import FoundationEssentials
import SystemSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import Push

@Suite("What a browser is sent")
struct WebPushEncryptionTests {
    private static func encryption() throws -> WebPushEncryption {
        WebPushEncryption(
            browserKey: try P256PublicKey(point: try #require(Base64URL.decode(PushSamples.browserKey))),
            secret: try #require(Base64URL.decode(PushSamples.browserSecret))
        )
    }

    @Test("is the body of RFC 8291's example for its key and salt")
    func vector() throws {
        let point =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        let key = try P256PrivateKey(
            scalar: try #require(Base64URL.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            point: try #require(Base64URL.decode(point))
        )
        let body = try WebPushEncryptionTests.encryption().seal(
            Array("When I grow up, I want to be a watermelon".utf8),
            padding: 0,
            key: key,
            salt: try #require(Base64URL.decode("DGv6ra1nlYgDCS1FRnbzlw"))
        )
        #expect(
            Base64URL.encode(body)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test(
        "has one of three lengths, whatever it says",
        arguments: [
            (0, 615), (1, 615), (512, 615), (513, 1_383), (1_280, 1_383), (1_281, 2_703), (2_600, 2_703),
        ]
    )
    func padding(content: Int, body: Int) throws {
        let sealed = try WebPushEncryptionTests.encryption().seal([UInt8](repeating: 0x61, count: content))
        #expect(sealed.count == body)
    }

    @Test("never uses a key or a salt twice")
    func fresh() throws {
        let encryption = try WebPushEncryptionTests.encryption()
        let bodies = try (0..<20).map { _ in try encryption.seal([1]) }
        #expect(Set(bodies.map { $0.prefix(16) }).count == 20)
        #expect(Set(bodies.map { $0[21..<86] }).count == 20)
    }

    @Test("is the declarative form, complete by itself")
    func payload() throws {
        var message = PushSamples.message
        message.notice.body = "“Quotes” \"and\" \\ and\nlines \u{1}"
        let bytes = try #require(WebPushPayload.encode(message))
        let json = try JSONDecoder().decode(Declarative.self, from: Data(bytes))
        #expect(json.web_push == 8_030)
        #expect(json.id == message.id)
        #expect(json.notification.title == message.notice.title)
        #expect(json.notification.body == message.notice.body)
        #expect(json.notification.navigate == message.notice.link)
        #expect(json.notification.lang == "en")
        #expect(json.notification.tag == message.notice.collapseID)
        #expect(json.notification.silent == nil)
        message.isRepeat = true
        let again = try #require(WebPushPayload.encode(message))
        #expect(try JSONDecoder().decode(Declarative.self, from: Data(again)).notification.silent == true)
    }

    private struct Declarative: Decodable {
        struct Notification: Decodable {
            var title, body, navigate, lang, tag: String
            var silent: Bool?
        }
        var web_push: Int
        var id: String
        var notification: Notification
    }

    /// A family is one character of 25 bytes, a quote takes two bytes in JSON.
    @Test(
        "is cut at characters to what services take",
        arguments: ["a", "ł", "👩‍👩‍👧‍👦", "\"", "\u{1}", "e\u{301}"]
    )
    func cutting(character: String) throws {
        var message = PushSamples.message
        message.notice.body = String(repeating: character, count: 4_000)
        message.notice.title = message.notice.body
        for limit in [600, 1_000, 2_600] {
            let bytes = try #require(WebPushPayload.encode(message, limit: limit))
            #expect(bytes.count <= limit)
            #expect(bytes.count > limit - 40)
            let text = try JSONDecoder().decode(Declarative.self, from: Data(bytes)).notification
            #expect(text.body.last == "…")
            #expect(text.body.dropLast().allSatisfy { String($0) == character })
            #expect(text.title.dropLast().allSatisfy { String($0) == character })
        }
    }

    @Test("is refused when the link alone is too long")
    func tooLong() {
        var message = PushSamples.message
        message.notice.link = "https://x.example/" + String(repeating: "a", count: 3_000)
        #expect(WebPushPayload.encode(message) == nil)
    }

    @Test("says how long it lives, how urgent it is and what it replaces")
    func fields() throws {
        let lines = try #require(
            WebPushFields.lines(PushSamples.message, authorization: "vapid x", now: PushSamples.now)
        )
        #expect(lines.contains("TTL: 1800"))
        #expect(lines.contains("Urgency: high"))
        #expect(lines.contains("Content-Encoding: aes128gcm"))
        #expect(lines.contains("Authorization: vapid x"))
        let topic = try #require(lines.last).dropFirst("Topic: ".count)
        #expect(topic.count == 24)
        #expect(Base64URL.decode(String(topic)) != nil)
        var passive = PushSamples.message
        passive.notice.urgency = .passive
        passive.notice.expiresAt = .init(seconds: .max)
        let other = try #require(WebPushFields.lines(passive, authorization: "", now: PushSamples.now))
        #expect(other.contains("Urgency: normal"))
        #expect(other.contains("TTL: 2419200"))
        #expect(other.last == lines.last)
        let late = PushSamples.message.notice.expiresAt
        #expect(WebPushFields.lines(PushSamples.message, authorization: "", now: late) == nil)
    }
}
