package import WatchpostModel

/// What a change would do to a day: map by map, before and after.
package enum SchedulePreview {
    package static let seconds: Int64 = 86_400
    /// Stretches of one mode; a mode of one-minute slots has more in a day.
    static let mostStretches = 300

    /// The day of each mode from an instant on; modes that stay as they are are named without stretches.
    package static func modes(
        from start: UnixTime,
        before: RotationSchedules,
        after: RotationSchedules
    ) -> [ModeDifferenceBody] {
        let others = after.modes.filter { before.mode($0.key) == nil }
        return (before.modes + others).map { mode in
            difference(mode, before.mode(mode.key), after.mode(mode.key), from: start)
        }
    }

    private static func difference(
        _ mode: RotationMode,
        _ before: RotationMode?,
        _ after: RotationMode?,
        from start: UnixTime
    ) -> ModeDifferenceBody {
        guard before != after else {
            return ModeDifferenceBody(
                mode: mode.key,
                name: mode.name,
                change: .same,
                stretches: [],
                cut: false
            )
        }
        let end = start.advanced(by: seconds)
        var stretches: [StretchBody] = []
        var cursor = start
        while cursor < end, stretches.count < mostStretches {
            let (old, new) = (before?.lookup(at: cursor), after?.lookup(at: cursor))
            let border = [old?.end, new?.end].compactMap { $0 }.filter { $0 > cursor }.min() ?? end
            let stretch = StretchBody(
                start: cursor,
                end: min(border, end),
                before: old?.slot.map { ShownMapBody($0) },
                after: new?.slot.map { ShownMapBody($0) }
            )
            cursor = stretch.end
            append(stretch, to: &stretches)
        }
        let isThere = stretches.contains { $0.after != nil }
        let wasThere = stretches.contains { $0.before != nil }
        let isSame = stretches.allSatisfy { $0.change == .same }
        return ModeDifferenceBody(
            mode: mode.key,
            name: mode.name,
            change: wasThere && !isThere ? .vanished : isSame ? .same : .changed,
            stretches: stretches,
            cut: cursor < end
        )
    }

    /// Joined with the one before it where nothing changes between the two.
    private static func append(_ stretch: StretchBody, to stretches: inout [StretchBody]) {
        guard let last = stretches.last, last.before == nil, last.after == nil, stretch.before == nil,
            stretch.after == nil
        else { return stretches.append(stretch) }
        stretches[stretches.count - 1].end = stretch.end
    }
}

extension ShownMapBody {
    fileprivate init(_ slot: RotationSlot) {
        self.init(
            code: slot.map.code,
            map: slot.map.name,
            gameMode: slot.gameMode,
            takeover: slot.takeover,
            source: slot.source
        )
    }
}
