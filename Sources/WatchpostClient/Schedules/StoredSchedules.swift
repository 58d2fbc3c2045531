package import WatchpostModel

/// What a device keeps of an answer of the appliance: the schedules with the hashes they came with, as one.
///
/// A hash and what it is the hash of are never stored apart, so that no schedule can come to stand under the hash of
/// another, whoever writes and whenever it is interrupted.
package struct StoredSchedules: Codable, Hashable, Sendable {
    /// One mode as it came.
    package struct Mode: Codable, Hashable, Sendable {
        /// The name of the mode in requests.
        package var key: String
        /// For people.
        package var name: String
        /// Of this mode alone.
        package var hash: String
        /// Oldest first.
        package var schedules: [ScheduleBody]

        package init(key: String, name: String, hash: String, schedules: [ScheduleBody]) {
            self.key = key
            self.name = name
            self.hash = hash
            self.schedules = schedules
        }

        /// The mode itself; nil when what is stored cannot be one.
        package var mode: RotationMode? {
            var schedules: [RotationSchedule] = []
            for body in self.schedules {
                guard let schedule = try? RotationSchedule(body) else { return nil }
                schedules.append(schedule)
            }
            return try? RotationMode(key: key, name: name, schedules: schedules)
        }
    }

    /// The form of the file.
    package var version: Int
    /// Of all modes together.
    package var hash: String
    /// Who published them, in words.
    package var source: String
    /// When the question was asked that was answered with this: milliseconds since 1970 by this device's clock.
    package var asked: Int64
    /// When the appliance last said that it holds, in the same way.
    package var confirmed: Int64
    /// In the order of the appliance.
    package var modes: [Mode]

    /// The form that this release writes and reads.
    package static let currentVersion = 1

    package init(hash: String, source: String, asked: Int64, confirmed: Int64, modes: [Mode]) {
        version = StoredSchedules.currentVersion
        self.hash = hash
        self.source = source
        self.asked = asked
        self.confirmed = confirmed
        self.modes = modes
    }

    /// The mode with a key.
    package func mode(_ key: String) -> Mode? {
        modes.first { $0.key == key }
    }

    /// Whether this may take the place of what lies there by now.
    ///
    /// Of two processes the one that asked later knows better, whichever writes last. A question of the future was
    /// asked by a clock that was wrong.
    package func replaces(_ other: StoredSchedules?, at now: Int64) -> Bool {
        guard let other else { return true }
        return other.asked <= asked || other.asked > now
    }
}
