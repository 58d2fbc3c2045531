/// A change of the schedule as people type it: the body of `POST /v1/admin/schedule/preview` and `…/edits`.
public struct ScheduleRequestBody: Codable, Hashable, Sendable {
    /// `set pubs: SP OL ED 90, SP on until 18:30`, `takeover …`, `end …`, `see …` or `undo`.
    public var text: String
    /// The `basis` of the preview that was looked at; a preview needs none.
    public var basis: String?
    /// Its `at`: so the commit does what was looked at, also when a map changed in between.
    public var at: UnixTime?

    /// Makes a request.
    public init(text: String, basis: String? = nil, at: UnixTime? = nil) {
        self.text = text
        self.basis = basis
        self.at = at
    }
}

/// The body of `POST /v1/admin/schedule/seen`: the map that somebody sees now.
public struct SeenMapBody: Codable, Hashable, Sendable {
    /// The mode's key.
    public var mode: String
    /// The map's code.
    public var map: String
    /// Until when it is on, where the game says so.
    public var until: UnixTime?
    /// The code of the map after it, where the cycle has this one several times.
    public var then: String?

    /// Makes it.
    public init(mode: String, map: String, until: UnixTime? = nil, then: String? = nil) {
        self.mode = mode
        self.map = map
        self.until = until
        self.then = then
    }
}

/// The body of `POST /v1/schedule/start`: the map that somebody sees in a mode of which none is known.
public struct StartedMapBody: Codable, Hashable, Sendable {
    /// The mode's key.
    public var mode: String
    /// The map's code.
    public var map: String

    /// Makes it.
    public init(mode: String, map: String) {
        self.mode = mode
        self.map = map
    }
}

/// A map by its code and name.
public struct MapNameBody: Codable, Hashable, Sendable {
    /// The short code, for example `OL`.
    public var code: String
    /// The name for people.
    public var map: String

    /// Makes it.
    public init(code: String, map: String) {
        self.code = code
        self.map = map
    }
}

/// One edit of the schedule, or an undo.
public struct ScheduleEditBody: Codable, Hashable, Sendable {
    /// What has become of it.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// It lies over the schedule file.
        case inForce
        /// It was taken back.
        case undone
        /// The schedule file says something else of its mode by now.
        case overridden
        /// It took another one back.
        case undo
    }

    /// Who made it.
    public enum Author: String, CaseIterable, Codable, Sendable {
        /// Whoever owns the machine.
        case owner
        /// A phone: a paired one, or one at home that said which map is on when none was known.
        case phone
        /// Somebody at home without a phone that is known, in the same case.
        case home
    }

    /// Ascending, given out once.
    public var version: Int64
    /// When it was committed.
    public var at: UnixTime
    /// Who made it.
    public var by: Author
    /// The name of the phone; absent for one that is gone, and for the owner.
    public var phone: String?
    /// As it can be typed again.
    public var text: String
    /// What has become of it.
    public var state: State

    /// Makes it.
    public init(version: Int64, at: UnixTime, by: Author, phone: String?, text: String, state: State) {
        self.version = version
        self.at = at
        self.by = by
        self.phone = phone
        self.text = text
        self.state = state
    }
}

/// `GET /v1/admin/schedule`: the edits that lie over the schedule file, with their history.
public struct ScheduleEditListBody: Codable, Hashable, Sendable {
    /// Names the schedules in force: another one after every edit and every other file.
    public var basis: String
    /// The modes that can be edited, by key.
    public var modes: [String]
    /// The maps that can be named.
    public var maps: [MapNameBody]
    /// Newest first.
    public var edits: [ScheduleEditBody]
    /// How many older ones are not listed; absent when all are.
    public var more: Int?

    /// Makes a list.
    public init(
        basis: String,
        modes: [String],
        maps: [MapNameBody],
        edits: [ScheduleEditBody],
        more: Int? = nil
    ) {
        self.basis = basis
        self.modes = modes
        self.maps = maps
        self.edits = edits
        self.more = more
    }
}

