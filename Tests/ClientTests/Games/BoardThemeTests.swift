import Foundation
import Testing
import WatchpostClient

@Suite("A board in the look of its game")
struct BoardThemeTests {
    @Test(
        "colours are read and written",
        arguments: [
            ("#102", "#110022ff"), ("#1028", "#11002288"), ("#FFEEDD", "#ffeeddff"),
            ("#FFEEDDcc", "#ffeeddcc"),
        ]
    )
    func colors(text: String, written: String) throws {
        let color = try #require(BoardColor(text))
        #expect("\(color)" == written)
        #expect(BoardColor(written) == color)
    }

    @Test(
        "what is no colour in numbers is none",
        arguments: ["", "#", "#12", "#12345", "#ggg", "red", "rgb(1,2,3)", "#1234567", "#fffż", "# fff"]
    )
    func noColors(text: String) {
        #expect(BoardColor(text) == nil)
    }

    @Test("numbers beyond their ends are held there")
    func bounds() {
        let color = BoardColor(red: -1, green: 2, blue: .nan, opacity: .infinity)
        #expect(color == BoardColor(red: 0, green: 1, blue: 0, opacity: 1))
        var theme = BoardTheme()
        (theme.fontSize, theme.radius) = (1_000, -1)
        let whole = theme.completed()
        #expect(whole.fontSize == 48 && whole.radius == 0)
    }

    @Test(
        "a theme file of the JavaScript module is one here, too, and what is absent follows from what is there"
    )
    func theme() throws {
        let file = """
            {"background":"#101820","color":"#ffffff","accent":"#f0c15c","fontSize":18,"radius":4,
            "image":"https://game.example/a.png"}
            """
        let theme = try JSONDecoder().decode(BoardTheme.self, from: Data(file.utf8))
        let whole = theme.completed(by: .night)
        #expect(whole.soft == BoardColor("#ffffff")?.faded(to: 0.72))
        #expect(whole.line == BoardColor("#ffffff")?.faded(to: 0.18))
        #expect(whole.own == BoardColor("#f0c15c")?.faded(to: 0.16))
        #expect(whole.fontSize == 18 && whole.image?.host == "game.example" && whole.font == nil)
        #expect(
            try JSONDecoder().decode(BoardTheme.self, from: JSONEncoder().encode(whole)).accent
                == theme.accent
        )
        let plain = BoardTheme().completed(by: .night)
        #expect(plain.background == BoardTheme.night.background && plain.own != nil && plain.soft != nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(BoardTheme.self, from: Data("{\"color\":\"red\"}".utf8))
        }
    }
}
