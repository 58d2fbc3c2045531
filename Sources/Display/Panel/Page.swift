/// One page of the character display, as text.
package struct Page: Hashable, Sendable {
    /// Stable while the page says the same kind of thing: `rotation/pubs`, `down/eu/retail/kazzak`.
    package var id: String
    /// At most as many as the display has rows.
    package var lines: [String]

    package init(id: String, lines: [String]) {
        self.id = id
        self.lines = lines
    }
}
