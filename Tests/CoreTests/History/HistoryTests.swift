import Core
import CoreSupport
import FoundationEssentials
import TestSupport
import Testing
import WatchpostModel

private let us = RealmFeed(region: .us, flavour: .retail)
private let start: Int64 = 1_800_000_000
private let key = RealmKey(source: us, slug: "a")

private func moment(_ minutes: Int64) -> Moment {
    Moment(wall: time(minutes), monotonic: .seconds(minutes * 60))
}

private func time(_ minutes: Int64) -> UnixTime { UnixTime(seconds: start + minutes * 60) }

private func open(_ file: DatabaseFile) async throws -> Database {
    try await Database.open(file, migrations: History.migrations, now: time(0)).database
}

private func view(_ states: [String: RealmState], _ freshness: FreshnessBody.State = .fresh) -> SourceView {
    var view = SourceView.waiting(us)
    view.freshness.state = freshness
    view.realms = states.sorted { $0.key < $1.key }.map { RealmView(bare: $0, of: us, $1) }
    return view
}

extension History {
    fileprivate func text(_ from: Int64, _ to: Int64, of realm: RealmKey = key) -> String {
        history(of: realm, from: time(from), to: time(to)).segments.map { segment in
            let minutes = (segment.from.seconds - start) / 60
            return "\(segment.state.rawValue) \(minutes)-\((segment.to.seconds - start) / 60)"
        }.joined(separator: ", ")
    }
}

