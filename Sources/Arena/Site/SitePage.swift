import Core
import Serving

/// A page of the site: what is the same on all of them around what is its own.
struct SitePage {
    /// Which entry of the head is this one's.
    enum Place: String {
        case about, games, developers
    }

    let place: Place?
    let title: String
    let summary: String
    /// HTML.
    let main: String
    /// Its own address, for other languages.
    let path: String
    var query: [(name: String, value: String)] = []
    /// Whether nobody is to find it by a search.
    var isHidden = false

    static let type = "text/html; charset=utf-8"

    /// It loads from here alone, runs nothing inline, and stands in no frame.
    static func headers(_ visit: SiteVisit) -> [PreparedResponse.Header] {
        let fields: [PreparedResponse.Header] = [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            ),
            ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
            ("Content-Language", visit.words.language),
        ]
        return visit.said == nil ? fields + [("Vary", "Accept-Language")] : fields
    }

    /// `frame`: in the language of the visit; `languages`: all that there are.
    func html(_ frame: HTMLTemplate, _ visit: SiteVisit, _ languages: [SiteWords]) -> [UInt8] {
        let text = HTML.escaped
        var values = [
            "language": visit.words.language, "title": text(title), "summary": text(summary), "main": main,
            "robots": isHidden ? "<meta name=\"robots\" content=\"noindex\">" : "",
            "lang": visit.said.map { "?lang=\($0)" } ?? "", "languages": choices(visit, languages),
        ]
        if let place { values["is-\(place.rawValue)"] = " aria-current=\"page\"" }
        return Array(frame.filled(values).utf8)
    }

    /// This page in each language, by its own name.
    private func choices(_ visit: SiteVisit, _ languages: [SiteWords]) -> String {
        languages.map { words in
            let address = HTML.escaped(SiteVisit.address(path, query, words.language))
            let isThis = words.language == visit.words.language
            return "<li><a href=\"\(address)\" lang=\"\(words.language)\" hreflang=\"\(words.language)\""
                + "\(isThis ? " aria-current=\"true\"" : "")>\(HTML.escaped(words.name))</a></li>"
        }.joined()
    }
}
