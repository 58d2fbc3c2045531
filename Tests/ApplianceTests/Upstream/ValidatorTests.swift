import FoundationEssentials
import Testing

@testable import Appliance

@Suite("Telling documents apart")
struct ValidatorTests {
    private func identity(
        _ headers: [String: String],
        _ body: String = "{}",
        after earlier: DocumentIdentity? = nil
    ) -> DocumentIdentity {
        DocumentIdentity(HTTPReply(status: 200, headers: headers, body: Data(body.utf8)), after: earlier)
    }

    private func generation(date: String, age: String) -> String? {
        identity(["date": date, "age": age]).generation
    }

    /// Ten seconds apart, as an answer and its repetition.
    private static let dates = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:47 GMT"]

    @Test(
        "a cache that serves the same answer again gives itself away",
        arguments: [
            (dates[0], "5", dates[1], "15", true), (dates[0], "0", dates[0], "10", true),
            (dates[0], "5", dates[1], "5", false), (dates[0], "0", dates[1], "0", false),
            (dates[0], "5", dates[1], "14", true), (dates[0], "5", dates[1], "16", true),
            (dates[0], "5", dates[1], "13", false), (dates[0], "5", dates[1], "17", false),
        ]
    )
    func sameAnswer(date: String, age: String, date2: String, age2: String, isSame: Bool) {
        let first = identity(["date": date, "age": age])
        #expect(first.generation != nil)
        let second = identity(["date": date2, "age": age2], after: first)
        #expect((second.generation == first.generation) == isSame)
        let other = identity(["date": date2, "age": age2], #"{"status":"DOWN"}"#, after: first)
        #expect(other.generation != first.generation, "another body is another document")
    }

    @Test(
        "a body that changes is another document, whatever its headers say",
        arguments: [
            ["etag": "\"1\""], ["last-modified": dates[0]], ["last-modified": "yesterday"],
            ["etag": "\"1\"", "last-modified": dates[0], "date": dates[0], "age": "1"],
        ]
    )
    func sameValidator(headers: [String: String]) {
        let up = identity(headers, #"{"status":"UP"}"#)
        let down = identity(headers, #"{"status":"DOWN"}"#, after: up)
        #expect(up.generation != down.generation)
        #expect(identity(headers, #"{"status":"UP"}"#, after: down).generation == up.generation)
    }

    @Test(
        "dates that are none say nothing",
        arguments: [
            "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", "Sun, -9 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT",
            "Sun, 06 Nov 1994 08:9223372036854775807:37 GMT",
            "Sun, 06 Nov 1994 08:49:9223372036854775807 GMT", "Sun, 06 Nov 1994 08:49 GMT", "",
        ]
    )
    func noDate(date: String) {
        #expect(generation(date: date, age: "1") == nil)
    }

    @Test("an age without end is only another generation")
    func longAge() {
        let age = String(Int64.max)
        #expect(generation(date: Self.dates[0], age: age) != nil)
        let endless = identity(["date": Self.dates[0], "age": age])
        let young = identity(["date": Self.dates[1], "age": "0"], after: endless)
        #expect(young.generation != endless.generation)
        #expect(identity(["date": Self.dates[0], "age": age], after: young).generation == endless.generation)
    }

    @Test(
        "a validator that could not be sent back is none",
        arguments: ["\"a\u{1}b\"", "\"\r\"", "\"é\"", "", "\"" + String(repeating: "a", count: 200) + "\""]
    )
    func unusable(tag: String) {
        #expect(Validator(HTTPReply(status: 200, headers: ["etag": tag], body: Data())) == nil)
        #expect(Validator(HTTPReply(status: 200, headers: ["last-modified": tag], body: Data())) == nil)
        let both = ["etag": tag, "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
        let validator = Validator(HTTPReply(status: 200, headers: both, body: Data()))
        #expect(validator?.header.name == "If-Modified-Since")
    }

    @Test("a token that could not be sent is none", arguments: ["", "a b", "a\r\nX-Evil: 1", "a\u{0}", "é"])
    func unusableToken(text: String) {
        let escaped = text.utf8.map { "\\u00\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
        #expect(TokenBody(Array(#"{"access_token":"\#(escaped)","expires_in":86399}"#.utf8)) == nil)
    }

    @Test(
        "a token is taken whatever it says about its life, or does not",
        arguments: [
            ("86399", 86_399), (#""86399""#, 86_399), ("86399.5", 86_399), ("1e300", 1_000_000_000_000),
            ("-5", -1),
            ("0", 0), ("null", nil), ("[]", nil), (#""soon""#, nil), ("true", nil), ("1e999", nil),
        ] as [(String, Int64?)]
    )
    func life(written: String, seconds: Int64?) {
        let body = #"{"access_token":"USx0.-_~+/=","token_type":"bearer","expires_in":\#(written)}"#
        #expect(TokenBody(Array(body.utf8)) == TokenBody(accessToken: "USx0.-_~+/=", expiresIn: seconds))
        #expect(
            TokenBody(Array(#"{"access_token":"a"}"#.utf8)) == TokenBody(accessToken: "a", expiresIn: nil)
        )
    }
}
