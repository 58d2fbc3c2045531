import Core

/// What a reader reports beside values that are wrong by themselves.
extension TableReader {
    /// Where the value of a key stands, the table itself when it is absent.
    package func place(of name: String) -> TextPlace {
        table[name]?.node.place ?? place ?? TextPlace(line: 1, column: 1)
    }

    /// Reports a problem of the key `name` that its form cannot see, such as a conflict with another key.
    package func refuse(_ name: String, _ reason: String, remedy: String = "") {
        problems.add(
            ConfigurationProblem(
                place: place(of: name),
                key: spot(of: name).path,
                value: table[name]?.node.shown ?? "",
                reason: reason,
                remedy: remedy
            )
        )
    }

    /// Reports a key that cannot be one, in a table whose keys are free names.
    package func refuseKey(_ name: String, _ reason: String, remedy: String = "") {
        ask(for: name)
        let keyPlace = table[name]?.keyPlace ?? place(of: name)
        problems.add(
            ConfigurationProblem(place: keyPlace, key: spot(of: name).path, reason: reason, remedy: remedy)
        )
    }

    /// Reports a problem of the table itself.
    package func refuseTable(_ reason: String, remedy: String = "") {
        problems.add(
            ConfigurationProblem(
                place: place ?? TextPlace(line: 1, column: 1),
                key: path,
                reason: reason,
                remedy: remedy
            )
        )
    }

    /// Reports the keys that nobody asked for, here and in every nested table that was opened.
    package func finish() {
        for entry in table.entries where !askedFor.contains(entry.key) {
            problems.add(
                ConfigurationProblem(
                    place: entry.keyPlace,
                    key: spot(of: entry.key).path,
                    value: entry.node.shown,
                    reason: "is not a key that is known here",
                    remedy: remedy(forUnknown: entry.key)
                )
            )
        }
        for reader in nested { reader.finish() }
    }

    private func remedy(forUnknown name: String) -> String {
        if let near = NearestName.of(name, among: askedFor) { return "did you mean \"\(near)\"?" }
        guard !askedFor.isEmpty else { return "remove it" }
        // Some are asked for more than once, because what they mean depends on others.
        return "known are \(Set(askedFor).sorted().joined(separator: ", "))"
    }

    func spot(of name: String) -> ValueSpot {
        let shown = TOMLNode.printable(name, limit: 60)
        return ValueSpot(path: path.isEmpty ? shown : "\(path).\(shown)", problems: problems)
    }
}
