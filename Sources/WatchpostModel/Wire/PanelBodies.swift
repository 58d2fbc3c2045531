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
    /// Whether it stands for everything that is watched.
    public var everything: Bool
    /// What it says: a key of the lamp table (`allUp`, `someDown`, `down`, `stale`, `noNetwork`…).
    public var meaning: String
    /// The same in English, as on the display.
    public var words: String
    /// The same a thing at a time, to be said in any language.
    public var says: [LampFactBody]
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
        everything: Bool = false,
        meaning: String,
        words: String,
        says: [LampFactBody] = [],
        green: [Step],
        red: [Step],
        single: [Step]
    ) {
        self.name = name
        self.target = target
        self.everything = everything
        self.meaning = meaning
        self.words = words
        self.says = says
        self.green = green
        self.red = red
        self.single = single
    }
}

/// One thing that a lamp says.
public struct LampFactBody: Codable, Hashable, Sendable {
    /// What it says, for example `down`, `stale` or `fault`.
    public var key: String
    /// Of how many of the target's realms it is true; left out where nothing is counted.
    public var count: Int?
    /// How many realms the target has; goes with `count`.
    public var total: Int?
    /// Since when, if that is known.
    public var since: UnixTime?
    /// Why, in the words of whoever said so.
    public var reason: String?
    /// Of a fault: short and stable, as in the manual's table.
    public var code: String?

    /// Makes one.
    public init(
        key: String,
        count: Int? = nil,
        total: Int? = nil,
        since: UnixTime? = nil,
        reason: String? = nil,
        code: String? = nil
    ) {
        self.key = key
        self.count = count
        self.total = total
        self.since = since
        self.reason = reason
        self.code = code
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
