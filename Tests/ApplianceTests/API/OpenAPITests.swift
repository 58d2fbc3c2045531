import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance

@Suite("The OpenAPI document")
struct OpenAPITests {
    /// As it is served; joined once for all suites, which takes a second without the optimizer.
    static let served = Data(OpenAPIDocument.join(Feature.all.openAPI.map(\.bytes)))

    private static func document() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: served) as? [String: Any])
    }

    /// What the last release served; `make baseline` replaces it.
    private static func released() throws -> [String: Any] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Contract/released-v1.json").standardized
        return try #require(
            try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any]
        )
    }

    private static func schemas() throws -> [String: [String: Any]] {
        let components = try document()["components"] as? [String: Any]
        return try #require(components?["schemas"] as? [String: [String: Any]])
    }

    @Test("it says all that its parts say, each thing once")
    func joined() throws {
        let parts = try Feature.all.openAPI.map { part in
            try #require(try JSONSerialization.jsonObject(with: Data(part.bytes)) as? [String: Any])
        }
        let said = parts.flatMap { OpenAPITests.leaves(of: $0, at: "") }
        let served = OpenAPITests.leaves(of: try OpenAPITests.document(), at: "")
        #expect(Set(said).symmetricDifference(served).sorted() == [])
        #expect(said.count == served.count, "something is said twice")
    }

    @Test(
        "parts are joined member by member, what is no object is taken from the first",
        arguments: [
            (
                [#"{"a":{"b":1}}"#, #"{"a":{"c":[{},"x"]},"d":null}"#],
                #"{"a":{"b":1,"c":[{},"x"]},"d":null}"#
            ),
            ([#"{"a":1.5}"#, #"{"a":2}"#], #"{"a":1.5}"#), ([#"{"é\n\"":true}"#], #"{"é\n\"":true}"#),
            (["[", #"{"a":false}"#], #"{"a":false}"#), ([], "{}"),
        ]
    )
    func joining(parts: [String], whole: String) {
        #expect(String(decoding: OpenAPIDocument.join(parts.map { Array($0.utf8) }), as: UTF8.self) == whole)
    }

    /// Every value that is no object, with its place.
    private static func leaves(of value: Any, at place: String) -> [String] {
        guard let object = value as? [String: Any], !object.isEmpty else {
            let bytes = try? JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
            return ["\(place) = \(String(decoding: bytes ?? Data(), as: UTF8.self))"]
        }
        return object.flatMap { leaves(of: $1, at: "\(place)/\($0)") }
    }

    @Test("every reference leads somewhere")
    func references() throws {
        let document = try OpenAPITests.document()
        for reference in OpenAPITests.references(in: document) {
            var place: Any? = document
            for part in reference.dropFirst(2).split(separator: "/") {
                place = (place as? [String: Any])?[String(part)]
            }
            #expect(place != nil, "\(reference)")
        }
    }

    private static func references(in value: Any) -> [String] {
        if let list = value as? [Any] { return list.flatMap(references) }
        guard let object = value as? [String: Any] else { return [] }
        return object.flatMap { key, value in
            key == "$ref" ? [value as? String ?? ""] : references(in: value)
        }
    }

    @Test("parameters with choices and limits are those that the routes enforce")
    func parameters() throws {
        let components = try OpenAPITests.document()["components"] as? [String: Any]
        let parameters = try #require(components?["parameters"] as? [String: [String: Any]])
        let schema = { (name: String) in parameters[name]?["schema"] as? [String: Any] ?? [:] }
        #expect(schema("locale")["enum"] as? [String] == RegionRoutes.locales)
        #expect(schema("limit")["minimum"] as? Int == AdminRoutes.pageSize.lowerBound)
        #expect(schema("limit")["maximum"] as? Int == AdminRoutes.pageSize.upperBound)
        #expect(schema("historyHours")["minimum"] as? Int == HistoryRoutes.hours.lowerBound)
        #expect(schema("historyHours")["maximum"] as? Int == HistoryRoutes.hours.upperBound)
        #expect(schema("mapCount")["maximum"] as? Int == RotationSnapshot.mostOccurrences)
        #expect(schema("mapCount")["default"] as? Int == NextMapRoute.usualCount)
        #expect(try OpenAPITests.schemas()["Region"]?["enum"] as? [String] == Region.allCases.map(\.rawValue))
        #expect(
            try OpenAPITests.schemas()["RealmState"]?["enum"] as? [String]
                == RealmState.allCases.map(\.rawValue)
        )
    }

    @Test(
        "schemas have the members of the wire types, and require those that are always there",
        arguments: WireSample.all
    )
    func members(sample: WireSample) throws {
        let schema = try #require(try OpenAPITests.schemas()[sample.name])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        let full = try #require(try JSONSerialization.jsonObject(with: sample.full) as? [String: Any])
        let sparse = try #require(try JSONSerialization.jsonObject(with: sample.sparse) as? [String: Any])
        #expect(properties.keys.sorted() == full.keys.sorted())
        #expect((schema["required"] as? [String])?.sorted() == sparse.keys.sorted())
        for (name, value) in full {
            guard let type = properties[name]?["type"] as? String else { continue }
            #expect(type == OpenAPITests.type(of: value), "\(sample.name).\(name)")
        }
    }

    private static func type(of value: Any) -> String {
        switch value {
        case is String: return "string"
        case is [Any]: return "array"
        case is [String: Any]: return "object"
        case let number as NSNumber:
            if String(cString: number.objCType) == "c" { return "boolean" }
            return number.doubleValue == number.doubleValue.rounded() ? "integer" : "number"
        default: return "?"
        }
    }

    @Test("nothing that was released is gone or means something else")
    func compatible() throws {
        let released = try OpenAPITests.released()
        let complaints = OpenAPICompatibility.complaints(
            old: released,
            new: try OpenAPITests.document(),
            at: ""
        )
        #expect(complaints.isEmpty, "\(complaints)")
    }

    @Test(
        "the comparison finds what would break a client, and lets additions pass",
        arguments: [
            (#"{"type":"string"}"#, #"{"type":"integer"}"#, 1), (#"{"a":{}}"#, #"{"b":{}}"#, 1),
            (#"{"a":{}}"#, #"{"a":{},"b":{}}"#, 0), (#"{"enum":["a"]}"#, #"{"enum":["b"]}"#, 1),
            (#"{"enum":["a"]}"#, #"{"enum":["a","b"]}"#, 0),
            (#"{"required":["a"]}"#, #"{"required":[]}"#, 1),
            (#"{"required":["a"]}"#, #"{"required":["a","b"]}"#, 0),
            (#"{"maximum":5}"#, #"{"maximum":4}"#, 1), (#"{"description":"x"}"#, #"{"description":"y"}"#, 0),
            (#"{"parameters":[{"name":"a"}]}"#, #"{"parameters":[{"name":"a"},{"name":"b"}]}"#, 0),
            (#"{"parameters":[{"name":"a"}]}"#, #"{"parameters":[]}"#, 1),
            (#"{"parameters":{"h":{"maximum":5}}}"#, #"{"parameters":{"h":{"maximum":6}}}"#, 0),
            (#"{"parameters":{"h":{"maximum":5}}}"#, #"{"parameters":{"h":{"maximum":4}}}"#, 1),
            (
                #"{"parameters":[{"name":"a"}]}"#,
                #"{"parameters":[{"name":"a"},{"name":"b","required":true}]}"#, 1
            ),
        ]
    )
    func comparison(old: String, new: String, complaints: Int) throws {
        let parse = { (text: String) in try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        #expect(
            OpenAPICompatibility.complaints(old: try parse(old), new: try parse(new), at: "").count
                == complaints
        )
    }
}
