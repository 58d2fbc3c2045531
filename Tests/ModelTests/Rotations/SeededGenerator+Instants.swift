import TestSupport

extension SeededGenerator {
    /// Any Int64, near zero, near today and near both ends more often than chance would have it.
    mutating func instant() -> Int64 {
        switch Int.random(in: 0..<5, using: &self) {
        case 0: Int64.random(in: .min ... .max, using: &self)
        case 1: Int64.random(in: -1_000_000...1_000_000, using: &self)
        case 2: Int64.max - Int64.random(in: 0...10_000_000, using: &self)
        case 3: Int64.min + Int64.random(in: 0...10_000_000, using: &self)
        default: Int64.random(in: 1_500_000_000...1_900_000_000, using: &self)
        }
    }
}
