import CoreSupport
import Foundation
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A disk that does not give back the log of `arena.db` for the moment in which it is to be emptied.
private final class FaultyLog: Sendable {
    private let log: URL
    private let isFaulty = Locked(false)
    private let taken = Locked<Data?>(nil)

    init(_ path: String) {
        log = URL(fileURLWithPath: path + "-wal")
    }

    /// From now on it fails, or does so no more.
    func set(_ isFaulty: Bool) {
        self.isFaulty.withLock { $0 = isFaulty }
    }

    var observer: Database.Observer {
        Database.Observer(
            onBegin: { [self] name in if name == "empty log", isFaulty.withLock({ $0 }) { take() } },
            onEnd: { [self] name in if name == "empty log" { giveBack() } }
        )
    }

    /// In the same file, which SQLite has open.
    private func take() {
        guard let bytes = try? Data(contentsOf: log), (try? Data().write(to: log)) != nil else { return }
        taken.withLock { $0 = bytes }
    }

    private func giveBack() {
        let bytes = taken.withLock { taken in
            defer { taken = nil }
            return taken
        }
        if let bytes { try? bytes.write(to: log) }
    }
}

@Suite("Players who go while the disk fails behind the commit")
struct RemovalFaultTests {
    private let noon = ArenaFixture.noon

    /// An arena in a file that overwrites what is deleted, with a player of this name.
    private func world(_ folder: ScratchFolder) async throws -> (ArenaFixture, FaultyLog, Player) {
        var file = DatabaseFile(path: folder.path + "/arena.db", durability: .full, damage: .report)
        (file.pageSize, file.overwrites) = (ArenaDatabase.pageSize, true)
        let log = FaultyLog(file.path)
        let arena = try await ArenaFixture(file: file, observer: log.observer)
        try await arena.addGame()
        let player = try #require(try await arena.player(1, name: "Zenobia"))
        return (arena, log, player)
    }

    /// Whether the name stands in any file of the folder.
    private func isNamed(in folder: ScratchFolder) throws -> Bool {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
            if bytes.range(of: Data("Zenobia".utf8)) != nil { return true }
        }
        return false
    }

    @Test(
        "whoever follows has heard of it, the caller is told of the fault, and the player is gone",
        arguments: [true, false]
    )
    func removal(isOwnWish: Bool) async throws {
        let folder = try ScratchFolder()
        let (arena, log, player) = try await world(folder)
        let told = Locked(0)
        log.set(true)
        let error = await failure(SQLiteError.self) {
            if isOwnWish {
                _ = try await arena.players.remove(player.id, named: "Zenobia", at: noon) { _ in
                    told.withLock { $0 += 1 }
                }
            } else {
                try await arena.players.remove(player.id, at: noon) { _ in told.withLock { $0 += 1 } }
            }
        }
        #expect(error != nil && told.withLock { $0 } == 1)
        #expect(try await arena.players.player(code: player.code) == nil)
        // Sent again it is done already; what stands in the log goes with the next one that is emptied.
        log.set(false)
        #expect(try await arena.players.remove(player.id, named: "Zenobia", at: noon) { _ in } == .unknown)
        let other = try #require(try await arena.player(2, name: "Jan"))
        try await arena.players.remove(other.id, at: noon)
        let news = NewsStore(database: arena.database)
        try await news.delete(try await news.next(most: 100))
        #expect(try !isNamed(in: folder))
    }

    @Test("news that say who is gone are taken once, also where the log could not be emptied behind them")
    func news() async throws {
        let folder = try ScratchFolder()
        let (arena, log, player) = try await world(folder)
        try await arena.players.remove(player.id, at: noon)
        let news = NewsStore(database: arena.database)
        let waiting = try await news.next(most: 100)
        #expect(!waiting.isEmpty && waiting.contains { $0.person == NewsTable.everybody })
        log.set(true)
        let error = await failure(SQLiteError.self) { try await news.delete(waiting) }
        #expect(error != nil)
        #expect(try await news.next(most: 100).isEmpty)
        log.set(false)
        try await news.delete(waiting)
        #expect(try !isNamed(in: folder))
    }
}
