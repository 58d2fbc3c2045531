import TestSupport
import Testing

@testable import Arena
@testable import Core

@Suite("Names that people take for each other")
struct NameFoldingTests {
    private static func isTaken(_ one: String, _ other: String) throws -> Bool {
        try PlayerName(one).isTaken(by: try PlayerName(other))
    }

    @Test(
        "look-alikes are one, in a script and between scripts",
        arguments: [
            ("Ola", "OLA"), ("Bill", "Bi1l"), ("Bill", "BIII"), ("Ally", "AIIy"), ("Bob", "B0b"), ("O", "0"),
            ("modern", "modem"), ("vvin", "win"), ("Straße", "STRASSE"), ("Z\u{307}aba", "Żaba"),
            ("bıll", "bill"), ("ſam", "fam"), ("ſam", "sam"), ("ƽam", "sam"), ("Ɩda", "Ida"), ("aƅa", "AƄA"),
            ("Ʒ", "3"), ("ƿ", "þ"), ("ẝ", "f"), ("ş", "ș"), ("ǎ", "ă"), ("æ", "ae"), ("İpek", "ipek"),
            ("l\u{338}aka", "łaka"), ("o\u{338}re", "øre"),
            ("ВОВ", "BOB"), ("сосо", "coco"), ("іра", "ipa"), ("ѕсоре", "scope"), ("ВОВА", "Вова"),
            ("Ёж", "ёж"), ("АВВА", "ABBA"), ("г", "r"), ("Ѕ", "S"),
            ("ΑΒΕ", "ABE"), ("ΑΝΝΑ", "ANNA"), ("ΑΝΝΑ", "αννα"), ("νο", "vo"), ("ρο", "po"),
            ("ΝΊΚΟΣ", "νίκος"),
            ("հօո", "hon"), ("Օ", "O"), ("ս", "u"), ("Տ", "S"), ("ՕՕ", "ОО"),
            ("ס", "o"), ("ا", "l"), ("ه", "o"), ("يار", "ىار"), ("محمدک", "محمدك"), ("०", "O"), ("ഠ", "o"),
            ("口", "ロ"), ("力", "カ"), ("工", "エ"), ("二", "ニ"), ("〇", "O"),
            ("Kɔfi", "KƆFI"), ("Ɛdɛm", "ɛdɛm"), ("ƙasa", "ƘASA"), ("Gal·la", "Gal•la"), ("カ・カ", "力･力"),
            ("ㅋㅋ", "ﾻﾻ"),
            ("علی\u{200C}رضا", "علیرضا"), ("شری", "شرى"), ("علی۱", "عليا"), ("Mª", "Ma"),
            ("ශ්\u{200D}රී", "ශ්රී"),
            ("Oʻktam", "O'ktam"), ("ନ୦", "ନ0"), ("ᲜᲘᲜᲝ", "ნინო"),
        ]
    )
    func alike(one: String, other: String) throws {
        #expect(try NameFoldingTests.isTaken(one, other))
    }

    @Test(
        "other names stay apart",
        arguments: [
            ("Łoś", "Los"), ("Żółć", "Zolc"), ("Żółć", "Zółć"), ("łukasz", "lukasz"), ("Ola", "Ala"),
            ("Jan1", "Jan2"), ("ć", "č"), ("Đ", "D"), ("Øre", "Ore"), ("Nina", "Viva"), ("Dan", "Oan"),
            ("An", "Ân"), ("Ân", "Ăn"), ("Nguyễn", "Nguyen"), ("Nguyễn", "Nguyện"), ("Hà", "Há"), ("ő", "ö"),
            ("Дима", "Дина"), ("вова", "bob"), ("Иван", "Йван"), ("Ελένη", "Ελένα"), ("Արամ", "Արան"),
            ("दीपक", "दिपक"), ("राम", "रमा"), ("กิ่ง", "กิง"), ("김철수", "김철호"), ("각가", "가까"), ("한아", "하나"),
            ("محمد", "محمود"), ("سارة", "زارة"), ("さくら", "さくち"), ("東京", "京都"), ("は", "ば"),
            ("佐々木", "佐木"), ("ㄱ가", "ㄴ가"), ("Kɔfi", "Kofi"), ("Rəşad", "Reşad"), ("علی۱", "علی۲"), ("ɓa", "ba"),
        ]
    )
    func apart(one: String, other: String) throws {
        #expect(try !NameFoldingTests.isTaken(one, other))
    }

