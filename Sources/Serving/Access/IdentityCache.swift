package import Core

/// Who was found behind which credential lately, so that a personal request costs no row of the database.
///
/// Two generations of at most `most` entries each: when the newer one is full it becomes the older one, and what was not
/// asked for meanwhile goes. An entry counts for `age`; after that its credential is still known to have been good, which
/// decides about nothing but the pool (`CallPool`) and what it is counted by.
package struct IdentityCache: Sendable {
    /// What is known of a credential.
    package enum Finding: Sendable {
        case fresh(Caller)
        /// It was good once, and this one's; the store has to be asked.
        case aged(Caller)
        case unknown
    }

    private struct Entry: Sendable {
        let caller: Caller
        let until: Duration
    }

    package let most: Int
    package let age: Duration
    private var newer: [CredentialHash: Entry] = [:]
    private var older: [CredentialHash: Entry] = [:]
    /// How often something was forgotten: what was read from a store before must not be kept after it.
    package private(set) var version: UInt64 = 0

    package init(most: Int = 1_024, age: Duration = .seconds(900)) {
        self.most = max(most, 1)
        self.age = age
    }

    package var count: Int { newer.count + older.count }

    package mutating func find(_ hash: CredentialHash, at now: Duration) -> Finding {
        guard let entry = newer[hash] ?? older[hash] else { return .unknown }
        if older[hash] != nil { insert(entry, hash) }
        return now < entry.until ? .fresh(entry.caller) : .aged(entry.caller)
    }

    /// Keeps what a store said, unless something was forgotten since `version` was read, which was before the store
    /// was asked.
    package mutating func keep(
        _ caller: Caller,
        _ hash: CredentialHash,
        since version: UInt64,
        at now: Duration
    ) {
        guard version == self.version else { return }
        insert(Entry(caller: caller, until: now + age), hash)
    }

    /// Drops everybody whom a change concerns.
    package mutating func forget(_ change: IdentityChange) {
        version += 1
        if change == .everybody {
            newer = [:]
            older = [:]
            return
        }
        newer = newer.filter { !$0.value.caller.isConcerned(by: change) }
        older = older.filter { !$0.value.caller.isConcerned(by: change) }
    }

    private mutating func insert(_ entry: Entry, _ hash: CredentialHash) {
        older[hash] = nil
        if newer.count >= most && newer[hash] == nil {
            older = newer
            newer = [:]
        }
        newer[hash] = entry
    }
}

extension Caller {
    /// The person behind it, if it has one.
    private var person: Int64? {
        switch self {
        case .device(let identity): identity.person
        case .install(let identity): identity.person
        case .developer(let identity): identity.person
        case .stranger, .server, .owner: nil
        }
    }

    /// Whether what is known of it may be wrong after a change.
    fileprivate func isConcerned(by change: IdentityChange) -> Bool {
        switch (change, self) {
        case (.everybody, _): true
        case (.device(let id), .device(let identity)): identity.id == id
        case (.person(let id), _): person == id
        case (.install(let id), .install(let identity)): identity.id == id
        case (.game(let id), .install(let identity)): identity.key == id
        case (.game(let id), .server(let identity)): identity.game == id
        case (.session(let id), .developer(let identity)): identity.id == id
        default: false
        }
    }
}

/// Owns the caches and counts; every method may be called from any thread and waits only for a short lock.
///
/// Installations of games have one of their own: anybody can register some, and phones would be driven out.
package final class KnownIdentities: Sendable {
    private struct Caches: Sendable {
        var games: IdentityCache
        var others: IdentityCache
    }

    private let caches: Locked<Caches>
    /// Credentials whose caller was known, and those for which a store had to be asked.
    package let hits = Metric()
    package let misses = Metric()

    package init(_ cache: IdentityCache = IdentityCache()) {
        caches = Locked(Caches(games: cache, others: cache))
    }

    /// Only those that are `fresh` spare a store.
    package func find(_ hash: CredentialHash, at now: Duration) -> IdentityCache.Finding {
        caches.withLock { caches in
            let found = caches.others.find(hash, at: now)
            if case .unknown = found { return caches.games.find(hash, at: now) }
            return found
        }
    }

    /// To be read before a store is asked.
    package var version: UInt64 { caches.withLock { $0.others.version } }

    package func keep(_ caller: Caller, _ hash: CredentialHash, since version: UInt64, at now: Duration) {
        caches.withLock { caches in
            if caller.kind == .install {
                caches.games.keep(caller, hash, since: version, at: now)
            } else {
                caches.others.keep(caller, hash, since: version, at: now)
            }
        }
    }

    /// To be called after the commit of a change and before anybody is told of it.
    package func forget(_ change: IdentityChange) {
        caches.withLock { caches in
            caches.games.forget(change)
            caches.others.forget(change)
        }
    }

    /// Its lines of `/metrics`.
    package var metrics: [MetricSeries] {
        let help = "Personal requests by whether their caller was known without asking the disk."
        let requests = [("hit", hits), ("miss", misses)].map { result, metric in
            MetricSeries(
                "watchpost_identity_cache_requests_total",
                .counter,
                help: help,
                labels: ["result": result]
            ) { metric.value }
        }
        let entries = MetricSeries(
            "watchpost_identity_cache_entries",
            .gauge,
            help: "Callers that are kept."
        ) {
            self.caches.withLock { $0.games.count + $0.others.count }
        }
        return requests + [entries]
    }
}
