import Core

/// Keeps standings right when old results go that are not kept any longer.
///
/// What those came to stays beside a standing (`base_…`), so that it can be made again from that and from what is kept
/// (`StandingRebuilds`).
enum StandingBase {
    /// These are about to be deleted because of their age; all of them are folded.
    static func add(_ results: [LedgerResult], _ db: borrowing Connection) throws(SQLiteError) {
        let boards = try StandingRules.all(db)
        for result in results where result.state == .hidden {
            guard let rules = boards[result.board] else { continue }
            try HiddenBaseTable.keep(result, rules, db)
        }
        var sums = StandingSums()
        for result in results where result.state == .counts {
            guard let rules = boards[result.board] else { continue }
            try sums.add(result, by: rules, on: .base, db)
        }
        for place in sums.changed {
            if let sum = sums.all[place] { try StandingRows.storeBase(sum, at: place, db) }
        }
    }
}
