import Core
import JSONReading
import Serving

extension NoticeLanguages {
    /// The languages of the words files: notices speak what the pages do.
    init(_ files: [PageFile] = PageFiles.embedded) {
        self.init(files.filter { $0.folder == .words }.compactMap { NoticeWords(parsing: $0.bytes) })
    }
}

extension NoticeWords {
    /// The notices' part of a words file; nil where it does not say how its language counts.
    init?(parsing bytes: [UInt8]) {
        guard let file = try? JSONElement(parsing: bytes, limits: PageLanguage.limits),
            let language = file["language"],
            let tag = language["tag"]?.string,
            let rule = language["plural"]?.string.flatMap(PluralRule.init),
            let rows = file["words"]
        else { return nil }
        let regions = language["twelveHourRegions"]?.elements.compactMap(\.string) ?? []
        self.init(language: tag, plural: rule, twelveHourRegions: Set(regions))
        for (key, row) in rows.members where key.hasPrefix("notice.") { take(key, NoticeWords.forms(row)) }
    }

    private static func forms(_ row: JSONElement) -> [PluralForm: String] {
        if let text = row.string { return [.other: text] }
        var forms: [PluralForm: String] = [:]
        for (name, text) in row.members {
            if let form = PluralForm(rawValue: name) { forms[form] = text.string }
        }
        return forms
    }
}
