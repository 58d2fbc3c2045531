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
}
