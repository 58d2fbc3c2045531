/// One lamp (a green and a red LED, or a single one) as it shines now.
public struct LampBody: Codable, Hashable, Sendable {
    /// One step of a pattern.
    public struct Step: Codable, Hashable, Sendable {
        /// Whether the LED is lit.
        public var lit: Bool
        /// For how long, in milliseconds; 0 in a pattern of one step: for ever.
        public var milliseconds: Int

        /// Makes a step.
        public init(lit: Bool, milliseconds: Int) {
            self.lit = lit
            self.milliseconds = milliseconds
        }
    }

    /// The lamp's name from the configuration.
    public var name: String
    /// What it stands for, in words.
    public var target: String
    /// What it says: a key of the lamp table (`allUp`, `someDown`, `down`, `stale`, `noNetwork`…).
    public var meaning: String
    /// The same in words.
    public var words: String
    /// The repeating pattern of the green LED.
    public var green: [Step]
    /// The repeating pattern of the red LED.
    public var red: [Step]
    /// The repeating pattern where there is only one LED.
    public var single: [Step]

    /// Makes a lamp.
    public init(
        name: String,
        target: String,
        meaning: String,
        words: String,
        green: [Step],
        red: [Step],
        single: [Step]
    ) {
        self.name = name
        self.target = target
        self.meaning = meaning
        self.words = words
        self.green = green
        self.red = red
        self.single = single
    }
}

/// The character display as it reads now.
public struct DisplayBody: Codable, Hashable, Sendable {
    /// Characters in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int
    /// The rows as text, one character a cell; own glyphs are written as the nearest Unicode character.
    public var lines: [String]
    /// Whether the backlight is on.
    public var backlight: Bool
    /// Which page is on, for example `rotation/pubs`.
    public var page: String

    /// Makes a display.
    public init(columns: Int, rows: Int, lines: [String], backlight: Bool, page: String) {
        self.columns = columns
        self.rows = rows
        self.lines = lines
        self.backlight = backlight
        self.page = page
    }
}

/// Something that is wrong with the appliance itself.
public struct FaultBody: Codable, Hashable, Sendable {
    /// Short and stable, as in the manual's table: `E12`.
    public var code: String
    /// The same in words.
    public var words: String

    /// Makes a fault.
    public init(code: String, words: String) {
        self.code = code
        self.words = words
    }
}

/// `GET /v1/panel`: what the LEDs and the display show now.
public struct PanelBody: Codable, Hashable, Sendable {
    /// The lamps, in the order of the configuration.
    public var lamps: [LampBody]
    /// The display.
    public var display: DisplayBody
    /// What is wrong with storage, lamps, display or button; empty when nothing is.
    public var faults: [FaultBody]

    /// Makes a panel.
    public init(lamps: [LampBody], display: DisplayBody, faults: [FaultBody] = []) {
        self.lamps = lamps
        self.display = display
        self.faults = faults
    }
}
