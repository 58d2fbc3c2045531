import Core
import Push
import SystemSupport
import Display
import Testing
import TestSupport
import WatchpostModel

@testable import Appliance

@Suite("A push channel is its folder, its section of the settings and a line")
struct SampleChannelTests {
    /// Settings as they are read once the line is there.
    private static func configuration(_ text: String) throws -> Configuration {
        var configuration = try ConfigurationFixture.parse("")
        let problems = ProblemList()
        let reader = TableReader(try TOMLDocument(parsing: text), problems: problems)
        configuration.push = PushSection(
            reader.table("push"),
            publicURL: nil,
            context: LoadContext(
                environment: ConfigurationEnvironment(localZone: .local),
                readSecret: SecretFile.unread,
                warnings: problems
            ),
            kinds: [SampleChannel.self, APNsSection.self]
        )
        reader.finish()
        #expect(problems.sorted.isEmpty)
        return configuration
    }

    private static func adapters(_ configuration: Configuration, _ inbox: NoticeInbox) -> PushAdapters {
        PushAdapters(
            configuration,
            clock: .system,
            liveness: LivenessRegistry(clock: .system),
            log: .standardError(clock: .system, environment: [:]),
            answers: { inbox.answer($0) }
        )
    }

    @Test(
        "a phone that registers by it hears of its realm, and its list says so",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func delivers() async throws {
        let configuration = try SampleChannelTests.configuration("[push.pigeon]\nloft = \"roof\"")
        let channel = try #require(configuration.push.channels.first as? SampleChannel)
        let inbox = NoticeInbox(box: 7)
        let push = SampleChannelTests.adapters(configuration, inbox)
        #expect(push.all.map(\.channel) == ["pigeon"])
        let address = try PushRegistration(push).address("pigeon", Array("Kasia's window".utf8), 5)
        let appliance = try await DispatcherFixture(inbox: inbox, push: push.all, address: address)
        try await appliance.announce(.down, .down)
        try await appliance.waitFor(.sent, nil)
        let flown = channel.flown.withLock { $0 }
        #expect(flown.map(\.message.notice.title) == ["Kazzak is down"])
        #expect(flown.map(\.address.text) == ["Kasia's window"])
    }

    @Test("one whose key cannot be used is told by its own fault, and by check")
    func broken() async throws {
        let configuration = try SampleChannelTests.configuration("[push.pigeon]\nloft = \"closed\"")
        #expect(PushKeyReport(configuration: configuration).lines == ["E29: the loft is closed"])
        let push = SampleChannelTests.adapters(configuration, NoticeInbox(box: 7))
        #expect(push.recoverable.map(\.faultCode) == ["E29"])
        #expect(push.recoverable.first?.error?.description == "the loft is closed")
        do throws(PushAddressRefusal) {
            _ = try PushRegistration(push).address("pigeon", [], 5)
            Issue.record("was accepted")
        } catch {
            #expect(error.kind == .broken)
        }
    }

    @Test("its advice is given, and the others' still is")
    func advice() {
        let kinds = PushChannels.all + [SampleChannel.self]
        #expect(PushAdvice.words(for: "Hungry", by: kinds) == "feed the pigeon")
        #expect(PushAdvice.words(for: "Hungry") == nil)
        #expect(PushAdvice.words(for: "BadDeviceToken", by: kinds) == PushAdvice.words(for: "BadDeviceToken"))
    }

    @Test("without its table it is not set up, and apps are told nothing of it")
    func absent() throws {
        let configuration = try SampleChannelTests.configuration("")
        #expect(configuration.push.channels.isEmpty)
        let push = SampleChannelTests.adapters(configuration, NoticeInbox(box: 7))
        var about = AboutBody(id: "", version: "1", publicURL: nil, access: .local, site: "")
        let before = about
        PushRegistration(push).introduce(&about)
        #expect(about == before)
        do throws(PushAddressRefusal) {
            _ = try PushRegistration(push).address("pigeon", [], 5)
            Issue.record("was accepted")
        } catch {
            #expect(error.words.contains("none is configured"))
        }
    }

    @Test("names, faults and tables of the appliance's own channels are different ones")
    func different() {
        let all = PushChannels.all
        for words in [all.map { $0.name }, all.map { $0.faultCode }, all.map { $0.table.name }] {
            #expect(Set(words).count == all.count)
        }
    }
}
