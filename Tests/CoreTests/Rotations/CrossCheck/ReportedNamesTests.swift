import Core
import Testing
import WatchpostModel

@Suite("Names of a schedule file and of an upstream")
struct ReportedNamesTests {
    private struct Row: Sendable {
        var ours: (code: String, name: String, gameMode: String?)
        var theirs: (code: String, name: String, gameMode: String?)
        var isSame: Bool
    }

    private static let rows = [
        Row(ours: ("OL", "Olympus", nil), theirs: ("OL", "Olympus", nil), isSame: true),
        Row(ours: ("olympus_rotation", "Berg", nil), theirs: ("OL", "Olympus", nil), isSame: true),
        // A file's own codes.
        Row(ours: ("olymp", "Olympus", nil), theirs: ("OL", "Olympus", nil), isSame: true),
        Row(ours: ("EDGE", "Worlds edge", nil), theirs: ("WE", "World\u{2019}s Edge", nil), isSame: true),
        Row(
            ours: ("skull", "Skull Town", "Team Deathmatch"),
            theirs: ("freedm_tdm_skulltown", "Skulltown", "TDM"),
            isSame: true
        ),
        Row(ours: ("skull", "Skull Town", nil), theirs: ("x_skull", "SKULLTOWN", "TDM"), isSame: true),
        // What is not the same.
        Row(ours: ("OL", "Olympus", nil), theirs: ("KC", "Olympus", nil), isSame: false),
        Row(ours: ("a", "Fragment", nil), theirs: ("b", "Overflow", nil), isSame: false),
        Row(ours: ("a", "!", nil), theirs: ("b", "?", nil), isSame: false),
        Row(
            ours: ("frag", "Fragment", "Gun Run"),
            theirs: ("frag", "Fragment", "TDM"),
            isSame: false
        ),
    ]

    @Test("mean the same by code, else by name, and by the game mode", arguments: rows.indices)
    func same(index: Int) throws {
        let row = Self.rows[index]
        let ours = RotationCycle.Entry(
            map: GameMap(code: row.ours.code, name: row.ours.name),
            gameMode: row.ours.gameMode,
            minutes: 90
        )
        let rest = RotationCycle.Entry(map: GameMap(code: "rest", name: "Rest"), minutes: 90)
        let schedule = try RotationSchedule(cycle: RotationCycle([ours, rest]), anchor: UnixTime(seconds: 0))
        var script = CheckScript(try RotationScript.schedules([("m", [schedule])]))
        let theirs = GameMap(code: row.theirs.code, name: row.theirs.name)
        let slot = CheckScript.slot(theirs, 0, 5_400, gameMode: row.theirs.gameMode)
        for time in [600, 660] as [Int64] { script.answer(time, [CheckScript.mode("m", slot)]) }
        #expect(try script.checked("m").verdict == (row.isSame ? .confirmed : .disagreeing))
        // So do the maps of a cycle at other times.
        var moved = CheckScript(try RotationScript.schedules([("m", [schedule])]))
        let late = CheckScript.slot(theirs, 1_800, 7_200, gameMode: row.theirs.gameMode)
        let next = CheckScript.slot(rest.map, 7_200, 12_600)
        for time in [3_000, 3_060] as [Int64] { moved.answer(time, [CheckScript.mode("m", late, next)]) }
        #expect(try moved.checked("m").proposal?.shiftSeconds == (row.isSame ? 1_800 : nil))
    }
}
