package import Foundation
import WatchpostModel

extension ScheduleRefresh {
    /// An answer for each mode: from `schedules`, and where they have nothing from what came with the app.
    func answers(
        _ schedules: StoredSchedules?,
        origin: MapSchedule.Origin,
        mark: (String) -> MapSchedule.Mark?
    ) -> [MapSchedule] {
        keys(schedules).map { key in
            let mark = mark(key)
            // What is written of a confirmation may be a quarter of an hour older than the one of this very refresh.
            // And nobody has confirmed what was fetched and marked.
            let noted = origin == .stored ? schedules?.confirmed : nil
            let confirmed = (mark == nil ? liveSince : noted).map { Date(milliseconds: $0) }
            if let stored = schedules?.mode(key), let mode = stored.mode {
                return MapSchedule(
                    key: key,
                    mode: mode,
                    source: schedules?.source,
                    origin: origin,
                    mark: mark,
                    confirmedAt: confirmed
                )
            }
            // Without a mark the appliance has no such mode: what came with the app would be a guess.
            let builtIn = mark == nil ? nil : builtIn?.mode(key)
            return MapSchedule(
                key: key,
                mode: builtIn,
                source: builtIn == nil ? nil : self.builtIn?.source,
                origin: builtIn == nil ? .nowhere : .builtIn,
                mark: mark,
                confirmedAt: mark == nil ? confirmed : nil
            )
        }
    }

    /// What is wanted; else all that is known of, with modes of which the appliance told the hash alone.
    private func keys(_ schedules: StoredSchedules?) -> [String] {
        if let wanted { return wanted }
        let known = schedules?.modes.map(\.key) ?? builtIn?.modes.map(\.key) ?? []
        return known + (live?.modes ?? [:]).keys.filter { !known.contains($0) }.sorted()
    }
}

extension Date {
    /// Milliseconds since 1970.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// Milliseconds since 1970, rounded down.
    package var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded(.down)
        return value.isNaN ? 0 : Int64(clamping: value)
    }
}
