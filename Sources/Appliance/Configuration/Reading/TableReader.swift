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

    let table: TOMLTable
    /// The keys that were asked for so far, in that order.
    private(set) var askedFor: [String] = []
    private(set) var nested: [TableReader] = []

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
            ask(for: name)
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
        ask(for: name)
        guard let entry = table[name] else { return nil }
        return form.read(entry.node, spot(of: name))
    }

    /// Whether the file has the key.
    package func has(_ name: String) -> Bool {
        table[name] != nil
    }

    /// Counts a key as asked for, so that `finish` does not report it as unknown.
    func ask(for name: String) {
        askedFor.append(name)
    }

    /// The keys of the table in the order of the file, for tables whose keys are free names.
    package var names: [String] { table.entries.map(\.key) }

    /// The nested table `name`; an empty one, with `place` nil, when it is absent or no table.
    package func table(_ name: String) -> TableReader {
        ask(for: name)
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
        ask(for: name)
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
}
