import Core
import Display
import FoundationEssentials
import Glibc
import Testing

@testable import Appliance
@testable import SystemSupport
@testable import Push

/// A folder with a key and a log, gone with its last user.
private final class KeyFolder: Sendable {
    let path: String
    let faults = Locked<[String]>([])

    init() throws {
        let above = FileManager.default.temporaryDirectory.path
        var name = Array("\(above)/watchpost-keys-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw CryptoFault.library("make a folder for the test") }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for file in [VAPIDKeyFile.name, "log"] { unlink("\(path)/\(file)") }
        rmdir(path)
    }

    var key: String { "\(path)/\(VAPIDKeyFile.name)" }

    func write(_ text: String) {
        guard let file = fopen(key, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    func log() throws -> Log { try #require(Log.file("\(path)/log", clock: .system)) }

    func lines() throws -> [String] {
        try BoundedFile.read("\(path)/log", limit: 65_536).text.split(separator: "\n").map { String($0) }
    }
}

@Suite("Keys of notices that cannot be used")
struct RecoverableAdapterTests {
    private static let registration = Array(
        (#"{"kind":"webpush","endpoint":"https://updates.push.services.mozilla.com/wpush/v2/x","keys":{"p256dh":""#
            + PushSamples.browserKey + #"","auth":""# + PushSamples.browserSecret + #""}}"#).utf8
    )

    private static func adapter(_ folder: String, _ box: AnswerBox) -> RecoverableAdapter<WebPushAdapter> {
        RecoverableAdapter(
            channel: WebPushAdapter.name,
            parallelism: 1,
            faultCode: "E21",
            answers: box.outlets.answers
        ) { () throws(PushKeyError) in
            WebPushAdapter(
                key: try VAPIDKeyFile.open(in: folder),
                contact: nil,
                hosts: [],
                reach: PushReach(),
                clock: .system,
                outlets: box.outlets
            )
        }
    }

    @Test(
        "a key that cannot be read stops this way alone, and stays as it is",
        arguments: ["", "rubbish", KeySamples.p384, "-----BEGIN PRIVATE KEY-----\n"]
    )
    func broken(text: String) throws {
        let folder = try KeyFolder()
        folder.write(text)
        let adapter = RecoverableAdapterTests.adapter(folder.path, AnswerBox())
        #expect(!adapter.isReady)
        #expect(adapter.working == nil)
        #expect(adapter.error?.description.contains("put it back from a backup") == true)
        do throws(PushAddressRefusal) {
            _ = try adapter.address(registering: RecoverableAdapterTests.registration, atMilliseconds: 1)
            Issue.record("was accepted")
        } catch {
            #expect(error.kind == .broken)
            #expect(error.words.contains("E21"))
        }
        adapter.recover()
        #expect(!adapter.isReady)
        let left = try BoundedFile.read(folder.key, limit: 4_096).text
        #expect(left == text)
    }

    @Test("what is sent to a way that is out of order is held, and costs no attempt")
    func held() async throws {
        let box = AnswerBox()
        let adapter = RecoverableAdapterTests.adapter("/proc", box)
        let address = DeviceAddress(
            channel: WebPushAdapter.name,
            text: "{}",
            key: [],
            registeredAtMilliseconds: 1
        )
        let delivery = PushDelivery(ticket: 4, message: PushSamples.message, address: address)
        let outcomes = await box.outcomes([delivery], adapter)
        #expect(
            outcomes == [4: [.channelHeld(after: .seconds(60), reason: "the box's key cannot be used")]]
        )
    }

    @Test("a fault is told once, and once when the key is back")
    func mended() async throws {
        let folder = try KeyFolder()
        folder.write("rubbish")
        let adapter = RecoverableAdapterTests.adapter(folder.path, AnswerBox())
        var mending = PushRecovery(parts: [adapter], log: try folder.log()) { code, fault in
            folder.faults.withLock { $0.append("\(code) \(fault?.isForLamps.description ?? "over")") }
            // The owner puts the file back once the panel told.
            if fault != nil { folder.write(KeySamples.p256) }
        }
        mending.period = .milliseconds(1)
        await mending.run()
        #expect(adapter.isReady)
        #expect(folder.faults.withLock { $0 } == ["E21 false", "E21 over"])
        let lines = try folder.lines()
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.contains("(E21)") == true)
        let address = try adapter.address(
            registering: RecoverableAdapterTests.registration,
            atMilliseconds: 1
        )
        #expect(address.channel == WebPushAdapter.name)
    }

    @Test("nothing is told, and nothing tried, when everything works")
    func fine() async throws {
        let folder = try KeyFolder()
        let adapter = RecoverableAdapterTests.adapter(folder.path, AnswerBox())
        let log = try folder.log()
        await PushRecovery(parts: [adapter], log: log, show: { _, _ in Issue.record("was told") }).run()
        #expect(try folder.lines().isEmpty)
    }

    @Test("Apple's key is read from its file, and trouble with it names the file and the remedy")
    func apns() throws {
        let folder = try KeyFolder()
        folder.write(KeySamples.p256 + "\n")
        let key = try APNsKeyFile.read(folder.key)
        #expect(key.point.count == 65)
        folder.write(KeySamples.p384)
        for (path, words) in [
            (folder.key, "it is not a key for the curve P-256; give the AuthKey_….p8 file"),
            ("\(folder.path)/nowhere", "there is no such file; check the path, or create the file"),
            (folder.path, "it is a directory"),
        ] {
            do throws(PushKeyError) {
                _ = try APNsKeyFile.read(path)
                Issue.record("was read: \(path)")
            } catch {
                #expect(error.description.contains(words))
                #expect(error.description.contains("the key for APNs, \(path), cannot be used"))
            }
        }
    }
}
