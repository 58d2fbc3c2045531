import Core
import Serving
import WatchpostModel

/// What paired devices may do with the others, and with the box.
struct AdminRoutes {
    let services: DeviceServices

    static let pageSize = 1...500
    /// How old a registration must be to go, in hours: a year is more than any rule here asks for.
    private static let hours = 0...8_784
    /// Before nobody can have come back.
    private static let usualHours = Int(DevicePlaces.occasion / 3_600)
    /// So many go with one request: the disk is slow.
    private static let mostRemoved = 1_000
    /// And no more once it took so long: what is left is said, and asked for again.
    private static let removing = Duration.seconds(10)

    var routes: [Route] {
        [
            Route(.get, "/v1/admin/devices", .administrator, .bare) { request async throws(Problem) in
                try await list(request)
            },
            Route(.delete, "/v1/admin/devices/{id}", .administrator, .bare) { request async throws(Problem) in
                let identity = try await device(request)
                try await services.delete(identity, revoked: true)
                return .noContent
            },
            Route(.delete, "/v1/admin/unused-devices", .administrator, .removing) {
                request async throws(Problem) in try await removeUnused(request)
            },
            Route(.delete, "/v1/admin/devices/{id}/administrator", .administrator, .bare) {
                request async throws(Problem) in
                let identity = try await device(request)
                try await services.disk.watch { () throws(SQLiteError) in
                    try await services.store.persons.setAdministrator(false, person: identity.person)
                }
                services.pairing.revoked()
                await services.watching.tell()
                return .noContent
            },
            Route(.post, "/v1/admin/devices/{id}/test", .administrator, .waitingForPush) {
                request async throws(Problem) in
                let identity = try await device(request)
                try services.gate.count(.test, request, beside: [.device(identity.id)])
                return Reply(await services.notices.test(device: identity.id))
            },
            Route(.post, "/v1/admin/identify", .administrator, .bare) { _ async throws(Problem) in
                services.outlets.identify()
                return .noContent
            },
        ]
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let most = try request.query.number("limit", in: AdminRoutes.pageSize, default: 100)
        let after = try request.query.number("after", in: 0...Int.max, default: 0)
        let page = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.devices(after: Int64(after), most: most)
        }
        let isLast = page.devices.count < most
        return Reply(
            AdminDeviceListBody(
                total: page.total,
                devices: page.devices.map { AdminDeviceBody($0) },
                next: isLast ? nil : page.devices.last?.id,
                unknownServices: services.unknownServices.all
            )
        )
    }

    /// Nobody is told to stay away, as after a removal by name: who was registered in good faith comes again.
    private func removeUnused(_ request: CallRequest) async throws(Problem) -> Reply {
        let hours = try request.query.number("hours", in: AdminRoutes.hours, default: AdminRoutes.usualHours)
        // One second on: what was registered just now goes, too.
        let limit = try services.wall().advanced(by: 1 - Int64(hours) * 3_600)
        let (services, end) = (services, services.now().monotonic + AdminRoutes.removing)
        let removal = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.removeUnused(
                before: limit,
                most: AdminRoutes.mostRemoved,
                isOver: { services.now().monotonic >= end }
            )
        }
        return Reply(UnusedDevicesBody(removal))
    }

    /// The device of the path.
    private func device(_ request: CallRequest) async throws(Problem) -> DeviceIdentity {
        let install = request.parameter("id")
        let found = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.identity(of: install)
        }
        guard let found else { throw Problem(.notFound, "there is no device of this id") }
        return found
    }
}

extension UnusedDevicesBody {
    init(_ removal: UnusedRemoval) {
        let kept = removal.kept
        self.init(
            removed: removal.removed,
            left: removal.left,
            kept: KeptDevicesBody(
                home: kept.home,
                administrators: kept.administrators,
                used: kept.used,
                young: kept.young
            )
        )
    }
}

extension CallBounds {
    /// The last of ten transactions on a slow card may begin just before the others took too long.
    fileprivate static let removing = CallBounds(largestBody: 0, time: .seconds(25))
}
