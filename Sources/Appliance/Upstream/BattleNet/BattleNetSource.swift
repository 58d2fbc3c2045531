import Core
import FoundationEssentials
import WatchpostModel

/// What a poll found.
enum PollAnswer: Sendable {
    /// A complete document; `requests` says what it cost.
    case document(RegionDocument, requests: Int)
    /// The server says that nothing has changed.
    case unchanged
}

/// Where one source is polled.
struct BattleNetPlace: Sendable {
    var source: RealmSource
    /// `https://us.api.blizzard.com`, without a slash at the end.
    var apiURL: String
    /// `dynamic-us`.
    var namespace: String
    var issuer: TokenIssuer
    var timeout: Duration
}

/// Polls the realms of one source from the Game Data API: the search, whole region in one request; where that is not
/// to be had, the index and each connected realm by its number.
actor BattleNetSource {
    let place: BattleNetPlace
    let client: HTTPClient
    let tokens: AccessTokens
    let budget: @Sendable () -> Duration?
    /// The validator of the newest one-page document, sent back as a condition.
    private var validator: Validator?
    /// While the search is not to be had, polls until it is tried again.
    private var pollsWithoutSearch = 0

    private static let pageSize = 1_000
    private static let mostPages = 20
    private static let searchRetriedAfter = 30

    /// `budget` takes one request from what all sources share, or says how long to wait.
    init(
        place: BattleNetPlace,
        client: HTTPClient,
        tokens: AccessTokens,
        budget: @escaping @Sendable () -> Duration?
    ) {
        self.place = place
        self.client = client
        self.tokens = tokens
        self.budget = budget
    }

    /// One poll.
    func poll() async throws(PollFault) -> PollAnswer {
        defer { MemoryPressure.returnFreedPages() }
        if pollsWithoutSearch > 0 {
            pollsWithoutSearch -= 1
            return try await pollByIndex()
        }
        do throws(PollFault) {
            return try await pollBySearch()
        } catch {
            guard error.isMissing else { throw error }
            let answer = try await pollByIndex()
            pollsWithoutSearch = BattleNetSource.searchRetriedAfter
            return answer
        }
    }

    // The whole region in one request, or in as many pages as the server makes of it.
    private func pollBySearch() async throws(PollFault) -> PollAnswer {
        var reader = GroupReader()
        var groups: [ObservedGroup] = []
        var page = 1
        var pageCount = 1
        var generation: String?
        repeat {
            let path =
                "/data/wow/search/connected-realm?orderby=id&_page=\(page)&_pageSize=\(BattleNetSource.pageSize)"
            guard let reply = try await get(path, condition: page == 1 ? validator : nil) else {
                return .unchanged
            }
            let body = try decode(BattleNetBody.SearchPage.self, from: reply)
            guard body.page == page, page == 1 || body.pageCount == pageCount,
                (1...BattleNetSource.mostPages).contains(body.pageCount)
            else {
                throw fault(
                    "answered pages that do not fit together (page \(body.page) of \(body.pageCount))"
                )
            }
            for result in body.results { groups.append(try read(result.data, with: &reader)) }
            pageCount = body.pageCount
            if page == 1 {
                validator = pageCount == 1 ? Validator(reply) : nil
                generation = Validator(reply)?.generation ?? Validator.generation(of: reply)
            }
            page += 1
        } while page <= pageCount
        return .document(try complete(groups, generation: generation), requests: pageCount)
    }

    /// The index, then each connected realm by its number; dear, so only where the search is not to be had.
    private func pollByIndex() async throws(PollFault) -> PollAnswer {
        guard let reply = try await get("/data/wow/connected-realm/index?", condition: nil) else {
            return .unchanged
        }
        let links = try decode(BattleNetBody.Index.self, from: reply).connectedRealms
        let numbers = links.compactMap { BattleNetSource.number(in: $0.href) }
        guard numbers.count == links.count, numbers.count <= 1_000 else {
            throw fault("answered an index with links that lead nowhere")
        }
        var reader = GroupReader()
        var groups: [ObservedGroup] = []
        for number in numbers {
            guard let reply = try await get("/data/wow/connected-realm/\(number)?", condition: nil) else {
                continue
            }
            groups.append(try read(try decode(BattleNetBody.Group.self, from: reply), with: &reader))
        }
        return .document(try complete(groups, generation: nil), requests: numbers.count + 1)
    }

    /// The number in `…/connected-realm/11?namespace=…`.
    static func number(in address: String) -> Int64? {
        guard let slash = address.prefix(while: { $0 != "?" }).lastIndex(of: "/") else { return nil }
        return Int64(address[address.index(after: slash)...].prefix { $0.isNumber })
    }

    private func complete(_ groups: [ObservedGroup], generation: String?) throws(PollFault) -> RegionDocument
    {
        guard !groups.isEmpty else { throw fault("answered an empty list of realms") }
        return RegionDocument(groups: groups, generation: generation)
    }

    private func read(
        _ group: BattleNetBody.Group,
        with reader: inout GroupReader
    ) throws(PollFault) -> ObservedGroup {
        do throws(GroupReader.Nonsense) {
            return try reader.read(group)
        } catch {
            throw fault("answered nonsense: \(error)")
        }
    }
}
