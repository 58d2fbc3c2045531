import Core
import WatchpostModel

extension PanelSection {
    /// Takes over one setting as a phone says it, read by the declarations of the settings file.
    ///
    /// - Throws: What is wrong, by the names that the API uses; nothing is taken over then.
    mutating func take(_ name: PhoneSettingName, _ value: SettingChangeBody) throws(DeviceRefusal) {
        let place = TextPlace(line: 1, column: 1)
        let node = TOMLNode(place: place, value: try TOMLValue(value, path: "settings.\(name.rawValue)"))
        let entry = TOMLEntry(key: name.key, keyPlace: place, node: node)
        let problems = ProblemList()
        let reader = TableReader(TOMLTable(entries: [entry]), path: "", place: place, problems: problems)
        var next = self
        next.take(from: reader)
        reader.finish()
        guard problems.isEmpty else {
            let words = problems.sorted.prefix(3).map { $0.words(calling: name.key, name.rawValue) }
            throw DeviceRefusal(words.joined(separator: "; "))
        }
        self = next
    }

    /// What the table has takes the place of what is there.
    private mutating func take(from reader: TableReader) {
        name = reader.value(Keys.name) ?? name
        timeZone = reader.value(Keys.timeZone) ?? timeZone
        clock = reader.read(Keys.clock.name, Keys.clock.form) ?? clock
        let seconds = reader.read(Keys.secondsPerPage.name, Keys.secondsPerPage.form)
        pageTime = seconds.map { .seconds($0) } ?? pageTime
        quietTimes = QuietTimes(reader) ?? quietTimes
        anyDownIsAll = reader.read(Keys.anyDownIsAll.name, Keys.anyDownIsAll.form) ?? anyDownIsAll
    }
}

extension ConfigurationProblem {
    /// As a refusal of a request: the member instead of the key and its place.
    fileprivate func words(calling key: String, _ name: String) -> String {
        let member = "settings.\(name)\(self.key.dropFirst(key.utf8.count))"
        return "\(member): \(remedy.isEmpty ? reason : "\(reason); \(remedy)")"
    }
}

extension TOMLValue {
    /// The value that a settings file would have; times of day are strings in JSON, `23:00`.
    fileprivate init(_ json: SettingChangeBody, path: String) throws(DeviceRefusal) {
        switch json {
        case .null: throw DeviceRefusal("\(path): null")
        case .bool(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .object(let members): self = .table(try TOMLTable(members, path: path))
        }
    }
}

extension TOMLTable {
    /// A table of values; those of times are called `from` and `to`.
    fileprivate init(_ members: [String: SettingChangeBody], path: String) throws(DeviceRefusal) {
        let place = TextPlace(line: 1, column: 1)
        var entries: [TOMLEntry] = []
        for (name, json) in members.sorted(by: { $0.key < $1.key }) {
            let shown = TOMLNode.printable(name, limit: 32)
            let value = try TOMLTable.value(json, called: name, path: "\(path).\(shown)")
            entries.append(
                TOMLEntry(key: name, keyPlace: place, node: TOMLNode(place: place, value: value))
            )
        }
        self.init(entries: entries)
    }

    private static func value(
        _ json: SettingChangeBody,
        called name: String,
        path: String
    ) throws(DeviceRefusal) -> TOMLValue {
        switch json {
        case .string(let text) where name == "from" || name == "to":
            guard let minutes = ClockMinutes.read(text) else {
                throw DeviceRefusal("\(path): not a time such as “22:00”")
            }
            return .time(secondsOfDay: minutes * 60)
        case .object: throw DeviceRefusal("\(path): an object")
        default: return try TOMLValue(json, path: path)
        }
    }
}
