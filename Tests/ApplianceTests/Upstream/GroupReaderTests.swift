import Core
import FoundationEssentials
import JSONReading
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Reading Battle.net's rows")
struct GroupReaderTests {
    /// Reads groups, or rows of the search, as one page.
    private func read(_ json: [String], number: Int64? = nil) throws -> GroupReader {
        var reader = GroupReader()
        for json in json {
            let (element, wasRepaired) = try JSONElement.repairing(json.utf8, limits: .document)
            reader.wasRepaired = wasRepaired
            if element["data"] != nil {
                reader.readRow(element, generation: nil)
            } else {
                reader.read(element, number: number, generation: nil)
            }
        }
        return reader
    }

    private func group(_ json: String) throws -> ObservedGroup {
        try #require(read([json]).groups.first)
    }

    private static let realm =
        #"{"slug":"area-52","name":"Area 52","category":"United States","is_tournament":false}"#

    private static func group(_ id: Int, _ realms: String = realm) -> String {
        #"{"id":\#(id),"has_queue":false,"status":{"type":"UP"},"realms":[\#(realms)]}"#
    }

    @Test("names come as plain text or as a map of locales, and both are read")
    func texts() throws {
        let plain = try group(#"{"id":7,"has_queue":true,"status":{"type":"UP"},"realms":[\#(Self.realm)]}"#)
        #expect(plain.realms[0].name.standard == "Area 52")
        #expect(plain.hasQueue)
        #expect(plain.population == .unknown)
        let map = try group(
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
        let group = try group(
            #"{"id":7,"status":{"type":"MIGRATING"},"population":{"type":"GIGANTIC"},"new":{},"realms":[\#(Self.realm)]}"#
        )
        #expect(group.status == .unknown("MIGRATING"))
        #expect(group.population.word == "gigantic")
    }

    @Test("what may be absent may be null")
    func absent() throws {
        let group = try group(
            #"{"id":7,"has_queue":null,"status":{"type":"UP"},"population":null,"realms":[{"slug":"a","name":"A","category":null,"timezone":null,"type":null,"is_tournament":null}]}"#
        )
        #expect(!group.hasQueue)
        #expect(group.population == .unknown)
        #expect(group.realms[0].timezone.isEmpty)
        #expect(group.realms[0].type == "unknown")
    }

    /// A row that makes no sense, and a part of what is said of it.
    struct Odd: Sendable, CustomTestStringConvertible {
        var row: String
        var reason: String
        var number: Int64? = 7

        init(_ row: String, _ reason: String, number: Int64? = 7) {
            self.row = row
            self.reason = reason
            self.number = number
        }

        init(realm: String, _ reason: String) {
            self.init(GroupReaderTests.group(7, realm), reason)
        }

        var testDescription: String { String(row.prefix(120)) }
    }

    static let odd: [Odd] = {
        let long = String(repeating: "x", count: 201)
        let locales = (0...40).map { "\"l\($0)\":\"x\"" }.joined(separator: ",")
        return [
            Odd(#"{"id":0,"status":{"type":"UP"},"realms":[\#(realm)]}"#, "no number", number: nil),
            Odd(#"{"id":"7","status":{"type":"UP"},"realms":[\#(realm)]}"#, "no number", number: nil),
            Odd(#"{"id":1e999,"status":{"type":"UP"},"realms":[\#(realm)]}"#, "no number", number: nil),
            Odd("[]", "no number", number: nil),
            Odd("null", "no number", number: nil),
            Odd(#"{"id":7,"status":{"type":"UP"},"realms":[]}"#, "no realms"),
            Odd(#"{"id":7,"status":{"type":"UP"},"realms":{"slug":5}}"#, "no realms"),
            Odd(#"{"id":7,"status":{"type":"UP"}}"#, "no realms"),
            Odd(#"{"id":7,"realms":[\#(realm)]}"#, "no status"),
            Odd(#"{"id":7,"status":null,"realms":[\#(realm)]}"#, "no status"),
            Odd(#"{"id":7,"status":"UP","realms":[\#(realm)]}"#, "status has no type"),
            Odd(#"{"id":7,"status":{"type":["UP"]},"realms":[\#(realm)]}"#, "status has no type"),
            Odd(#"{"id":7,"status":{"type":"U\u001b[2J"},"realms":[\#(realm)]}"#, "status has no type"),
            Odd(#"{"id":7,"has_queue":"no","status":{"type":"UP"},"realms":[\#(realm)]}"#, "has_queue"),
            Odd(
                #"{"id":7,"status":{"type":"UP"},"population":{"type":5},"realms":[\#(realm)]}"#,
                "population"
            ),
            Odd(realm: #"{"slug":"","name":"x"}"#, "cannot stand in an address"),
            Odd(realm: #"{"slug":"a/b","name":"x"}"#, "cannot stand in an address"),
            Odd(realm: #"{"slug":".","name":"x"}"#, "cannot stand in an address"),
            Odd(realm: #"{"slug":"..","name":"x"}"#, "cannot stand in an address"),
            Odd(realm: #"{"slug":"a\\b","name":"x"}"#, "cannot stand in an address"),
            Odd(realm: #"{"slug":null,"name":"x"}"#, "no slug"),
            Odd(realm: #"{"slug":"\#(String(repeating: "é", count: 51))","name":"x"}"#, "slug is no text"),
            Odd(realm: #"{"slug":"a\udc00","name":"x"}"#, "slug is no text"),
            Odd(realm: #"{"slug":"a","name":null}"#, "has no name"),
            Odd(realm: #"{"slug":"a"}"#, "has no name"),
            Odd(realm: #"{"slug":"a","name":"half \ud800"}"#, "name is no text"),
            Odd(realm: #"{"slug":"a","name":{"en_US":"A","de_DE":"half \ud800"}}"#, "name is no text"),
            Odd(realm: #"{"slug":"a","name":{"en_US":5}}"#, "name is no text"),
            Odd(realm: #"{"slug":"a","name":"\#(long)"}"#, "name is no text"),
            Odd(realm: #"{"slug":"a","name":{"en_US":"A","de_DE":"\#(long)"}}"#, "name is no text"),
            Odd(realm: #"{"slug":"a","name":{\#(locales)}}"#, "name is no text"),
            Odd(realm: #"{"slug":"a","name":"A","category":{"en_US":"\#(long)"}}"#, "category is no text"),
            Odd(realm: #"{"slug":"a","name":"A","timezone":5}"#, "timezone is no text"),
            Odd(realm: #"{"slug":"a","name":"A","timezone":"\#(long)"}"#, "timezone is no text"),
            Odd(realm: #"{"slug":"a","name":"A","type":{"type":7}}"#, "type has no type"),
            Odd(realm: #"{"slug":"a","name":"A","is_tournament":0}"#, "is_tournament"),
        ]
    }()

    @Test("an odd row is refused with its reason, and the rows around it are read", arguments: odd)
    func refused(odd: Odd) throws {
        let others = [1, 2].map { Self.group($0, #"{"slug":"g\#($0)","name":"G"}"#) }
        let reader = try read([others[0], odd.row, others[1]])
        #expect(reader.groups.map(\.connectedRealm) == [1, 2])
        #expect(reader.oddRows == 1)
        let reason = odd.number.flatMap { reader.unreadable[$0] } ?? reader.nameless.first
        #expect(reason?.contains(odd.reason) == true, "\(reason ?? "no reason")")
        #expect((reason?.utf8.count ?? 0) < 300)
    }

    @Test("a row of the search is known by its address when its number makes no sense, or is another one")
    func address() throws {
        let key =
            #""key":{"href":"https://us.api.blizzard.com/data/wow/connected-realm/4?namespace=dynamic-us"}"#
        let wordy = Self.group(4).replacing(#""id":4"#, with: #""id":"four""#)
        for data in [wordy, Self.group(9)] {
            let reader = try read([#"{\#(key),"data":\#(data)}"#])
            #expect(reader.groups.isEmpty)
            #expect(reader.unreadable.keys.sorted() == [4])
        }
        #expect(try read([#"{\#(key),"data":\#(Self.group(4))}"#]).groups.map(\.connectedRealm) == [4])
    }

    @Test("a group that is listed twice is unknown, whatever is said of it")
    func listedTwice() throws {
        let reader = try read([1, 2, 1].map { Self.group($0, #"{"slug":"g\#($0)","name":"G"}"#) })
        #expect(reader.groups.map(\.connectedRealm) == [2])
        #expect(reader.unreadable[1]?.contains("twice") == true)
    }

    @Test("a realm that stands in two groups is of the first")
    func twice() throws {
        let reader = try read(
            [1, 2].map { Self.group($0, #"\#(Self.realm),{"slug":"g\#($0)","name":"G"}"#) }
        )
        #expect(reader.groups.map { $0.realms.map(\.slug) } == [["area-52", "g1"], ["g2"]])
    }

    @Test("a region of more realms than there can be is too large")
    func tooMany() throws {
        func groups(_ count: Int) -> [String] {
            (1...count).map { number in
                let realms = (1...100).map { #"{"slug":"r\#(number)-\#($0)","name":"R"}"# }
                return Self.group(number, realms.joined(separator: ","))
            }
        }
        #expect(try !read(groups(40)).isTooLarge)
        #expect(try read(groups(41)).isTooLarge)
    }

    @Test("names that come again are the ones of the document before, others are not taken for them")
    func shelf() throws {
        func read(_ names: String, _ shelf: TextCache) throws -> (LocalizedName, TextCache) {
            var reader = GroupReader(texts: shelf)
            let json = Self.group(1, #"{"slug":"a","name":\#(names)}"#)
            reader.read(try JSONElement(parsing: json.utf8, limits: .document), number: nil, generation: nil)
            return (try #require(reader.groups.first).realms[0].name, reader.texts)
        }
        let (first, shelf) = try read(#"{"en_US":"A","de_DE":"Ä"}"#, TextCache())
        #expect(try read(#"{"de_DE":"Ä","en_US":"A"}"#, shelf).0 == first)
        #expect(try read(#"{"en_US":"A","de_DE":"Å"}"#, shelf).0.name(in: "de_DE") == "Å")
        #expect(try read(#"{"en_US":"A","fr_FR":"A"}"#, shelf).0.all == ["en_US": "A", "fr_FR": "A"])
        #expect(try read(#""A""#, shelf).0.isPlain)
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

    @Test("every recorded body is read", .enabled(if: Recordings.areThere, "WATCHPOST_RECORDINGS is not set"))
    func recordings() throws {
        func body(_ name: String) throws -> JSONElement {
            try JSONElement(
                parsing: Data(contentsOf: URL(filePath: "\(Recordings.folder)/realms/\(name)")),
                limits: .document
            )
        }
        var reader = GroupReader()
        for group in try body("us-connected-realms-2020-12.json").elements {
            reader.read(group, number: nil, generation: nil)
        }
        #expect(reader.oddRows == 0)
        #expect(reader.groups.count == 83)
        #expect(reader.groups.flatMap(\.realms).count == 246)
        #expect(Set(reader.groups.flatMap(\.realms).map(\.category.standard)).contains("Oceanic"))
        var page = GroupReader()
        for row in try #require(body("search-connected-realm-us-one-result.json")["results"]).elements {
            page.readRow(row, generation: nil)
        }
        #expect(page.groups.map(\.connectedRealm) == [4])
        let index = try #require(body("connected-realm-index-us-excerpt.json")["connected_realms"])
        #expect(index.count > 0)
        #expect(index.elements.allSatisfy { $0["href"]?.string.flatMap(BattleNetSource.number(in:)) != nil })
        var single = GroupReader()
        single.read(try body("connected-realm-11-us-enUS.json"), number: 11, generation: nil)
        #expect(single.groups.flatMap(\.realms).map(\.slug) == ["tichondrius"])
    }
}
