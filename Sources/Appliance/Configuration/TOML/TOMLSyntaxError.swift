/// Why a text is not a TOML document, and where.
///
/// Only the first error is known: toml++ stops there.
package struct TOMLSyntaxError: Error, Hashable, Sendable {
    package let place: TextPlace
    /// A sentence without a full stop, and after a semicolon what to do, when that is known.
    package let reason: String

    package init(place: TextPlace, reason: String) {
        self.place = place
        self.reason = reason
    }
}
