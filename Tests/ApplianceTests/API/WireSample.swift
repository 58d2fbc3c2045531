import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

/// A wire type with everything in it, and with nothing in it that may be absent.
struct WireSample: Sendable, CustomTestStringConvertible {
    let name: String
    let full: Data
    let sparse: Data

    var testDescription: String { name }

    init<Body: Encodable>(_ full: Body, sparse: Body? = nil, name: String? = nil) {
        self.name = name ?? "\(Body.self)"
        self.full = Data(JSONBody.encode(full))
        self.sparse = Data(JSONBody.encode(sparse ?? full))
    }

    private static let time = UnixTime(seconds: 1_764_504_000)
    private static let slot = MapSlotBody(
        code: "OL",
        map: "Olympus",
        gameMode: "",
        start: time,
        end: time,
        source: ""
    )
    private static let fresh = FreshnessBody(state: .fresh)
    private static let realm: RealmBody = {
        var realm = RealmBody(APIFixture.realm("kazzak"), locale: "en_US")
        (realm.otherNames, realm.gone) = (["Каззак"], true)
        return realm
    }()
    private static let flavour = FlavourBody(APIFixture.view)
    /// Before anybody is asked.
    private static let unasked: SourceView = {
        var view = APIFixture.view
        view.origin = nil
        return view
    }()
    private static let step = LampBody.Step(lit: true, milliseconds: 1)
    private static let entry = CycleEntryBody(code: "OL", map: "Olympus", gameMode: "", minutes: 90)

    static var all: [WireSample] {
        regions + realms + rotations + upstreams + maps + panel + events + devices + wishes + codes
            + administration + editing + arena
    }

    private static var regions: [WireSample] {
        let region = RegionBody(
            region: .eu,
            name: "",
            statusPage: "",
            maintenanceWindow: true,
            flavours: [flavour]
        )
        return [
            WireSample(FreshnessBody(state: .stale, since: time, reason: ""), sparse: fresh),
            WireSample(RealmCountsBody()), WireSample(flavour, sparse: FlavourBody(unasked)),
            WireSample(region),
            WireSample(RegionListBody(regions: [region])),
            WireSample(
                OutageBody(scope: .category, category: "", since: time, realms: 1),
                sparse: OutageBody(scope: .region, category: nil, since: nil, realms: 1)
            ),
        ]
    }

    private static var realms: [WireSample] {
        var unseen = realm
        (unseen.since, unseen.otherNames, unseen.gone) = (nil, nil, nil)
        let segment = HistorySegmentBody(state: .up, from: time, to: time, down: 1)
        var history = HistoryBody(
            region: .eu,
            flavour: "",
            slug: "",
            from: time,
            to: time,
            uptime: 0.5,
            segments: [segment],
            source: RealmSourceBody(name: "", official: false)
        )
        let full = history
        (history.slug, history.uptime, history.source) = (nil, nil, nil)
        return [
            WireSample(realm, sparse: unseen),
            WireSample(
                RealmListBody(APIFixture.view, locale: "en_US"),
                sparse: RealmListBody(unasked, locale: "en_US")
            ),
            WireSample(
                RealmDetailBody(APIFixture.view.realms[0], in: APIFixture.view, statusPage: ""),
                sparse: RealmDetailBody(unasked.realms[0], in: unasked, statusPage: "")
            ),
            WireSample(RealmSourceBody(name: "", official: false)),
            WireSample(segment, sparse: HistorySegmentBody(state: .up, from: time, to: time)),
            WireSample(full, sparse: history), WireSample(RegionHistoryListBody(histories: [full])),
        ]
    }

    private static let proposal = AnchorProposalBody(anchor: time, from: time, shiftSeconds: 1, applied: true)
    private static let side = CheckedMapBody(code: "", map: "", start: time, end: time)
    private static let check = RotationCheckBody(
        mode: "",
        verdict: .disagreeing,
        since: time,
        until: time,
        schedule: side,
        upstream: side,
        proposal: proposal
    )
    private static let upstream = RotationUpstreamBody(
        name: "",
        attribution: "",
        url: "https://apexlegendsstatus.com",
        state: .stale,
        since: time,
        reason: "",
        modes: [check]
    )

    private static var upstreams: [WireSample] {
        var quiet = upstream
        (quiet.state, quiet.since, quiet.reason) = (.fresh, nil, nil)
        let unchecked = RotationCheckBody(
            mode: "",
            verdict: .unchecked,
            since: nil,
            schedule: nil,
            upstream: nil,
            proposal: nil
        )
        return [
            WireSample(upstream, sparse: quiet), WireSample(check, sparse: unchecked),
            WireSample(side, sparse: CheckedMapBody(code: "", map: "", start: nil, end: nil)),
            WireSample(proposal),
        ]
    }

