import Testing

@testable import JSONReading

private let limits = JSONLimits(bytes: 1_000, depth: 4)

private func parse(_ text: String) throws(JSONFault) -> JSONElement {
    try JSONElement(parsing: text.utf8, limits: limits)
}

@Suite("JSON from outside")
struct JSONElementTests {
    @Test("Values are read as what they are, and a question that does not fit is answered by nil")
    func values() throws {
        let row = try parse(#"{"id":11,"up":true,"name":"Zul\u0027jin \ud83d\ude00","none":null,"part":0.5}"#)
        #expect(row["id"]?.int64 == 11 && row["id"]?.string == nil && row["id"]?.bool == nil)
        #expect(row["up"]?.bool == true && row["up"]?.int64 == nil)
        #expect(row["name"]?.string == "Zul'jin 😀" && row["name"]?.double == nil)
        #expect(row["none"]?.isNull == true && row["none"]?.string == nil)
        #expect(row["part"]?.double == 0.5 && row["part"]?.int64 == nil)
        #expect(row["missing"] == nil && row["id"]?["deeper"] == nil)
        #expect(row.count == 5 && Array(row.elements).isEmpty && row["id"]?.members.map(\.name) == [])
    }

    @Test(
        "Whole numbers of 64 bits are exact",
        arguments: [
            ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0), ("3.0", 3),
            ("3e2", 300), ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775808", nil),
            ("1.5", nil),
            ("1e300", nil), ("\"1\"", nil), ("true", nil),
        ] as [(String, Int64?)]
    )
    func wholeNumbers(text: String, number: Int64?) throws {
        #expect(try parse(text).int64 == number)
    }

    @Test(
        "One byte order mark is passed over at the beginning, and only there",
        arguments: [
            ("\u{FEFF}{\"a\":1}", nil), ("\u{FEFF} \r\n{\"a\":1}", nil), ("\u{FEFF}", .empty),
            ("\u{FEFF} ", .empty),
            ("\u{FEFF}\u{FEFF}{\"a\":1}", .badSyntax), (" \u{FEFF}{\"a\":1}", .badSyntax),
        ] as [(String, JSONFault?)]
    )
    func byteOrderMark(text: String, fault: JSONFault?) throws {
        guard let fault else {
            #expect(try parse(text)["a"]?.int64 == 1)
            #expect(try JSONElement.repairing(text.utf8, limits: limits).document["a"]?.int64 == 1)
            return
        }
        #expect(throws: fault) { try parse(text) }
    }

    @Test("A byte order mark counts among the bytes, and a number that is wrong after it is repaired as ever")
    func markAndBounds() throws {
        #expect(throws: JSONFault.tooLarge(most: 1_000)) {
            try parse("\u{FEFF}1" + String(repeating: " ", count: 997))
        }
        let (document, wasRepaired) = try JSONElement.repairing(
            "\u{FEFF}{\"a\":1,\"b\":1e999}".utf8,
            limits: limits
        )
        #expect(wasRepaired && document["a"]?.int64 == 1)
    }

    @Test("Of two members with the same name the first counts")
    func duplicates() throws {
        let object = try parse(#"{"a":1,"b":2,"a":3,"":4}"#)
        #expect(object["a"]?.int64 == 1 && object.member(named: "a")?.int64 == 1)
        #expect(object[""]?.int64 == 4)
        #expect(object.members.map(\.name) == ["a", "b", "a", ""])
    }

    @Test("A text that is longer than wanted is not taken, measured in bytes")
    func boundedText() throws {
        let text = try parse("\"\(String(repeating: "é", count: 10))\"")
        #expect(text.string(atMost: 19) == nil && text.string(atMost: 20)?.count == 10)
    }

    @Test("An element that is kept outlives everything around it")
    func lifetime() throws {
        func kept() throws -> JSONElement? {
            try parse(#"[["x","y"],{"deep":["a long text that no small string could hold in place"]}]"#)
                .elements.reversed().first?["deep"]?.elements.first { _ in true }
        }
        let element = try #require(try kept())
        #expect(element.string == "a long text that no small string could hold in place")
    }

    @Test(
        "What is no JSON is refused with its reason",
        arguments: [
            ("", .empty), (" \n ", .empty), ("{", .badSyntax), ("[1,]", .badSyntax), ("{} {}", .badSyntax),
            ("NaN", .badSyntax), ("1e999", .badNumber), ("123456789012345678901234567890", .badNumber),
            ("01", .badNumber), (#""\ud800""#, .badText), (#""\udc00""#, .badText), (#""\ud83dx""#, .badText),
            (#""\x""#, .badText), ("\"\u{1}\"", .badText), ("[[[[[1]]]]]", .tooDeep(most: 4)),
            (#"{"a":{"a":{"a":{"a":{"a":1}}}}}"#, .tooDeep(most: 4)),
            (String(repeating: "[", count: 900) + String(repeating: "]", count: 100), .tooDeep(most: 4)),
            (String(repeating: " ", count: 1_001), .tooLarge(most: 1_000)),
        ] as [(String, JSONFault)]
    )
    func refusals(text: String, fault: JSONFault) {
        #expect(throws: fault) { try parse(text) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]]
    )
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: JSONFault.badText) {
            try JSONElement(parsing: [0x22] + bytes + [0x22], limits: limits)
        }
    }

    @Test("As deep as the limit is still read")
    func depth() throws {
        #expect(try parse("[[[[1]]]]").elements.map(\.count) == [1])
    }

    @Test("Bytes in pieces are read like bytes in one place")
    func pieces() throws {
        let bytes = Array("[1,2,".utf8).lazy.map { $0 }
        #expect(throws: JSONFault.badSyntax) { try JSONElement(parsing: bytes, limits: limits) }
        let whole = try JSONElement(parsing: Array("[1,2]".utf8).lazy.map { $0 }, limits: limits)
        #expect(whole.elements.map(\.int64) == [1, 2])
    }
}
