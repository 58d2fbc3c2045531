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
    private var isOn = false
    private var hasCursor = false
    private var isTwoLine = false
    private var increments = true
    private var shiftsOnWrite = false
    /// How many columns the window on the memory stands to the left of where it should be.
    private var shift = 0

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
        case 0x20...: isTwoLine = code & 0x08 != 0
        case 0x10...: shiftOrMove(code)
        case 0x08...:
            isOn = code & 0x04 != 0
            hasCursor = code & 0x03 != 0
        case 0x04...:
            increments = code & 0x02 != 0
            shiftsOnWrite = code & 0x01 != 0
        case 0x02...:
            addressCounter = 0
            isInGlyphs = false
            shift = 0
        case 0x01: clears += 1
        default: break
        }
    }

    private mutating func shiftOrMove(_ code: UInt8) {
        let step = code & 0x04 != 0 ? 1 : -1
        if code & 0x08 != 0 { shift += step } else { addressCounter += step }
    }

    /// Set up as nobody wants it, as noise on the wires may leave it.
    mutating func scramble() {
        (isOn, hasCursor, isTwoLine, increments, shiftsOnWrite) = (false, true, false, false, true)
        shift = 3
    }

    /// Takes back what was complained about so far.
    mutating func forgive() {
        complaints = []
    }

    /// Whether a person can read the memory: display on, no cursor, all rows, window where it should be.
    var isReadable: Bool {
        isOn && !hasCursor && isTwoLine && increments && !shiftsOnWrite && shift == 0
    }

    mutating func data(_ code: UInt8) {
        bytes += 1
        switch isInGlyphs {
        case nil: complaints.append("wrote \(code) to nowhere")
        case true?:
            glyphMemory[addressCounter & 0x3F] = code
            addressCounter = (addressCounter + 1) & 0x3F
        case false?:
            displayMemory[addressCounter] = code
            if shiftsOnWrite { shift += 1 }
            if !increments {
                addressCounter = max(addressCounter - 1, 0)
            } else {
                addressCounter =
                    addressCounter == 0x27 ? 0x40 : addressCounter == 0x67 ? 0x00 : addressCounter + 1
            }
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

    /// Whether a person would see exactly the frame; `isLit` where the backlight is wired elsewhere.
    func shows(_ frame: CharacterFrame, isLit wired: Bool? = nil) -> Bool {
        let geometry = frame.geometry
        guard wired ?? isLit == frame.backlight, complaints.isEmpty, clears == 0 else { return false }
        // What counts is the dots, not the slot in which they stand.
        return zip(cells(columns: geometry.columns, rows: geometry.rows), frame.cells).allSatisfy {
            code,
            wanted in
            guard let bitmap = CharacterFrame.slot(ofCode: wanted).flatMap({ frame.glyphs[$0] }) else {
                return code == wanted
            }
            return (8..<16).contains(code) && dots(of: code) == bitmap.rows
        }
    }
}
