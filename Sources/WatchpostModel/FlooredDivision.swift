/// Division that rounds towards minus infinity, so that instants before an anchor fall into the right slot.
extension Int64 {
    /// The quotient rounded down; `divisor` is positive.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// The remainder in `0..<divisor`; `divisor` is positive.
    func flooredRemainder(by divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
