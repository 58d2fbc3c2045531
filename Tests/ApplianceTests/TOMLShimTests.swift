import CTOML
import Testing

@Suite("The toml++ shim")
struct TOMLShimTests {
    @Test("a syntax error comes with its place")
    func syntaxError() {
        var error = ctoml_error()
        let visitor = ctoml_visitor(context: nil, enter: { _, _ in }, leave: { _ in }, scalar: { _, _ in })
        let text = "a = 1\nb = = 2\n"
        #expect(ctoml_parse(text, text.utf8.count, visitor, &error) == 0)
        #expect(error.line == 2)
    }

    @Test(
        "what toml++ only asserts is an error with its line, not the end of the process",
        arguments: [
            ("a = 1\nb = [1,} 2]\nc = 3\n", 2), ("a = 1\n\nb[[x]]", 3), ("a = 1\né = 2\n", 2), ("a = é", 1),
            ("a é = 1", 1), ("[é]", 1), ("\n\u{3000}a = 1", 2), ("a = \"\"\"x \\\né\"\"\"\nb = = 1", 3),
        ]
    )
    func assertions(text: String, line: UInt32) {
        var error = ctoml_error()
        let visitor = ctoml_visitor(context: nil, enter: { _, _ in }, leave: { _ in }, scalar: { _, _ in })
        #expect(ctoml_parse(text, text.utf8.count, visitor, &error) == 0)
        #expect(error.line == line)
        #expect(error.message.0 != 0)
    }
}
