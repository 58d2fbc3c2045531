import Core
import Push
import WatchpostModel

extension DevicePushBody {
    /// nil: no notices.
    init?(_ state: PushState) {
        switch state {
        case .none: return nil
        case .active(let channel): self.init(kind: channel, state: .active, reason: nil)
        case .disabled(let channel, let reason):
            self.init(
                kind: channel,
                state: .disabled,
                reason: reason,
                code: PushCode(disabledBy: reason).rawValue
            )
        }
    }
}

extension PushRefusedBody {
    init(_ refusal: PushAddressRefusal) {
        self.init(code: refusal.kind.rawValue, service: refusal.service, detail: "push: \(refusal.words)")
    }
}

extension DeviceBody {
    /// `refusal`: why the address that came with a registration was not taken.
    init(_ record: DeviceRecord, refusal: PushAddressRefusal? = nil) {
        self.init(
            id: record.install,
            name: record.name,
            locale: record.locale,
            timeZone: record.zone,
            push: DevicePushBody(record.push),
            pushRefused: refusal.map { PushRefusedBody($0) },
            administrator: record.isAdministrator,
            linkedDevices: record.linkedDevices,
            regions: record.regions,
            registeredAt: record.registeredAt
        )
    }
}

extension AdminDeviceBody {
    init(_ record: DeviceRecord) {
        self.init(
            id: record.install,
            name: record.name,
            person: record.person,
            push: DevicePushBody(record.push),
            administrator: record.isAdministrator,
            registeredAt: record.registeredAt,
            seenAt: record.seenAt
        )
    }
}

extension WatchKindsBody {
    var kinds: WatchKinds {
        var kinds: WatchKinds = []
        if status { kinds.insert(.status) }
        if queue { kinds.insert(.queue) }
        if lock { kinds.insert(.lock) }
        if maintenance { kinds.insert(.maintenance) }
        if population { kinds.insert(.population) }
        return kinds
    }
}
