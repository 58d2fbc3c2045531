import TestSupport
import Testing

@testable import JSONReading

private let limits = JSONLimits(bytes: 100_000, depth: 8)

/// The elements of an array as text; what is no string is shown by its kind.
private func repaired(_ bytes: [UInt8]) throws -> (texts: [String], wasRepaired: Bool) {
    let (document, wasRepaired) = try JSONElement.repairing(bytes, limits: limits)
    return (document.elements.map { $0.string ?? $0.int64.map(String.init) ?? "\($0.kind)" }, wasRepaired)
}

@Suite("Documents with odd rows")
struct JSONRepairTests {
    @Test(
        "One bad value gives way, and its neighbours stay as they are",
        arguments: [
            (#""a\ud83db""#, "a\u{FFFD}b"), (#""\udc00""#, "\u{FFFD}"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d""#, "\u{FFFD}"), (#""\x""#, "\u{FFFD}x"),
            (#""\u12g4""#, "\u{FFFD}12g4"), ("\"a\u{1}\tb\"", "a\u{FFFD}\u{FFFD}b"), ("1e999", "null"),
            ("-1e999", "null"), ("01", "null"), ("1.", "null"), ("--1", "null"), ("1e", "null"),
            ("123456789012345678901234567890", "null"), ("1x", "null"),
            (#""\"1e999\\\ud800""#, "\"1e999\\\u{FFFD}"),
        ]
    )
    func gives(bad: String, becomes: String) throws {
        let good = #"["Zul\u0027jin","\ud83d\ude00",7,"#
        let (texts, wasRepaired) = try repaired(Array((good + bad + #","1e999",-0.5e2]"#).utf8))
        #expect(texts == ["Zul'jin", "😀", "7", becomes, "1e999", "-50"])
        #expect(wasRepaired)
    }

    @Test("Bytes that are not UTF-8 give way, too")
    func notUTF8() throws {
        let (texts, wasRepaired) = try repaired(Array("[\"a".utf8) + [0xFF] + Array("b\",1]".utf8))
        #expect(texts == ["a\u{FFFD}b", "1"] && wasRepaired)
    }

    @Test("A good document is not touched, and one that is broken elsewhere is refused")
    func others() throws {
        #expect(try repaired(Array("[1]".utf8)) == (["1"], false))
        #expect(throws: JSONFault.badSyntax) { try repaired(Array(#"["\ud800""#.utf8)) }
        #expect(throws: JSONFault.badSyntax) { try repaired(Array(#"["\ud800"#.utf8)) }
        #expect(throws: JSONFault.tooDeep(most: 8)) {
            try repaired(Array(#"["\ud800",[[[[[[[[[1]]]]]]]]]]"#.utf8))
        }
    }

    @Test(
        "Whatever a few bytes of a document become, repairing never fails by itself",
        arguments: SeededGenerator.seeds(4, for: "damaged documents")
    )
    func random(seed: UInt64) throws {
        let text = #"[{"id":1,"name":"\ud83d\ude00 Zul\u0027jin","n":[1.5e3,-7,null,true]},"x",123]"#
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<TestEffort.rounds(200) {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            do throws(JSONFault) {
                _ = try JSONElement.repairing(bytes, limits: limits)
            } catch {
                // Nothing that repairing is for is left over.
                #expect(error != .badText && error != .badNumber, "seed \(seed): \(bytes)")
            }
        }
    }
}
