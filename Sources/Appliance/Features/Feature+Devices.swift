import Core
import Serving
import SystemSupport

extension Feature {
    /// Phones.
    static let devices = Feature(
        name: "devices",
        tables: DeviceStore.tables,
        openAPI: [EmbeddedFiles.OpenAPI.devices],
        calls: { DeviceRoutes(services: $0).routes + LinkRoutes(services: $0).routes },
        start: { parts in
            let services = parts.services
            // Not `services` themselves: their gate keeps this source.
            let (now, disk) = (services.now, services.disk)
            return RunningFeature(
                identities: [
                    DeviceIdentitySource(store: services.store, disk: disk, now: { now().wall })
                ],
                loops: [{ await disk.keep() }]
            )
        }
    )

    /// What phones watch and wish.
    static let watching = Feature(
        name: "watching",
        topics: NoticeTopics.unmatched,
        openAPI: [EmbeddedFiles.OpenAPI.watching],
        calls: {
            WatchListRoutes(services: $0).routes + AlertRoutes(services: $0).routes
                + WishRoutes(services: $0).routes
        },
        start: { parts in
            let services = parts.services
            return RunningFeature(loops: [{ await services.watching.tell() }, { await services.lists.run() }])
        }
    )

    /// What paired phones may do with the others, and with the box.
    static let administration = Feature(
        name: "administration",
        openAPI: [EmbeddedFiles.OpenAPI.administration],
        calls: { PairingRoutes(services: $0).routes + AdminRoutes(services: $0).routes }
    )

    /// What became of persons.
    static let persons = Feature(name: "persons", tables: PersonStore.tables)
}
