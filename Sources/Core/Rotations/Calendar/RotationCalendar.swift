import WatchpostModel

/// The slots of a mode, or those of one of its maps, as a calendar to subscribe to (RFC 5545, RFC 7986).
///
/// What is on now comes first, then fourteen days; of modes that change every few minutes a week. What is not listed any more
/// is one entry that says so. The bytes are the same until the next change of maps: nothing in them is of the instant at
/// which they are asked for.
package struct RotationCalendar: Sendable {
    /// How far it goes, in hours after the next change: as far as timelines.
    static let hours = RotationSnapshot.maximumHours
    /// The most slots: Mixtape has one every quarter of an hour, and nobody plans a game of it further ahead than a week.
    ///
    /// Entries have some 300 bytes, and with the longest names some 1,100: no calendar is larger than 1 MB.
    package static let mostEntries = 8 * 96
    /// How often whoever subscribed shall ask again; an answer that did not change is 304.
    private static let interval = "PT1H"
    /// Belongs to all appliances: the same slot has the same name in whichever of them it is read.
    private static let domain = "maps.watchpost"

    private let snapshot: RotationSnapshot
    private let mode: RotationMode
    private let map: GameMap?
    /// The DTSTAMP and the SEQUENCE of every entry.
    private let stamp: String
    private let sequence: String
    private let words: CalendarWords
    private let found: MapSearch
    /// How far it shall go.
    private let horizon: UnixTime
    /// From where on nothing is listed, before the horizon; nil: all of it is.
    private let cut: UnixTime?
    /// Whether somebody who is asked says that all of it is wrong, or a newer file is refused.
    private let isDoubtful: Bool

    /// Nil for a mode that is not in force, or for a map that none of its schedules names.
    ///
    /// `code`: a map's; nil: all of them. The language changes what people read, and no entry's name.
    package init?(
        _ snapshot: RotationSnapshot,
        mode key: String,
        code: String?,
        revision: CalendarRevision,
        words: CalendarWords
    ) {
        guard let mode = snapshot.inForce.mode(key) else { return nil }
        let map = code.flatMap { code in mode.maps.first { $0.code == code } }
        guard code == nil || map != nil else { return nil }
        self.snapshot = snapshot
        self.mode = mode
        self.map = map
        stamp = RotationCalendar.text(revision.stamp)
        sequence = "\(revision.sequence)"
        self.words = words
        isDoubtful = snapshot.isDoubtful([mode])
        horizon = snapshot.end(of: RotationCalendar.hours, after: snapshot.nextBorder([mode]))
        let found = MapSearch(
            mode,
            from: snapshot.at,
            since: snapshot.startOfDay,
            within: MapSearch.Bounds(
                until: horizon,
                slots: RotationCalendar.mostEntries,
                lookups: RotationSnapshot.mostLookups
            )
        ) { code == nil || $0.code == code }
        self.found = found
        cut = found.until < horizon ? RotationCalendar.cut(found.until, after: snapshot.at) : nil
    }

    /// At a midnight, so that it moves once a day, unless not even the first one is reached.
    private static func cut(_ until: UnixTime, after now: UnixTime) -> UnixTime {
        let midnight = until.nextMultiple(of: 86_400).advanced(by: -86_400)
        return midnight > now ? midnight : until
    }

    /// The calendar, UTF-8.
    package var bytes: [UInt8] {
        var lines = ContentLines()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//Watchpost//Map rotations//\(words.language.uppercased())")
        lines.add("CALSCALE", "GREGORIAN")
        for property in ["NAME", "X-WR-CALNAME"] { lines.add(property, text: name) }
        for property in ["DESCRIPTION", "X-WR-CALDESC"] { lines.add(property, text: description) }
        lines.add("REFRESH-INTERVAL;VALUE=DURATION", RotationCalendar.interval)
        lines.add("X-PUBLISHED-TTL", RotationCalendar.interval)
        let isListed = { (start: UnixTime) in cut.map { start < $0 } ?? true }
        for slot in found.slots where isListed(slot.start) { add(slot, to: &lines) }
        for unknown in found.unknown where isListed(unknown.start) {
            let end = unknown.end ?? lastMidnight
            addEntry(words.text(.unknown), unknown.start, end, as: "unknown", to: &lines)
        }
        if let cut {
            let last = found.slots.last { isListed($0.start) }?.end
            let start = max(cut, last ?? cut)
            addEntry(words.text(.later), start, lastMidnight, as: "later", to: &lines)
        }
        if found.slots.isEmpty, found.unknown.isEmpty, cut == nil { RotationCalendar.addZone(to: &lines) }
        lines.add("END", "VCALENDAR")
        return lines.bytes
    }

    /// Where what goes on without an end ends here: so its entry moves once a day.
    private var lastMidnight: UnixTime { horizon.advanced(by: -1).nextMultiple(of: 86_400) }

    private var name: String {
        guard let map else { return words.text(.name, ["mode": mode.name]) }
        return words.text(.mapName, ["map": map.name, "mode": mode.name])
    }

    private var description: String {
        var sentences = [words.text(.source, ["source": snapshot.schedules.source])]
        if let unknown = found.unknown.first {
            sentences.append(words.text(.knownUntil, ["time": unknown.start.rfc3339]))
        }
        if let cut { sentences.append(words.text(.goesTo, ["time": cut.rfc3339])) }
        if isDoubtful { sentences.append(words.text(.doubtful)) }
        return sentences.joined(separator: " ")
    }

    private func add(_ slot: RotationSlot, to lines: inout ContentLines) {
        let source = snapshot.source(of: mode.key, at: slot.start)
        let played = slot.takeover ?? slot.gameMode
        begin(slot.start, slot.end, unpublished: source == nil ? nil : slot.map.code, to: &lines)
        lines.add("SUMMARY", text: "\(slot.map.name) · \(played ?? mode.name)")
        lines.add("CATEGORIES", texts: [mode.name, slot.takeover, slot.gameMode].compactMap { $0 })
        if let source {
            lines.add("DESCRIPTION", text: words.text(.according, ["source": source]))
        }
        lines.add("STATUS", source == nil && !isDoubtful ? "CONFIRMED" : "TENTATIVE")
        end(&lines)
    }

    /// Says what an empty day would not: it would pass for one without maps.
    private func addEntry(
        _ title: String,
        _ start: UnixTime,
        _ end: UnixTime,
        as name: String,
        to lines: inout ContentLines
    ) {
        begin(start, end, unpublished: name, to: &lines)
        lines.add("SUMMARY", text: "\(title) · \(mode.name)")
        lines.add("CATEGORIES", texts: [mode.name])
        lines.add("STATUS", "TENTATIVE")
        self.end(&lines)
    }

    /// What all entries begin with; of a mode only one begins at an instant.
    ///
    /// `unpublished`: what is said without a schedule; it may be another the next time, and the revision counts schedules.
    /// So it belongs to the entry's name: another one is another entry.
    private func begin(
        _ start: UnixTime,
        _ end: UnixTime,
        unpublished: String?,
        to lines: inout ContentLines
    ) {
        let (text, endText) = (RotationCalendar.text(start), RotationCalendar.text(end))
        let name = unpublished.map { "\(text)-\(endText)-\($0)" } ?? text
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", "\(mode.key)-\(name)@\(RotationCalendar.domain)")
        lines.add("DTSTAMP", stamp)
        lines.add("SEQUENCE", sequence)
        lines.add("DTSTART", text)
        lines.add("DTEND", endText)
    }

    /// Nobody is busy while a map is on.
    private func end(_ lines: inout ContentLines) {
        lines.add("TRANSP", "TRANSPARENT")
        lines.add("END", "VEVENT")
    }

    /// A calendar has at least one component (RFC 5545 §3.6): that of a map that does not come has the zone of its times.
    private static func addZone(to lines: inout ContentLines) {
        lines.add("BEGIN", "VTIMEZONE")
        lines.add("TZID", "UTC")
        lines.add("BEGIN", "STANDARD")
        lines.add("DTSTART", "19700101T000000")
        lines.add("TZOFFSETFROM", "+0000")
        lines.add("TZOFFSETTO", "+0000")
        lines.add("END", "STANDARD")
        lines.add("END", "VTIMEZONE")
    }

    /// A date and time in UTC: `20261121T041700Z` (RFC 5545 §3.3.5).
    static func text(_ time: UnixTime) -> String {
        let bytes = time.rfc3339.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
