import Core

/// Keeps standings right when old results go that are not kept any longer.
///
/// What those came to stays beside a standing (`base_…`), so that it can be made again from that and from what is kept
/// (`StandingRebuild`).
enum StandingBase {
    /// These are about to be deleted because of their age; all of them are folded.
    static func add(_ results: [LedgerResult], _ db: borrowing Connection) throws(SQLiteError) {
        let boards = try StandingRules.all(db)
        var sums: [StandingPlace: StandingSum] = [:]
        for result in results where result.state == .hidden {
            guard let rules = boards[result.board] else { continue }
            try HiddenBaseTable.keep(result, rules, db)
        }
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
}
