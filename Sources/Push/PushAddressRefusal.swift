/// Why a registration's push address cannot be used, in words for the app's author.
package struct PushAddressRefusal: Error, Hashable {
    /// What is the matter, as a stable word: apps say it in the person's language.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It is no address: the app is to be mended.
        case malformed = "push-address"
        /// It is at a push service that this appliance does not know; its owner can allow it.
        case unknownService = "unknown-service"
        /// It leads nowhere: the browser has none at the moment.
        case deadEnd = "dead-end"
        /// The appliance cannot send in this way.
        case notSetUp = "not-set-up"
        /// Our key cannot be used: the same address may be taken later.
        case broken = "push-broken"
    }

    /// One sentence without the address in it.
    package var words: String
    package var kind: Kind
    /// The host that is not known, or leads nowhere.
    package var service: String?

    package init(words: String, kind: Kind = .malformed, service: String? = nil) {
        self.words = words
        self.kind = kind
        self.service = service
    }
}
