public import Foundation
public import WatchpostModel

extension UnixTime {
    /// The whole second in which a date lies, held at the ends of the Int64 range.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        if seconds.isNaN { self.init(seconds: 0) } else { self.init(seconds: Int64(clamping: seconds)) }
    }
}

extension Date {
    /// The same instant.
    public init(_ time: UnixTime) {
        self.init(timeIntervalSince1970: Double(time.seconds))
    }
}

extension Int64 {
    /// The nearest number; `value` is not NaN.
    init(clamping value: Double) {
        self = Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
}
