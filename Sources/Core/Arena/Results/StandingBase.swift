/// Keeps standings right when results go: old ones that are not kept any longer, and those that somebody hides.
///
/// What old results came to stays beside a standing (`base_…`), so that it can be made again from that and from what is kept.
enum StandingBase {
    /// These are about to be deleted because of their age; all of them are folded.
    static func add(_ results: [LedgerResult], _ db: borrowing Connection) throws(SQLiteError) {
        let boards = try StandingRules.all(db)
        var sums: [StandingPlace: StandingSum] = [:]
        for result in results where result.state == .counts {
            guard let rules = boards[result.board] else { continue }
            for season in rules.seasons(of: result.sequence) {
                let place = StandingPlace(board: result.board, season: season, install: result.install)
                var known = sums[place]
                if known == nil { known = try StandingRows.base(at: place, db) }
                sums[place] = StandingSum(result).merged(with: known, by: rules)
            }
        }
        for (place, sum) in sums { try StandingRows.storeBase(sum, at: place, db) }
    }

    /// Makes the standings of an installation on a board again, after a folded result of its began or ceased to count.
    ///
    /// Looks through all results that are kept: there is no index for what hardly ever happens.
    static func rebuild(_ board: Int64, _ install: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        guard let rules = try StandingRules.all(db)[board] else { return }
        let kept = try db.rows(
            """
            SELECT \(ResultTable.columns) FROM results JOIN installs ON installs.id = results.install
            WHERE results.install = ?1 AND results.board = ?2
                AND seq <= ifnull((SELECT seq FROM folded), 0)
            ORDER BY seq
            """,
            .integer(install),
            .integer(board),
            read: ResultTable.read
        )
        let counted = kept.filter { $0.state == .counts }
        for season in rules.season > 0 ? [0, rules.season] : [0] {
            let place = StandingPlace(board: board, season: season, install: install)
            var sum = try StandingRows.base(at: place, db)
            for result in counted where rules.seasons(of: result.sequence).contains(season) {
                sum = StandingSum(result).merged(with: sum, by: rules)
            }
            if let sum {
                try StandingRows.store(sum, at: place, db)
            } else {
                try StandingRows.delete(place, db)
            }
        }
        let shown = kept.filter { $0.sequence > rules.allAfter }
        // The standing may be a new row, and one that was noted as among the best may count no more.
        try RecentResults(shown, isAscending: rules.isAscending)
            .store(at: StandingPlace(board: board, season: 0, install: install), db)
    }
}
