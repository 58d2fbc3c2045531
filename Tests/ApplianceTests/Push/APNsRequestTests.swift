import Core
import FoundationEssentials
import Testing
import WatchpostModel

@testable import Appliance
@testable import Push

@Suite("What APNs is sent")
struct APNsRequestTests {
    private struct Payload: Decodable {
        struct APS: Decodable {
            struct Alert: Decodable { var title, body: String }
            var alert: Alert
            var sound: String?
            var thread, level: String
            enum CodingKeys: String, CodingKey {
                case alert, sound
                case thread = "thread-id"
                case level = "interruption-level"
            }
        }
        var aps: APS
        var id, link: String
    }

    private func payload(_ message: PushMessage) throws -> Payload {
        let bytes = try #require(APNsRequest.payload(message))
        #expect(bytes.count <= 4_096)
        return try JSONDecoder().decode(Payload.self, from: Data(bytes))
    }

    @Test("is an alert with thread, level and link")
    func alert() throws {
        let payload = try payload(PushSamples.message)
        #expect(payload.aps.alert.title == "Kazzak is down")
        #expect(payload.aps.alert.body == "Since 12:31")
        #expect(payload.aps.thread == "eu")
        #expect(payload.aps.sound == "default")
        #expect(payload.link == PushSamples.message.notice.link)
        #expect(payload.id == PushSamples.message.id)
    }

    @Test(
        "interrupts as much as it may, and a repeated one not at all",
        arguments: [
            (.normal, false, "active", "default", 10),
            (.timeSensitive, false, "time-sensitive", "default", 10),
            (.passive, false, "passive", nil, 5), (.timeSensitive, true, "passive", nil, 5),
        ] as [(Notice.Urgency, Bool, String, String?, Int)]
    )
    func urgency(urgency: Notice.Urgency, isRepeat: Bool, level: String, sound: String?, priority: Int)
        throws
    {
        var message = PushSamples.message
        message.notice.urgency = urgency
        message.isRepeat = isRepeat
        let aps = try payload(message).aps
        #expect(aps.level == level)
        #expect(aps.sound == sound)
        let fields = try #require(
            APNsRequest.fields(message, topic: "org.example.app", token: "t", now: PushSamples.now)
        )
        #expect(fields.contains("apns-priority: \(priority)"))
    }

    @Test("is cut at characters to 4096 bytes", arguments: ["a", "ł", "👩‍👩‍👧‍👦", "\"", "\u{1}"])
    func cutting(character: String) throws {
        var message = PushSamples.message
        message.notice.body = String(repeating: character, count: 5_000)
        message.notice.title = message.notice.body
        let alert = try payload(message).aps.alert
        #expect(alert.body.last == "…")
        #expect(alert.body.dropLast().allSatisfy { String($0) == character })
        #expect(alert.title.dropLast().allSatisfy { String($0) == character })
        message.notice.link = String(repeating: "x", count: 4_100)
        #expect(APNsRequest.payload(message) == nil)
    }

    @Test("names topic, type, id, end of life and what it replaces")
    func fields() throws {
        let fields = try #require(
            APNsRequest.fields(
                PushSamples.message,
                topic: "org.example.app",
                token: "a.b.c",
                now: PushSamples.now
            )
        )
        #expect(fields.contains("authorization: bearer a.b.c"))
        #expect(fields.contains("apns-topic: org.example.app"))
        #expect(fields.contains("apns-push-type: alert"))
        #expect(fields.contains("apns-id: \(PushSamples.message.id)"))
        #expect(fields.contains("apns-expiration: \(PushSamples.now.seconds + 1_800)"))
        #expect(fields.contains("apns-collapse-id: s:eu/retail/kazzak"))
        let late = PushSamples.message.notice.expiresAt
        #expect(APNsRequest.fields(PushSamples.message, topic: "t", token: "t", now: late) == nil)
    }

    @Test("has a collapse id of at most 64 bytes, equal for equal ones")
    func collapseID() {
        let exact = String(repeating: "a", count: 64)
        #expect(APNsRequest.collapseID(exact) == exact)
        let long = exact + "a"
        #expect(APNsRequest.collapseID(long).utf8.count == 43)
        #expect(APNsRequest.collapseID(long) == APNsRequest.collapseID(long))
        #expect(APNsRequest.collapseID(long) != APNsRequest.collapseID(long + "a"))
        // Two bytes each: 40 characters are 80 bytes; and a line break would begin another field.
        #expect(APNsRequest.collapseID(String(repeating: "ł", count: 40)).utf8.count == 43)
        #expect(!APNsRequest.collapseID("a\r\nb").contains("\n"))
    }

    @Test("a registration becomes an address that reads back, whatever the case of its token")
    func registration() throws {
        let json = #"{"kind":"apns","token":"00FF0a","environment":"development","use":"alert"}"#
        let address = try APNsDevice.address(registering: Array(json.utf8), atMilliseconds: 9)
        let lower = try APNsDevice.address(
            registering: Array(json.lowercased().utf8),
            atMilliseconds: 9
        )
        #expect(address == lower)
        #expect(address.registeredAtMilliseconds == 9)
        let device = try #require(APNsDevice(address))
        #expect(device.token == "00ff0a")
        #expect(device.environment == .development)
    }

    private static let bad = [
        "", "{}", "[]", #"{"token":"","environment":"production"}"#,
        #"{"token":"abc","environment":"production"}"#,
        #"{"token":"zz","environment":"production"}"#, #"{"token":"ab/../cd","environment":"production"}"#,
        #"{"token":"00ff","environment":"sandbox"}"#, #"{"token":"00ff"}"#,
        #"{"token":5,"environment":"production"}"#,
        #"{"token":"00ff","environment":"production","use":"widget"}"#,
        #"{"token":"\#(String(repeating: "0", count: 1_026))","environment":"production"}"#,
    ]

    @Test("a registration that is not one is refused with words", arguments: bad)
    func badRegistration(json: String) {
        do throws(PushAddressRefusal) {
            _ = try APNsDevice.address(registering: Array(json.utf8), atMilliseconds: 0)
            Issue.record("was taken")
        } catch {
            #expect(error.words.hasPrefix("push"))
        }
    }
}
