import Core
import Serving

/// Pages that are the same for all.
extension SiteRoutes {
    func about(_ visit: SiteVisit) -> SitePage {
        SitePage(
            place: .about,
            title: visit.words.text(.aboutTitle),
            summary: visit.words.text(.aboutSummary),
            main: document("about.html", visit),
            path: "/about"
        )
    }

    func developers(_ visit: SiteVisit) -> SitePage {
        SitePage(
            place: .developers,
            title: visit.words.text(.developersTitle),
            summary: visit.words.text(.developersSummary),
            main: document("developers.html", visit),
            path: "/developers"
        )
    }

    private func document(_ name: String, _ visit: SiteVisit) -> String {
        let lang = visit.said.map { "?lang=\($0)" } ?? ""
        return documents[visit.words.language]?[name]?.filled(["lang": lang, "said": visit.said ?? ""]) ?? ""
    }

    func still(_ page: SitePage, _ visit: SiteVisit) -> Reply {
        let key = "\(page.path) \(visit.look)"
        if let kept = fixed.withLock({ $0[key] }) { return Reply(kept: kept) }
        let made = snapshot(page, visit, SiteRoutes.listLife)
        fixed.withLock { $0[key] = made }
        return Reply(kept: made)
    }

    func snapshot(_ page: SitePage, _ visit: SiteVisit, _ life: Int) -> Snapshot {
        Snapshot(
            bytes(page, visit),
            type: SitePage.type,
            cacheControl: visit.cacheControl(life),
            headers: SitePage.headers(visit)
        )
    }

    private func bytes(_ page: SitePage, _ visit: SiteVisit) -> [UInt8] {
        guard let frame = documents[visit.words.language]?[SiteRoutes.frame] else { return [] }
        return page.html(frame, visit, languages)
    }

    /// For one reader alone.
    func reply(_ page: SitePage, _ visit: SiteVisit, _ life: Int) -> Reply {
        var reply = Reply(bytes(page, visit), type: SitePage.type).tagged(visit.cacheControl(life))
        reply.fields = SitePage.headers(visit)
        return reply
    }

    /// Says why there is nothing to see, in the visit's language, and in English what the appliance says of it.
    func refused(_ problem: Problem, _ visit: SiteVisit) -> Reply {
        let words = visit.words
        let phrase: SitePhrase? =
            switch problem.kind.status {
            case 404: .missing
            case 410: .gone
            case 429: .busy
            case 503: .unavailable
            default: nil
            }
        let main = """
            <div class="opening">
            <h1>\(words.html(.failed))</h1>
            \(phrase.map { "<p class=\"lead\">\(words.html($0))</p>" } ?? "")
            <p class="note" lang="en">\(HTML.escaped(problem.detail))</p>
            <p><a href="\(HTML.escaped(visit.link("/games")))">\(words.html(.allGames))</a></p>
            </div>
            """
        let title = words.text(.failed)
        let page = SitePage(
            place: nil,
            title: title,
            summary: title,
            main: main,
            path: "/games",
            isHidden: true
        )
        var reply = Reply(bytes(page, visit), type: SitePage.type, status: problem.kind.status)
        reply.fields = SitePage.headers(visit)
        if let wait = problem.retryAfter { reply.fields.append(("Retry-After", String(wait))) }
        return reply
    }
}
