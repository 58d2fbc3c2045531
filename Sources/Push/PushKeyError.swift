package import SystemSupport

/// Why a key that notices are signed with cannot be used, in words for the owner.
package struct PushKeyError: Error, Hashable, CustomStringConvertible {
    /// A clause with the file's path, the reason and the remedy, without a full stop.
    package let description: String

    package init(_ words: String) {
        description = words
    }

    /// `subject` names the key and its file.
    package init(_ subject: String, _ error: FileError) {
        let remedy = error.remedy.isEmpty ? "" : "; \(error.remedy)"
        description = "\(subject), cannot be used: \(error.reason)\(remedy)"
    }
}
