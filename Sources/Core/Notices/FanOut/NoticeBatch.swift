import WatchpostModel

/// Single notices of one phone, region and kind that are due together, and become one.
struct NoticeBatch {
    let device: Int64
    let region: String
    let aspect: String
    let word: String

    /// The notice about all of them joins one that waits already; those that it names leave the outbox.
    ///
    /// A notice of status names nobody: it is about whatever the phone watches.
    func merge(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        for statement in [OutboxSQL.merged, OutboxSQL.dropMerged] {
            try db.execute(
                statement,
                .integer(device),
                .text("g:\(region)"),
                .text(aspect),
                .text(word),
                .text("r:\(region)/"),
                .text("r:\(region)0"),
                .integer(now.seconds)
            )
        }
    }
}
