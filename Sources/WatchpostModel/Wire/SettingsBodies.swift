/// A setting that paired phones may change.
public struct SettingBody<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// What the appliance goes by.
    public var value: Value
    /// Who said so.
    public var source: SettingSource
    /// What the settings file says, its default among it: what giving the setting back leads to.
    public var file: Value

    /// Makes a setting.
    public init(value: Value, source: SettingSource, file: Value) {
        self.value = value
        self.source = source
        self.file = file
    }
}

/// Who said what a setting is.
public enum SettingSource: String, CaseIterable, Codable, Sendable {
    /// The settings file, or its default.
    case file
    /// A paired phone; it wins over the file.
    case phone
}

/// When lamps and display are quiet, in the appliance's own zone.
public struct PanelQuietBody: Codable, Hashable, Sendable {
    /// Whether the hours are kept; the times stay known while they are not.
    public var on: Bool
    /// `23:00`.
    public var from: String
    /// `07:00`; not after `from` means on the next day.
    public var to: String

    /// Makes quiet hours.
    public init(on: Bool, from: String, to: String) {
        self.on = on
        self.from = from
        self.to = to
    }
}

/// The settings that paired phones may change.
public struct SettingValuesBody: Codable, Hashable, Sendable {
    /// What the appliance is called, on its display and in tests.
    public var name: SettingBody<String>
    /// The IANA zone of its times and quiet hours; null: the machine's own, whose name is not known.
    public var timeZone: SettingBody<String?>
    /// `24h` or `12h`.
    public var clock: SettingBody<String>
    /// How long each page of the display stays.
    public var secondsPerPage: SettingBody<Int>
    /// null: there are none.
    public var quietHours: SettingBody<PanelQuietBody?>
    /// For lamps of lists and regions: one realm down shows as if all of them were.
    public var anyDownIsAll: SettingBody<Bool>

    /// Makes settings.
    public init(
        name: SettingBody<String>,
        timeZone: SettingBody<String?>,
        clock: SettingBody<String>,
        secondsPerPage: SettingBody<Int>,
        quietHours: SettingBody<PanelQuietBody?>,
        anyDownIsAll: SettingBody<Bool>
    ) {
        self.name = name
        self.timeZone = timeZone
        self.clock = clock
        self.secondsPerPage = secondsPerPage
        self.quietHours = quietHours
        self.anyDownIsAll = anyDownIsAll
    }
}

/// `GET /v1/admin/settings`: what the appliance goes by, and who said so.
public struct SettingsBody: Codable, Hashable, Sendable {
    /// Counts the changes that phones made.
    public var version: Int64
    /// Each by its name.
    public var settings: SettingValuesBody

    /// Makes an answer.
    public init(version: Int64, settings: SettingValuesBody) {
        self.version = version
        self.settings = settings
    }
}

/// A new value of one setting: text, a number, a flag, or an object of those, for the quiet hours; null gives it back.
///
/// Nothing lies deeper: what a stranger sends is never read without a bound.
public enum SettingChangeBody: Codable, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number that fits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An object of values that are no objects.
    case object([String: SettingChangeBody])

    /// Reads a value, or an object of values.
    public init(from decoder: any Decoder) throws {
        if let value = try SettingChangeBody(plain: decoder) {
            self = value
            return
        }
        guard (try? decoder.unkeyedContainer()) == nil else {
            throw SettingChangeBody.refusal("an array", decoder)
        }
        let members = try decoder.singleValueContainer().decode([String: Member].self)
        self = .object(members.mapValues(\.value))
    }

    private static func refusal(_ words: String, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: words))
    }

    /// nil: something else.
    private init?(plain decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            return nil
        }
    }

    /// A value inside an object.
    private struct Member: Decodable {
        var value: SettingChangeBody

        init(from decoder: any Decoder) throws {
            guard let value = try SettingChangeBody(plain: decoder) else {
                let isArray = (try? decoder.unkeyedContainer()) != nil
                throw SettingChangeBody.refusal(isArray ? "an array" : "an object", decoder)
            }
            self.value = value
        }
    }

    /// Writes the value itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .object(let object): try container.encode(object)
        }
    }
}

/// The body of `PUT /v1/admin/settings`.
public struct SettingsChangeBody: Codable, Hashable, Sendable {
    /// The version that this change replaces.
    public var version: Int64
    /// New values by name; null gives a setting back to the file, what is left out stays as it is.
    public var settings: [String: SettingChangeBody]

    /// Makes a change.
    public init(version: Int64, settings: [String: SettingChangeBody]) {
        self.version = version
        self.settings = settings
    }
}
