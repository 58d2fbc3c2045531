import Core
import FoundationEssentials
import Glibc
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Reading Battle.net's bodies")
struct GroupReaderTests {
    private func read(_ json: String) throws -> ObservedGroup {
        let group = try JSONDecoder().decode(BattleNetBody.Group.self, from: Data(json.utf8))
        var reader = GroupReader()
        reader.read(group, number: nil, generation: nil)
        if let reason = reader.unreadable.values.first ?? reader.nameless.first {
            throw GroupReader.Nonsense(description: reason)
        }
        return try #require(reader.groups.first)
    }

    private let realm =
        #"{"slug":"area-52","name":"Area 52","category":"United States","is_tournament":false}"#

    @Test("names come as plain text or as a map of locales, and both are read")
    func texts() throws {
        let plain = try read(#"{"id":7,"has_queue":true,"status":{"type":"UP"},"realms":[\#(realm)]}"#)
        #expect(plain.realms[0].name.standard == "Area 52")
        #expect(plain.hasQueue)
        #expect(plain.population == .unknown)
        let map = try read(
            #"""
            {"id":7,"has_queue":false,"status":{"type":"DOWN"},"population":{"type":"OFFLINE"},"realms":[
             {"slug":"howling-fjord","name":{"en_US":"Howling Fjord","ru_RU":"Ревущий фьорд"},"timezone":"Europe/Paris"}]}
            """#
        )
        #expect(map.status == .down)
        #expect(map.population.word == "offline")
        #expect(map.realms[0].name.name(in: "ru_RU") == "Ревущий фьорд")
        #expect(map.realms[0].name.name(in: "de_DE") == "Howling Fjord")
    }

    @Test("words and fields that nobody has seen survive as unknown")
    func unknown() throws {
        let group = try read(
            #"{"id":7,"has_queue":false,"status":{"type":"MIGRATING"},"population":{"type":"GIGANTIC"},"new":{},"realms":[\#(realm)]}"#
        )
        #expect(group.status == .unknown("MIGRATING"))
        #expect(group.population.word == "gigantic")
    }

    @Test(
        "nonsense is refused with its reason",
        arguments: [
            (#"{"id":0,"has_queue":false,"status":{"type":"UP"},"realms":[]}"#, "has no number"),
            (#"{"id":1,"has_queue":false,"status":{"type":"UP"},"realms":[]}"#, "lists 0 realms"),
            (
                #"{"id":1,"has_queue":false,"status":{"type":"UP"},"realms":[{"slug":"","name":"x"}]}"#,
                "unusable slug"
            ),
            (
                #"{"id":1,"has_queue":false,"status":{"type":"UP"},"realms":[{"slug":"a/b","name":"x"}]}"#,
                "unusable slug"
            ),
        ]
    )
    func refused(json: String, reason: String) throws {
        do {
            _ = try read(json)
            Issue.record("\(json) was read")
        } catch let nonsense as GroupReader.Nonsense {
            #expect(nonsense.description.contains(reason))
        }
    }

    /// One text too long for each place, and one map with too many of them.
    private static let endless: [String] = {
        let long = String(repeating: "x", count: 201)
        let locales = (0...40).map { "\"l\($0)\":\"x\"" }.joined(separator: ",")
        return [
            #""name":"\#(long)""#,
            #""name":{"en_US":"A","de_DE":"\#(long)"}"#,
            #""name":"A","category":{"en_US":"\#(long)"}"#,
            #""name":{\#(locales)}"#,
        ]
    }()

    @Test("texts without end are refused in every locale", arguments: endless)
    func longTexts(fields: String) {
        let json = #"{"id":1,"has_queue":false,"status":{"type":"UP"},"realms":[{"slug":"a",\#(fields)}]}"#
        #expect(throws: GroupReader.Nonsense.self) { try read(json) }
    }

    @Test("a realm that stands in two groups is of the first")
    func twice() throws {
        var reader = GroupReader()
        for number in [1, 2] {
            let json =
                #"{"id":\#(number),"has_queue":false,"status":{"type":"UP"},"realms":[\#(realm),{"slug":"g\#(number)","name":"G"}]}"#
            let group = try JSONDecoder().decode(BattleNetBody.Group.self, from: Data(json.utf8))
            reader.read(group, number: nil, generation: nil)
        }
        #expect(reader.groups.map { $0.realms.map(\.slug) } == [["area-52", "g1"], ["g2"]])
    }

    @Test("a region of more realms than there can be is refused")
    func tooMany() throws {
        var reader = GroupReader()
        let decoder = JSONDecoder()
        for number in 1...41 {
            #expect(!reader.isTooLarge)
            let realms = (1...100).map { #"{"slug":"r\#(number)-\#($0)","name":"R"}"# }.joined(
                separator: ","
            )
            let json =
                #"{"id":\#(number),"has_queue":false,"status":{"type":"UP"},"realms":[\#(realms)]}"#
            let group = try decoder.decode(BattleNetBody.Group.self, from: Data(json.utf8))
            reader.read(group, number: nil, generation: nil)
        }
        #expect(reader.isTooLarge)
    }

    @Test(
        "wrong types are a decoding error that names the place",
        arguments: [
            (#"{"id":"1","has_queue":false,"status":{"type":"UP"},"realms":[]}"#, "id is no Int64"),
            (#"{"id":1,"has_queue":"no","status":{"type":"UP"},"realms":[]}"#, "has_queue is no Bool"),
            (#"{"id":1,"has_queue":false,"status":"UP","realms":[]}"#, "status is no "),
            (#"{"id":1,"has_queue":false,"realms":[]}"#, "the body has no “status”"),
            (#"[]"#, "the body is no "),
            (#"<html>"#, "not valid JSON"),
        ]
    )
    func wrongTypes(json: String, summary: String) {
        do {
            _ = try JSONDecoder().decode(BattleNetBody.Group.self, from: Data(json.utf8))
            Issue.record("\(json) was decoded")
        } catch let error as DecodingError {
            #expect(error.summary.contains(summary))
        } catch {
            Issue.record(error)
        }
    }

    @Test(
        "the number of a connected realm is cut from its address",
        arguments: [
            ("https://us.api.blizzard.com/data/wow/connected-realm/11?namespace=dynamic-us", 11),
            ("https://us.api.blizzard.com/data/wow/connected-realm/5816", 5_816),
            ("https://us.api.blizzard.com/data/wow/connected-realm/?namespace=dynamic-us", nil),
            ("", nil),
        ] as [(String, Int64?)]
    )
    func numbers(address: String, number: Int64?) {
        #expect(BattleNetSource.number(in: address) == number)
    }

    @Test("every recorded body is read")
    func recordings() throws {
        guard let folder = getenv("WATCHPOST_RECORDINGS").map({ String(cString: $0) }) else {
            print("WATCHPOST_RECORDINGS is not set: the recorded bodies are not read")
            return
        }
        func data(_ name: String) throws -> Data {
            try Data(contentsOf: URL(filePath: "\(folder)/realms/\(name)"))
        }
        let decoder = JSONDecoder()
        let groups = try decoder.decode(
            [BattleNetBody.Group].self,
            from: data("us-connected-realms-2020-12.json")
        )
        var reader = GroupReader()
        for group in groups { reader.read(group, number: nil, generation: nil) }
        let observed = reader.groups
        #expect(observed.count == 83)
        #expect(observed.flatMap(\.realms).count == 246)
        #expect(Set(observed.flatMap(\.realms).map(\.category.standard)).contains("Oceanic"))
        let page = try decoder.decode(
            BattleNetBody.SearchPage.self,
            from: data("search-connected-realm-us-one-result.json")
        )
        #expect(page.results.map(\.data.id) == [4])
        let index = try decoder.decode(
            BattleNetBody.Index.self,
            from: data("connected-realm-index-us-excerpt.json")
        )
        #expect(index.connectedRealms.allSatisfy { BattleNetSource.number(in: $0.href) != nil })
        let single = try decoder.decode(
            BattleNetBody.Group.self,
            from: data("connected-realm-11-us-enUS.json")
        )
        #expect(single.realms.map(\.slug) == ["tichondrius"])
    }
}
