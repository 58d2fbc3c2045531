package import Core

/// Writes pages: text only, laid out for the size of the display, from facts and the time that the pages are
/// for.
///
/// Two rows show one thing a page; four rows show maps and realms together.
package struct PageWriter: Sendable {
    let settings: PanelSettings
    let input: PanelInput
    let times: ClockText
    let watched: RealmSelection

    package init(settings: PanelSettings, input: PanelInput, now: Moment) {
        self.settings = settings
        self.input = input
        times = ClockText(zone: settings.zone, style: settings.clock, now: now.wall)
        watched = RealmSelection(input.everythingWatched(settings), in: input.sources)
    }

    var width: Int { settings.geometry.columns }
    var watchesAnything: Bool { !input.everythingWatched(settings).isEmpty }
    var rows: Int { settings.geometry.rows }
    var isTall: Bool { rows >= 4 }

    /// Text from outside, in characters that the display has; done before measuring, because `æ` becomes two.
    func shown(_ text: String) -> String { settings.rom.foldedForcibly(text) }

    /// What the API calls a realm in en_US, else its slug, else the number of its connected realm.
    func name(of realm: RealmView) -> String {
        settings.rom.firstShowable(
            of: [realm.name.standard, realm.key.slug],
            else: "CR\(realm.connectedRealm)"
        )
    }

    /// A page of a heading and some words, as many as there is room for.
    func notice(_ id: String, _ heading: String, sign: Glyph? = nil, words: String) -> Page {
        let first = TextLine.spread(heading, sign.map { String($0.character) } ?? "", width: width)
        return Page(id: id, lines: [first] + TextLine.wrapped(words, width: width, rows: rows - 1))
    }
}
