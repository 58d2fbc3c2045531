/// Why a file cannot be used, in words that fit after “…cannot be used: ”.
package struct FileError: Error, Hashable, Sendable {
    /// Without a full stop.
    package let reason: String
    /// What to do, without a full stop; may be empty.
    package let remedy: String

    package init(_ reason: String, remedy: String = "") {
        self.reason = reason
        self.remedy = remedy
    }
}
