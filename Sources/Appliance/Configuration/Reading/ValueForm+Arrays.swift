extension ValueForm {
    /// An array whose elements have the form `element`, `count` of them; equal ones are refused.
    ///
    /// Every bad element is reported, and the array counts as unread then.
    package static func array<Element: Hashable & Sendable>(
        of element: ValueForm<Element>,
        count: ClosedRange<Int>
    ) -> ValueForm where Value == [Element] {
        ValueForm(
            allowed: "array of \(element.allowed)",
            read: { node, spot in
                guard case .array(let nodes) = node.value else {
                    spot.refuse(node, "is \(node.typeName)", remedy: "write an array: [ … ]")
                    return nil
                }
                guard count.contains(nodes.count) else {
                    let range = "\(count.lowerBound) to \(count.upperBound)"
                    spot.refuse(node, "has \(nodes.count) elements", remedy: "\(range) are allowed")
                    return nil
                }
                return distinct(nodes, element: element, spot: spot)
            },
            show: { values in "[\(values.map(element.show).joined(separator: ", "))]" }
        )
    }

    private static func distinct<Element: Hashable & Sendable>(
        _ nodes: [TOMLNode],
        element: ValueForm<Element>,
        spot: ValueSpot
    ) -> [Element]? {
        var places: [Element: TextPlace] = [:]
        var values: [Element] = []
        var isWhole = true
        for (index, node) in nodes.enumerated() {
            guard let value = element.read(node, spot.element(index)) else {
                isWhole = false
                continue
            }
            if let first = places.updateValue(node.place, forKey: value) {
                spot.element(index).refuse(
                    node,
                    "is already there at \(first)",
                    remedy: "remove one of the two"
                )
                isWhole = false
            }
            values.append(value)
        }
        return isWhole ? values : nil
    }
}
