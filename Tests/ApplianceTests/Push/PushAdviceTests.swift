import Testing

@testable import Appliance
@testable import SystemSupport
@testable import Push

@Suite("What people are told about failures")
struct PushAdviceTests {
    @Test("every reason of APNs is explained in docs/notifications.md", arguments: APNsAnswerTests.words)
    func documented(reason: String) throws {
        let path = ConfigurationFixture.repositoryFile("docs/notifications.md")
        let text = try BoundedFile.read(path, limit: 65_536).text
        #expect(text.contains("`\(reason)`"))
    }

    @Test(
        "whatever holds the channel until somebody acts comes with advice",
        arguments: APNsAnswerTests.words
    )
    func advice(reason: String) {
        let verdict = APNsAnswer.verdict(status: 403, body: Array(#"{"reason":"\#(reason)"}"#.utf8))
        let hold = APNsAnswer.configurationHold
        guard verdict.health == .held(hold) || verdict.health == .refusedToken(hold) else { return }
        #expect(PushAdvice.words(for: reason) != nil)
    }
}
