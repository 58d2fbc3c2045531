import WatchpostModel

/// The rate buckets of phones.
enum NoticeBucketTable {
    /// Takes one token; nil when there was one, else when there is.
    static func take(
        _ device: Int64,
        isChatter: Bool,
        _ now: UnixTime,
        _ rules: NoticePolicy,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> UnixTime? {
        let stored = try db.first(
            "SELECT full_at, day_began, day_count FROM notice_buckets WHERE device = ?1",
            .integer(device)
        ) { row throws(SQLiteError) in
            RateBucket(
                fullAt: try row.instant(0).seconds,
                dayBegan: try row.instant(1).seconds,
                dayCount: try row.number(2)
            )
        }
        var bucket = stored ?? RateBucket()
        if let wait = bucket.take(at: now, isChatter: isChatter, rules) { return wait }
        try db.execute(
            "INSERT OR REPLACE INTO notice_buckets (device, full_at, day_began, day_count) VALUES (?1, ?2, ?3, ?4)",
            .integer(device),
            .integer(bucket.fullAt),
            .integer(bucket.dayBegan),
            .integer(bucket.dayCount)
        )
        return nil
    }
}