@Suite("History")
struct HistoryTests {
    @Test(
        "an outage survives a proper restart, and the time in between is unknown",
        arguments: Place.allCases
    )
    func restart(place: Place) async throws {
        let folder = try ScratchFolder()
        let database = try await open(place.file(in: folder))
        let first = try await History.open(database, at: moment(0))
        first.observe(.waiting(us), at: moment(0))
        first.observe(view(["a": .up]), at: moment(1))
        first.observe(view(["a": .down]), at: moment(10))
        try await first.stop(at: moment(20))
        #expect(first.text(0, 30) == "unknown 0-1, up 1-10, down 10-20, unknown 20-30")
        let second = try await History.open(database, at: moment(40))
        second.observe(.waiting(us), at: moment(40))
        #expect(second.text(0, 60) == "unknown 0-1, up 1-10, down 10-20, unknown 20-60")
        second.observe(view(["a": .down]), at: moment(45))
        #expect(second.text(0, 60) == "unknown 0-1, up 1-10, down 10-20, unknown 20-45, down 45-60")
        #expect(
            second.history(of: us, from: time(0), to: time(60)).segments.map(\.down) == [nil, 0, 1, nil, 1]
        )
        await database.close()
    }

    @Test("after a kill the time since the last mark is unknown, and it is an hour at most")
    func kill() async throws {
        let folder = try ScratchFolder()
        let database = try await open(.history(in: folder.path))
        let first = try await History.open(database, at: moment(0))
        for minute in Int64(0)...200 {
            first.observe(view(["a": .up]), at: moment(minute))
            try await first.tick(at: moment(minute))
        }
        try folder.killed("history.db", as: "killed.db")
        await database.close()
        let file = DatabaseFile(path: folder.path + "/killed.db", durability: .normal, damage: .setAside)
        let again = try await open(file)
        let second = try await History.open(again, at: moment(300))
        second.observe(view(["a": .up]), at: moment(310))
        #expect(second.text(0, 320) == "up 0-181, unknown 181-310, up 310-320")
        await again.close()
        let third = try await open(file)
        let told = try await History.open(third, lastEvent: time(199), at: moment(300))
        #expect(told.text(0, 320) == "up 0-199, unknown 199-320")
        await third.close()
    }

    @Test("the same view again costs nothing, a realm that is no longer listed is unknown")
    func quiet() async throws {
        let database = try await open(.memory)
        let history = try await History.open(database, at: moment(0))
        for minute in Int64(0)..<10 { history.observe(view(["a": .up, "b": .up]), at: moment(minute)) }
        history.observe(view(["b": .up]), at: moment(10))
        history.observe(view([:], .waiting), at: moment(15))
        #expect(history.text(0, 20) == "up 0-10, unknown 10-20")
        try await history.stop(at: moment(20))
        let rows = try await database.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM transitions") { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(rows == 6, "fresh, a up, b up, a unknown, waiting, off")
    }

    @Test("a state that began before we were told has its own date")
    func since() async throws {
        let history = try await History.open(try await open(.memory), at: moment(0))
        history.observe(view(["a": .up]), at: moment(0))
        var later = view(["a": .down])
        later.realms[0].since = time(7)
        history.observe(later, at: moment(9))
        #expect(history.text(0, 10) == "up 0-7, down 7-10")
    }

    @Test("a disk that refuses loses nothing: it is written when there is space again")
    func fullDisk() async throws {
        let database = try await open(.memory)
        let history = try await History.open(database, at: moment(0))
        func limit(_ pages: Int) async throws {
            try await database.write("limit") { db throws(SQLiteError) in
                try db.execute("PRAGMA max_page_count = \(pages)")
            }
        }
        try await limit(1)
        let many = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("realm-\($0)", RealmState.up) })
        history.observe(view(many), at: moment(0))
        let error = await failure(SQLiteError.self) { try await history.tick(at: moment(1)) }
        #expect(error?.code == .full)
        try await limit(1_000_000)
        try await history.tick(at: moment(2))
        let again = try await History.open(database, at: moment(3))
        #expect(again.text(0, 4, of: RealmKey(source: us, slug: "realm-1999")) == "up 0-2, unknown 2-4")
    }

    @Test("what is seen before its file can be opened comes after what the file holds, and is stored")
    func lateFile() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.history(in: folder.path)
        let before = try await History.open(try await open(file), at: moment(0))
        before.observe(view(["a": .up]), at: moment(0))
        before.observe(view(["a": .down]), at: moment(10))
        try await before.stop(at: moment(20))
        let late = History(at: moment(30))
        late.observe(view(["a": .up]), at: moment(40))
        let error = await failure(SQLiteError.self) { try await late.tick(at: moment(42)) }
        #expect(error?.code == .cannotOpen)
        #expect(late.text(0, 50) == "unknown 0-40, up 40-50")
        let opened = try await open(file)
        try await late.keep(in: opened)
        let whole = "up 0-10, down 10-20, unknown 20-40, up 40-50"
        #expect(late.text(0, 50) == whole)
        try await late.tick(at: moment(45))
        await opened.close()
        let again = try await History.open(try await open(file), at: moment(60))
        #expect(again.text(0, 45) == "up 0-10, down 10-20, unknown 20-40, up 40-45")
    }

    @Test("a run that was killed while its file could not be used ends at its last event")
    func lateFileAfterKill() async throws {
        let folder = try ScratchFolder()
        let database = try await open(.history(in: folder.path))
        let first = try await History.open(database, at: moment(0))
        first.observe(view(["a": .up]), at: moment(0))
        try await first.tick(at: moment(2))
        let late = History(at: moment(30))
        late.observe(view(["a": .down]), at: moment(40))
        try await late.keep(in: database, lastEvent: time(5))
        #expect(late.text(0, 50) == "up 0-5, unknown 5-40, down 40-50")
        await database.close()
    }

    @Test("rows are bounded by age and by number, and states in force survive", arguments: [100, 100_000])
    func pruning(mostRows: Int) async throws {
        let database = try await open(.memory)
        let history = try await History.open(database, keepingRows: mostRows, at: moment(0))
        let day: Int64 = 1_440
        for number in Int64(0)..<200 {
            let now = moment(number * day)
            history.observe(view(["a": number % 2 == 0 ? .up : .down, "calm": .up]), at: now)
            try await history.tick(at: now)
            try await history.tick(at: moment(number * day + 60))
        }
        let rows = try await database.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM transitions") { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect((rows ?? 0) <= 95)
        let again = try await History.open(database, keepingRows: mostRows, at: moment(200 * day))
        #expect(again.text(150 * day, 151 * day) == "up \(150 * day)-\(151 * day)")
        let calm = RealmKey(source: us, slug: "calm")
        #expect(again.text(150 * day, 151 * day, of: calm) == "up \(150 * day)-\(151 * day)")
    }

    @Test("a loaded history equals the one in memory", arguments: Place.allCases)
    func property(place: Place) async throws {
        var random = SeededGenerator.announced(for: "history reload")
        let folder = try ScratchFolder()
        let database = try await open(place.file(in: folder))
        let history = try await History.open(database, at: moment(0))
        let minutes = Int64(TestEffort.rounds(50, most: 500))
        for minute in 0..<minutes {
            let states = ["a", "b", "c", "d"].map { slug in
                (slug, RealmState.allCases.randomElement(using: &random) ?? .unknown)
            }
            let freshness: FreshnessBody.State = Int.random(in: 0..<9, using: &random) == 0 ? .stale : .fresh
            history.observe(view(Dictionary(uniqueKeysWithValues: states), freshness), at: moment(minute))
            try await history.tick(at: moment(minute))
        }
        try await history.stop(at: moment(minutes))
        let again = try await History.open(database, at: moment(minutes + 1))
        for slug in ["a", "b", "c", "d"] {
            let key = RealmKey(source: us, slug: slug)
            #expect(
                again.history(of: key, from: time(-5), to: time(510))
                    == history.history(of: key, from: time(-5), to: time(510))
            )
        }
        #expect(
            again.history(of: us, from: time(-5), to: time(510))
                == history.history(of: us, from: time(-5), to: time(510))
        )
        await database.close()
    }

    @Test("a damaged history is begun again and keeps working")
    func damaged() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.history(in: folder.path)
        try Data(repeating: 0x55, count: 5_000).write(to: URL(filePath: file.path))
        let database = try await open(file)
        let history = try await History.open(database, at: moment(0))
        history.observe(view(["a": .up]), at: moment(0))
        try await history.stop(at: moment(5))
        #expect(history.text(0, 5) == "up 0-5")
        await database.close()
    }
}
