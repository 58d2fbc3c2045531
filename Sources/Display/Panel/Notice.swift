/// Words for a display on which nothing else will be shown: no page turns any more.
package enum Notice {
    /// A heading, the first of the candidates that fits, and as many words below it as there is room for.
    package static func lines(
        _ headings: [String],
        _ words: String,
        geometry: DisplayGeometry,
        rom: CharacterROM
    ) -> [String] {
        let width = geometry.columns
        let heading = TextLine.first(of: headings.map { rom.foldedForcibly($0) }, width: width)
        let rest = TextLine.wrapped(rom.foldedForcibly(words), width: width, rows: geometry.rows - 1)
        return [heading] + rest
    }
}
