/// How long it is until something ends, as people say it: one number, whoever says it.
///
/// Six days and a half are "6 days": that many are left in whole. What lacks less than half an hour counts as whole, because
/// what is due seven days before an end is said some seconds later.
package enum TimeLeft: Hashable, Sendable, CustomStringConvertible {
    case hours(Int64)
    case days(Int64)

    package init(seconds: Int64) {
        let hours = max(1, seconds / 3_600 + (seconds % 3_600 >= 1_800 ? 1 : 0))
        self = hours < TimeLeft.fewest ? .hours(hours) : .days(hours / 24)
    }

    /// Less is said in hours.
    private static let fewest: Int64 = 48

    /// `6 days`, `1 hour`.
    package var description: String {
        switch self {
        case .hours(let count): count == 1 ? "1 hour" : "\(count) hours"
        case .days(let count): "\(count) days"
        }
    }
}
