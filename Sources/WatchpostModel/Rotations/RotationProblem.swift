/// Why a cycle, a schedule or a mode cannot be: thrown when one is made, so that every one that exists can be
/// computed.
public enum RotationProblem: Error, Hashable, Sendable {
    /// A cycle without entries.
    case emptyCycle
    /// A cycle of more than `RotationCycle.maximumEntries` entries.
    case tooManyEntries(Int)
    /// An entry that lasts no time, or longer than `RotationCycle.maximumMinutes`.
    case minutesOutOfRange(code: String, minutes: Int64)
    /// A schedule that ends before it may be used, or at that very instant.
    case emptyWindow(from: UnixTime, to: UnixTime)
    /// A mode without schedules: it could not even say that it has ended.
    case noSchedules(mode: String)
    /// A mode with more than `RotationMode.maximumSchedules` schedules.
    case tooManySchedules(mode: String, count: Int)
    /// Two schedules of one mode that are in force at the same time, by their positions in the list that was
    /// given.
    case overlap(mode: String, earlier: Int, later: Int)
    /// More than `RotationSchedules.maximumModes` modes.
    case tooManyModes(Int)
    /// Two modes with one key.
    case duplicateMode(String)
}

extension RotationProblem: CustomStringConvertible {
    /// The problem and what to do about it, in words.
    public var description: String {
        switch self {
        case .emptyCycle: "the cycle is empty; name at least one map and its minutes"
        case .tooManyEntries(let count):
            "the cycle has \(count) entries; at most \(RotationCycle.maximumEntries) are allowed"
        case .minutesOutOfRange(let code, let minutes):
            "\(code) lasts \(minutes) minutes; give 1 to \(RotationCycle.maximumMinutes) (60 days)"
        case .emptyWindow(let from, let to):
            "the window ends at \(to), which is not after its start at \(from); swap or correct them"
        case .noSchedules(let mode): "mode \(mode) has no schedule; give it one or leave the mode out"
        case .tooManySchedules(let mode, let count):
            "mode \(mode) has \(count) schedules; at most \(RotationMode.maximumSchedules) are allowed"
        case .overlap(let mode, let earlier, let later):
            "schedules \(earlier + 1) and \(later + 1) of mode \(mode) overlap; end one where the other begins"
        case .tooManyModes(let count):
            "there are \(count) modes; at most \(RotationSchedules.maximumModes) are allowed"
        case .duplicateMode(let key): "mode \(key) is given twice; give each mode a key of its own"
        }
    }
}
