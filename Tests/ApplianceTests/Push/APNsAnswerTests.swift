import Core
import Testing

@testable import Appliance
@testable import Push

/// What is expected of a reason.
enum ExpectedReaction: Sendable {
    case gone, unusable, refused, phoneWaits, held, serverFails, tokenIsOld, tokenIsTooNew, otherConnection
}

@Suite("Answers of APNs")
struct APNsAnswerTests {
    /// Every reason that Apple documents, with the status it comes with.
    private static let reasons: [(Int, String, ExpectedReaction)] = [
        (400, "BadCollapseId", .refused), (400, "BadDeviceToken", .unusable),
        (400, "BadExpirationDate", .refused),
        (400, "BadMessageId", .refused), (400, "BadPriority", .refused), (400, "BadTopic", .held),
        (400, "DeviceTokenNotForTopic", .unusable), (400, "DuplicateHeaders", .refused),
        (400, "IdleTimeout", .otherConnection), (400, "InvalidPushType", .refused),
        (400, "MissingDeviceToken", .refused), (400, "MissingTopic", .held), (400, "PayloadEmpty", .refused),
        (400, "TopicDisallowed", .held), (403, "BadCertificate", .held),
        (403, "BadCertificateEnvironment", .held),
        (403, "ExpiredProviderToken", .tokenIsOld), (403, "Forbidden", .held),
        (403, "InvalidProviderToken", .held),
        (403, "MissingProviderToken", .held), (403, "UnrelatedKeyIdInToken", .otherConnection),
        (403, "BadEnvironmentKeyIdInToken", .held), (403, "BadEnvironmentKeyInToken", .held),
        (404, "BadPath", .refused), (405, "MethodNotAllowed", .refused), (410, "ExpiredToken", .gone),
        (410, "Unregistered", .gone), (413, "PayloadTooLarge", .refused),
        (429, "TooManyProviderTokenUpdates", .tokenIsTooNew), (429, "TooManyRequests", .phoneWaits),
        (500, "InternalServerError", .serverFails), (503, "ServiceUnavailable", .serverFails),
        (503, "Shutdown", .otherConnection),
    ]

    /// The reasons alone.
    static let words = reasons.map { $0.1 }

    @Test("each documented reason has its reaction", arguments: reasons)
    func documented(status: Int, reason: String, expected: ExpectedReaction) {
        let body = Array(#"{"reason":"\#(reason)","timestamp":1700000000123}"#.utf8)
        let verdict = APNsAnswer.verdict(status: status, body: body)
        #expect(verdict.outcome.reason == reason)
        switch expected {
        case .gone:
            #expect(verdict.outcome == .gone(confirmedAtMilliseconds: 1_700_000_000_123, reason: reason))
        case .unusable:
            #expect(verdict.outcome == .unusable(reason: reason))
            #expect(verdict.remedy == (reason == "BadDeviceToken" ? .otherEnvironment : nil))
        case .refused: #expect(verdict == PushVerdict(outcome: .refused(reason: reason)))
        case .phoneWaits:
            #expect(verdict == PushVerdict(outcome: .backOff(after: nil, reason: reason)))
        case .held:
            #expect(verdict.outcome == .channelHeld(after: .seconds(3_600), reason: reason))
            let isOfToken = reason == "InvalidProviderToken"
            #expect(
                verdict.health == (isOfToken ? .refusedToken(.seconds(3_600)) : .held(.seconds(3_600)))
            )
            #expect(verdict.remedy == nil)
        case .serverFails:
            #expect(verdict.outcome == .backOff(after: .seconds(900), reason: reason))
            #expect(verdict.health == .failing)
        case .tokenIsOld: #expect(verdict.remedy == .newToken)
        case .tokenIsTooNew: #expect(verdict.remedy == .olderToken)
        case .otherConnection: #expect(verdict.remedy == .newConnection)
        }
    }

    @Test("nothing that is about us, the message or the service takes a token away", arguments: reasons)
    func tokensStay(status: Int, reason: String, expected: ExpectedReaction) {
        let verdict = APNsAnswer.verdict(status: status, body: Array(#"{"reason":"\#(reason)"}"#.utf8))
        switch verdict.outcome {
        case .gone, .unusable: #expect(expected == .gone || expected == .unusable)
        default: #expect(expected != .gone && expected != .unusable)
        }
    }

    @Test(
        "what is not documented is judged by its status",
        arguments: [
            (200, "", .accepted), (200, #"{"reason":"Odd"}"#, .accepted),
            (400, "", .refused(reason: "HTTP 400")), (400, "<html>", .refused(reason: "HTTP 400")),
            (400, #"{"reason":"Novel"}"#, .refused(reason: "Novel (HTTP 400)")),
            (400, #"{"reason":7}"#, .refused(reason: "HTTP 400")),
            (400, #"["BadDeviceToken"]"#, .refused(reason: "HTTP 400")),
            (403, #"{"reason":"Novel"}"#, .channelHeld(after: .seconds(1_200), reason: "Novel (HTTP 403)")),
            (403, "\0\u{1}", .channelHeld(after: .seconds(1_200), reason: "HTTP 403")),
            (410, "", .gone(confirmedAtMilliseconds: nil, reason: "HTTP 410")),
            (
                410, #"{"reason":"Novel","timestamp":5}"#,
                .gone(confirmedAtMilliseconds: 5, reason: "Novel (HTTP 410)")
            ),
            (429, "", .backOff(after: nil, reason: "HTTP 429")),
            (408, "", .backOff(after: nil, reason: "HTTP 408")),
            (425, "", .backOff(after: nil, reason: "HTTP 425")),
            (418, #"{"reason":"Novel"}"#, .backOff(after: nil, reason: "Novel (HTTP 418)")),
            (404, "", .refused(reason: "HTTP 404")), (413, "", .refused(reason: "HTTP 413")),
            (500, "", .backOff(after: .seconds(900), reason: "HTTP 500")),
            (502, "<html>", .backOff(after: .seconds(900), reason: "HTTP 502")),
            (301, "", .refused(reason: "HTTP 301")), (100, "", .refused(reason: "HTTP 100")),
        ] as [(Int, String, DeliveryOutcome)]
    )
    func other(status: Int, body: String, outcome: DeliveryOutcome) {
        #expect(APNsAnswer.verdict(status: status, body: Array(body.utf8)).outcome == outcome)
    }

    @Test("a body that lies about its size or depth is only a body")
    func hostileBodies() {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 4_096)
        #expect(APNsAnswer.verdict(status: 400, body: deep).outcome == .refused(reason: "HTTP 400"))
        let long = Array(#"{"reason":"\#(String(repeating: "x", count: 4_000))"}"#.utf8)
        #expect((APNsAnswer.verdict(status: 400, body: long).outcome.reason?.count ?? 0) < 80)
    }
}
