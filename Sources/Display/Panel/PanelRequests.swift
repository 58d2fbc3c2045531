/// What people asked the panel for, each for a while; times are monotonic.
struct PanelRequests: Sendable {
    /// Lamps and display tell which box this is.
    private(set) var identifyUntil: Duration?
    /// The display is lit though it is quiet.
    private(set) var awakeUntil: Duration?
    /// Quiet that was asked for by hand.
    private(set) var quietUntil: Duration?
    /// The addresses have a page.
    private(set) var addressUntil: Duration?
    private(set) var code: (title: String, code: String, until: Duration)?

    /// The ends that are still to come.
    var ends: [Duration] {
        [identifyUntil, awakeUntil, quietUntil, addressUntil, code?.until].compactMap { $0 }
    }

    /// Forgets what is over.
    mutating func expire(at now: Duration) {
        if let end = identifyUntil, now >= end { identifyUntil = nil }
        if let end = awakeUntil, now >= end { awakeUntil = nil }
        if let end = quietUntil, now >= end { quietUntil = nil }
        if let end = addressUntil, now >= end { addressUntil = nil }
        if let code, now >= code.until { self.code = nil }
    }

    mutating func identify(at now: Duration) { identifyUntil = now + Panel.identifyDuration }

    mutating func show(code: String, title: String, until end: Duration) {
        self.code = (title, code, end)
    }

    mutating func forgetCode() { code = nil }

    mutating func wake(at now: Duration) { awakeUntil = now + Panel.wakeDuration }

    /// Gives the addresses a page; a longer time that was given before stays.
    mutating func showAddresses(until end: Duration) { addressUntil = max(addressUntil ?? end, end) }

    /// Quiet now, whatever else was asked for before, a code on the display among it; asked for again, not any more.
    mutating func toggleQuiet(at now: Duration) {
        quietUntil = quietUntil == nil ? now + Panel.quietDuration : nil
        (awakeUntil, identifyUntil, code) = (nil, nil, nil)
    }
}
