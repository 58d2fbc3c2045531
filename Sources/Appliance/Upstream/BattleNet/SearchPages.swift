import Core

/// The pages of one search as they arrive: whether they fit together, and what tells the whole from another one.
///
/// Each page is a document of its own for the server and for caches on the way, so the identity of the first says nothing
/// of what stands on the others.
struct SearchPages {
    /// Pages that have arrived.
    private(set) var count = 0
    private var total = 1
    /// Of each page, in order.
    private(set) var identities: [DocumentIdentity] = []

    /// A region has fewer than 200 connected realms, and a server's pages have a hundred.
    private static let most = 20

    /// Takes the next page; false when its numbers do not go with those before.
    mutating func add(_ identity: DocumentIdentity, page: Int, of pageCount: Int) -> Bool {
        guard page == count + 1, count == 0 || pageCount == total,
            (1...SearchPages.most).contains(pageCount)
        else { return false }
        total = pageCount
        count = page
        identities.append(identity)
        return true
    }

    var isComplete: Bool { count == total }

    /// The generation of the page that arrived last; nil when nothing tells it from another.
    var newest: String? {
        identities.last?.generation.map { "page \(count) of \(total) \($0)" }
    }

    /// The generation of the whole; nil unless every page has one.
    var generation: String? {
        let generations = identities.compactMap(\.generation)
        return generations.count == total ? generations.joined(separator: " ") : nil
    }

    /// When the whole was made: as early as its earliest page.
    var said: OriginTime? { OriginTime.earliest(of: identities.map(\.said)) }

    /// The validators of all pages, in order; none unless every page has one.
    var validators: [Validator] {
        let validators = identities.compactMap(\.validator)
        return validators.count == total ? validators : []
    }
}
