/// Why a question to the upstream of rotations gave nothing.
package struct CheckFailure: Error, Hashable, Sendable {
    /// What is to be done about it.
    package enum Kind: Hashable, Sendable {
        /// No answer, or one that makes no sense: asked again soon, then less and less often.
        case trouble(retryAfter: Duration?)
        /// It was asked too often (429, or in words).
        case tooMany(retryAfter: Duration?)
        /// It will answer the same until a person has done something, and says so itself: the key is bad, or not linked to
        /// Discord, or the address is gone. It is left alone for a day.
        case refused
        /// It sounds the same, but may be the word of a gateway in between, which forgets it: asked again in minutes, and
        /// left alone for a day when it says so again.
        case perhapsRefused
    }

    package var kind: Kind
    /// For people, without the upstream's name: "it answered HTTP 500".
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
