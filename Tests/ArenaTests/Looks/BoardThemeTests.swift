import Testing

@testable import Arena
@testable import Core

@Suite("Themes of boards in pages of others")
struct BoardThemeTests {
    @Test(
        "colours are read strictly and written anew",
        arguments: [
            ("#1c2430", "#1c2430"), ("1C2430", "#1c2430"), ("fff", "#fff"), ("#abcd", "#abcd"),
            ("11223344", "#11223344"), ("RebeccaPurple", "rebeccapurple"), ("transparent", "transparent"),
            ("rgb(28, 36, 48)", "rgb(28, 36, 48)"), ("rgb(28 36 48)", "rgb(28, 36, 48)"),
            ("rgba(28,36,48,.5)", "rgba(28, 36, 48, 0.5)"), ("rgb(1 2 3 / 50%)", "rgba(1, 2, 3, 50%)"),
            ("rgb(10%, 20%, 100%)", "rgb(10%, 20%, 100%)"),
            ("hsl(216deg 26% 15%)", "hsl(216, 26%, 15%)"),
            ("HSLA(216, 26%, 15%, 1)", "hsla(216, 26%, 15%, 1)"),
        ]
    )
    func colours(given: String, css: String) {
        #expect(ThemeColour(given)?.text == css)
    }

    @Test(
        "what is no colour is none",
        arguments: [
            "", "#", "#12", "#12345", "#1234567", "#ggg", "no-such-colour", "inherit", "currentcolor",
            "red;", "red}", "red/**/", "url(x)", "url(https://spy.test)", "var(--x)", "rgb()", "rgb(1,2)",
            "rgb(1,2,3,4,5)", "rgb(256,0,0)", "rgb(-1,0,0)", "rgb(1e1,0,0)", "rgb(nan,0,0)", "rgb(10%,2,3)",
            "rgb(1 2 3 /)", "rgb(1,,2)", "rgb(1 2 3", "rgb(1.2.3,0,0)", "rgb(1,2,3,2)", "rgb(1,2,3,101%)",
            "hsl(361,1%,1%)", "hsl(1,1,1)", "hsl(1,101%,1%)", "expression(alert(1))", "blac\u{212A}",
            "\u{FF52}\u{FF45}\u{FF44}", "red\n", " red", "color(srgb 1 1 1)", "\\72 ed",
        ]
    )
    func noColours(given: String) {
        #expect(ThemeColour(given) == nil)
    }

    @Test("a theme comes to custom properties in one order, and says again what was said")
    func sheet() throws {
        let theme = try BoardTheme([
            .radius: "4", .background: "101820", .color: "white", .fontSize: "1.25rem", .image: "own",
            .font: "Comic  Sans MS, serif", .accent: "rgb(240 193 92)",
        ])
        #expect(
            theme.styleSheet(picture: "/v1/games/snake/background") == """
                :root {
                    --watchpost-background: #101820;
                    --watchpost-color: white;
                    --watchpost-accent: rgb(240, 193, 92);
                    --watchpost-image: url("/v1/games/snake/background");
                    --watchpost-font: "Comic Sans MS", serif;
                    --watchpost-font-size: 1.25rem;
                    --watchpost-radius: 4px;
                }

                """
        )
        #expect(theme.said.map(\.name).first == "background" && theme.said.count == 7)
        var again: [BoardTheme.Member: String] = [:]
        for (name, value) in theme.said {
            let member = try #require(BoardTheme.Member(rawValue: name))
            again[member] = value
        }
        #expect(try BoardTheme(again) == theme)
        #expect(try BoardTheme([:]).isEmpty && !theme.isEmpty)
    }

    @Test(
        "what makes no sense is refused by the name of its member, in words",
        arguments: [
            ([.background: "url(//x)", .color: "red"], "background"), ([.color: "red"], "background"),
            ([.background: "red"], "color"), ([.image: "own"], "image"),
            ([.image: "https://spy.test/a.png", .background: "red", .color: "blue"], "image"),
            ([.fontSize: "7"], "fontSize"), ([.fontSize: "49px"], "fontSize"),
            ([.fontSize: "18pt"], "fontSize"),
            ([.fontSize: "calc(1px)"], "fontSize"), ([.fontSize: "-9"], "fontSize"),
            ([.fontSize: ""], "fontSize"),
            ([.radius: "4rem"], "radius"), ([.radius: "1;}"], "radius"), ([.font: "a\"b"], "font"),
            ([.font: "a,,b"], "font"), ([.font: "a;b"], "font"), ([.font: "url(x)"], "font"),
            ([.font: "a,b,c,d,e,f"], "font"), ([.font: "\u{0142}"], "font"), ([.accent: "no"], "accent"),
        ] as [([BoardTheme.Member: String], String)]
    )
    func refused(said: [BoardTheme.Member: String], field: String) {
        do throws(ArenaText.Refusal) {
            _ = try BoardTheme(said)
            Issue.record("it was taken: \(said)")
        } catch {
            #expect(error.field == field && !error.words.isEmpty)
        }
    }
}
