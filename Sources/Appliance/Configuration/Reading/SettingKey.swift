/// A key of a settings file, declared once: the reader reads it by this, the reference is printed from it.
package struct SettingKey<Value: Sendable>: Sendable {
    package let name: String
    package let form: ValueForm<Value>
    /// What an absent key means.
    package let fallback: Value
    /// One or two sentences for the reference.
    package let help: String

    package init(_ name: String, _ form: ValueForm<Value>, default fallback: Value, _ help: String) {
        self.name = name
        self.form = form
        self.fallback = fallback
        self.help = help
    }
}

/// A key whose default is not a value of its own: it is computed, or there is none.
package struct OptionalSettingKey<Value: Sendable>: Sendable {
    package let name: String
    package let form: ValueForm<Value>
    /// What an absent key means, in words: `the box's own zone`.
    package let absent: String
    /// One or two sentences for the reference.
    package let help: String

    package init(_ name: String, _ form: ValueForm<Value>, absent: String, _ help: String) {
        self.name = name
        self.form = form
        self.absent = absent
        self.help = help
    }
}

/// A row of the settings reference.
package protocol DescribedSetting: Sendable {
    var name: String { get }
    /// What an absent key means, as Markdown.
    var shownDefault: String { get }
    /// What may be written, as Markdown.
    var allowed: String { get }
    var help: String { get }
}

extension SettingKey: DescribedSetting {
    package var shownDefault: String { "`\(form.show(fallback))`" }
    package var allowed: String { form.allowed }
}

extension OptionalSettingKey: DescribedSetting {
    package var shownDefault: String { absent }
    package var allowed: String { form.allowed }
}
