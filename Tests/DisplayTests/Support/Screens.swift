import Core
import Display
import WatchpostModel

/// Runs a panel through its pages and notes what a person would see.
struct Screens {
    var panel: Panel
    var now: Moment
    private let settings: PanelSettings
    private var last: PanelState?

    /// After the first minutes, in which the addresses are shown.
    init(
        _ settings: PanelSettings,
        _ input: PanelInput,
        at wall: UnixTime? = Facts.at(17, 48),
        isFresh: Bool = false
    ) {
        self.settings = settings
        panel = Panel(settings: settings)
        now = Moment(wall: wall, monotonic: .seconds(1_000))
        send(.input(input))
        if !isFresh {
            now.monotonic += Panel.welcomeDuration
            send(.tick)
        }
    }

    /// What is shown now.
    var state: PanelState? { last }

    @discardableResult
    mutating func send(_ event: Panel.Event) -> [Panel.Effect] {
        let effects = panel.handle(event, at: now)
        for case .show(let state) in effects { last = state }
        return effects
    }

    mutating func pass(_ duration: Duration) {
        now.monotonic += duration
        if let wall = now.wall { now.wall = wall.advanced(by: duration.components.seconds) }
        send(.tick)
    }

    /// Every page that takes its turn, the one that is on first: its key and its rows, drawn in a box.
    mutating func ring() -> [String] {
        var seen: [String] = []
        var ids: Set<String> = []
        for _ in 0..<40 {
            guard let state = last, ids.insert(state.page).inserted else { break }
            seen.append(Screens.drawing(state))
            now.monotonic += settings.pageDuration
            send(.tick)
        }
        return seen
    }

    /// Every page of these rotations, drawn in a box.
    static func ring(
        _ rotations: [PanelRotation],
        _ geometry: DisplayGeometry = .sixteenByTwo,
        at now: UnixTime? = Facts.at(17, 48),
        watch: [String] = [],
        prepare: (inout PanelSettings) -> Void = { _ in }
    ) -> Set<String> {
        var settings = Facts.settings(geometry, watch: watch)
        prepare(&settings)
        var input = PanelInput()
        input.rotations = rotations
        input.sources = [Facts.source(Facts.six(.suspected))]
        var screens = Screens(settings, input, at: now)
        return Set(screens.ring())
    }

    /// `rotation/pubs` above the rows, each between bars.
    static func drawing(_ state: PanelState) -> String {
        ([state.page] + state.lines.map { "|\($0)|" }).joined(separator: "\n")
    }
}
