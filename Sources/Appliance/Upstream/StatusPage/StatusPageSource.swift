import Core
import JSONReading
import SystemSupport
import WatchpostModel

/// Polls one list of the status page: one POST, the whole list in one answer.
///
/// The answers of a POST have no validators to ask with, so there are no conditional requests.
struct StatusPageSource: RealmSource {
    let feed: RealmFeed
    /// As the page calls it: `us`, `classic-eu`.
    let list: String
    let access: StatusPageAccess

    /// In bytes; the longest list has some 80,000.
    private static let longestAnswer = 1 << 20
    /// The words by which a persisted query is refused (Apollo's protocol for them).
    static let unknownQuestions = ["PersistedQueryNotFound", "PersistedQueryNotSupported"]

    func wait() -> Duration? { access.wait(list) }

    func poll() async throws(PollFault) -> PollAnswer {
        defer { MemoryPressure.returnFreedPages() }
        if let refusal = access.refusal(list) {
            var fault = lack(refusal.words)
            fault.wasAsked = false
            throw fault
        }
        let document = try read(try await ask())
        access.answered(list)
        return .document(document, requests: 1)
    }

    /// Nothing of an answer is ever sent back.
    func settle(believed: Bool) async {}

    /// The pacer sees to it.
    func least(requests: Int) -> Duration { .zero }

    private func ask() async throws(PollFault) -> HTTPReply {
        var request = HTTPRequest(
            method: .post,
            url: access.settings.url.text,
            headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
            timeout: access.settings.timeout,
            maximumBody: StatusPageSource.longestAnswer
        )
        // Both are letters, digits and hyphens: nothing to escape.
        request.body =
            #"{"operationName":"GetInitialRealmStatusData","variables":{"input":"#
            + #"{"compoundRegionGameVersionSlug":"\#(list)"}},"extensions":{"persistedQuery":"#
            + #"{"version":1,"sha256Hash":"\#(access.settings.queryHash)"}}}"#
        do throws(HTTPFault) {
            return try await access.tools.send(request)
        } catch {
            guard error.mayBeOurs else { throw fault("\(error)") }
            throw PollFault(
                description: "Blizzard's status page \(feed): \(error)",
                mayBeOurs: true
            )
        }
    }

    private func read(_ reply: HTTPReply) throws(PollFault) -> RegionDocument {
        if let refusal = StatusPageSource.refusal(reply.status) { throw refused(refusal, reply) }
        let body: JSONElement
        let wasRepaired: Bool
        do throws(JSONFault) {
            (body, wasRepaired) = try JSONElement.repairing(reply.body, limits: .document)
        } catch {
            throw fault(reply.status == 200 ? "it \(error)" : "it answered HTTP \(reply.status)")
        }
        if let errors = body["errors"], !errors.isNull { throw fault(of: errors, in: reply) }
        guard reply.status == 200 else { throw fault("it answered HTTP \(reply.status)") }
        guard let rows = body["data"]?["Realms"], rows.kind == .array else {
            throw fault("it answered something that is not a list of realms")
        }
        var reader = StatusPageReader(region: feed.region, wasRepaired: wasRepaired)
        for row in rows.elements {
            reader.read(row)
            guard !reader.isTooLarge else { throw fault("it answered more realms than a region can have") }
        }
        guard !reader.groups.isEmpty || reader.hasOddRows else {
            throw fault("it answered an empty list of realms")
        }
        return RegionDocument(
            groups: reader.groups,
            generation: nil,
            unreadable: reader.unreadable,
            nameless: reader.nameless
        )
    }

    /// A status by which an upstream says that it does not want to be asked.
    static func refusal(_ status: Int) -> RequestPacer.Refusal? {
        switch status {
        case 401, 403, 451: .forbidden(status: status)
        case 404, 410: .gone(status: status)
        case 429: .tooMany
        default: nil
        }
    }

    /// Errors of GraphQL: a question that is not known is known by its word, whatever the status.
    private func fault(of errors: JSONElement, in reply: HTTPReply) -> PollFault {
        let messages = errors.elements.prefix(10).compactMap { $0["message"]?.string(atMost: 200) }
        if let word = StatusPageSource.unknownQuestions.first(where: { messages.contains($0) }) {
            return refused(.unknownQuestion(word), reply)
        }
        return fault("it answered with an error" + (messages.first.map { ": \($0)" } ?? ""))
    }

    private func refused(_ refusal: RequestPacer.Refusal, _ reply: HTTPReply) -> PollFault {
        access.refused(
            list,
            refusal,
            retryAfter: RetryAfter.duration(in: reply, at: access.tools.clock.now().wall)
        )
        return lack(refusal.words)
    }

    /// The page stands in for a Battle.net client: where it says no, that is what the box lacks.
    private func lack(_ what: String) -> PollFault {
        PollFault(
            description:
                "not set up: without a Battle.net client \(feed) is read from Blizzard's status page, and "
                + what,
            needsSetUp: .whileRefused
        )
    }

    /// It went wrong this time: the last facts stay, and a box that has none yet is told what it lacks.
    private func fault(_ what: String) -> PollFault {
        PollFault(
            description: "Blizzard's status page \(feed): \(what)",
            needsSetUp: .withoutFacts
        )
    }
}
