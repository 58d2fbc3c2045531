import FoundationEssentials
import Testing

@testable import JSONReading

@Suite("Bodies by declaration")
struct ElementDecoderTests {
    private struct Alert: Codable, Hashable {
        var mode: String
        var minutes: Int
        var map: String?
    }

    private struct Body: Codable, Hashable {
        var version: Int64
        var small: UInt8?
        var isOn: Bool?
        var part: Double?
        var maps: [Alert]
        var names: [String: String]?
    }

    private func read(_ text: String) throws -> Body {
        try JSONElement(parsing: text.utf8, limits: .request).decode(Body.self)
    }

    /// The path and the kind of what is wrong.
    private func trouble(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch let error as DecodingError {
            let (word, path): (String, [any CodingKey]) =
                switch error {
                case .keyNotFound(let key, let context): ("missing", context.codingPath + [key])
                case .valueNotFound(_, let context): ("null", context.codingPath)
                case .typeMismatch(let type, let context): ("not \(type)", context.codingPath)
                case .dataCorrupted(let context): ("corrupted", context.codingPath)
                @unknown default: ("?", [])
                }
            return path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined() + " " + word
        } catch {
            return "\(error)"
        }
    }

    @Test("A body is what FoundationEssentials' decoder makes of it")
    func same() throws {
        let text = """
            {"version":9223372036854775807,"small":255,"isOn":false,"part":2.5e-3,"other":[[{}]],"version":1,
             "maps":[{"mode":"pubs","minutes":3,"map":null},{"minutes":-1,"mode":"Zażółć \\ud83d\\ude00"}],
             "names":{"a":"1","b":"2","a":"3"}}
            """
        let body = try read(text)
        let theirs = try JSONDecoder().decode(Body.self, from: Data(text.utf8))
        #expect(body == theirs)
        #expect(body.version == .max && body.maps.count == 2 && body.names == ["a": "1", "b": "2"])
    }

    @Test(
        "What does not fit is named with its path",
        arguments: [
            ("[]", " not Dictionary<String, Any>"), ("{}", ".version missing"),
            (#"{"version":null}"#, ".version null"), (#"{"version":"1"}"#, ".version not Int64"),
            (#"{"version":1.5}"#, ".version corrupted"), (#"{"version":1.0}"#, ".version corrupted"),
            (#"{"version":1e3}"#, ".version corrupted"),
            (#"{"version":9223372036854775808}"#, ".version corrupted"),
            (#"{"version":1,"small":256,"maps":[]}"#, ".small corrupted"),
            (#"{"version":1,"maps":{}}"#, ".maps not Array<Any>"),
            (#"{"version":1,"maps":[{"mode":"a","minutes":1},{"minutes":1}]}"#, ".maps[1].mode missing"),
            (#"{"version":1,"maps":[{"mode":7,"minutes":1}]}"#, ".maps[0].mode not String"),
            (#"{"version":1,"maps":[],"names":{"x":[]}}"#, ".names.x not String"),
        ]
    )
    func paths(text: String, expected: String) {
        #expect(trouble(text) == expected)
    }

    /// A value that says that it was read.
    private struct Read: Decodable, Error {
        init(from decoder: any Decoder) throws { throw self }
        init() {}
    }

    private struct Lists: Decodable {
        var list: [Read]?
        var lists: [[Read]]?
        var names: [String: Read]?
    }

    @Test(
        "too long a list is refused before a value of it is read, with what is allowed; one that nobody asks for is passed over",
        arguments: [
            (#"{"list":["","",""]}"#, "read"),
            (#"{"list":["","","",""]}"#, ".list 4 are too many; at most 3 are taken"),
            (#"{"lists":[[],["","","",""]]}"#, ".lists[1] 4 are too many; at most 3 are taken"),
            (#"{"names":{"a":1,"b":2,"c":3,"d":4}}"#, ".names 4 are too many; at most 3 are taken"),
            (#"{"names":{"a":1,"b":2,"c":3}}"#, "read"),
            (#"{"a":1,"b":2,"c":3,"d":4}"#, " 4 are too many; at most 3 are taken"),
            (#"{"other":["","","","",""]}"#, "nothing"),
        ]
    )
    func bounded(text: String, expected: String) throws {
        let limits = JSONLimits(bytes: 1_024, depth: 4, elements: 3)
        let element = try JSONElement(parsing: text.utf8, limits: limits)
        var outcome = "nothing"
        do {
            _ = try element.decode(Lists.self)
        } catch is Read {
            outcome = "read"
        } catch DecodingError.dataCorrupted(let context) {
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
            outcome = path.joined() + " " + context.debugDescription
        }
        #expect(outcome == expected)
    }

    @Test("An object with thousands of members is gone through once, not once for each of them")
    func wide() throws {
        let names = (0..<5_000).map { "\"n\($0)\":\"\($0)\"" }.joined(separator: ",")
        let element = try JSONElement(
            parsing: "{\"maps\":[],\"names\":{\(names)},\"version\":1}".utf8,
            limits: JSONLimits(bytes: 1 << 20, depth: 4)
        )
        #expect(try element.decode(Body.self).names?["n4999"] == "4999")
    }
}