    private static var rotations: [WireSample] {
        let schedule = ScheduleBody(
            cycle: [entry],
            anchor: time,
            usableFrom: time,
            usableTo: time,
            takeover: "",
            symbol: ""
        )
        let bare = ScheduleBody(cycle: [entry], anchor: time, usableFrom: nil, usableTo: nil, takeover: nil)
        let mode = RotationBody(
            mode: "",
            name: "",
            state: .running,
            current: slot,
            next: slot,
            takeover: "",
            validUntil: time,
            schedules: [schedule],
            source: ""
        )
        let ended = RotationBody(
            mode: "",
            name: "",
            state: .ended,
            current: nil,
            next: nil,
            takeover: nil,
            validUntil: nil,
            schedules: []
        )
        let entry = TimelineEntryBody(
            mode: "",
            start: time,
            end: time,
            code: "",
            map: "",
            gameMode: "",
            takeover: "",
            source: ""
        )
        let refused = RefusedScheduleBody(problems: [""], inForce: .kept, since: time)
        let gap = TimelineEntryBody(mode: "", start: time, end: nil, code: nil, map: nil, takeover: nil)
        return [
            WireSample(slot, sparse: MapSlotBody(code: "", map: "", start: time, end: time)),
            WireSample(self.entry, sparse: CycleEntryBody(code: "", map: "", minutes: 1)),
            WireSample(schedule, sparse: bare),
            WireSample(mode, sparse: ended), WireSample(refused),
            WireSample(
                RotationListBody(source: "", refused: refused, modes: [mode], upstream: upstream),
                sparse: RotationListBody(source: "", modes: [mode])
            ),
            WireSample(HashBody(hash: "", schedules: "", modes: ["pubs": ""])),
            WireSample(ModeSchedulesBody(mode: "", name: "", hash: "", schedules: [schedule])),
            WireSample(ScheduleListBody(hash: "", source: "", modes: [])), WireSample(entry, sparse: gap),
            WireSample(
                TimelineBody(
                    generatedAt: time,
                    validUntil: time,
                    until: time,
                    reloadAfter: time,
                    source: "",
                    stale: true,
                    entries: [entry]
                ),
                sparse: TimelineBody(
                    generatedAt: time,
                    validUntil: nil,
                    reloadAfter: time,
                    source: "",
                    entries: []
                )
            ),
        ]
    }

    private static var maps: [WireSample] {
        let slot = TimelineEntryBody(mode: "", start: time, end: time, code: "", map: "", takeover: "")
        let next = NextInModeBody(mode: "", name: "", slots: [slot], until: time, knownUntil: time)
        let known = NextInModeBody(mode: "", name: "", slots: [], until: time, knownUntil: nil)
        let map = NextMapBody(
            code: "",
            map: "",
            generatedAt: time,
            reloadAfter: time,
            source: "",
            stale: true,
            modes: [next]
        )
        var sure = map
        sure.stale = nil
        let likes = MapLikesBody(version: 1, liked: [""], avoided: [""], next: [next])
        let bare = MapLikesBody(version: 1, liked: [], avoided: [])
        return [
            WireSample(next, sparse: known), WireSample(map, sparse: sure),
            WireSample(likes, sparse: bare),
            WireSample(MapLikesChangeBody(version: 1, liked: [], avoided: [])),
        ]
    }

    private static var panel: [WireSample] {
        let fact = LampFactBody(
            key: "",
            count: 1,
            total: 1,
            since: UnixTime(seconds: 1),
            reason: "",
            code: ""
        )
        let lamp = LampBody(
            name: "",
            target: "",
            everything: true,
            meaning: "",
            words: "",
            says: [fact],
            green: [step],
            red: [step],
            single: [step]
        )
        let display = DisplayBody(columns: 16, rows: 2, lines: [""], backlight: true, page: "")
        return [
            WireSample(fact, sparse: LampFactBody(key: "")), WireSample(lamp), WireSample(display),
            WireSample(PanelBody(lamps: [lamp], display: display)),
            WireSample(
                ProblemBody(type: "", title: "", status: 400, detail: "", code: ""),
                sparse: ProblemBody(type: "", title: "", status: 400, detail: "")
            ),
        ]
    }

    private static var events: [WireSample] {
        let outage = OutageEventBody(
            region: .eu,
            flavour: "",
            scope: .region,
            category: "",
            over: true,
            maintenance: true,
            realms: [""],
            at: time
        )
        var regional = outage
        regional.category = nil
        return [
            WireSample(RealmEventBody(region: .eu, id: "", name: "", change: .down, at: time)),
            WireSample(outage, sparse: regional),
            WireSample(RecoveryEventBody(region: .eu, flavour: "", realms: [""], stillDown: 1, at: time)),
            WireSample(FreshnessEventBody(region: .eu, flavour: "", freshness: fresh, at: time)),
            WireSample(
                RotationEventBody(mode: "", state: .running, current: slot, at: time),
                sparse: RotationEventBody(mode: "", state: .gap, current: nil, at: time)
            ),
            WireSample(ScheduleEventBody(accepted: true, problems: [""], at: time)),
        ]
    }
}
