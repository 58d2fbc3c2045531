import WatchpostModel

extension NoticeRecord {
    private static let realm = "substr(o.subject, instr(o.subject, '/') + 1)"

    /// The columns that `read` wants, of the outbox `o`.
    static let select = """
        SELECT o.id, d.install, o.at, o.title, o.body, o.link, o.state, o.reason, o.attempts, o.subject, o.aspect,
            o.word, o.detail, d.channel, d.locale,
            (SELECT r.name FROM realms r WHERE r.region = \(OutboxSQL.region("o.subject"))
                AND r.flavour = substr(\(realm), 1, instr(\(realm), '/') - 1)
                AND r.slug = substr(\(realm), instr(\(realm), '/') + 1))
        FROM outbox o JOIN devices d ON d.id = o.device
        """

    static func read(_ row: borrowing Row) throws(SQLiteError) -> NoticeRecord {
        let stored = try row.optionalText(3)
        let title = if let stored { stored } else { try unsent(row) }
        return NoticeRecord(
            id: try row.integer(0),
            install: try row.text(1),
            channel: try row.optionalText(13) ?? "",
            at: UnixTime(seconds: try row.integer(2)),
            title: title,
            body: try row.optionalText(4) ?? "",
            link: try row.optionalText(5) ?? "/app",
            state: OutboxState(rawValue: try row.integer(6)) ?? .pending,
            reason: try row.optionalText(7),
            attempts: Int(try row.integer(8))
        )
    }

    /// What never left has no words yet: it is named by what it would have been about.
    private static func unsent(_ row: borrowing Row) throws(SQLiteError) -> String {
        let words = NoticeLanguages.words(for: try row.text(14))
        let subject = try row.text(9)
        switch NoticeSubject(subject) {
        case .realm(let region, let id)?:
            let text = words.single(
                NoticeAspect(word: try row.text(10)) ?? .status,
                word: NoticeChange.Word(rawValue: try row.text(11)),
                name: try row.optionalText(15) ?? id,
                place: region.rawValue.uppercased(),
                population: "…"
            )
            return text.title
        case .group(let region)? where try row.text(10) == NoticeAspect.list.word:
            return words.unmatched(place: region.rawValue.uppercased(), unknown: nil, renamed: nil).title
        case .group(let region)?: return words.several(place: region.rawValue.uppercased())
        case .map(_, let code)?:
            let name = try row.optionalText(12)?.split(separator: "\n").first
            return name.map(String.init) ?? code
        case nil: return subject
        }
    }
}
