extension Feature {
    /// Lamps and display; `pairing` gets the button's long press where there is a display to read a code from.
    static func panel(_ platform: Platform, _ arguments: Arguments, pairing: PairingHost) -> Feature {
        let panel = platform.panel
        if arguments.simulates || platform.configuration.panel.displayWiring != nil {
            // Refused when too many codes were asked for: the one that is shown stays.
            panel.submit(.longPress { _ = try? pairing.ask(.owner) })
        }
        return Feature(
            name: "panel",
            prepare: { await panel.publishAhead() },
            loops: [{ await panel.run() }],
            // A display needs its time, and must not go on showing numbers.
            farewell: { panel.submit(.stop()) }
        )
    }
}