/// A map in a preview.
public struct ShownMapBody: Codable, Hashable, Sendable {
    /// The short code.
    public var code: String
    /// The name for people.
    public var map: String
    /// What is played on it, as in a slot.
    public var gameMode: String?
    /// The takeover that it belongs to.
    public var takeover: String?
    /// Who says so, where no schedule does: the name of an upstream.
    public var source: String?

    /// Makes it.
    public init(
        code: String,
        map: String,
        gameMode: String? = nil,
        takeover: String? = nil,
        source: String? = nil
    ) {
        self.code = code
        self.map = map
        self.gameMode = gameMode
        self.takeover = takeover
        self.source = source
    }

    /// The same whoever says so.
    fileprivate var unmarked: ShownMapBody {
        ShownMapBody(code: code, map: map, gameMode: gameMode, takeover: takeover)
    }
}

/// A stretch of time in a preview, in which neither changes.
public struct StretchBody: Codable, Hashable, Sendable {
    /// What the change does to it.
    public enum Change: String, CaseIterable, Codable, Sendable {
        /// Nothing.
        case same
        /// Another map, another game on it, or another takeover.
        case changed
        /// A map is known that was not.
        case added
        /// No map is known any more.
        case gone
    }

    /// Start, included.
    public var start: UnixTime
    /// End, excluded.
    public var end: UnixTime
    /// The map as things stand; absent where none is known.
    public var before: ShownMapBody?
    /// The map after the change; absent where none is known.
    public var after: ShownMapBody?
    /// What the change does to it.
    public var change: Change

    /// Makes it; `change` follows from the maps.
    public init(start: UnixTime, end: UnixTime, before: ShownMapBody?, after: ShownMapBody?) {
        self.start = start
        self.end = end
        self.before = before
        self.after = after
        let isSame = before?.unmarked == after?.unmarked
        change = isSame ? .same : before == nil ? .added : after == nil ? .gone : .changed
    }
}

/// What a change does to one mode.
public struct ModeDifferenceBody: Codable, Hashable, Sendable {
    /// What it does to the mode as a whole.
    public enum Change: String, CaseIterable, Codable, Sendable {
        /// Nothing in the time of the preview.
        case same
        /// Some stretches are others.
        case changed
        /// No map of it is known any more in the time of the preview.
        case vanished
    }

    /// The mode's key.
    public var mode: String
    /// The mode's name for people.
    public var name: String
    /// What the change does to it.
    public var change: Change
    /// The time of the preview, in order; none for a mode that stays as it is.
    public var stretches: [StretchBody]
    /// Whether there are more stretches than are listed.
    public var cut: Bool

    /// Makes it.
    public init(mode: String, name: String, change: Change, stretches: [StretchBody], cut: Bool) {
        self.mode = mode
        self.name = name
        self.change = change
        self.stretches = stretches
        self.cut = cut
    }
}

/// The answer of `POST /v1/admin/schedule/preview`: what a change would do, and has not done.
public struct SchedulePreviewBody: Codable, Hashable, Sendable {
    /// What the preview was made of; the commit names it.
    public var basis: String
    /// The instant at which the change was understood; the commit names it, at most ten minutes later.
    public var at: UnixTime
    /// The change as it was understood, with whole instants: what to commit.
    public var text: String
    /// The beginning of the time that is shown: now, or when the change begins.
    public var from: UnixTime
    /// The end of it, a day later.
    public var until: UnixTime
    /// Every mode.
    public var modes: [ModeDifferenceBody]

    /// Makes a preview.
    public init(
        basis: String,
        at: UnixTime,
        text: String,
        from: UnixTime,
        until: UnixTime,
        modes: [ModeDifferenceBody]
    ) {
        self.basis = basis
        self.at = at
        self.text = text
        self.from = from
        self.until = until
        self.modes = modes
    }
}
