import Testing

@testable import Serving

@Suite("Parameters of a query")
struct QueryParametersTests {
    /// What reading so many parameters comes to, and how many of them were looked at.
    private func read(_ count: Int, name: String = "a", value: String) -> (
        values: QueryParameters?, seen: Int
    ) {
        var seen = 0
        let names = (0..<count).map { Array("\(name)\($0)".utf8) }
        let value = Array(value.utf8)
        let parameters = try? QueryParameters(count: count) { visit in
            for name in names {
                seen += 1
                name.withUnsafeBufferPointer { name in value.withUnsafeBufferPointer { visit(name, $0) } }
            }
        }
        return (parameters, seen)
    }

    @Test("sixteen are read, and of more none is even looked at", arguments: [0, 16, 17, 400, 4_000])
    func many(count: Int) {
        let (values, seen) = read(count, value: "%41")
        #expect(seen == (count <= 16 ? count : 0))
        #expect((values != nil) == (count <= 16))
        #expect(values?["a\(count - 1)"] == (1...16 ~= count ? "A" : nil))
    }

    @Test(
        "a value has 512 bytes, however they are written, and a name that is longer than that is none of ours",
        arguments: [
            ("x", 512, true), ("x", 513, false), ("%41", 512, true), ("%41", 513, false),
            ("x", 60_000, false),
        ]
            as [(String, Int, Bool)]
    )
    func long(letter: String, count: Int, isRead: Bool) {
        let text = String(repeating: letter, count: count)
        let values = read(1, value: text).values
        #expect((values != nil) == isRead)
        #expect(values?["a0"]?.utf8.count == (isRead ? count : nil))
        #expect((read(1, name: text, value: "x").values != nil) == (text.utf8.count < 1_536))
    }

    @Test(
        "a cursor that is too long is none of ours, and says so to programs",
        arguments: [("cursor", "cursor-invalid"), ("limit", nil)] as [(String, String?)]
    )
    func cursor(name: String, code: String?) {
        let (name, value) = (Array(name.utf8), [UInt8](repeating: 120, count: 3_000))
        do throws(Problem) {
            _ = try QueryParameters(count: 1) { visit in
                name.withUnsafeBufferPointer { name in value.withUnsafeBufferPointer { visit(name, $0) } }
            }
            Issue.record("it was taken")
        } catch {
            #expect(error.kind == .badRequest && error.code == code)
        }
    }
}
