import Display
import FoundationEssentials
import TestSupport
import Testing

@Suite("Character ROMs")
struct CharacterROMTests {
    @Test(
        "names are folded to what each ROM has",
        arguments: [
            ("Kel'Thuzad", "Kel'Thuzad", "Kel'Thuzad"),
            ("Kel’Thuzad", "Kel'Thuzad", "Kel'Thuzad"),
            ("Confrérie du Thorium", "Confrerie du Thorium", "Confrérie du Thorium"),
            ("Pozzo dell'Eternità", "Pozzo dell'Eternita", "Pozzo dell'Eternità"),
            ("Aggra (Português)", "Aggra (Portugues)", "Aggra (Português)"),
            ("Festung der Stürme", "Festung der Stürme", "Festung der Stürme"),
            ("La Croisade écarlate", "La Croisade ecarlate", "La Croisade écarlate"),
            ("Chants éternels", "Chants eternels", "Chants éternels"),
            ("STÜRME", "STURME", "STÜRME"),
            ("señor ß µ", "señor ß µ", "señor ß µ"),
            ("e\u{301}te\u{301}", "ete", "été"),
            ("Łódź", "Lodz", "Lódz"),
            ("q\u{304}", "q", "q"),
            ("a\\b~c", "a/b-c", "a\\b~c"),
            ("Wait…", "Wait...", "Wait..."),
            ("Æther", "AEther", "Æther"),
        ]
    )
    func folding(name: String, a00: String, a02: String) {
        #expect(CharacterROM.a00.folded(name) == a00)
        #expect(CharacterROM.a02.folded(name) == a02)
    }

    @Test(
        "a name in another script is refused rather than mangled",
        arguments: ["Ревущий фьорд", "아즈샤라", "雲蛟衛", "Howling Фjord", "\u{1B}[2J", "\0", "\n"]
    )
    func refuses(name: String) {
        for rom in CharacterROM.allCases {
            #expect(rom.folded(name) == nil)
            #expect(rom.foldedForcibly(name).contains("?"))
        }
    }

    @Test("the first name that can be shown is taken, then the slug, then the number")
    func fallback() {
        let rom = CharacterROM.a00
        #expect(rom.firstShowable(of: ["Azshara", "azshara"], else: "CR205") == "Azshara")
        #expect(rom.firstShowable(of: ["아즈샤라", "azshara"], else: "CR205") == "azshara")
        #expect(rom.firstShowable(of: ["凤凰之神", "凤凰之神"], else: "CR3900") == "CR3900")
        #expect(rom.firstShowable(of: ["", " "], else: "CR1") == "CR1")
    }

    @Test(
        "characters have the codes of the datasheet's tables",
        arguments: [
            ("A", 0x41, 0x41), ("→", 0x7E, 0x1A), ("°", 0xDF, 0xB0), ("ä", 0xE1, 0xE4), ("ß", 0xE2, 0xDF),
            ("µ", 0xE4, 0xB5), ("ñ", 0xEE, 0xF1), ("ö", 0xEF, 0xF6), ("ü", 0xF5, 0xFC), ("Ω", 0xF4, 0x9A),
            ("÷", 0xFD, 0xF7), ("¥", 0x5C, 0xA5), ("\\", nil, 0x5C), ("~", nil, 0x7E), ("É", nil, 0xC9),
            ("ÿ", nil, 0xFF), ("Ö", nil, 0xD6), ("█", 0xFF, nil),
        ] as [(Character, UInt8?, UInt8?)]
    )
    func codes(character: Character, a00: UInt8?, a02: UInt8?) {
        #expect(CharacterROM.a00.code(of: character) == a00)
        #expect(CharacterROM.a02.code(of: character) == a02)
    }

    @Test("no character has the code of a glyph slot, and every code reads back as its character")
    func roundTrip() {
        for rom in CharacterROM.allCases {
            for code in UInt8.min...UInt8.max {
                guard let character = rom.character(of: code) else { continue }
                #expect(code >= 0x10)
                #expect(rom.code(of: character) == code)
            }
        }
    }

    /// A community table of 2019; in China there are no English names, and those realms are left out.
    @Test(
        "every recorded realm outside China has a name that can be shown",
        .enabled(if: Recordings.areThere, "WATCHPOST_RECORDINGS is not set")
    )
    func recordedRealms() throws {
        let table = Recordings.folder + "/realms/librealminfo-realms-all-regions-2019.csv"
        let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").dropFirst()
        let fields = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let names = fields.filter { $0.count == 8 && $0[4] != "CN" }.map {
            String($0[6].isEmpty ? $0[1] : $0[6])
        }
        #expect(names.count > 500)
        for name in names {
            #expect(CharacterROM.a00.folded(name) != nil, "\(name)")
            #expect(CharacterROM.a02.folded(name) != nil, "\(name)")
        }
    }
}
