import Display

/// An HD44780U written from its datasheet: instructions and data in, memories out.
///
/// It knows nothing of frames; it counts every byte and notes what a real controller would do badly.
struct DatasheetController {
    /// Display data RAM; in two-line mode 0x00...0x27 and 0x40...0x67 exist.
    private(set) var displayMemory: [Int: UInt8]
    private(set) var glyphMemory: [UInt8]
    private(set) var bytes = 0
    private(set) var clears = 0
    private(set) var complaints: [String] = []
    private(set) var isLit = false
    private(set) var initialisations = 0
    private var addressCounter = 0
    /// Whether data goes to the glyphs or to the display; nil: nobody set an address yet.
    private var isInGlyphs: Bool?

    /// Power-on garbage, so that nothing is right by accident.
    init(garbage: UInt8 = 0xAA) {
        displayMemory = [:]
        for address in Array(0x00...0x27) + Array(0x40...0x67) { displayMemory[address] = garbage }
        glyphMemory = Array(repeating: 0x15, count: 64)
    }

    /// What a driver would send for an operation.
    mutating func apply(_ operation: DisplayOperation) {
        switch operation {
        case .initialise:
            initialisations += 1
            isInGlyphs = nil
            for code in [0x28, 0x08, 0x06, 0x0C] as [UInt8] { instruction(code) }
        case .setGlyph(let slot, let bitmap):
            instruction(0x40 | UInt8(slot * 8))
            for row in bitmap.rows { data(row) }
        case .moveCursor(let address): instruction(0x80 | address)
        case .write(let codes): for code in codes { data(code) }
        case .backlight(let isOn): isLit = isOn
        }
    }

    mutating func instruction(_ code: UInt8) {
        bytes += 1
        switch code {
        case 0x80...:
            addressCounter = Int(code & 0x7F)
            isInGlyphs = false
            if displayMemory[addressCounter] == nil { complaints.append("moved to \(addressCounter)") }
        case 0x40...:
            addressCounter = Int(code & 0x3F)
            isInGlyphs = true
        case 0x01: clears += 1
        default: break
        }
    }

    mutating func data(_ code: UInt8) {
        bytes += 1
        switch isInGlyphs {
        case nil: complaints.append("wrote \(code) to nowhere")
        case true?:
            glyphMemory[addressCounter] = code
            addressCounter = (addressCounter + 1) & 0x3F
        case false?:
            displayMemory[addressCounter] = code
            addressCounter =
                addressCounter == 0x27 ? 0x40 : addressCounter == 0x67 ? 0x00 : addressCounter + 1
        }
    }

    /// The codes that a panel of that size shows, row by row.
    func cells(columns: Int, rows: Int) -> [UInt8] {
        let starts = [0x00, 0x40, 0x00 + columns, 0x40 + columns]
        return starts.prefix(rows).flatMap { start in (start..<start + columns).map { displayMemory[$0] ?? 0 }
        }
    }

    /// The dots that a code of 0...15 shows.
    func dots(of code: UInt8) -> [UInt8] {
        let slot = Int(code & 7)
        return Array(glyphMemory[slot * 8..<slot * 8 + 8])
    }

    /// Whether a person would see exactly the frame.
    func shows(_ frame: CharacterFrame) -> Bool {
        let geometry = frame.geometry
        guard isLit == frame.backlight, complaints.isEmpty, clears == 0 else { return false }
        guard cells(columns: geometry.columns, rows: geometry.rows) == frame.cells else { return false }
        return frame.glyphs.enumerated().allSatisfy { slot, bitmap in
            bitmap.map { dots(of: UInt8(slot)) == $0.rows } ?? true
        }
    }
}
