import Core
import Testing
import WatchpostModel

@Suite("Edits in the rotation book")
struct EditedBookTests {
    private static func moment(_ clock: String) -> Moment {
        Moment(wall: EditScript.at(clock), monotonic: .zero)
    }

    @Test("what was edited before the start is shown silently, and an edit at once, with an event")
    func told() throws {
        let file = try EditScript.file()
        let first = try ScheduleEdits().committing("see pubs: SP", over: file, at: "10:30")
        var book = RotationBook()
        #expect(book.handle(.edited(first), at: Self.moment("10:31")).map(\.short) == [])
        let start = book.handle(.loaded(file), at: Self.moment("10:31")).map(\.short)
        #expect(start == ["accepted", "publish", "wake \(EditScript.at("11:00").seconds)"])
        #expect(book.file == file && book.schedules == first.laid(over: file))
        let second = try first.committing("undo", over: file, at: "10:40")
        let undone = book.handle(.edited(second), at: Self.moment("10:40")).map(\.short)
        #expect(undone == ["accepted", "publish", "wake \(EditScript.at("11:00").seconds)", "pubs OL"])
        #expect(book.schedules == file)
        #expect(book.handle(.edited(second), at: Self.moment("10:41")).allSatisfy { $0.short != "accepted" })
    }

    @Test("edits lie over whatever stands in for a file, as far as it says of their modes what the file said")
    func standIn() throws {
        let file = try EditScript.file()
        let edits = try ScheduleEdits().committing("see pubs: SP", over: file, at: "10:30")
        var book = RotationBook()
        _ = book.handle(.edited(edits), at: Self.moment("10:31"))
        let other = try EditScript.fileWithEvent()
        _ = book.handle(.stoodIn(other, .builtIn), at: Self.moment("10:31"))
        #expect(book.schedules == other)
        _ = book.handle(.stoodIn(file, .kept), at: Self.moment("10:31"))
        #expect(book.schedules == edits.laid(over: file))
    }

    @Test("what an upstream moved does not cover an edit of the same mode")
    func upstream() throws {
        let file = try EditScript.file()
        let moved = try RotationScript.schedules([
            ("pubs", [RotationScript.schedule([("WE", 90)], from: 0)])
        ])
        var book = RotationBook()
        _ = book.handle(.loaded(file), at: Self.moment("10:30"))
        let overlay = RotationOverlay(anchored: ["pubs": try #require(moved.mode("pubs"))])
        _ = book.handle(.observed(overlay), at: Self.moment("10:30"))
        #expect(book.shown?.mode("pubs") == moved.mode("pubs"))
        let edits = try ScheduleEdits().committing("set ranked: ED 30, ED for 5m", over: file, at: "10:30")
        _ = book.handle(.edited(edits), at: Self.moment("10:30"))
        #expect(book.shown?.mode("pubs") == moved.mode("pubs"), "another mode")
        let more = try edits.committing("see pubs: SP", over: file, at: "10:30")
        _ = book.handle(.edited(more), at: Self.moment("10:30"))
        #expect(book.shown == more.laid(over: file))
    }

    @Test("an edit and its undo, and a takeover that ends, do not bring an old hash back")
    func hash() throws {
        let anchor = EditScript.day
        let file = try RotationScript.schedules([
            ("pubs", [RotationScript.schedule([("OL", 90)], anchor: anchor - 500 * 86_400, from: 0)]),
            ("ranked", [RotationScript.schedule([("SP", 90)], from: 0)]),
        ])
        var book = RotationBook(revision: 7 * MapTimerContent.revisionsOfRun)
        var hashes: [String] = []
        func note(_ effects: [RotationEffect]) throws {
            for case .publish(let snapshot) in effects {
                let bodies = try snapshot.mapTimer(sha256: Digest.text)
                if hashes.last != bodies.hash { hashes.append(bodies.hash) }
            }
        }
        try note(book.handle(.loaded(file), at: Self.moment("10:00")))
        let edits = try ScheduleEdits().committing("set pubs: ED 30, ED for 5m", over: file, at: "10:10")
        try note(book.handle(.edited(edits), at: Self.moment("10:10")))
        let undone = try edits.committing("undo", over: file, at: "10:10")
        try note(book.handle(.edited(undone), at: Self.moment("10:10")))
        #expect(book.schedules == file)
        let text = "takeover pubs Moon: ED 15, from 10:30, until 11:00"
        try note(
            book.handle(
                .edited(try undone.committing(text, over: file, at: "10:20")),
                at: Self.moment("10:20")
            )
        )
        for clock in ["10:30", "10:45", "11:00", "11:30", "12:00"] {
            try note(book.handle(.tick, at: Self.moment(clock)))
        }
        // Loaded, edited, undone, (with an end before the takeover), taken over, back again.
        #expect(hashes.count >= 5 && Set(hashes).count == hashes.count, "\(hashes)")
    }
}
