/// Why hardware does not do what it was asked.
package struct HardwareError: Error, Hashable, Sendable, CustomStringConvertible {
    /// For the journal and the terminal: what was tried, what happened, what to do.
    package let words: String
    /// The same for a display of a few rows of sixteen characters: `GPIO17 is used by gpioset`.
    package let short: String

    package init(_ words: String, short: String? = nil) {
        self.words = words
        self.short = short ?? words
    }

    package var description: String { words }
}
