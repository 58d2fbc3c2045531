package import Display

/// The size of the character display as it is asked for, and as it can be driven.
package struct DisplaySize: Hashable, Sendable {
    /// As written: `20x4`.
    package let asked: String
    /// What is driven: the size itself, or as much of it as one controller has cells for.
    package let geometry: DisplayGeometry

    /// Whether the display has more cells than a controller; it is driven in part then.
    package var isTooLarge: Bool { geometry.description != asked }

    package init(_ geometry: DisplayGeometry) {
        asked = geometry.description
        self.geometry = geometry
    }

    /// Reads `COLUMNSxROWS`; nil for what is no size or one that no module has.
    init?(_ text: String) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
            (1...99).contains(columns), (1...9).contains(rows)
        else { return nil }
        if let geometry = DisplayGeometry(text) {
            self.init(geometry)
        } else if columns * rows > DisplayGeometry.controllerCells {
            // Modules of 40 columns have a controller for each two rows; the upper one is driven.
            self.init(asked: text, geometry: columns >= 40 ? .fortyByTwo : .twentyByFour)
        } else {
            return nil
        }
    }

    private init(asked: String, geometry: DisplayGeometry) {
        self.asked = asked
        self.geometry = geometry
    }

    /// What is shown and logged while it is too large.
    package var problem: String? {
        guard isTooLarge else { return nil }
        return
            "a \(asked) display has more than the \(DisplayGeometry.controllerCells) cells of one controller: "
            + "it is driven as \(geometry)"
    }
}
