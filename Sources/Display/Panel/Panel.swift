package import Core
import WatchpostModel

/// Decides what lamps and display show: facts and time in, one value out.
///
/// The display's pages come in this order: a farewell, "which box" and a code that somebody must read have
/// the display to themselves. Otherwise pages take turns: faults, set-up and lost network, the addresses in
/// the first minutes, and then either the confirmed outages or, while there are none, maps, realms and duels. Lost
/// network and stale realms do not hide the maps, which are computed and stay true.
package struct Panel: Sendable {
    /// What can happen to it.
    package enum Event: Sendable {
        /// The facts as they stand now.
        case input(PanelInput)
        /// Other settings from now on; geometry, character set and wiring stay those of the start.
        case settings(PanelSettings)
        /// Somebody asked which box this is.
        case identify
        /// A code to be read off the display, under a title, for so long.
        case code(title: String, code: String, lasts: Duration = Panel.codeDuration)
        case codeDone
        /// The next page; in the dark it only lights the display.
        case nextPage
        /// Where the box can be reached, now and for a while.
        case showAddress
        /// Quiet from now on for some hours, or not any more.
        case quietNow
        /// The process ends: the last thing shown.
        case stop(Ending)
        /// The time asked for with `wake` has come, or any other.
        case tick
    }

    /// Why the process ends.
    package enum Ending: Hashable, Sendable {
        case stopping, restarting
    }

    /// What its owner does.
    package enum Effect: Hashable, Sendable {
        /// Shows it: only said when it differs from what was shown.
        case show(PanelState)
        /// Sends `tick` at that monotonic time; replaces the time asked for before.
        case wake(at: Duration)
    }

    /// How long the addresses are shown after the start.
    package static let welcomeDuration = Duration.seconds(300)
    package static let identifyDuration = Duration.seconds(30)
    /// A code is worth nothing to somebody who left.
    package static let codeDuration = Duration.seconds(600)

    /// How long a press lights the display in quiet hours.
    package static let wakeDuration = Duration.seconds(30)
    /// How long the addresses are shown when asked for.
    package static let addressDuration = Duration.seconds(60)
    /// How long quiet lasts that was asked for by hand: a night.
    package static let quietDuration = Duration.seconds(8 * 3_600)

    private var settings: PanelSettings
    private let encoder: FrameEncoder
    private var input = PanelInput()
    private var isWelcomed = false
    private var requests = PanelRequests()
    private var ending: Ending?
    private var turner = PageTurner()
    private var shown: PanelState?

    package init(settings: PanelSettings) {
        self.settings = settings
        encoder = FrameEncoder(geometry: settings.geometry, rom: settings.rom)
    }

    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        let monotonic = now.monotonic
        if !isWelcomed { requests.showAddresses(until: monotonic + Panel.welcomeDuration) }
        isWelcomed = true
        requests.expire(at: monotonic)
        switch event {
        case .input(let input): self.input = input
        case .settings(let settings): self.settings = self.settings.replaced(by: settings)
        case .identify: requests.identify(at: monotonic)
        case .code(let title, let text, let lasts):
            requests.show(code: text, title: title, until: monotonic + lasts)
        case .codeDone: requests.forgetCode()
        case .nextPage: press(at: now)
        case .showAddress:
            requests.wake(at: monotonic)
            requests.showAddresses(until: monotonic + Panel.addressDuration)
            turner.turn(toPage: "address")
        case .quietNow: requests.toggleQuiet(at: monotonic)
        case .stop(let ending): self.ending = ending
        case .tick: break
        }
        return effects(at: now)
    }

    private mutating func press(at now: Moment) {
        let isDark = !isBacklit(ClockText(zone: settings.zone, style: settings.clock, now: now.wall))
        requests.wake(at: now.monotonic)
        // What covers the pages stays; a page that turned behind it would turn later, for nobody.
        let isCovered = requests.identifyUntil != nil || requests.code != nil
        if !isDark, !isCovered { turner.advance() }
    }

    private mutating func effects(at now: Moment) -> [Effect] {
        let writer = PageWriter(settings: settings, input: input, now: now)
        let (page, ring, turn) = page(writer, at: now.monotonic)
        let frame = encoder.frame(page.lines, backlight: isBacklit(writer.times))
        let state = PanelState(
            lamps: lamps(writer),
            frame: frame,
            soon: ring.reduce(into: []) { $0.formUnion(encoder.glyphs($1.lines)) },
            lines: encoder.text(of: frame),
            page: page.id,
            isSecret: page.isSecret,
            faults: input.faults
        )
        var effects: [Effect] = []
        if state != shown { effects.append(.show(state)) }
        shown = state
        if ending == nil, let wake = wake(at: now, turn: turn) { effects.append(.wake(at: wake)) }
        return effects
    }

    // Display.

    /// The page that is on, those that take turns with it, and when the next one does.
    private mutating func page(_ writer: PageWriter, at now: Duration) -> (Page, [Page], turn: Duration?) {
        if let ending { return (writer.farewell(ending), [], nil) }
        if requests.identifyUntil != nil { return (writer.identify, [], nil) }
        if let code = requests.code { return (writer.code(code.title, code.code), [], nil) }
        let pages = ring(writer)
        let (index, turn) = turner.select(from: pages.map(\.id), at: now, each: settings.pageDuration)
        return (pages[index], pages, turn)
    }

    /// The pages that take turns; never empty.
    private func ring(_ writer: PageWriter) -> [Page] {
        var pages = writer.faultPages
        if requests.addressUntil != nil, input.isSetUp { pages += writer.addresses }
        let outages = writer.outagePages
        pages += outages.isEmpty ? writer.rotationPages + writer.realmPages + writer.duelPages : outages
        return pages.isEmpty ? [writer.idle] : pages
    }

    /// Dark in quiet hours, unless somebody is standing before it and asked for something.
    private func isBacklit(_ times: ClockText) -> Bool {
        requests.identifyUntil != nil || requests.code != nil || requests.awakeUntil != nil || !isQuiet(times)
    }

    private func isQuiet(_ times: ClockText) -> Bool {
        if requests.quietUntil != nil { return true }
        guard let hours = settings.quietHours, let now = times.now else { return false }
        return hours.contains(now)
    }

    // Lamps.

    private func lamps(_ writer: PageWriter) -> [PanelState.Lamp] {
        let conditions = conditions(writer.times)
        return settings.lamps.map { lamp in
            let items = lamp.target.items(watching: input.everythingWatched(settings))
            let selection = RealmSelection(input.resolved(items), in: input.sources)
            let reading = LampReading(of: selection, under: conditions, times: writer.times)
            return PanelState.Lamp(name: lamp.name, target: lamp.target, reading: reading)
        }
    }

    private func conditions(_ times: ClockText) -> LampConditions {
        var conditions = LampConditions()
        conditions.isIdentifying = requests.identifyUntil != nil
        conditions.fault = input.faults.first { $0.isOfTheBox || $0.isForLamps && !input.hasDisplay }
        conditions.isSetUp = input.isSetUp
        conditions.network = input.network
        conditions.isQuiet = isQuiet(times)
        conditions.isStopping = ending != nil
        conditions.anyDownIsAll = settings.anyDownIsAll
        return conditions
    }

    // Time.

    /// The next thing that changes by itself: a page turns, something ends, or another minute begins.
    private func wake(at now: Moment, turn: Duration?) -> Duration? {
        var times = requests.ends + [turn].compactMap { $0 }
        if let wall = now.wall {
            let second = wall.seconds % 60
            times.append(now.monotonic + .seconds(60 - (second < 0 ? second + 60 : second)))
        }
        return times.min()
    }
}
