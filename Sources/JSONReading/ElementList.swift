/// The elements of one array, for `Decodable`.
struct ElementList: UnkeyedDecodingContainer {
    private let decoder: ElementDecoder
    private var rest: JSONElements
    private var next: JSONElement?
    private(set) var currentIndex = 0

    init(decoder: ElementDecoder) {
        self.decoder = decoder
        rest = decoder.element.elements
        next = rest.next()
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { nil }
    var isAtEnd: Bool { next == nil }

    mutating func decodeNil() throws -> Bool {
        guard try value().element.isNull else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) }
    mutating func decode(_ type: String.Type) throws -> String { try take(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try take(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try take(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try take(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try take(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try take(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try take(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try take(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try take(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take(type) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try value().container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try value().unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try value()
        advance()
        return decoder
    }

    private mutating func take<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let taken = try value().decode(type)
        advance()
        return taken
    }

    private mutating func advance() {
        next = rest.next()
        currentIndex += 1
    }

    private func value() throws -> ElementDecoder {
        guard let next else {
            throw DecodingError.valueNotFound(
                Any.self,
                DecodingError.Context(codingPath: codingPath, debugDescription: "the array has no more")
            )
        }
        return decoder.child(next, ElementIndex(currentIndex))
    }
}
