/// How one kind of value is read, checked, described and shown: declared once, used by reader and reference alike.
package struct ValueForm<Value: Sendable>: Sendable {
    /// What is allowed, for people: `2s…1h`.
    package let allowed: String
    /// Reads a node; on failure reports to the spot and gives nil.
    package let read: @Sendable (TOMLNode, ValueSpot) -> Value?
    /// The value as TOML text, for the reference.
    package let show: @Sendable (Value) -> String

    package init(
        allowed: String,
        read: @escaping @Sendable (TOMLNode, ValueSpot) -> Value?,
        show: @escaping @Sendable (Value) -> String
    ) {
        self.allowed = allowed
        self.read = read
        self.show = show
    }
}

/// Why a text is not what a form wants, thrown by the function that parses it.
package struct InvalidValue: Error, Hashable, Sendable {
    package let reason: String
    package let remedy: String

    package init(_ reason: String, remedy: String = "") {
        self.reason = reason
        self.remedy = remedy
    }
}

extension ValueForm {
    /// A string that `parse` understands; `name` is what a wrong type is told to be.
    package static func text(
        _ allowed: String,
        parse: @escaping @Sendable (String) throws(InvalidValue) -> Value,
        show: @escaping @Sendable (Value) -> String
    ) -> ValueForm {
        ValueForm(
            allowed: allowed,
            read: { node, spot in
                guard case .string(let text) = node.value else {
                    spot.refuse(node, "is \(node.typeName), not a string", remedy: "allowed: \(allowed)")
                    return nil
                }
                do throws(InvalidValue) {
                    return try parse(text)
                } catch {
                    spot.refuse(node, error.reason, remedy: error.remedy)
                    return nil
                }
            },
            show: { TOMLNode.quoted(show($0)) }
        )
    }
}
