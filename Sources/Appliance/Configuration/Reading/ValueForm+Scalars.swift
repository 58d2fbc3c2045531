import Core

extension ValueForm<Bool> {
    /// `true` or `false`.
    package static let boolean = ValueForm(
        allowed: "true or false",
        read: { node, spot in
            if case .boolean(let flag) = node.value { return flag }
            spot.refuse(node, "is \(node.typeName)", remedy: "write true or false, without quotes")
            return nil
        },
        show: { "\($0)" }
    )
}

extension ValueForm<Int> {
    /// A whole number within `range`.
    package static func integer(_ range: ClosedRange<Int>) -> ValueForm {
        let allowed = "\(range.lowerBound)…\(range.upperBound)"
        return ValueForm(
            allowed: allowed,
            read: { node, spot in
                guard case .integer(let number) = node.value else {
                    spot.refuse(node, "is \(node.typeName)", remedy: "write a whole number, \(allowed)")
                    return nil
                }
                guard let value = Int(exactly: number), range.contains(value) else {
                    spot.refuse(node, "is outside \(allowed)", remedy: "choose a number within it")
                    return nil
                }
                return value
            },
            show: { "\($0)" }
        )
    }

    /// A time of day as TOML writes it, in seconds since midnight.
    package static let timeOfDay = ValueForm(
        allowed: "a time such as 07:30:00",
        read: { node, spot in
            if case .time(let seconds) = node.value { return seconds }
            spot.refuse(node, "is \(node.typeName)", remedy: "write a time without quotes, such as 07:30:00")
            return nil
        },
        show: { TOMLNode.clock($0) }
    )
}

extension ValueForm<String> {
    /// Control characters, and those that reverse what follows (UAX #9 §2): a terminal would obey them.
    ///
    /// Joiners stay: emoji and several scripts are written with them.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }

    /// A string of 1 to `limit` characters without control characters.
    package static func string(upTo limit: Int, _ what: String = "text") -> ValueForm {
        .text("\(what), 1…\(limit) characters") { text throws(InvalidValue) in
            guard !text.isEmpty else {
                throw InvalidValue("is empty", remedy: "write 1 to \(limit) characters, or leave the key out")
            }
            guard text.count <= limit else {
                throw InvalidValue("has \(text.count) characters", remedy: "at most \(limit) are allowed")
            }
            guard text.utf8.count <= limit * 4 else {
                throw InvalidValue("has \(text.utf8.count) bytes", remedy: "at most \(limit * 4) are allowed")
            }
            guard !text.unicodeScalars.contains(where: ValueForm.isInvisible) else {
                throw InvalidValue(
                    "contains control characters, or invisible ones that turn text around",
                    remedy: "remove them"
                )
            }
            return text
        } show: {
            $0
        }
    }
}

extension ValueForm<String> {
    /// A string that people can see: not of spaces alone.
    package static func name(upTo limit: Int) -> ValueForm {
        let text = ValueForm.string(upTo: limit)
        return ValueForm(
            allowed: text.allowed,
            read: { node, spot in
                guard let name = text.read(node, spot) else { return nil }
                let isSeen = name.unicodeScalars.contains {
                    !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
                }
                if isSeen { return name }
                spot.refuse(node, "is blank", remedy: "write something that can be seen")
                return nil
            },
            show: text.show
        )
    }
}

extension ValueForm {
    /// One of a few names.
    package static func choice(_ pairs: [(name: String, value: Value)]) -> ValueForm where Value: Equatable {
        let allowed = pairs.map { "`\($0.name)`" }.joined(separator: " ")
        return .text(allowed) { text throws(InvalidValue) in
            if let pair = pairs.first(where: { $0.name == text }) { return pair.value }
            throw InvalidValue.unknown(text, among: pairs.map(\.name))
        } show: { value in
            pairs.first { $0.value == value }?.name ?? ""
        }
    }
}

extension InvalidValue {
    /// For a name that is not one of `names`.
    package static func unknown(_ text: String, among names: [String]) -> InvalidValue {
        let all = names.joined(separator: ", ")
        guard let near = NearestName.of(text, among: names) else {
            return InvalidValue("is not one of the names that are known", remedy: "known are \(all)")
        }
        return InvalidValue(
            "is not one of the names that are known",
            remedy: "did you mean \"\(near)\"? known are \(all)"
        )
    }
}
