import Core
import SystemSupport

/// The documents of one walk through the index, and what tells each from another one.
///
/// Each connected realm has a document of its own, which server and caches mark apart from all others. They are asked
/// for without a condition: a body has a kilobyte, and it is requests that are scarce.
struct WalkedDocuments: Sendable {
    private var index: DocumentIdentity?
    /// By number; of one that could not be had this time the one before, with which the next is compared.
    private var groups: [Int64: DocumentIdentity] = [:]
    private var isWhole = true

    private struct Earlier: Sendable {
        var index: DocumentIdentity?
        var groups: [Int64: DocumentIdentity] = [:]
    }

    private var earlier = Earlier()

    /// A walk that begins; connected realms that the index no longer lists are forgotten with its end.
    func next() -> WalkedDocuments {
        var next = WalkedDocuments()
        next.earlier = Earlier(index: index, groups: groups)
        return next
    }

    /// The index has arrived.
    mutating func indexed(_ reply: HTTPReply) {
        index = DocumentIdentity(reply, after: earlier.index)
    }

    /// A connected realm's own document has arrived; `generation` is nil when nothing tells it from another.
    mutating func arrived(_ reply: HTTPReply, of number: Int64) -> (generation: String?, said: OriginTime?) {
        let identity = DocumentIdentity(reply, after: earlier.groups[number])
        groups[number] = identity
        return (identity.generation.map { "connected realm \(number) \($0)" }, identity.said)
    }

    /// A connected realm's own document could not be had.
    mutating func failed(_ number: Int64) {
        isWhole = false
        groups[number] = earlier.groups[number]
    }

    /// When the whole was made: as early as the earliest of its documents; nil unless all have arrived.
    var said: OriginTime? {
        isWhole ? OriginTime.earliest(of: groups.values.map(\.said) + [index?.said]) : nil
    }

    /// The generation of the whole; nil unless the index and every document have arrived with one.
    var generation: String? {
        guard isWhole, let index = index?.generation else { return nil }
        let generations = groups.sorted { $0.key < $1.key }.compactMap(\.value.generation)
        guard generations.count == groups.count else { return nil }
        return "walk " + SHA256Digest.hexadecimal(of: Array("\(index) \(generations)".utf8))
    }
}
