/// Turns pages: which of those that exist now is on.
struct PageTurner: Sendable {
    private var ids: [String] = []
    private var index = 0
    /// When the page that is on came, on the monotonic clock.
    private var since = Duration.zero
    /// Asked for by hand since the last selection.
    private var request: Request?

    /// What somebody at the box may ask for.
    private enum Request {
        case next
        case page(startingWith: String)
    }

    /// The next page, now.
    mutating func advance() { request = .next }

    /// The first page whose id starts so, now, if there is one.
    mutating func turn(toPage id: String) { request = .page(startingWith: id) }

    /// Chooses the page and says when to turn; nil when there is only one.
    ///
    /// A page stays in its place while others come and go. When none of the earlier pages is left, an outage
    /// has begun or ended and the first of the new ones is on at once.
    mutating func select(from wanted: [String], at now: Duration, each: Duration) -> (
        index: Int, until: Duration?
    ) {
        guard !wanted.isEmpty else { return (0, nil) }
        if let place = ids.indices.contains(index) ? wanted.firstIndex(of: ids[index]) : nil {
            index = place
            turn(count: wanted.count, at: now, each: each)
        } else {
            index = Set(wanted).isDisjoint(with: ids) ? 0 : min(index, wanted.count - 1)
            since = now
        }
        obey(wanted, at: now)
        ids = wanted
        return (index, wanted.count > 1 ? since + each : nil)
    }

    private mutating func obey(_ wanted: [String], at now: Duration) {
        switch request {
        case .next: index = (index + 1) % wanted.count
        case .page(let id): index = wanted.firstIndex { $0.hasPrefix(id) } ?? index
        case nil: return
        }
        request = nil
        since = now
    }

    private mutating func turn(count: Int, at now: Duration, each: Duration) {
        guard now - since >= each else { return }
        index = (index + 1) % count
        since = now
    }
}
