/// What one lamp does: a pattern for each LED of a pair, and one where there is only a single LED.
package struct LampSignal: Hashable, Sendable {
    package var green: LampPattern
    package var red: LampPattern
    package var single: LampPattern

    package init(green: LampPattern, red: LampPattern, single: LampPattern) {
        self.green = green
        self.red = red
        self.single = single
    }

    /// Everything lit: the lamp test.
    package static let test = LampSignal(green: .steady, red: .steady, single: .steady)
    package static let off = LampSignal(green: .off, red: .off, single: .off)

    /// The pattern of one LED.
    package subscript(led: LED) -> LampPattern {
        switch led {
        case .green: green
        case .red: red
        case .single: single
        }
    }
}

/// One light of a lamp.
package enum LED: String, CaseIterable, Hashable, Sendable {
    case green, red
    /// The only LED of a lamp without colours.
    case single
}

/// How a lamp is wired: decided by the hardware, not by what the lamp says.
package enum LampWiring: String, Hashable, Sendable {
    /// A green and a red LED.
    case pair
    /// One LED of any colour.
    case single

    package var leds: [LED] {
        switch self {
        case .pair: [.green, .red]
        case .single: [.single]
        }
    }
}
