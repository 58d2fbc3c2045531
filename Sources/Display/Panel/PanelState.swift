package import WatchpostModel

/// Everything that the panel shows now.
package struct PanelState: Hashable, Sendable {
    /// One lamp.
    package struct Lamp: Hashable, Sendable {
        package var name: String
        package var target: LampTarget
        package var reading: LampReading
    }

    /// In the order of the configuration.
    package var lamps: [Lamp]
    package var frame: CharacterFrame
    /// The glyphs of the pages that take turns with this one.
    package var soon: Set<GlyphBitmap> = []
    /// The frame as text, glyphs as Unicode.
    package var lines: [String]
    package var page: String
    /// Whether the rows below the first must not leave the box.
    package var isSecret: Bool
    package var faults: [PanelFault]

    /// As the API serves it, to everybody: who cannot see the display must not read a code off it.
    package var body: PanelBody {
        PanelBody(
            lamps: lamps.map(\.body),
            display: DisplayBody(
                columns: frame.geometry.columns,
                rows: frame.geometry.rows,
                lines: isSecret ? masked : lines,
                backlight: frame.backlight,
                page: page
            ),
            faults: faults.map { FaultBody(code: $0.code, words: $0.words) }
        )
    }

    /// The title, and that there is something below it.
    private var masked: [String] {
        lines.enumerated().map { row, line in row == 0 ? line : String(line.map { $0 == " " ? $0 : "*" }) }
    }
}

extension PanelState.Lamp {
    fileprivate var body: LampBody {
        let signal = reading.signal
        return LampBody(
            name: name,
            target: target.description,
            everything: target == .everything,
            meaning: reading.meaning.rawValue,
            words: reading.words,
            says: reading.facts.map(\.body),
            green: signal.green.body,
            red: signal.red.body,
            single: signal.single.body
        )
    }
}

extension LampFact {
    fileprivate var body: LampFactBody {
        LampFactBody(
            key: kind.rawValue,
            count: count,
            total: total,
            since: since,
            reason: reason,
            code: code
        )
    }
}

extension LampPattern {
    fileprivate var body: [LampBody.Step] {
        if isConstant { return [LampBody.Step(lit: steps[0].lit, milliseconds: 0)] }
        return steps.map {
            LampBody.Step(lit: $0.lit, milliseconds: Int($0.duration.nanoseconds / 1_000_000))
        }
    }
}
