import Core
import Serving
import Testing
import WatchpostModel

@testable import Appliance

@Suite("The code of a map")
struct MapCodeTests {
    static let forms = [
        ("OL", true), ("freedm_gungame_fragment", true), ("a-1", true),
        (String(repeating: "x", count: 64), true),
        (String(repeating: "x", count: 65), false), ("", false), ("Ö", false), ("\u{212A}C", false),
        ("O L", false),
    ]

    @Test("has one form for schedules, settings, likes and alerts", arguments: forms)
    func form(code: String, isGood: Bool) throws {
        #expect(MapCode.isCode(code) == isGood)
        #expect(((try? MapLikes(version: 0, liked: [code], avoided: [])) != nil) == isGood)
        let alert = try? MapAlert(mode: "pubs", map: code, minutes: 0, once: false, days: .all, hours: nil)
        #expect((alert != nil) == isGood)
        let file = EditedSchedule.file.replacing("OL", with: "\"\(code)\"")
            .replacing("\"\"\(code)\"\"", with: "\"\(code)\"")
        #expect(((try? ScheduleFile.read(file, file: "s")) != nil) == isGood)
    }

    @Test("is found in letters of any size, unless two maps differ in nothing else")
    func found() throws {
        let maps = ["OL", "SP", "sp", "fr"].map { GameMap(code: $0, name: $0) }
        #expect(try NextMapRoute.map("ol", among: maps).code == "OL")
        #expect(try NextMapRoute.map("FR", among: maps).code == "fr")
        #expect(try NextMapRoute.map("sp", among: maps).code == "sp")
        #expect(throws: Problem.self) { _ = try NextMapRoute.map("Sp", among: maps) }
        #expect(throws: Problem.self) { _ = try NextMapRoute.map("xx", among: maps) }
    }
}
