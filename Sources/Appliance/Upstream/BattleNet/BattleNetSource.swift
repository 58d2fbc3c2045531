import Core
import FoundationEssentials
import SystemSupport
import WatchpostModel

/// Where one source is polled.
struct BattleNetPlace: Sendable {
    var source: RealmFeed
    /// `https://us.api.blizzard.com`, without a slash at the end.
    var apiURL: String
    /// `dynamic-us`.
    var namespace: String
    var issuer: TokenIssuer
    var timeout: Duration
}

/// What the sources share.
struct BattleNetAccess: Sendable {
    /// Sends one request.
    var send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply
    var tokens: AccessTokens
    var budget: SharedBudget
    var clock: SystemClock
}

/// Polls the realms of one source from the Game Data API: the search, whole region in one request or a few; where that
/// is refused again and again, the index and each connected realm by its number.
actor BattleNetSource: RealmSource {
    nonisolated let place: BattleNetPlace
    nonisolated let access: BattleNetAccess
    /// The validators of the newest document that was believed, one for each page; empty unless each page has one.
    private var validators: [Validator] = []
    /// Those of the newest answer, of which nobody has said yet whether it is believed.
    var unproven: [Validator] = []
    /// Of the pages of the newest answer.
    private var identities: [DocumentIdentity] = []
    /// Of the newest walk.
    var walked = WalkedDocuments()
    /// The names of the newest document.
    var texts = TextCache()
    /// Searches in a row that were refused.
    private var refusals = 0
    /// When the index may be walked again, monotonic.
    var nextWalk = Duration.zero
    /// Whether the newest walk gave no document.
    var hasWalkFailed = false

    private static let pageSize = 1_000
    /// A single refusal is an accident, and a walk costs a request for each connected realm.
    private static let refusalsUntilWalk = 3

    init(place: BattleNetPlace, access: BattleNetAccess) {
        self.place = place
        self.access = access
    }

    nonisolated var feed: RealmFeed { place.source }

    nonisolated func least(requests: Int) -> Duration { access.budget.pace(requests: requests) }

    /// One poll; whoever asked says with `settle` whether the answer is believed.
    func poll() async throws(PollFault) -> PollAnswer {
        defer { MemoryPressure.returnFreedPages() }
        do throws(PollFault) {
            let answer = try await search()
            refusals = 0
            return answer
        } catch {
            // Who says when to come back has not closed the search for good, and is not asked for more meanwhile.
            guard error.isRefusal, error.retryAfter == nil else { throw error }
            refusals += 1
            guard refusals >= BattleNetSource.refusalsUntilWalk else { throw error }
            return try await walkInstead(of: error)
        }
    }

    /// Only what was believed may be named as known: the server's word that it has not changed would make it fresh.
    func settle(believed: Bool) {
        validators = believed ? unproven : []
        unproven = validators
    }

    /// The whole region in one request, or in as many pages as the server makes of it.
    private func search() async throws(PollFault) -> PollAnswer {
        guard !validators.isEmpty else { return try await readPages() }
        var said: [OriginTime?] = []
        for (index, validator) in validators.enumerated() {
            let reply = try await get(searchPath(index + 1), unless: validator)
            guard reply.status == 304 else {
                // Rows move from page to page: one page that changed means that all of them are read again.
                return try await readPages(first: index == 0 ? reply : nil, spent: index + 1)
            }
            said.append(reply.originTime)
        }
        return .unchanged(requests: validators.count, said: OriginTime.earliest(of: said))
    }

    /// Reads every page, the first one from a reply that is here already; `spent` requests were made before.
    private func readPages(first: HTTPReply? = nil, spent: Int = 0) async throws(PollFault) -> PollAnswer {
        var reader = GroupReader(texts: texts)
        var pages = SearchPages()
        var known = first
        var requests = spent
        repeat {
            let reply: HTTPReply
            if let first = known {
                reply = first
                known = nil
            } else {
                reply = try await get(searchPath(pages.count + 1))
                requests += 1
            }
            try read(reply, with: &reader, of: &pages)
        } while !pages.isComplete
        let document = try complete(reader, generation: pages.generation, said: pages.said)
        // Not before: of an answer that is refused here nothing may be sent back as known.
        unproven = pages.validators
        identities = pages.identities
        return .document(document, requests: requests)
    }

    private func read(
        _ reply: HTTPReply,
        with reader: inout GroupReader,
        of pages: inout SearchPages
    ) throws(PollFault) {
        let (body, wasRepaired) = try parse(reply)
        let rows = try rows(body["results"])
        let identity = identity(of: reply, page: pages.count)
        guard let page = body["page"]?.int64, let count = body["pageCount"]?.int64,
            pages.add(identity, page: Int(page), of: Int(count))
        else { throw fault("answered pages that do not fit together") }
        reader.wasRepaired = wasRepaired
        reader.said = identity.said
        let generation = pages.newest
        for row in rows { reader.readRow(row, generation: generation) }
    }

    /// What identifies a page, `page` counted from 0.
    private func identity(of reply: HTTPReply, page: Int) -> DocumentIdentity {
        DocumentIdentity(reply, after: identities.indices.contains(page) ? identities[page] : nil)
    }

    /// The document, unless there is nothing in it, or more than there can be.
    func complete(
        _ reader: GroupReader,
        generation: String?,
        said: OriginTime?
    ) throws(PollFault) -> RegionDocument {
        guard !reader.isTooLarge else { throw fault("answered more realms than a region can have") }
        guard !reader.groups.isEmpty || reader.oddRows > 0 else {
            throw fault("answered an empty list of realms")
        }
        texts = reader.texts
        return RegionDocument(
            groups: reader.groups,
            generation: generation,
            unreadable: reader.unreadable,
            unanswered: reader.unanswered,
            nameless: reader.nameless,
            said: said
        )
    }

    private func searchPath(_ page: Int) -> String {
        "/data/wow/search/connected-realm?orderby=id&_page=\(page)&_pageSize=\(BattleNetSource.pageSize)"
    }
}
