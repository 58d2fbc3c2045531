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

    private var file: URL { folder.url.appendingPathComponent("credential") }

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

    @Test("the same one is found again, also by all who make it at once")
    func kept() async throws {
        let found = Texts()
        let url = folder.url
        try await offPool {
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let mine = PhoneStore(folder: url)
                found.add((try? mine.credential())?.text ?? "none")
            }
        }
        let kept = try store.credential().text
        #expect(found.all == [kept])
    }

    @Test("a refused one is replaced once, whoever is quicker")
    func renewed() throws {
        let refused = try store.credential()
        let fresh = try store.credential(insteadOf: refused)
        #expect(fresh != refused)
        #expect(try store.credential(insteadOf: refused) == fresh)
        #expect(try store.credential() == fresh)
    }

    @Test("what somebody else wrote there is kept aside")
    func foreign() throws {
        try Data("somebody's notes".utf8).write(to: file)
        let credential = try store.credential()
        #expect(try String(contentsOf: file, encoding: .utf8) == credential.text)
        let aside = file.appendingPathExtension("unreadable")
        #expect(try String(contentsOf: aside, encoding: .utf8) == "somebody's notes")
    }

    @Test("a file that cannot be read is an error, and nobody becomes somebody new")
    func locked() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(throws: WatchpostError.self) { try store.credential() }
    }

    @Test("lists are kept by region, and a record that cannot be read is empty")
    func records() throws {
        let list = WatchListBody(region: .eu, version: 3, realms: ["retail/kazzak"], kinds: WatchKindsBody())
        try store.change { $0.watchLists["eu"] = list }
        try store.change { $0.profile = PhoneProfile(name: "P", locale: "en", timeZone: "UTC") }
        #expect(store.record().watchLists == ["eu": list])
        #expect(store.record().profile?.name == "P")
        try Data("{".utf8).write(to: folder.url.appendingPathComponent("phone.json"))
        #expect(store.record() == PhoneRecord())
    }

    @Test("who forgets is somebody new, without lists")
    func forgotten() throws {
        let before = try store.credential()
        try store.change { $0.profile = PhoneProfile(locale: "en", timeZone: "UTC") }
        try store.forget(before)
        #expect(try store.credential() != before)
        #expect(store.record() == PhoneRecord())
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
