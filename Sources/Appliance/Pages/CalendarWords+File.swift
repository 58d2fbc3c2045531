import Core
import JSONReading
import Serving

extension CalendarLanguages {
    /// The languages of the words files: calendars speak what the pages do.
    init(_ files: [PageFile] = PageFiles.embedded) {
        self.init(files.filter { $0.folder == .words }.compactMap { CalendarWords(parsing: $0.bytes) })
    }
}

extension CalendarWords {
    /// The calendars' part of a words file; nil where it does not say of which language it is.
    init?(parsing bytes: [UInt8]) {
        guard let file = try? JSONElement(parsing: bytes, limits: PageLanguage.limits),
            let tag = file["language"]?["tag"]?.string,
            let rows = file["words"]
        else { return nil }
        self.init(language: tag)
        for (key, row) in rows.members where key.hasPrefix("calendar.") {
            if let text = row.string { take(key, text) }
        }
    }
}
