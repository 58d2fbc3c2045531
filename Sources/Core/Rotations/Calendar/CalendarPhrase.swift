/// What a calendar of maps says beside the names of maps and modes: the keys of the rows in a words file.
///
/// What may stand in the braces of a row is what the row of English has there.
package enum CalendarPhrase: String, CaseIterable, Sendable {
    case name = "calendar.name"
    /// Of a single map.
    case mapName = "calendar.mapName"
    case source = "calendar.source"
    case knownUntil = "calendar.knownUntil"
    case goesTo = "calendar.goesTo"
    case doubtful = "calendar.doubtful"
    /// The titles of entries.
    case unknown = "calendar.unknown"
    case later = "calendar.later"
    /// What only an upstream says.
    case according = "calendar.according"
}
