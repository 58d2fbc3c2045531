import Foundation
import Testing
import WatchpostModel

@testable import Arena
@testable import Core
@testable import SystemSupport

@Suite("The secret behind the keys of games")
struct ArenaKeyFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("it is made once, for its owner only, and is the same ever after")
    func made() throws {
        try inFolder { folder in
            let path = "\(folder)/arena-key"
            #expect(try ArenaKeyFile.read(path) == nil)
            #expect(!KeptFile.arenaKey.isSound(path))
            let first = try ArenaKeyFile.open(in: folder)
            let again = try ArenaKeyFile.open(in: folder)
            #expect(first == again)
            let file = try BoundedFile.read(path, limit: 100)
            #expect(file.mode == 0o600 && file.text == first.exposed + "\n" && file.text.utf8.count == 65)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["arena-key"])
            #expect(KeptFile.arenaKey.isSound(path))
            try FileManager.default.removeItem(atPath: path)
            let other = try ArenaKeyFile.open(in: folder)
            #expect(first != other && GameKeys(first).mark != GameKeys(other).mark)
        }
    }

    @Test(
        "a file that holds no key is never written over, and says what to do",
        arguments: [
            "", "\n", "short", String(repeating: "g", count: 64), String(repeating: "A", count: 64), "a b",
        ]
    )
    func unsound(text: String) throws {
        try inFolder { folder in
            let path = "\(folder)/arena-key"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            do throws(FileError) {
                _ = try ArenaKeyFile.open(in: folder)
                Issue.record("it was taken")
            } catch {
                #expect(error.reason.contains(path) && error.reason.contains("put it back from a backup"))
            }
            #expect(!KeptFile.arenaKey.isSound(path))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test("a folder that cannot be written to is said to be the reason")
    func noFolder() throws {
        do throws(FileError) {
            _ = try ArenaKeyFile.open(in: "/proc")
            Issue.record("was made")
        } catch {
            #expect(error.reason.contains("/proc/arena-key"))
        }
    }

    private static func game(_ id: Int64, _ slug: String, keys: GameKeyVersions) throws -> Game {
        let facts = try GameFacts(slug: slug, name: "S", description: "", zone: "UTC")
        return Game(id: id, facts: facts, keys: keys, version: 1, since: UnixTime(seconds: 0), closedAt: nil)
    }

    @Test("every game, row, version and secret has another key, and each always the same")
    func derived() throws {
        let keys = GameKeys(Secret(String(repeating: "7", count: 64)))
        let first = GameKeyVersions(current: 1, oldUntil: nil)
        let snake = try Self.game(1, "snake", keys: first)
        let others = [
            keys.key(2, of: snake), keys.key(1, of: try Self.game(2, "snake", keys: first)),
            keys.key(1, of: try Self.game(1, "chess", keys: first)),
            GameKeys(Secret(String(repeating: "8", count: 64))).key(1, of: snake),
        ]
        let key = keys.key(1, of: snake)
        #expect(Set(others + [key]).count == 5)
        // By Python's hmac and hashlib.
        #expect(key.exposed == "a7cd6455905c4386a1ddd8ba6ab21a4af1a3867e863d13b39d0a767839bde5e0")
        #expect("\(keys)".contains("7777") == false)
    }

    @Test("a game may sign by its newest key, and by the one before in its grace")
    func accepted() throws {
        let keys = GameKeys(Secret(String(repeating: "7", count: 64)))
        let noon = UnixTime(seconds: 1_764_504_000)
        let game = try Self.game(1, "snake", keys: GameKeyVersions(current: 3, oldUntil: noon))
        #expect(keys.accepted(of: game, at: noon) == [3: Array(keys.key(3, of: game).exposed.utf8)])
        let before = keys.accepted(of: game, at: noon.advanced(by: -1))
        #expect(before.keys.sorted() == [2, 3] && before[2] == Array(keys.key(2, of: game).exposed.utf8))
    }
}
