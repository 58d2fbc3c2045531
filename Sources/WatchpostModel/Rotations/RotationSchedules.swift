/// Everything that one schedule file says.
public struct RotationSchedules: Hashable, Sendable {
    /// Many times what the game ever had.
    public static let maximumModes = 32

    /// Where it was published, in words.
    public let source: String
    /// The modes in the order of the file; keys are unique.
    public let modes: [RotationMode]

    /// Collects modes, or says that there are too many or that two have one key.
    public init(source: String, modes: [RotationMode]) throws(RotationProblem) {
        guard modes.count <= Self.maximumModes else { throw .tooManyModes(modes.count) }
        var keys: Set<String> = []
        for mode in modes where !keys.insert(mode.key).inserted {
            throw .duplicateMode(mode.key)
        }
        self.source = source
        self.modes = modes
    }

    /// The mode with a key.
    public func mode(_ key: String) -> RotationMode? {
        modes.first { $0.key == key }
    }
}
