/// How a board's results are written for people, everywhere the same.
public struct ScoreText: Hashable, Sendable {
    private let format: GameBoardBody.Format
    private let decimals: Int
    private let unit: String?

    /// More places than any Int64 has digits say nothing.
    private static let mostDecimals = 18

    /// `decimals`: places of the format `decimals`, held within 0...18 because an appliance may say anything; `unit`: stands
    /// behind the number.
    public init(_ format: GameBoardBody.Format, decimals: Int? = nil, unit: String? = nil) {
        self.format = format
        self.decimals = min(max(decimals ?? 1, 0), ScoreText.mostDecimals)
        self.unit = unit
    }

    /// `1250`, `1250 pts`, `12.50 m`; a time of milliseconds as `9.250`, `1:02.345` or `1:00:02.345`.
    public func text(_ score: Int64) -> String {
        let sign = score < 0 ? "-" : ""
        let number: String
        switch format {
        case .points: number = String(score.magnitude)
        case .time: number = ScoreText.time(score.magnitude)
        case .decimals: number = ScoreText.fraction(score.magnitude, decimals)
        }
        return sign + number + (unit.map { " " + $0 } ?? "")
    }

    /// Hours and minutes only where there are any.
    private static func time(_ milliseconds: UInt64) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        let end = padded(second, minutes > 0 ? 2 : 1) + "." + padded(rest, 3)
        if hours > 0 { return "\(hours):\(padded(minute, 2)):\(end)" }
        return minutes > 0 ? "\(minute):\(end)" : end
    }

    private static func fraction(_ number: UInt64, _ places: Int) -> String {
        let digits = padded(number, places + 1)
        guard places > 0 else { return digits }
        return "\(digits.dropLast(places)).\(digits.suffix(places))"
    }

    private static func padded(_ number: UInt64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
