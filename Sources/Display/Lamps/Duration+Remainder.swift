/// Arithmetic that the standard library's `Duration` lacks.
extension Duration {
    /// Whole nanoseconds, held at the ends of the Int64 range (292 years).
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard !overflow, !overflowed else { return seconds < 0 ? .min : .max }
        return sum
    }

    /// The part beyond whole multiples of `period`, to the nanosecond, in `0..<period`; `period` is positive.
    func remainder(dividingBy period: Duration) -> Duration {
        let rest = nanoseconds % period.nanoseconds
        return .nanoseconds(rest < 0 ? rest + period.nanoseconds : rest)
    }
}
