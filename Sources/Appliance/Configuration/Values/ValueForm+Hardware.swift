import Display

extension ValueForm<GPIOLine> {
    /// A line of the header: `"GPIO17"` or its number on the chip.
    static let gpioLine = ValueForm(
        allowed: "a line's name such as `\"GPIO17\"`, or its number on the chip, 0…1023",
        read: { node, spot in
            switch node.value {
            case .integer: return lineNumber.read(node, spot).map { .offset($0) }
            case .string: return lineName.read(node, spot).map { .name($0) }
            default:
                spot.refuse(node, "is \(node.typeName)", remedy: "write a line such as \"GPIO17\" or 17")
                return nil
            }
        },
        show: { line in
            switch line {
            case .name(let name): TOMLNode.quoted(name)
            case .offset(let offset): "\(offset)"
            }
        }
    )

    /// More than any chip has.
    private static let lineNumber = ValueForm<Int>.integer(0...1_023)
    /// The kernel keeps at most 31 bytes of a name.
    private static let lineName = ValueForm<String>.string(upTo: 31, "a line's name")
}

extension ValueForm<DisplaySize> {
    /// Columns and rows; more cells than a controller has are accepted, and shown as a fault.
    static let displaySize = ValueForm<DisplaySize>.text(
        DisplayGeometry.all.map { "`\($0)`" }.joined(separator: " ")
    ) { text throws(InvalidValue) in
        if let size = DisplaySize(text) { return size }
        throw InvalidValue.unknown(text, among: DisplayGeometry.all.map(\.description))
    } show: {
        $0.asked
    }
}

extension ValueForm where Value: RawRepresentable & CaseIterable & Equatable, Value.RawValue == String {
    /// One of the cases, by its raw value.
    static func cases() -> ValueForm {
        .choice(Value.allCases.map { (name: $0.rawValue, value: $0) })
    }
}
