/// One thing that is wrong with a settings file, told so that it can be put right.
package struct ConfigurationProblem: Hashable, Sendable {
    package var place: TextPlace
    /// The full path of the key, `panel.lamp[1].name`; empty when the problem is not about one key.
    package var key: String
    /// The value as it is quoted to a person; empty when there is none to quote (never a secret).
    package var value: String
    /// What is wrong, without a full stop.
    package var reason: String
    /// What to do about it, without a full stop; may be empty.
    package var remedy: String

    package init(place: TextPlace, key: String, value: String = "", reason: String, remedy: String = "") {
        self.place = place
        self.key = key
        self.value = value
        self.reason = reason
        self.remedy = remedy
    }

    /// `FILE:LINE:COLUMN: key: value: what is wrong; remedy`, the form that editors can jump to.
    package func line(file: String) -> String {
        "\(file):\(place): \(words)"
    }

    /// `key: value: what is wrong; remedy`.
    package var words: String {
        let parts = [key, value, remedy.isEmpty ? reason : "\(reason); \(remedy)"]
        return parts.filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension ConfigurationProblem {
    /// A syntax error as the only problem of a file.
    package init(_ error: TOMLSyntaxError) {
        self.init(place: error.place, key: "", reason: error.reason)
    }
}
