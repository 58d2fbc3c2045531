extension JSONElement {
    /// Reads a value by its declaration: the strict reader, for bodies whose form is ours.
    ///
    /// As FoundationEssentials' decoder does it: members that nobody asks for are passed over, `null` is absent for
    /// `decodeIfPresent`, nothing is converted, and numbers have to fit exactly. Whole numbers have to be written as such.
    ///
    /// Arrays and objects of more values than the reader's ``JSONLimits/elements`` are refused before any of them is read.
    ///
    /// - Throws: DecodingError, with the path to what does not fit.
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try ElementDecoder(element: self, codingPath: []).decode(type)
    }
}

/// A decoder over one element; containers look into the document and copy nothing.
struct ElementDecoder: Decoder {
    let element: JSONElement
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try type.init(from: self)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard element.kind == .object else { throw mismatch([String: Any].self) }
        try checkCount()
        return KeyedDecodingContainer(ElementMembers<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard element.kind == .array else { throw mismatch([Any].self) }
        try checkCount()
        return ElementList(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// The decoder of a value one deeper.
    func child(_ element: JSONElement, _ key: any CodingKey) -> ElementDecoder {
        ElementDecoder(element: element, codingPath: codingPath + [key])
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "of another type")
        return element.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Refuses an array or object of more values than the document's reader takes; none of them was read yet.
    private func checkCount() throws {
        let (count, most) = (element.count, element.storage.mostElements)
        guard count > most else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "\(count) are too many; at most \(most) are taken"
            )
        )
    }

    private func unwrap<Value>(_ value: Value?, _ type: Value.Type) throws -> Value {
        guard let value else { throw mismatch(type) }
        return value
    }
}

extension ElementDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { element.isNull }

    func decode(_ type: Bool.Type) throws -> Bool { try unwrap(element.bool, type) }
    func decode(_ type: String.Type) throws -> String { try unwrap(element.string, type) }
    func decode(_ type: Double.Type) throws -> Double { try unwrap(element.double, type) }
    func decode(_ type: Float.Type) throws -> Float { try unwrap(element.double.map { Float($0) }, type) }
    func decode(_ type: Int.Type) throws -> Int { try whole(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }

    private func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        // `3e2` and `3.0` are refused, too: what was computed as a fraction is whole by chance, and not exact past 2^53.
        if element.kind == .integer, let number = element.int64.flatMap({ Number(exactly: $0) }) {
            return number
        }
        guard element.double != nil else { throw mismatch(type) }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "too large, or not written as a whole number, such as 9250"
            )
        )
    }
}

/// The place of an element in an array, as coding paths have it.
struct ElementIndex: CodingKey {
    let intValue: Int?

    var stringValue: String { intValue.map(String.init) ?? "" }

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }
}
