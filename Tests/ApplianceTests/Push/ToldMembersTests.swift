import Core
import Foundation
import Testing

@testable import Appliance
@testable import Push

@Suite("What docs/protocol.md says of the notices that arrive")
struct ToldMembersTests {
    /// The part of the page, and its examples: what APNs is sent, and the declarative form.
    private func page() throws -> (part: String, examples: [String]) {
        let path = ConfigurationFixture.repositoryFile("docs/protocol.md")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let begun = text.components(separatedBy: "### What arrives\n")
        let part = try #require(begun.count == 2 ? begun[1] : nil).components(separatedBy: "\n## ")[0]
        let blocks = part.components(separatedBy: "```json\n").dropFirst()
        return (part, blocks.map { $0.components(separatedBy: "```")[0] })
    }

    /// Every member by its way from the outside, as `aps.alert.title`.
    private func members(_ json: Data) throws -> Set<String> {
        func ways(_ value: Any, _ way: String) -> [String] {
            guard let object = value as? [String: Any] else { return [way] }
            return object.flatMap { ways($0.value, way.isEmpty ? $0.key : "\(way).\($0.key)") }
        }
        return Set(ways(try JSONSerialization.jsonObject(with: json), ""))
    }

    private func members(_ bytes: [UInt8]?) throws -> Set<String> {
        try members(Data(try #require(bytes)))
    }

    @Test("shows every member of a notice with sound and a number on the icon, and no other")
    func shown() throws {
        let examples = try page().examples
        #expect(examples.count == 2)
        var message = PushSamples.message
        message.notice.badge = 1
        for (example, sent) in zip(examples, [APNsRequest.payload(message), WebPushPayload.encode(message)]) {
            let (told, real) = (try members(Data(example.utf8)), try members(sent))
            #expect(told == real)
        }
    }

    @Test(
        "names what other urgencies have beside, and their levels",
        arguments: [(.passive, "notification.silent"), (.timeSensitive, "urgent")]
            as [(Notice.Urgency, String)]
    )
    func urgencies(urgency: Notice.Urgency, more: String) throws {
        let part = try page().part
        var message = PushSamples.message
        let plain = try members(WebPushPayload.encode(message))
        message.notice.urgency = urgency
        let found = try members(WebPushPayload.encode(message)).subtracting(plain)
        #expect(found == [more])
        for name in found.compactMap({ $0.split(separator: ".").last }) {
            #expect(part.contains("`\(name)`"))
        }
        let payload = try #require(APNsRequest.payload(message))
        let levels = ["passive", "active", "time-sensitive"].filter {
            String(decoding: payload, as: UTF8.self).contains("\"interruption-level\":\"\($0)\"")
        }
        #expect(levels.count == 1 && levels != ["active"])
        for level in levels { #expect(part.contains("`\(level)`")) }
    }
}
