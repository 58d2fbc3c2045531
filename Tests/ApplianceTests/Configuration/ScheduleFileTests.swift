import Appliance
import Testing
import WatchpostModel

@Suite("The schedule file")
struct ScheduleFileTests {
    static let good = """
        source = "a test"
        [maps]
        OL = "Olympus"
        KC = "Kings Canyon"
        [[mode]]
        key = "pubs"
        name = "Casual"
        [[mode.schedule]]
        from = 2025-09-16T17:00:00Z
        to = 2025-11-04T18:00:00Z
        anchor = 2025-09-21T14:30:00-07:00
        takeover = "Night Shift"
        symbol = "moon.fill"
        cycle = [{ map = "OL", minutes = 90 }, { map = "KC", minutes = 60 }]
        """

    @Test("a good file says what it says")
    func read() throws {
        let schedules = try ScheduleFile.read(Self.good, file: "s.toml")
        #expect(schedules.source == "a test")
        let mode = try #require(schedules.mode("pubs"))
        #expect(mode.name == "Casual")
        let schedule = try #require(mode.schedules.first)
        #expect(schedule.anchor.rfc3339 == "2025-09-21T21:30:00Z")
        #expect(schedule.usableFrom?.rfc3339 == "2025-09-16T17:00:00Z")
        #expect(schedule.usableTo?.rfc3339 == "2025-11-04T18:00:00Z")
        #expect(schedule.takeover == "Night Shift")
        #expect(schedule.symbol == "moon.fill")
        #expect(
            schedule.cycle.entries.map(\.map) == [
                GameMap(code: "OL", name: "Olympus"), GameMap(code: "KC", name: "Kings Canyon"),
            ]
        )
        #expect(schedule.cycle.entries.map(\.minutes) == [90, 60])
    }

    @Test(
        "one mistake refuses the file with its line, key and reason",
        arguments: [
            ("source = \"a test\"", "", "s.toml:1:1: source: is missing"),
            ("source = \"a test\"", "source = 5", "s.toml:1:10: source: 5: is a whole number"),
            (
                "source = \"a test\"", "source = \"a\"\nsourse = 1",
                "s.toml:2:1: sourse: 1: is not a key that is known here; did you mean \"source\"?"
            ),
            ("OL = \"Olympus\"", "OL = 7", "s.toml:3:6: maps.OL: 7: is a whole number"),
            (
                "OL = \"Olympus\"", "\"O L\" = \"x\"\nOL = \"Olympus\"",
                "s.toml:3:9: maps.O L: \"x\": has a code that cannot be used"
            ),
            ("OL = \"Olympus\"", "", "mode[1].schedule[1].cycle[1].map: \"OL\": is not in [maps]"),
            ("key = \"pubs\"", "", "s.toml:5:1: mode[1].key: is missing"),
            (
                "key = \"pubs\"", "key = \"Pubs!\"",
                "s.toml:6:7: mode[1].key: \"Pubs!\": is not a name that can be used here"
            ),
            ("name = \"Casual\"", "", "mode[1].name: is missing"),
            ("anchor = 2025-09-21T14:30:00-07:00", "", "s.toml:8:1: mode[1].schedule[1].anchor: is missing"),
            (
                "anchor = 2025-09-21T14:30:00-07:00", "anchor = 2025-09-21T14:30:00",
                "s.toml:11:10: mode[1].schedule[1].anchor: 2025-09-21T14:30:00: does not say in which zone it is"
            ),
            (
                "anchor = 2025-09-21T14:30:00-07:00", "anchor = \"soon\"",
                "s.toml:11:10: mode[1].schedule[1].anchor: \"soon\": is a string"
            ),
            ("anchor = 2025-09-21T14:30:00-07:00", "anchor = 2025-02-30T00:00:00Z", "s.toml:11:"),
            (
                "to = 2025-11-04T18:00:00Z", "to = 2025-09-16T17:00:00Z",
                "s.toml:10:6: mode[1].schedule[1].to: 2025-09-16T17:00:00Z: is not after `from`"
            ),
            (
                "to = 2025-11-04T18:00:00Z", "to = 2025-11-04T18:00:00Z\nuntil = 1",
                "s.toml:11:1: mode[1].schedule[1].until: 1: is not a key that is known here"
            ),
            (
                "takeover = \"Night Shift\"", "",
                "mode[1].schedule[1].symbol: \"moon.fill\": belongs to a takeover"
            ),
            (
                "minutes = 90", "minutes = 0",
                "s.toml:14:34: mode[1].schedule[1].cycle[1].minutes: 0: is outside 1…86400"
            ),
            (
                "minutes = 90", "minutes = 86401",
                "mode[1].schedule[1].cycle[1].minutes: 86401: is outside 1…86400"
            ),
            ("minutes = 90", "minutes = -90", "mode[1].schedule[1].cycle[1].minutes: -90: is outside"),
            (
                "minutes = 90", "minutes = 1.5",
                "mode[1].schedule[1].cycle[1].minutes: 1.5: is a fractional number"
            ),
            ("minutes = 90", "hours = 1", "mode[1].schedule[1].cycle[1].minutes: is missing"),
            (
                "map = \"OL\"", "map = \"OK\"",
                "mode[1].schedule[1].cycle[1].map: \"OK\": is not in [maps]; name it there; did you mean"
            ),
            (
                "[{ map = \"OL\", minutes = 90 }, { map = \"KC\", minutes = 60 }]", "[]",
                "mode[1].schedule[1].cycle: []: names no maps"
            ),
            (
                "[{ map = \"OL\", minutes = 90 }, { map = \"KC\", minutes = 60 }]", "[1]",
                "mode[1].schedule[1].cycle[1]: 1: is a whole number"
            ),
            (
                "[{ map = \"OL\", minutes = 90 }, { map = \"KC\", minutes = 60 }]", "90",
                "mode[1].schedule[1].cycle: 90: is a whole number"
            ),
            ("[[mode]]", "[[mood]]", "s.toml:5:"),
            ("symbol = ", "symbol ", "s.toml:13:8: "),
        ]
    )
    func refused(part: String, replacement: String, problem: String) throws {
        let range = try #require(Self.good.firstRange(of: part))
        let text = Self.good.replacingCharacters(in: range, with: replacement)
        let problems = Self.problems(of: text)
        #expect(problems.contains { $0.contains(problem) }, "\(problems)")
        #expect(problems.allSatisfy { $0.hasPrefix("s.toml:") })
    }

    @Test("all mistakes are reported at once, in the order of the file")
    func all() {
        let problems = Self.problems(
            of: """
                sauce = 1
                [maps]
                OL = 5
                [[mode]]
                key = "pubs"
                name = "Casual"
                [[mode.schedule]]
                cycle = [{ map = "XX", minutes = 0 }]
                [[mode]]
                key = "pubs"
                name = ""
                schedule = []
                """
        )
        #expect(
            problems.map { $0.split(separator: ":")[1] } == ["1", "1", "3", "7", "8", "8", "10", "11", "12"]
        )
    }

    @Test("overlapping schedules are named with both lines")
    func overlap() {
        let more = """

            [[mode.schedule]]
            from = 2025-11-04T17:59:59Z
            anchor = 2025-11-04T18:00:00Z
            cycle = [{ map = "KC", minutes = 60 }]
            """
        #expect(
            Self.problems(of: Self.good + more) == [
                """
                s.toml:15:1: mode[1].schedule[2]: overlaps the schedule at line 8: that one ends at \
                2025-11-04T18:00:00Z, this one begins at 2025-11-04T17:59:59Z; let one end where the other begins
                """
            ]
        )
    }

    @Test("two modes with one key are refused")
    func duplicate() {
        let second = """

            [[mode]]
            key = "pubs"
            name = "Again"
            [[mode.schedule]]
            anchor = 2025-11-04T18:00:00Z
            cycle = [{ map = "KC", minutes = 60 }]
            """
        #expect(Self.problems(of: Self.good + second).count == 1)
        #expect(
            Self.problems(of: Self.good + second)[0].hasPrefix(
                "s.toml:16:7: mode[2].key: \"pubs\": is the key of"
            )
        )
    }

    @Test(
        "what is no schedule at all is refused, not trapped on",
        arguments: [
            "", "\u{0}", "[", "[[[mode]]", "source = \"x\"", String(repeating: "[", count: 5_000),
            String(repeating: "#", count: 300_000), "mode = 1", "[[mode]]", "[mode]\nkey = 1", "maps = []",
        ]
    )
    func hostile(text: String) {
        #expect(!Self.problems(of: text).isEmpty)
    }

    @Test("twenty problems are listed and then counted, short, and without the path for everybody")
    func many() {
        let text =
            Self.good
            + (0..<5_000).map { "\nstrange\($0) = \"\(String(repeating: "ä", count: 9))\"" }.joined()
        do throws(ScheduleRefusal) {
            _ = try ScheduleFile.read(
                String(text.prefix(200_000)),
                file: "/etc/watchpost/secret-folder/s.toml"
            )
            Issue.record("unknown keys were accepted")
        } catch {
            for lines in [error.problems, error.published] {
                #expect(lines.count == 21)
                #expect(
                    lines.last?.hasPrefix("and ") == true && lines.last?.hasSuffix(" more problems") == true
                )
                #expect(lines.allSatisfy { $0.utf8.count <= 400 })
            }
            #expect(error.problems[0].hasPrefix("/etc/watchpost/secret-folder/s.toml:"))
            #expect(error.published.allSatisfy { !$0.contains("secret-folder") })
            #expect(error.published[0].hasPrefix("line 15, column "))
        }
    }

    static func problems(of text: String) -> [String] {
        do throws(ScheduleRefusal) {
            _ = try ScheduleFile.read(text, file: "s.toml")
            return []
        } catch {
            return error.problems
        }
    }
}

extension String {
    func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
