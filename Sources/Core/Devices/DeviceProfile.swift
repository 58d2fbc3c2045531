/// What a phone says about itself, as it is stored.
///
/// It never fails a registration: what a phone says oddly is made into what it can mean, and the answer tells what was taken.
package struct DeviceProfile: Hashable, Sendable {
    /// nil: keep the stored one.
    package var name: String?
    /// BCP 47, for example `en-GB`.
    package var locale: String
    /// IANA, for example `Europe/Warsaw`.
    package var zone: String

    /// In Unicode scalars, and four times as many bytes.
    private static let longestName = 64
    /// The zone of a phone whose own is not known here.
    private static let usualZone = "UTC"

    /// A language that makes no sense is English, a zone that is not known is UTC, and a long name is cut.
    package init(name: String?, locale: String?, zone: String?) {
        self.name = name.map(DeviceProfile.clean)
        self.locale = locale.map(LocaleTag.folded) ?? LocaleTag.usual
        let known = zone.flatMap(ZoneDatabase.system.likelyName)
        self.zone = known.flatMap { CivilZone(named: $0) == nil ? nil : $0 } ?? DeviceProfile.usualZone
    }

    /// Without control characters and without blanks at the ends: it is shown to administrators and in logs.
    private static func clean(_ name: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where isShown(scalar) {
            // What comes after is cut; the blanks at the start do not count.
            guard !shown.isEmpty || !scalar.properties.isWhitespace else { continue }
            shown.append(scalar)
            if shown.count > longestName { break }
        }
        let start = cut(String(shown)).unicodeScalars
        let end = start.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// As many whole characters as there is room for.
    private static func cut(_ name: String) -> String {
        var (kept, scalars) = ("", 0)
        for character in name {
            scalars += character.unicodeScalars.count
            guard scalars <= longestName else { break }
            kept.append(character)
        }
        return kept
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
