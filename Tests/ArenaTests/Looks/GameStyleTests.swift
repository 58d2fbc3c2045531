import Testing

@testable import Arena
@testable import Core

@Suite("Style sheets of games")
struct GameStyleTests {
    private static let picture = "/v1/games/snake/background"

    /// Why it is not taken; nil: it is.
    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(ArenaText.Refusal) {
            _ = try GameStyle(bytes, picture: GameStyleTests.picture)
            return nil
        } catch {
            return error.words
        }
    }

    @Test(
        "what only says how something looks is taken",
        arguments: [
            "body { margin: 0 }", ".row:nth-child(2n+1) > .name::before { content: \"→ (url; }\" }",
            "@media (min-width: 400px) and (prefers-color-scheme: dark) { .row { color: rgb(1 2 3 / 50%) } }",
            "@media (width < 600px) { .a { width: calc(100% - (2 * 1em)) } }",
            "/* a comment with @import url(x) and 'half a text */ .a{}",
            "@supports not (color: color-mix(in srgb, red, blue)) { .a { color: red !important } }",
            "@keyframes a { 0% { transform: translateX(-5px) } to { opacity: 0 } }",
            ".board { background: url(/v1/games/snake/background) center / cover }",
            ".board { background: URL( \"/v1/games/snake/background\" ), linear-gradient(45deg, #fff, #000a) }",
            ".a { background: url( '/v1/games/snake/background'\n) }",
            "a[href^=\"https://\"] { color: var(--x) }",
            "@layer base, look; @container (width > 30em) { .a { filter: blur(2px) } }", "--> .a { }",
            ".a { overscroll-behavior: none; scroll-behavior: smooth }", "Ł, .ó\u{1F98A} { color: red }",
            "@MEDIA print { .a { color: RED } }", ".a { --b: { c: d } }",
        ]
    )
    func taken(sheet: String) throws {
        #expect(refusal(Array(sheet.utf8)) == nil, "\(sheet)")
        #expect(try GameStyle(Array(sheet.utf8), picture: GameStyleTests.picture).text == sheet)
    }

    @Test(
        "whatever could load, run or hide something is refused",
        arguments: [
            "@import url(x.css);", "@import 'x.css';", "@IMPORT \"//spy.test/x\";", "/**/@import \"x\";",
            "@charset \"utf-7\"; .a{}", "@namespace url(x);", "@font-face { src: url(x) }",
            "@page { margin: 0 }", "@document url(x) {}", "@ import 'x';", "@-moz-document url-prefix() {}",
            "@\u{0131}mport 'x';", "@im/**/port 'x'; ", "@property --a {}", "@",
            ".a { background: url(https://spy.test/a.png) }", ".a { background: url(//spy.test) }",
            ".a { background: url(/v1/me) }", ".a { background: url(/v1/games/chess/background) }",
            ".a { background: url(/v1/games/snake/background?x) }", ".a { background: url() }",
            ".a { background: url(/v1/games/snake/background/../../me) }",
            ".a { background: url(/**/ /v1/games/snake/background) }",
            ".a { background: uRl(data:image/png,x) }",
            ".a { background: url(javascript:alert(1)) }",
            ".a { background: url('/v1/games/snake/background\") }",
            ".a { background: url(/v1/games/snake/background }", ".a { background: url(",
            ".a { background: image-set('x' 1x) }", ".a { background: -webkit-image-set(url(x) 1x) }",
            ".a { background: image('x') }", ".a { background: src('x') }",
            ".a { background: cross-fade(url(x)) }",
            ".a { background: element(#x) }", ".a { background: paint(x) }", ".a { background: -url(x) }",
            ".a { background: 1url(x) }", ".a { background: --b(x) }", ".a { --b: url(x) }",
            "@media url(x) {}",
            ".a { width: expression(alert(1)) }", ".a { width: ex/**/pression(alert(1)) }",
            ".a { x: expression }",
            ".a { behavior: none }", ".a { -moz-binding: none }", ".a { -o-link: 'x' }",
            ".a { filter: progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x') }",
            ".a { background: \\75rl(x) }", "@\\69mport 'x';", ".a { content: '\\201C' }", "/* \\ */",
            "</style><script>alert(1)</script>", ".a { content: '</style>' }", "/* </STYLE > */",
            "<!-- .a {} -->",
            "<?xml?>", ".a { content: 'not closed }", ".a { content: \"a\nb\" }", "/* not closed",
            ".a { color: red",
            ".a { color: red }}", "(.a {)}", ".a { color: (red] }", "\u{FEFF}.a {}", ".a { \u{0000} }",
            ".a { \u{000C} }", ".a\u{007F} {}", "((((((((((((((((( )))))))))))))))))", "",
            ".a { background: \u{FF55}\u{FF52}\u{FF4C}(x) }", ".a { color: u\u{0440}l(x) }",
        ]
    )
    func refused(sheet: String) {
        #expect(refusal(Array(sheet.utf8)) != nil, "\(sheet)")
    }

    @Test("bytes that are no UTF-8 are refused, 32 KiB are taken, and one byte more is not")
    func bytes() {
        #expect(refusal([0xC0, 0x80]) != nil && refusal([0xFE, 0xFF, 0x00, 0x40]) != nil)
        #expect(refusal([UInt8](repeating: 0x20, count: GameStyle.longest)) == nil)
        #expect(refusal([UInt8](repeating: 0x20, count: GameStyle.longest + 1)) != nil)
    }

    @Test("a refusal names the line, and quotes no more than a few words")
    func words() throws {
        let words = try #require(refusal(Array(".a {\n color: red;\n}\n@import 'x';".utf8)))
        #expect(words.hasPrefix("line 4: “@import” is not taken"))
        let long = try #require(refusal(Array((String(repeating: "a", count: 20_000) + "(").utf8)))
        #expect(long.utf8.count < 200)
    }
}