    /// They are compared as they are kept.
    @Test("no sign stands for another one than when the first names were stored")
    func kept() throws {
        let lines = try NameTables.lines("ends.txt").map { $0.split(separator: " ") }
        #expect(lines.reduce(0) { $0 + $1.count - 1 } == 783)
        for line in lines {
            let end = line[0].split(separator: "+").flatMap(NameTables.scalars)
            for sign in line.dropFirst().flatMap(NameTables.scalars) {
                #expect(LookAlikes.ends[sign] == String(String.UnicodeScalarView(end)), "\(sign)")
            }
        }
    }

    @Test("what a sign stands for stands for itself")
    func ends() {
        #expect(LookAlikes.ends.count > 700)
        for (sign, end) in LookAlikes.ends {
            #expect(NameFolding.fold(end) == end && NameFolding.lowered(end) == end, "\(sign) \(end)")
            #expect(NameFolding.fold(String(sign)) == NameFolding.fold(end), "\(sign) \(end)")
        }
    }

    /// What names of the property are made of: letters, their look-alikes, marks, digits and signs.
    private static let signs: [String] = {
        var signs = LookAlikes.ends.flatMap { [String($0.key), $0.value] }.sorted()
        signs += "abcxyzABCXYZ ilIL01oOrnmvw-_.'żółćŁłßæñüжшщдлπσςωабвгАБВГ".map { String($0) }
        signs += [
            "\u{301}", "\u{307}", "\u{327}", "\u{338}", "क", "्", "ि", "ก", "ี่", "한", "م", "ّ", "字", "か",
        ]
        return signs
    }()

    @Test(
        "folding twice is folding once, and a name is taken in every case of its letters",
        arguments: SeededGenerator.seeds(4, for: "folded names")
    )
    func properties(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var names = 0
        let rounds = TestEffort.rounds(200)
        for _ in 0..<rounds {
            var text = ""
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                text += NameFoldingTests.signs.randomElement(using: &chance) ?? ""
            }
            let folded = NameFolding.fold(text)
            let lowered = NameFolding.lowered(text)
            #expect(NameFolding.fold(folded) == folded, "seed \(seed): \(text)")
            #expect(NameFolding.lowered(folded) == folded, "seed \(seed): \(text)")
            #expect(NameFolding.fold(lowered) == lowered, "seed \(seed): \(text)")
            guard let name = try? PlayerName(text) else { continue }
            names += 1
            for other in [text.uppercased(), text.lowercased(), NameFolding.shown(folded)] {
                guard let other = try? PlayerName(other) else { continue }
                #expect(name.isTaken(by: other), "seed \(seed): \(text) and \(other.text)")
            }
        }
        #expect(names > 0 || rounds < 200, "seed \(seed)")
    }

    @Test(
        "whose signs look alike one by one, those names are taken",
        arguments: SeededGenerator.seeds(4, for: "look-alikes")
    )
    func skeletons(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        // Marks of one letter have an order of their own.
        let letters = LookAlikes.ends.keys.filter { $0.properties.canonicalCombiningClass == .notReordered }
        let groups = Dictionary(grouping: letters.sorted()) { LookAlikes.ends[$0] ?? "" }
        let many = groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
        for _ in 0..<TestEffort.rounds(200) {
            var (one, other) = ("", "")
            for _ in 0..<Int.random(in: 1...5, using: &chance) {
                let group = many.randomElement(using: &chance) ?? []
                group.randomElement(using: &chance).map { one.unicodeScalars.append($0) }
                group.randomElement(using: &chance).map { other.unicodeScalars.append($0) }
            }
            #expect(NameFolding.fold(one) == NameFolding.fold(other), "seed \(seed): \(one) and \(other)")
        }
    }
}
