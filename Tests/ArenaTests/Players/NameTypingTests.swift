import TestSupport
import Testing

@testable import Arena
@testable import Core

@Suite("What is only typed otherwise in names")
struct NameTypingTests {
    @Test(
        "apostrophes, hyphens, dots, blanks and shapes of letters are written as they are meant",
        arguments: [
            ("O’Brien", "O'Brien"), ("O‘Brien", "O'Brien"), ("O´Brien", "O'Brien"), ("O`Brien", "O'Brien"),
            ("O′Brien", "O'Brien"), ("O＇Brien", "O'Brien"), ("Oʻktam", "O'ktam"), ("Kaʻiulani", "Ka'iulani"),
            ("Лук’янаў", "Лук'янаў"), ("Марʼяна", "Мар'яна"), ("Sa’adatu", "Sa'adatu"), ("ʿAlī", "'Alī"),
            ("צ׳רלי", "צ'רלי"), ("בן־גוריון", "בן-גוריון"), ("Анна‐Мария", "Анна-Мария"),
            ("Jean‑Luc", "Jean-Luc"),
            ("Jean–Luc", "Jean-Luc"), ("Jean—Luc", "Jean-Luc"), ("Jean−Luc", "Jean-Luc"),
            ("Jean－Luc", "Jean-Luc"),
            ("約翰‧史密斯", "約翰·史密斯"), ("阿里木•买买提", "阿里木·买买提"), ("ﾏｲｹﾙ･ｼﾞｮｰﾀﾞﾝ", "マイケル・ジョーダン"),
            ("中村　太郎", "中村 太郎"), ("Jan\u{A0}Kowalski", "Jan Kowalski"),
            ("Jan\u{202F}\u{2009}Kowalski", "Jan Kowalski"),
            ("　Ola　", "Ola"), ("Ｔａｎａｋａ１２", "Tanaka12"), ("ｶﾞﾝﾀﾞﾑ", "ガンダム"), ("ﾻﾻﾻ", "ㅋㅋㅋ"),
            ("ＭａｒｉｏⅡ", "MarioII"),
            ("ﻣﺤﻤﺪ", "محمد"), ("ﻻله", "لاله"), ("عبدﷲ", "عبدالله"), ("ﬁona", "fiona"), ("བསྟན༌འཛིན", "བསྟན་འཛིན"),
            ("שָׁלוֹם", "שָׁלוֹם"), ("神\u{FA19}", "神神"), ("\u{1112}\u{1161}\u{11AB}솔", "한솔"),
        ]
    )
    func meant(typed: String, shown: String) throws {
        #expect(try PlayerName(typed).text.unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test(
        "what is not seen stays where it makes another shape",
        arguments: [
            "علی\u{200C}رضا", "می\u{200C}نا", "ශ්\u{200D}රී", "උපේක්\u{200D}ෂ", "श्\u{200D}वेता", "प्रमेश्\u{200D}वर",
            "മോഹന്\u{200D}ലാല്\u{200D}", "ಕ್\u{200C}ಷ", "র\u{200D}্যাচেল", "എന്\u{200D}റെ",
        ]
    )
    func seen(name: String) throws {
        #expect(try PlayerName(name).text.unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test(
        "and goes where it makes none, if people of that script type such signs",
        arguments: [
            ("علی\u{200C}\u{200C}رضا", "علی\u{200C}رضا"), ("علی\u{200C}", "علی"), ("\u{200C}علی", "علی"),
            ("مهر\u{200C}داد", "مهرداد"), ("علی\u{200C} رضا", "علی رضا"), ("علی\u{200D}", "علی"),
            ("علی\u{200C}7", "علی7"),
            ("राम\u{200D}", "राम"), ("क\u{200D}ि", "कि"), ("अव\u{200C}न", "अवन"), ("സ്\u{200C}", "സ്"),
            ("សុខ\u{200B}ចាន់", "សុខចាន់"), ("สม\u{200B}ชาย", "สมชาย"), ("辻\u{E0100}", "辻"), ("葛\u{FE00}城", "葛城"),
            ("\u{200E}Ola\u{200F}", "Ola"), ("דן\u{200F}", "דן"), ("علي\u{61C}", "علي"),
            ("علی\u{200E}\u{200C}رضا", "علی\u{200C}رضا"),
        ]
    )
    func unseen(typed: String, shown: String) throws {
        #expect(try PlayerName(typed).text.unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test(
        "in other scripts it is refused",
        arguments: [
            "O\u{200C}la", "O\u{200D}la", "O\u{200B}la", "Д\u{200C}има", "さ\u{200D}く", "김\u{200C}철",
            "O\u{FE0F}la", "ไ\u{200D}ท",
        ]
    )
    func refused(name: String) {
        #expect(throws: PlayerName.Refusal.self) { try PlayerName(name) }
    }

    /// What names of the property are made of.
    private static let signs: [String] = {
        var signs = NameTableGroup.all(NameScriptTable.typed).flatMap(\.scalars).map { String($0) }
        signs += "abcñłДимаعلیرضاमराศรีශරකㅋ가かカ々字·・-' 7".unicodeScalars.map { String($0) }
        signs += [
            "\u{200C}", "\u{200D}", "\u{200B}", "\u{200E}", "\u{FE00}", "\u{94D}", "\u{DCA}", "\u{301}",
            "\u{64B}", "\u{3099}",
        ]
        return signs
    }()

    @Test(
        "what is meant is meant by itself, and of what is not seen joiners alone are left",
        arguments: SeededGenerator.seeds(4, for: "typed names")
    )
    func property(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<TestEffort.rounds(300) {
            var text = ""
            for _ in 0..<Int.random(in: 1...6, using: &chance) {
                text += NameTypingTests.signs.randomElement(using: &chance) ?? ""
            }
            let meant = NameTyping.meant(text)
            #expect(
                NameTyping.meant(meant).unicodeScalars.elementsEqual(meant.unicodeScalars),
                "seed \(seed): \(text)"
            )
            guard let name = try? PlayerName(text) else { continue }
            #expect(try PlayerName(name.text) == name, "seed \(seed): \(text)")
            let unseen = name.text.unicodeScalars.filter(\.properties.isDefaultIgnorableCodePoint)
            #expect(
                unseen.isEmpty
                    || unseen.allSatisfy { [NameJoiners.joiner, NameJoiners.nonJoiner].contains($0) }
            )
            #expect(name.folded.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint })
        }
    }
}
