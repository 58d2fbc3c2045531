/// Which refusals (4xx) of a push service say that this very message never works.
///
/// All others are tried again, as often as everything is: `406` is Microsoft's word for too many notices, `408` and `425` come from
/// load balancers, and an unknown status costs a notice less when it waits than when it is given up.
enum FinalStatus {
    private static let statuses: Set<Int> = [400, 405, 411, 413, 414, 415, 431, 451]

    /// `status` is 400...499, and neither about our token nor about the phone.
    static func contains(_ status: Int) -> Bool { statuses.contains(status) }
}
