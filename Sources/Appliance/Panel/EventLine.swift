import Core
import WatchpostModel

/// An event as one line of the terminal's list: `12:31  Tichondrius is down`.
struct EventLine {
    let body: EventBody
    let zone: CivilZone

    var text: String { "\(time)  \(words)" }

    private var time: String {
        let civil = zone.civil(body.at)
        return [civil.hour, civil.minute, civil.second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(
            separator: ":"
        )
    }

    private var words: String {
        switch body {
        case .realm(let event): "\(event.name) (\(event.region.rawValue)): \(EventLine.words(event.change))"
        case .outage(let event): EventLine.words(event)
        case .recovery(let event):
            "▲ \(event.region.rawValue): \(event.realms.count) realms back, \(event.stillDown) still down"
        case .freshness(let event):
            "\(event.region.rawValue)/\(event.flavour): \(EventLine.words(event.freshness))"
        case .rotation(let event):
            "\(event.mode): \(event.current?.map ?? "no map known (\(event.state.rawValue))")"
        case .schedule(let event):
            event.accepted
                ? "a new schedule is in force" : "the schedule file is refused: \(event.problems.first ?? "")"
        }
    }

    private static func words(_ change: RealmEventBody.Change) -> String {
        switch change {
        case .down: "▼ down"
        case .up: "▲ up again"
        case .maintenance: "▼ down for maintenance"
        case .queueStarted: "players queue"
        case .queueEnded: "no longer a queue"
        case .locked: "locked for new characters"
        case .unlocked: "open to new characters"
        case .population: "population changed"
        case .appeared: "new on the list"
        case .vanished: "no longer listed"
        case .regrouped: "in another connected realm"
        }
    }

    private static func words(_ event: OutageEventBody) -> String {
        let place = event.category ?? "the whole region"
        let sign = event.over ? "▲" : "▼"
        let what = event.over ? "back" : event.maintenance ? "down for maintenance" : "down"
        return "\(sign) \(event.region.rawValue), \(place): \(event.realms.count) realms \(what)"
    }

    private static func words(_ freshness: FreshnessBody) -> String {
        switch freshness.state {
        case .waiting: "waiting"
        case .fresh: "fresh again"
        case .stale: "stale: \(freshness.reason ?? "")"
        case .noNetwork: "no network"
        }
    }
}
