/// What paired phones changed about the appliance's settings, as it is stored.
package struct PhoneSettings: Hashable, Sendable {
    /// Counts the changes; 0: never changed.
    package var version: Int64
    /// JSON by the name that the API gives a setting; a name that is absent is the settings file's.
    package var values: [String: String]

    package init(version: Int64 = 0, values: [String: String] = [:]) {
        self.version = version
        self.values = values
    }

    /// With some of them changed; nil gives a setting back to the file.
    func changed(by changes: [String: String?]) -> PhoneSettings {
        var next = self
        for (name, value) in changes { next.values[name] = value }
        return next
    }
}
