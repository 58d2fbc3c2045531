import Testing

@testable import Arena
@testable import Core

extension PlayerName {
    /// Whether a player of one name keeps another from having the other.
    func isTaken(by other: PlayerName) -> Bool {
        !Set([folded, lowered]).isDisjoint(with: [other.folded, other.lowered])
    }
}

@Suite("Names of players")
struct PlayerNameTests {
    @Test(
        "names of people everywhere pass as they are written",
        arguments: [
            "Żółć", "Ola", "Łukasz 2", "O'Neill", "Jean-Luc", "José", "Straße", "Дмитрий", "Ελένη", "さくらカナ漢字",
            "김철수", "محمد",
            "दीपक", "x", "7", "a_b.c!", "12345678901234567890", "Nguyễn Văn A", "İpek", "ขวัญใจ",
            "łukasz", "ज़िंदगी", "ศรีสุวรรณ", "ကြွေးမြန်မာ", "བསྒྲུབས", "ស្រីស្រស់", "കൃഷ്ണപ്രിയ", "ஸ்ரீதேவி", "שָׁלוֹם", "مُحَمَّد",
            "ئاوازە", "Թամար", "ნინო", "Ẹ̀kọ́", "ガギグゲゴ", "Player", "player one", "Players",
        ]
    )
    func pass(name: String) throws {
        #expect(try PlayerName(name).text == name)
    }

    @Test(
        "so do those whose letters stand in several blocks and scripts, and their own signs",
        arguments: [
            "佐々木", "Rəşad", "علی۱۲", "ㅋㅋㅋ", "山﨑", "𠮷田", "一ノ瀬", "〇〇", "〆木", "マイケル・ジョーダン", "李ㄅㄆ",
            "金한솔", "ㄱㄴㄷ", "Ɗan Ladi", "Ƙasimu", "Ɓaure", "Kɔdzo", "Akɔfa", "Ɛdɛm", "Ŋutifafa", "Ƴero",
            "Gal·la",
            "阿里木·买买提", "רש״י", "ײַנגל", "بےنظیر", "ڕۆژان", "ګلالۍ", "ڀٽائي", "ئەركىن", "ټوبه", "ݣوڤرال", "٤٢",
            "Нұрсұлтан", "Ҷамшед", "Ђорђе", "Мухӏаммад", "Ѳеодоръ", "Өрнек", "Սևակ", "ნინო", "ᲜᲘᲜᲝ",
            "Mª Carmen",
            "వెంకట", "లక్ష్మి", "శ్రీనివాస్", "ಲಕ್ಷ್ಮೀ", "ಕುವೆಂಪು", "മോഹൻലാൽ", "ശ്രീജിത്ത്", "ਗੁਰਪ੍ਰੀਤ", "ਹਰਜਿੰਦਰ",
            "ପ୍ରଶାନ୍ତ", "အောင်ဆန်းစုကြည်", "ຄຳ", "ສົມຊາຍ", "ໜູ", "សុខា", "ចាន់ថា", "བསྟན་འཛིན", "ኃይሌ", "አበበ",
            "މުހައްމަދު", "އައިޝަތު", "ขำเอนก", "Ô\u{358}ng Io\u{30D}k", "Ọ̀ṣun", "Tiuⁿ",
        ]
    )
    func severalBlocks(name: String) throws {
        #expect(try PlayerName(name).text == name)
    }

    @Test("spaces at the ends go, and accents are put together with their letters")
    func shape() throws {
        #expect(try PlayerName("  Jan   Kowalski ").text == "Jan Kowalski")
        #expect(try Array(PlayerName("Z\u{307}").text.unicodeScalars) == ["Ż"])
    }

    @Test(
        "what is none is refused, for its reason",
        arguments: [
            ("", PlayerName.Refusal.empty), ("   ", .empty), ("---", .empty),
            ("123456789012345678901", .tooLong),
            ("żółćżółćżółćżółćżółćż", .tooLong), ("a\u{202E}b", .sign("202E")), ("a\u{200B}b", .sign("200B")),
            ("a\u{200D}b", .sign("200D")), ("a\u{2066}b", .sign("2066")), ("a\nb", .sign("000A")),
            ("a\u{0}b", .sign("0000")), ("\u{301}a", .looseMark), ("a \u{301}", .looseMark),
            ("a\u{35C}\u{35D}\u{35E}", .looseMark), ("pаypal", .twoScripts), ("Αlice", .twoScripts),
            ("a\u{64B}", .twoScripts), ("O\u{94D}la", .twoScripts), ("م\u{301}", .twoScripts),
            ("क\u{301}", .twoScripts), ("ア\u{5B8}", .twoScripts), ("a\u{20D2}", .sign("20D2")),
            ("a\u{1DC4}", .sign("1DC4")), ("7\u{301}", .looseMark), ("محـمد", .sign("0640")),
            ("क\u{93C}\u{93E}\u{902}\u{903}\u{901}", .looseMark), ("ꞓarl", .sign("A793")),
            ("\u{3164}", .sign("3164")), ("\u{1D400}da", .sign("1D400")), ("（a）", .sign("FF08")),
            ("\u{FFA0}", .sign("FFA0")), ("\u{110F}", .sign("110F")), ("ᎣᏏᏲ", .sign("13A3")),
            ("さФ", .twoScripts), ("ㄅカ", .twoScripts), ("한カ", .twoScripts), ("あ۱", .twoScripts),
            ("Ola・", .twoScripts), ("Ola་", .twoScripts), ("་་", .empty), ("·", .empty),
            ("<b>", .sign("003C")), ("😀", .sign("1F600")), ("“Ola”", .sign("201C")),
            ("ɡame", .sign("0261")),
            ("\u{1C0}", .sign("01C0")), ("admin", .reserved), ("ADM1N", .reserved),
            ("admi\u{307}n", .reserved), ("Watchpost", .reserved), ("Player-7", .reserved),
            ("pIayer-k7m2pqrstu", .reserved),
            ("Player-", .reserved), ("Player\u{2010}7", .reserved), ("ａｄｍｉｎ", .reserved),
            ("аdmіn", .twoScripts),
        ] as [(String, PlayerName.Refusal)]
    )
    func refused(name: String, reason: PlayerName.Refusal) {
        #expect(throws: reason) { try PlayerName(name) }
    }

    @Test("a mountain of marks costs nothing")
    func mountain() {
        #expect(throws: PlayerName.Refusal.tooLong) {
            try PlayerName("a" + String(repeating: "\u{301}", count: 1_000_000))
        }
    }

    @Test("twenty characters of any script fit, however many letters make one")
    func indic() throws {
        let longest = String(repeating: "किं", count: 20)
        #expect(longest.count == 20 && longest.utf8.count == 180)
        #expect(try PlayerName(longest).text == longest)
        #expect(throws: PlayerName.Refusal.tooLong) { try PlayerName(longest + "क") }
        #expect(throws: PlayerName.Refusal.tooLong) { try PlayerName("क" + String(repeating: "ि", count: 8)) }
    }

    @Test("a variant of the longest name fits, and is a name itself")
    func variants() throws {
        let longest = try PlayerName("abcdefghijklmnopqrst")
        for number in [2, 20] {
            let variant = longest.variant(number)
            #expect(variant.text.count == 20)
            #expect(try PlayerName(variant.text) == variant)
        }
        let joined = try PlayerName(String(repeating: "الف\u{200C}", count: 6) + "ال").variant(2)
        #expect(try PlayerName(joined.text) == joined)
        #expect(try PlayerName("Ola").variant(2).text == "Ola-2")
        #expect(try PlayerName("Player").variant(2).text == "Player 2")
    }
}
