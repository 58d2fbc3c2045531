/// How many cells a character display has and where the controller keeps each.
///
/// Source: HD44780U datasheet, "Display Data RAM": rows start at 0x00, 0x40, 0x00 + columns, 0x40 + columns,
/// and in two-line mode the address after 0x27 is 0x40 and the one after 0x67 is 0x00.
package struct DisplayGeometry: Hashable, Sendable, CustomStringConvertible {
    package let columns: Int
    package let rows: Int

    package static let sixteenByTwo = DisplayGeometry(columns: 16, rows: 2)
    package static let twentyByFour = DisplayGeometry(columns: 20, rows: 4)
    package static let sixteenByFour = DisplayGeometry(columns: 16, rows: 4)
    package static let fortyByTwo = DisplayGeometry(columns: 40, rows: 2)
    package static let all: [DisplayGeometry] = [sixteenByTwo, twentyByFour, sixteenByFour, fortyByTwo]

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Reads `16x2`, `20x4`, `16x4` or `40x2`, the sizes that one controller drives.
    package init?(_ text: String) {
        guard let geometry = DisplayGeometry.all.first(where: { $0.description == text }) else { return nil }
        self = geometry
    }

    package var description: String { "\(columns)x\(rows)" }

    /// The cells of one controller's display memory.
    package static let controllerCells = 80

    package var cellCount: Int { columns * rows }

    /// The address in the controller's display memory of a cell, counted row by row from 0.
    package func address(ofCell cell: Int) -> UInt8 {
        let row = cell / columns
        let start = (row.isMultiple(of: 2) ? 0x00 : 0x40) + (row < 2 ? 0 : columns)
        return UInt8(start + cell % columns)
    }

    /// Where the controller goes on by itself after writing at `address`.
    package static func address(after address: UInt8) -> UInt8 {
        switch address {
        case 0x27: 0x40
        case 0x67: 0x00
        default: address + 1
        }
    }

    /// The cells in the order of their addresses: the order in which the fewest cursor moves are needed.
    var cellsByAddress: [Int] {
        (0..<cellCount).sorted { address(ofCell: $0) < address(ofCell: $1) }
    }
}
