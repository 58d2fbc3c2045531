/// A text that must never reach a log, a message or a page: it does not print itself.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself, for the one place that sends it.
    package let exposed: String

    package init(_ text: String) {
        exposed = text
    }

    package var description: String { "•••" }
    package var debugDescription: String { "•••" }
    /// Without children, so that `dump` and test failures do not print it either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
