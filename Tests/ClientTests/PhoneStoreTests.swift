import Dispatch
import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("What a phone keeps")
struct PhoneStoreTests {
    let folder: TemporaryFolder
    let store: PhoneStore

    init() throws {
        folder = try TemporaryFolder()
        store = PhoneStore(folder: folder.url)
    }

    private var credentials: URL { folder.url.appendingPathComponent("credentials.json") }
    private var lists: URL { folder.url.appendingPathComponent("phone.json") }

    @Test("a new credential has the form that the appliance takes, and no two are the same")
    func form() {
        var seen: Set<String> = []
        for _ in 0..<200 {
            let credential = PhoneCredential()
            let parts = credential.text.split(separator: ".").map(String.init)
            #expect(parts.map(\.utf8.count) == [22, 43])
            #expect(parts.first == credential.id)
            #expect(PhoneCredential(credential.text) == credential)
            #expect("\(credential)" == credential.id + ".…")
            seen.insert(credential.text)
        }
        #expect(seen.count == 200)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", ".", "a.b", String(repeating: "a", count: 66), String(repeating: "ä", count: 22) + ".",
        ]
    )
    func otherForms(text: String) {
        #expect(PhoneCredential(text) == nil)
    }

    @Test("the same one is found again, also by all who make it at once, and another one for each appliance")
    func kept() async throws {
        let found = Texts()
        let url = folder.url
        try await offPool {
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let mine = PhoneStore(folder: url)
                let credential = try? patiently { () throws(WatchpostError) in try mine.credential(for: "a") }
                found.add(credential?.text ?? "none")
            }
        }
        let kept = try store.credential(for: "a")
        #expect(found.all == [kept.text])
        #expect(try store.credential(for: "b") != kept)
        #expect(try store.knownCredential(for: "a") == kept)
        #expect(try store.knownCredential(for: "c") == nil)
    }

    @Test("a refused one is replaced once it was registered, by the same for all, and not before")
    func renewed() throws {
        let refused = try store.credential(for: "a")
        let fresh = try store.successor(of: refused, at: "a")
        #expect(fresh != refused)
        #expect(try store.successor(of: refused, at: "a") == fresh)
        #expect(try store.credential(for: "a") == refused)
        try store.accept(fresh, at: "a")
        #expect(try store.credential(for: "a") == fresh)
        // Another process that was refused meanwhile gets the one that is in use by now.
        #expect(try store.successor(of: refused, at: "a") == fresh)
    }

    @Test("a network that invents appliances neither fills the phone nor costs a credential that is in use")
    func invented() throws {
        let own = try store.credential(for: "home")
        try store.accept(own, at: "home")
        for number in 0..<100 { _ = try store.credential(for: "invented \(number)") }
        #expect(try store.credential(for: "home") == own)
        for number in 0..<100 {
            guard let made = try? store.credential(for: "accepting \(number)") else { continue }
            try store.accept(made, at: "accepting \(number)")
        }
        #expect(try store.credential(for: "home") == own)
        #expect(throws: WatchpostError.self) { try store.credential(for: "one more") }
        let size = try Data(contentsOf: credentials).count
        #expect(size < 10_000)
    }

    /// Content that no release of this library wrote, and what a pulled plug or another program may leave.
    static let damaged = [
        "somebody's notes", "{", "{\"version\":1}",
        "{\"version\":1,\"appliances\":{\"a\":{\"current\":\"x\"}}}", "[]",
    ]

    @Test("what cannot be read is kept aside with an error that says so, once", arguments: damaged)
    func foreign(text: String) throws {
        for (number, file) in [credentials, lists].enumerated() {
            try Data(text.utf8).write(to: file)
            let aside = file.path + ".unreadable-1"
            do {
                if number == 0 { _ = try store.credential(for: "a") } else { try store.change { _ in } }
                Issue.record("it was read")
            } catch {
                #expect("\(error)".contains(aside))
            }
            #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
            if number == 0 { _ = try store.credential(for: "a") } else { try store.change { _ in } }
            #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
        }
    }

    @Test("so many are kept aside, and after that nothing is lost and everything says so")
    func manyDamaged() throws {
        for number in 1...RecordFile.mostSetAside {
            try Data("\(number)".utf8).write(to: credentials)
            #expect(throws: WatchpostError.self) { try store.credential(for: "a") }
            let aside = "\(credentials.path).unreadable-\(number)"
            #expect(try String(contentsOfFile: aside, encoding: .utf8) == "\(number)")
        }
        try Data("last".utf8).write(to: credentials)
        for _ in 0..<2 { #expect(throws: WatchpostError.self) { try store.credential(for: "a") } }
        #expect(try String(contentsOf: credentials, encoding: .utf8) == "last")
    }

    @Test("what a newer release stored is left alone")
    func newer() throws {
        let text = "{\"version\":2,\"appliances\":[]}"
        for file in [credentials, lists] { try Data(text.utf8).write(to: file) }
        #expect(throws: WatchpostError.self) { try store.credential(for: "a") }
        #expect(throws: WatchpostError.self) { try store.change { $0.profile = PhoneProfile(name: "P") } }
        #expect(store.record() == PhoneRecord())
        for file in [credentials, lists] { #expect(try String(contentsOf: file, encoding: .utf8) == text) }
    }

    @Test("a file that cannot be read at the moment is an error, and nobody becomes somebody new")
    func locked() throws {
        for file in [credentials, lists] {
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        }
        #expect(throws: WatchpostError.self) { try store.credential(for: "a") }
        #expect(throws: WatchpostError.self) { try store.change { $0.profile = PhoneProfile(name: "P") } }
        #expect(throws: WatchpostError.self) { try store.forget(PhoneCredential(), at: "a") }
    }

    static func list(_ version: Int64) -> WatchListBody {
        WatchListBody(region: .eu, version: version, realms: ["retail/kazzak"], kinds: WatchKindsBody())
    }

    @Test("lists are kept by appliance and region")
    func records() throws {
        let seen = SeenList(Self.list(3), asked: 10, answered: 20)
        try store.change { $0.see(seen, of: "a", at: 20) }
        try store.change { $0.profile = PhoneProfile(name: "P", locale: "en", timeZone: "UTC") }
        #expect(store.record().lists["a"]?.watchLists == ["eu": seen])
        #expect(store.record().lists["b"] == nil)
        #expect(store.record().profile?.name == "P")
    }

    /// When it was asked and answered, its version, and whether it replaces version 5, asked at 10 and answered at 20.
    static let orders: [(asked: Int64, answered: Int64, version: Int64, isNewer: Bool)] = [
        // Later: the appliance may have lost the list and begun again.
        (20, 30, 6, true), (20, 30, 1, true),
        // Under way at the same time, by app and widget.
        (15, 25, 6, true), (15, 25, 5, true), (15, 25, 4, false), (5, 15, 6, true), (5, 15, 4, false),
        // Earlier, and written by a process that slept in between.
        (1, 9, 4, false), (1, 9, 6, false), (1, 10, 6, false),
    ]

    @Test("an older list takes no newer one's place", arguments: 0..<10)
    func order(row: Int) {
        let (asked, answered, version, isNewer) = Self.orders[row]
        var record = PhoneRecord()
        record.see(SeenList(Self.list(5), asked: 10, answered: 20), of: "a", at: 100)
        record.see(SeenList(Self.list(version), asked: asked, answered: answered), of: "a", at: 100)
        let kept = record.lists["a"]?.watchLists["eu"]?.asked
        #expect(kept == (isNewer ? asked : 10))
    }

    @Test("what a clock of the future noted is replaced")
    func future() {
        var record = PhoneRecord()
        record.see(SeenList(Self.list(5), asked: 900, answered: 901), of: "a", at: 901)
        record.see(SeenList(Self.list(1), asked: 10, answered: 20), of: "a", at: 20)
        #expect(record.lists["a"]?.watchLists["eu"]?.list.version == 1)
    }

    @Test("who forgets is somebody new at that appliance, without lists")
    func forgotten() throws {
        let before = try store.credential(for: "a")
        let other = try store.credential(for: "b")
        try store.change {
            $0.profile = PhoneProfile(locale: "en", timeZone: "UTC")
            $0.see(SeenList(Self.list(1), asked: 1, answered: 2), of: "a", at: 2)
        }
        try store.forget(before, at: "a")
        #expect(store.record() == PhoneRecord())
        #expect(try store.credential(for: "a") != before)
        #expect(try store.credential(for: "b") == other)
    }

    @Test("whoever cannot forget the lists keeps the credential, to say so again")
    func notForgotten() throws {
        let before = try store.credential(for: "a")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
        #expect(throws: WatchpostError.self) { try store.forget(before, at: "a") }
        #expect(try store.credential(for: "a") == before)
        try FileManager.default.removeItem(at: lists)
        try store.forget(before, at: "a")
        #expect(try store.credential(for: "a") != before)
    }
}

/// Texts from several threads; `@unchecked Sendable`: under its lock alone.
private final class Texts: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: Set<String> = []

    func add(_ text: String) {
        lock.withLock { _ = texts.insert(text) }
    }

    var all: Set<String> { lock.withLock { texts } }
}
