import CoreSupport
import TestSupport
import Testing
import WatchpostModel

@testable import Core

@Suite("Calendars of maps")
struct RotationCalendarTests {
    private static let revision = CalendarRevision(sequence: 7, stamp: UnixTime(seconds: 60))

    func calendar(
        _ snapshot: RotationSnapshot,
        _ mode: String,
        _ code: String? = nil,
        in language: String? = nil
    ) throws -> RotationCalendar? {
        let words = CalendarLanguages(try NoticeWordsFiles.calendars()).words(for: language)
        return RotationCalendar(snapshot, mode: mode, code: code, revision: Self.revision, words: words)
    }

    func text(
        _ snapshot: RotationSnapshot,
        _ mode: String,
        _ code: String? = nil,
        in language: String? = nil
    ) throws -> String {
        let calendar = try #require(try calendar(snapshot, mode, code, in: language))
        return String(decoding: calendar.bytes, as: UTF8.self)
    }

    func lines(_ text: String, _ name: String) -> [String] {
        text.split(separator: "\r\n").filter { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }

    func usual(_ seconds: Int64) throws -> RotationSnapshot {
        RotationSnapshot(schedules: try RotationScript.usual(), at: UnixTime(seconds: seconds))
    }

    @Test("an entry has a name of its slot, the revision, and leaves people free")
    func entry() throws {
        let text = try text(try usual(3_600), "pubs")
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"))
        #expect(text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        let first = """
            BEGIN:VEVENT
            UID:pubs-19700101T000000Z@maps.watchpost
            DTSTAMP:19700101T000100Z
            SEQUENCE:7
            DTSTART:19700101T000000Z
            DTEND:19700101T013000Z
            SUMMARY:Map KC · PUBS
            CATEGORIES:PUBS
            STATUS:CONFIRMED
            TRANSP:TRANSPARENT
            END:VEVENT
            """
        let begin = try #require(text.firstRange(of: "BEGIN:VEVENT"))
        let entry = text[begin.lowerBound...].prefix(first.count)
        #expect(entry.split(separator: "\r\n") == first.split(separator: "\n"))
    }

    @Test(
        "where knowledge ends stands an entry that says so, and a map that does not come leaves a valid calendar"
    )
    func unknown() throws {
        let text = try text(try usual(80_000), "pubs")
        #expect(lines(text, "SUMMARY:").contains("No map is known · PUBS"))
        let name = "UID:pubs-19700102T000000Z-19700102T034640Z-unknown@"
        let gap = try #require(text.firstRange(of: name))
        #expect(text[gap.upperBound...].split(separator: "\r\n").contains("DTEND:19700102T034640Z"))
        #expect(text.contains("Known until 1970-01-02T00:00:00Z."))
        let endless = try RotationScript.schedules([
            (
                "pubs",
                [
                    try RotationScript.schedule([("KC", 60)], from: 0, to: 3_600),
                    try RotationScript.schedule([("OL", 60)], from: 3_600),
                ]
            )
        ])
        let snapshot = RotationSnapshot(schedules: endless, at: UnixTime(seconds: 7_200))
        let none = try self.text(snapshot, "pubs", "KC")
        #expect(!none.contains("VEVENT") && none.contains("BEGIN:VTIMEZONE"))
        #expect(try calendar(snapshot, "pubs", "SP") == nil)
        #expect(try calendar(snapshot, "ranked") == nil)
    }

    @Test("each stretch of which nothing is known has its entry, not the first alone")
    func stretches() throws {
        let days: [(Int64, Int64)] = [(0, 2), (3, 6)]
        let schedules = try RotationScript.schedules([
            (
                "pubs",
                try days.map { from, to in
                    try RotationScript.schedule([("KC", 1_440)], from: from * 86_400, to: to * 86_400)
                }
            )
        ])
        let text = try text(RotationSnapshot(schedules: schedules, at: UnixTime(seconds: 60)), "pubs")
        let unknown = lines(text, "UID:").filter { $0.contains("unknown") }
        #expect(unknown.map { $0.prefix(21) } == ["pubs-19700103T000000Z", "pubs-19700107T000000Z"])
        #expect(text.contains("Known until 1970-01-03T00:00:00Z."))
        #expect(lines(text, "UID:").count == 2 + 1 + 3 + 1)
    }

    @Test("months behind its end a schedule still leaves no day of the calendar without a word")
    func ended() throws {
        let over = try RotationScript.schedule([("KC", 60)], from: 0, to: 3_600)
        let schedules = try RotationScript.schedules([("pubs", [over])])
        let months: Int64 = 200 * 86_400
        let days = try [0, 7_200, 86_400].map { seconds in
            try text(
                RotationSnapshot(schedules: schedules, at: UnixTime(seconds: months + seconds)),
                "pubs"
            )
        }
        #expect(lines(days[0], "DTSTART:") == ["19700101T010000Z"])
        // 200 days, the next full hour, 14 days, and the midnight behind that.
        #expect(lines(days[0], "DTEND:") == ["19700804T000000Z"])
        #expect(lines(days[1], "DTEND:") == lines(days[0], "DTEND:"))
        #expect(lines(days[2], "DTEND:") == ["19700805T000000Z"])
        #expect(lines(days[1], "UID:") == lines(days[0], "UID:"))
        #expect(lines(days[2], "UID:") != lines(days[0], "UID:"))
    }

    @Test("a takeover is named, and what an upstream alone says is marked")
    func marked() throws {
        let takeover = try RotationScript.schedule([("OL", 15)], from: 0, to: 900, takeover: "Straight, Shot")
        let schedules = try RotationScript.schedules([("pubs", [takeover])])
        let report = ReportedMode(
            key: "pubs",
            name: "Pubs",
            current: ReportedSlot(
                map: GameMap(code: "SP", name: "Storm Point"),
                start: UnixTime(seconds: 900),
                end: UnixTime(seconds: 1_800)
            ),
            next: nil
        )
        let overlay = RotationOverlay(reported: [report], body: .fresh())
        let snapshot = RotationSnapshot(
            schedules: schedules,
            at: UnixTime(seconds: 60),
            overlay: overlay
        )
        let text = try text(snapshot, "pubs")
        #expect(lines(text, "SUMMARY:").first == "Map OL · Straight\\, Shot")
        #expect(lines(text, "CATEGORIES:").first == "PUBS,Straight\\, Shot")
        #expect(Array(lines(text, "STATUS:").prefix(2)) == ["CONFIRMED", "TENTATIVE"])
        #expect(text.contains("DESCRIPTION:According to Apex Legends Status"))
        // What the upstream says otherwise the next time is another entry.
        let names = lines(text, "UID:").map { $0.split(separator: "@")[0] }
        #expect(
            Array(names.prefix(2)) == ["pubs-19700101T000000Z", "pubs-19700101T001500Z-19700101T003000Z-SP"]
        )
    }

    @Test("while an upstream disagrees nothing of that mode is certain")
    func doubtful() throws {
        let one = try RotationScript.schedule([("KC", 90)])
        let schedules = try RotationScript.schedules([("pubs", [one]), ("ranked", [one])])
        var overlay = RotationOverlay(body: .fresh([.saying(.disagreeing, of: "pubs")]))
        func statuses(_ mode: String) throws -> Set<String> {
            let at = UnixTime(seconds: 60)
            let snapshot = RotationSnapshot(schedules: schedules, at: at, overlay: overlay)
            return Set(lines(try text(snapshot, mode), "STATUS:"))
        }
        #expect(try statuses("pubs") == ["TENTATIVE"])
        #expect(try statuses("ranked") == ["CONFIRMED"])
        overlay.body?.modes = []
        #expect(try statuses("pubs") == ["CONFIRMED"])
    }

    /// A mode of one map that begins anew every so many minutes.
    private func endless(_ minutes: Int64, at seconds: Int64, name: String = "KC") throws -> RotationSnapshot
    {
        let one = try RotationScript.schedule([(name, minutes)])
        let schedules = try RotationScript.schedules([("pubs", [one])])
        return RotationSnapshot(schedules: schedules, at: UnixTime(seconds: seconds))
    }

    @Test("it begins with what is on, and goes on for fourteen days, or for a week of very many slots")
    func window() throws {
        let rows: [(minutes: Int64, count: Int, until: String?)] = [
            (90, 225, nil), (1_440, 15, nil), (30, 673, nil), (15, 768, "1970-01-09T00:00:00Z"),
            (10, 719, "1970-01-06T00:00:00Z"), (1, 768, "1970-01-01T12:58:00Z"),
        ]
        for (minutes, count, until) in rows {
            let text = try text(try endless(minutes, at: 600), "pubs").replacing("\r\n ", with: "")
            #expect(lines(text, "SUMMARY:").count { $0.hasPrefix("Map KC") } == count, "\(minutes)")
            let later = lines(text, "SUMMARY:").filter { $0.hasPrefix("Not listed here yet") }
            #expect(later == (until == nil ? [] : ["Not listed here yet · PUBS"]), "\(minutes)")
            guard let until else { continue }
            #expect(text.contains("It runs until \(until)\\;"), "\(minutes)")
            let start = RotationCalendar.text(try RotationScript.instant(until))
            #expect(lines(text, "UID:").last == "pubs-\(start)-19700116T000000Z-later@maps.watchpost")
            #expect(lines(text, "DTEND:").dropLast().last == start, "no hole before it")
        }
    }

    @Test("what is not listed yet begins at one midnight all day, and covers all that fourteen days would")
    func later() throws {
        let names = try [0, 43_200, 86_399, 86_400].map { seconds in
            lines(try text(try endless(15, at: seconds), "pubs"), "UID:").last { $0.contains("later") }
        }
        #expect(names[0] != nil && names[1] == names[0] && names[2] == names[0] && names[3] != names[0])
    }

    @Test("the longest names make no calendar larger than 1 MB")
    func bytes() throws {
        let name = String(repeating: "🗺", count: 36)
        #expect(try text(try endless(15, at: 600, name: name), "pubs").utf8.count < 1_000_000)
    }

    @Test("its bytes stay the same until the next change, and the names of slots beyond that")
    func stable() throws {
        var random = SeededGenerator.announced(for: "calendar")
        for _ in 0..<TestEffort.rounds(4) {
            let seconds = Int64.random(in: 0...190_000, using: &random)
            let first = try usual(seconds)
            let next = first.nextChange.seconds
            let later = try usual(Int64.random(in: seconds..<next, using: &random))
            let text = try text(first, "pubs")
            let again = try self.text(later, "pubs")
            #expect(again == text)
            let names = Set(lines(text, "UID:"))
            let following = try self.text(try usual(next), "pubs")
            // The last one says where knowledge ends.
            #expect(lines(following, "UID:").dropLast().allSatisfy(names.contains))
        }
    }

    @Test("the revision goes up with each change, also within a minute, and where the last one was forgotten")
    func revisions() {
        let year = UnixTime(seconds: 1_795_000_000)
        let first = CalendarRevision.following(nil, at: year)
        let second = CalendarRevision.following(first, at: year.advanced(by: 1))
        #expect(second.sequence == first.sequence + 1)
        #expect(second.stamp == year.advanced(by: 1))
        // The state is lost, and with it both.
        let third = CalendarRevision.following(nil, at: year.advanced(by: 300))
        #expect(third.sequence > second.sequence)
        // The clock was set back.
        #expect(CalendarRevision.following(third, at: year).sequence == third.sequence + 1)
        let last = CalendarRevision(sequence: CalendarRevision.highest, stamp: year)
        #expect(CalendarRevision.following(last, at: year).sequence == CalendarRevision.highest)
        #expect(CalendarRevision.following(nil, at: UnixTime(seconds: .min)).sequence == 0)
    }

    @Test("the store gives the same schedules the same revision, over restarts too, and others a higher one")
    func store() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let now = UnixTime(seconds: 1_795_000_000)
        let open = { () async throws -> Database in
            try await Database.open(file, migrations: CalendarRevisionStore.tables.migrations, now: nil)
                .database
        }
        let before = try await open()
        let first = try await CalendarRevisionStore(database: before).revision(of: "a", at: now)
        await before.close()
        let database = try await open()
        let store = CalendarRevisionStore(database: database)
        let again = try await store.revision(of: "a", at: now.advanced(by: 9_000))
        #expect(again == first)
        let other = try await store.revision(of: "b", at: now)
        #expect(other.sequence == first.sequence + 1)
        let back = try await store.revision(of: "a", at: now)
        #expect(back.sequence == other.sequence + 1)
        // A restore brings back what higher numbers followed.
        for renewal in CalendarRevisionStore.tables.renewals {
            try await database.write("renew") { db throws(SQLiteError) in try db.execute(renewal.sql) }
        }
        let later = now.advanced(by: 86_400)
        let restored = try await store.revision(of: "a", at: later)
        #expect(restored.sequence == now.advanced(by: 86_400).since(UnixTime(seconds: 1_577_836_800)) / 60)
        await database.close()
    }
}
