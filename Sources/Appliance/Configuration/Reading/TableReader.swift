/// Reads the keys of one table by their declarations and reports everything that is wrong with them.
///
/// Usage: read every key the table may have, open the nested tables with `table` and `tables`, then call `finish`
/// on the outermost reader, which reports the keys that nobody asked for. A value that is missing or wrong reads as
/// its default, so that reading goes on and all problems come out at once. For one thread; short-lived.
package final class TableReader {
    /// The path of the table, `panel.lamp[1]`; empty for the file itself.
    package let path: String
    /// Where the table stands; nil when the file does not have it.
    package let place: TextPlace?
    package let problems: ProblemList

    private let table: TOMLTable
    private var known: [String] = []
    private var refused: Set<String> = []
    private var nested: [TableReader] = []

    /// A reader of a whole document.
    package convenience init(_ document: TOMLDocument, problems: ProblemList) {
        self.init(document.root, path: "", place: TextPlace(line: 1, column: 1), problems: problems)
    }

    /// A reader of a table inside a value, for forms that are tables.
    package init(_ table: TOMLTable, path: String, place: TextPlace?, problems: ProblemList) {
        self.table = table
        self.path = path
        self.place = place
        self.problems = problems
    }

    /// The value of `key`, its default when it is absent or wrong.
    package func value<Value>(_ key: SettingKey<Value>) -> Value {
        read(key.name, key.form) ?? key.fallback
    }

    /// The value of `key`, nil when it is absent or wrong.
    package func value<Value>(_ key: OptionalSettingKey<Value>) -> Value? {
        read(key.name, key.form)
    }

    /// The value of a key that must be there; nil, and reported, when it is absent or wrong.
    package func required<Value>(_ name: String, _ form: ValueForm<Value>) -> Value? {
        guard table[name] != nil else {
            known.append(name)
            problems.add(
                ConfigurationProblem(
                    place: place ?? TextPlace(line: 1, column: 1),
                    key: spot(of: name).path,
                    reason: "is missing",
                    remedy: "add it; allowed: \(form.allowed)"
                )
            )
            return nil
        }
        return read(name, form)
    }

    /// The value of a key that must be there; nil, and reported, when it is absent or wrong.
    package func required<Value>(_ key: OptionalSettingKey<Value>) -> Value? {
        required(key.name, key.form)
    }

    /// The value of a key by name and form, nil when it is absent or wrong.
    package func read<Value>(_ name: String, _ form: ValueForm<Value>) -> Value? {
        known.append(name)
        guard let entry = table[name] else { return nil }
        let value = form.read(entry.node, spot(of: name))
        if value == nil { refused.insert(name) }
        return value
    }

    /// Whether the value of the key was read and found wrong, so that what follows from it is not reported as well.
    package func isRefused(_ name: String) -> Bool {
        refused.contains(name)
    }

    /// Whether the file has the key.
    package func has(_ name: String) -> Bool {
        table[name] != nil
    }

    /// The keys that were asked for so far, for the test that the reference tells of each of them.
    package var askedFor: [String] { known }

    /// The keys of the table in the order of the file, for tables whose keys are free names.
    package var names: [String] { table.entries.map(\.key) }

    /// The nested table `name`; an empty one, with `place` nil, when it is absent or no table.
    package func table(_ name: String) -> TableReader {
        known.append(name)
        let path = spot(of: name).path
        var content: TOMLTable?
        if let inner = table[name] {
            if case .table(let table) = inner.node.value {
                content = table
            } else {
                refuse(name, "is \(inner.node.typeName)", remedy: "write it as a table: [\(path)]")
            }
        }
        let place = content == nil ? nil : table[name]?.keyPlace
        let reader = TableReader(content ?? TOMLTable(), path: path, place: place, problems: problems)
        nested.append(reader)
        return reader
    }

    /// The tables of `[[name]]`, nil when the key is absent or wrong.
    package func tables(_ name: String, upTo limit: Int) -> [TableReader]? {
        known.append(name)
        guard let entry = table[name] else { return nil }
        let path = spot(of: name).path
        guard case .array(let nodes) = entry.node.value else {
            refuse(name, "is \(entry.node.typeName)", remedy: "write each one under a line [[\(path)]]")
            return nil
        }
        guard nodes.count <= limit else {
            refuse(name, "has \(nodes.count) entries", remedy: "at most \(limit) are allowed")
            return nil
        }
        return readers(of: nodes, spot: spot(of: name))
    }

    private func readers(of nodes: [TOMLNode], spot: ValueSpot) -> [TableReader] {
        var readers: [TableReader] = []
        for (index, node) in nodes.enumerated() {
            let spot = spot.element(index)
            guard case .table(let table) = node.value else {
                spot.refuse(node, "is \(node.typeName)", remedy: "write a table: { key = value, … }")
                continue
            }
            readers.append(TableReader(table, path: spot.path, place: node.place, problems: problems))
        }
        nested.append(contentsOf: readers)
        return readers
    }

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
        known.append(name)
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
        for entry in table.entries where !known.contains(entry.key) {
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
        if let near = NearestName.of(name, among: known) { return "did you mean \"\(near)\"?" }
        guard !known.isEmpty else { return "remove it" }
        return "known are \(known.sorted().joined(separator: ", "))"
    }

    private func spot(of name: String) -> ValueSpot {
        let shown = TOMLNode.printable(name, limit: 60)
        return ValueSpot(path: path.isEmpty ? shown : "\(path).\(shown)", problems: problems)
    }
}
