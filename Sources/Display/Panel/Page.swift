/// One page of the character display, as text.
package struct Page: Hashable, Sendable {
    /// Stable while the page says the same kind of thing: `rotation/pubs`, `down/eu/retail/kazzak`.
    package var id: String
    /// At most as many as the display has rows.
    package var lines: [String]
    /// Its rows below the title are for whoever stands before the box, and for nobody else.
    package var isSecret: Bool

    package init(id: String, lines: [String], isSecret: Bool = false) {
        self.id = id
        self.lines = lines
        self.isSecret = isSecret
    }
}
