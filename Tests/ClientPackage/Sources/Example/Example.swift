import Foundation
import WatchpostClient
import WatchpostModel

@main
struct Example {
    static func main() async throws {
        guard let address = URL(string: "http://watchpost.local:8080") else { return }
        // An app with widgets gives the folder of their app group.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watchpost")
        let watchpost = WatchpostAppliance(address: address, folder: folder)

        // There is always an answer; without a connection it is marked.
        for schedule in await watchpost.maps.refresh() {
            let map = schedule.slot(at: Date())?.map.name ?? "no map is known"
            let mark = schedule.mark.map { " (\($0))" } ?? ""
            print("\(schedule.mode?.name ?? schedule.key): \(map)\(mark)")
        }

        do {
            // At each start of the app. The credential is made at the first one.
            try await watchpost.phone.register(PhoneProfile(name: "Ann's phone"))
            try await watchpost.phone.changeWatchList(of: .eu) { list in
                if !list.realms.contains("retail/kazzak") { list.realms.append("retail/kazzak") }
            }
            try await watchpost.phone.changeMapAlerts { alerts in
                let stormPoint = MapAlertBody(
                    mode: "pubs",
                    map: "SP",
                    minutesBefore: 15,
                    repetition: "always",
                    days: ["fri", "sat"],
                    from: "18:00",
                    to: "23:30"
                )
                if !alerts.maps.contains(stormPoint) { alerts.maps.append(stormPoint) }
            }
        } catch WatchpostError.removed {
            print("An administrator removed this phone.")
        } catch {
            print("Not now: \(error)")
        }
    }
}
