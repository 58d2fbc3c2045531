import Foundation
import WatchpostClient
import WatchpostModel

/// Does through the library what a test asks for, and prints JSON, a line for each answer.
///
/// `Driver ADDRESS FOLDER COMMAND [ARGUMENT…]`; a refusal is a line with `error`, and exit code 1.
@main
struct Driver {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3, let address = URL(string: arguments[0]) else { exit(64) }
        let folder = URL(fileURLWithPath: arguments[1])
        let driver = Driver(
            watchpost: WatchpostAppliance(address: address, folder: folder),
            address: arguments[0],
            folder: folder
        )
        do {
            try await driver.run(arguments[2], Array(arguments.dropFirst(3)))
        } catch {
            driver.tell(["error": "\(error)", "kind": driver.kind(of: error)])
            exit(1)
        }
    }

    let watchpost: WatchpostAppliance
    let address: String
    let folder: URL

    private func run(_ command: String, _ arguments: [String]) async throws {
        switch command {
        case "refresh": await refresh(arguments.isEmpty ? nil : arguments, force: false)
        case "force": await refresh(arguments.isEmpty ? nil : arguments, force: true)
        case "refreshes":
            // A widget's process that looks again and again.
            for _ in 0..<(Int(arguments[0]) ?? 0) { await refresh(nil, force: false) }
        case "register":
            let profile = PhoneProfile(name: arguments[0], locale: "en-GB", timeZone: "Europe/Warsaw")
            let device = try await watchpost.phone.register(profile)
            tell(["id": device.id, "name": device.name])
        case "watch":
            let list = try await watchpost.phone.changeWatchList(of: region(arguments)) {
                $0.realms.append(arguments[1])
            }
            tell(["version": "\(list.version)", "realms": list.realms.joined(separator: ",")])
        case "churn": try await churn(region(arguments), arguments[1], times: Int(arguments[2]) ?? 0)
        case "watched":
            let list = try await watchpost.phone.watchList(of: region(arguments))
            tell([
                "version": "\(list.value.version)", "realms": list.value.realms.joined(separator: ","),
                "mark": list.mark.map { "\($0)" } ?? "",
            ])
        case "alert": try await alert(arguments)
        case "alerts":
            let list = try await watchpost.phone.mapAlerts()
            tell(["maps": list.value.maps.map { "\($0.mode)/\($0.map ?? "any")" }.joined(separator: ",")])
        case "like":
            let list = try await watchpost.phone.changeMapLikes { likes in
                likes.liked = [arguments[0]]
                likes.avoided = [arguments[1]]
            }
            tell(["version": "\(list.version)"])
        case "likes": try await likes()
        case "game":
            let game = try WatchpostGame("snake", at: address, folder: folder, name: arguments.first)
            try await GameCommands(game: game, tell: tell).run(Array(arguments.dropFirst()))
        case "forget-here": try await watchpost.phone.forgetHere()
        case "forget":
            try await watchpost.phone.forget()
            tell(["id": try await watchpost.phone.id])
        default: exit(64)
        }
    }

    private func region(_ arguments: [String]) -> Region {
        arguments.first.flatMap { Region(rawValue: $0) } ?? .us
    }

    private func refresh(_ modes: [String]?, force: Bool) async {
        let before = Date()
        let schedules = await watchpost.maps.refresh(modes, force: force)
        let now = Date()
        for schedule in schedules {
            let slot = schedule.slot(at: now)
            tell([
                "key": schedule.key, "origin": "\(schedule.origin)", "source": schedule.source ?? "",
                "mark": schedule.mark.map { "\($0)" } ?? "", "map": slot?.map.code ?? "",
                "start": slot?.start.rfc3339 ?? "", "end": slot?.end.rfc3339 ?? "",
                "codes": (schedule.mode?.schedules.last?.cycle.entries ?? []).map {
                    "\($0.map.code) \($0.map.name) \($0.minutes)"
                }.joined(separator: ","),
                "until": schedule.mode?.schedules.last?.usableTo?.rfc3339 ?? "",
                "asked": "\(before.timeIntervalSince1970)", "answered": "\(now.timeIntervalSince1970)",
            ])
        }
    }

    /// Takes a realm on the list and off again.
    private func churn(_ region: Region, _ realm: String, times: Int) async throws {
        var version: Int64 = 0
        for _ in 0..<times {
            let list = try await watchpost.phone.changeWatchList(of: region) { list in
                if list.realms.contains(realm) {
                    list.realms.removeAll { $0 == realm }
                } else {
                    list.realms.append(realm)
                }
            }
            version = list.version
        }
        tell(["version": "\(version)"])
    }

    private func alert(_ arguments: [String]) async throws {
        let list = try await watchpost.phone.changeMapAlerts { list in
            list.quietHours = DeviceQuietBody(from: "22:00", to: "07:00")
            list.maps.append(
                MapAlertBody(
                    mode: arguments[0],
                    map: arguments[1],
                    minutesBefore: 15,
                    repetition: "always",
                    days: MapAlertBody.allDays,
                    from: nil,
                    to: nil
                )
            )
        }
        tell(["version": "\(list.version)"])
    }

    private func likes() async throws {
        let list = try await watchpost.phone.mapLikes()
        tell([
            "liked": list.value.liked.joined(separator: ","),
            "avoided": list.value.avoided.joined(separator: ","),
            "next": (list.value.next ?? []).map(\.mode).joined(separator: ","),
            "mark": list.mark.map { "\($0)" } ?? "",
        ])
    }

    private func kind(of error: any Error) -> String {
        guard let error = error as? WatchpostError else { return "other" }
        switch error {
        case .unreachable: return "unreachable"
        case .notWatchpost: return "notWatchpost"
        case .refused(let problem): return problem.code ?? "refused"
        case .busy: return "busy"
        case .removed: return "removed"
        case .forgotten: return "forgotten"
        case .storage: return "storage"
        case .cancelled: return "cancelled"
        }
    }

    private func tell(_ members: [String: String]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(members) else { return }
        FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
}
