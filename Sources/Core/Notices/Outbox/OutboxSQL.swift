/// The longer statements of the outbox.
enum OutboxSQL {
    /// The region of a subject, `r:eu/…` or `g:eu`.
    static func region(_ subject: String) -> String {
        "substr(\(subject), 3, instr(\(subject) || '/', '/') - 3)"
    }

    /// Of rows with the same place one at a time for a phone: the next is judged by what became of this one, and never
    /// overtakes it.
    private static let isFree = """
        (o.place IS NULL OR NOT EXISTS (SELECT 1 FROM outbox f
            WHERE f.device = o.device AND f.state = 1 AND f.place = o.place))
        """

    private static let dueColumns = """
        \(DueNotice.columns), o.uncertain, d.person, d.channel, d.address, d.address_key, d.address_at_ms,
            d.push_state, d.locale, d.zone, d.quiet_from, d.quiet_to, o.title IS NOT NULL, d.service, o.place
        """

    /// Whether phone `d` is reached through one of the services in a parameter, one on a line.
    private static func isService(in lines: String) -> String {
        "instr(\(lines), char(10) || coalesce(d.service, '') || char(10)) > 0"
    }

    /// ?1 now, ?2 channel, ?3 how many, ?4 its services; what can no longer be delivered is due as well, to be dropped.
    static let due = """
        SELECT \(dueColumns) FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 0 AND o.not_before <= ?1
            AND (d.push_state != 1 OR d.channel = ?2 AND \(isService(in: "?4"))) AND \(isFree)
        ORDER BY o.not_before, o.id LIMIT ?3
        """

    /// How many things phones were told of and have not read: down and up of one realm are one.
    static let unread = """
        SELECT count(DISTINCT o.subject) FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 2 AND o.settled_at > d.read_at
        """

    /// The first row for each service that is not among those in ?4; the columns are those of the row with the least time.
    static let firstDue = """
        SELECT \(dueColumns), min(o.not_before) FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 0 AND o.not_before <= ?1 AND d.push_state = 1 AND d.channel = ?2
            AND NOT \(isService(in: "?4")) AND \(isFree)
        GROUP BY coalesce(d.service, '') ORDER BY min(o.not_before), o.id LIMIT ?3
        """

    /// ?1 channel, ?2 services that take any number, ?3 those and others that take none, ?4 whether the rest may be tried.
    static let nextDue = """
        SELECT o.not_before FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 0 AND (d.push_state != 1 OR d.channel = ?1
            AND (\(isService(in: "?2")) OR ?4 AND NOT \(isService(in: "?3")))) AND \(isFree)
        ORDER BY o.not_before, o.id LIMIT 1
        """
}
