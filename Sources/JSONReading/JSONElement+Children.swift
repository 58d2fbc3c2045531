import CSimdJSON

extension JSONElement {
    /// The member of that name: `realm["slug"]?.string`; nil when there is none, or this is no object.
    ///
    /// Each question walks over the members from the first: where there may be thousands, go through ``members``.
    package subscript(_ name: StaticString) -> JSONElement? {
        guard kind == .object else { return nil }
        return name.withUTF8Buffer { member($0) }
    }

    /// The same for a name that is only known at run time.
    package func member(named name: String) -> JSONElement? {
        guard kind == .object else { return nil }
        var name = name
        return name.withUTF8 { member($0) }
    }

    /// The values of an array, in their order; none for other kinds.
    package var elements: JSONElements { JSONElements(of: self) }

    /// The members of an object, in their order and with all that have the same name; none for other kinds.
    package var members: JSONMembers { JSONMembers(of: self) }

    private func member(_ name: UnsafeBufferPointer<UInt8>) -> JSONElement? {
        // An empty name has no address, but some address has to be given.
        guard let base = name.baseAddress else { return members.first { $0.name.isEmpty }?.value }
        var found = csimdjson_value()
        guard csimdjson_member(value, base, name.count, &found) != 0 else { return nil }
        return JSONElement(storage, found)
    }
}

/// The values of an array.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var walk: csimdjson_walk?

    fileprivate init(of array: JSONElement) {
        storage = array.storage
        walk = array.kind == .array ? csimdjson_array_walk(array.value) : nil
    }

    package mutating func next() -> JSONElement? {
        guard var walk else { return nil }
        var value = csimdjson_value()
        guard csimdjson_array_next(&walk, &value) != 0 else { return nil }
        self.walk = walk
        return JSONElement(storage, value)
    }
}

/// The members of an object.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var walk: csimdjson_walk?

    fileprivate init(of object: JSONElement) {
        storage = object.storage
        walk = object.kind == .object ? csimdjson_object_walk(object.value) : nil
    }

    package mutating func next() -> (name: String, value: JSONElement)? {
        guard var walk else { return nil }
        var name = csimdjson_text()
        var value = csimdjson_value()
        guard csimdjson_object_next(&walk, &name, &value) != 0 else { return nil }
        self.walk = walk
        return (JSONElement.string(name), JSONElement(storage, value))
    }
}
