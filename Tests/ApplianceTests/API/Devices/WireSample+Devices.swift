import WatchpostModel

@testable import Appliance

/// The bodies of devices, lists, codes and notices.
extension WireSample {
    private static let time = UnixTime(seconds: 1_764_504_000)
    private static let push = DevicePushBody(kind: "apns", state: .disabled, reason: "HTTP 410", code: "gone")
    private static let kinds = WatchKindsBody()
    private static let list = WatchListBody(region: .eu, version: 1, realms: ["retail/kazzak"], kinds: kinds)
    private static let alert = MapAlertBody(
        mode: "pubs",
        map: "olympus",
        minutesBefore: 5,
        repetition: "once",
        days: ["mon"],
        from: "18:00",
        to: "19:00"
    )
    private static let alerts = AlertListBody(
        version: 1,
        quietHours: DeviceQuietBody(from: "22:00", to: "07:00"),
        maps: [alert]
    )

    static var devices: [WireSample] {
        let device = DeviceBody(
            id: "",
            name: "",
            locale: "",
            timeZone: "",
            push: push,
            pushRefused: PushRefusedBody(code: "", service: "", detail: ""),
            administrator: true,
            linkedDevices: 1,
            regions: [.eu],
            registeredAt: time
        )
        var plain = device
        plain.pushRefused = nil
        return [
            WireSample(
                DeviceRegistrationBody(name: "", locale: "", timeZone: "", push: .remove),
                sparse: DeviceRegistrationBody(name: nil, locale: nil, timeZone: nil, push: nil)
            ),
            WireSample(device, sparse: plain), WireSample(PushRefusedBody(code: "", service: "", detail: "")),
            WireSample(push), WireSample(kinds), WireSample(list),
            WireSample(
                WatchListChangeBody(region: "eu", version: 1, realms: [], kinds: kinds),
                sparse: WatchListChangeBody(version: 1, realms: [], kinds: nil)
            ),
            WireSample(DeviceQuietBody(from: "", to: "")), WireSample(alert), WireSample(alerts),
        ]
    }

    static var wishes: [WireSample] {
        let wish = RealmWishBody(id: "", tellOnce: true, urgent: true, mutedUntil: time)
        let linked = LinkedDeviceBody(
            id: "",
            name: "",
            this: true,
            push: push,
            registeredAt: time,
            seenAt: time
        )
        return [
            WireSample(wish), WireSample(WishListBody(region: .eu, realms: [wish])),
            WireSample(
                WishChangeBody(id: "", tellOnce: true, urgent: true, muteMinutes: 1),
                sparse: WishChangeBody(id: "")
            ),
            WireSample(linked), WireSample(LinkedDeviceListBody(devices: [linked])),
        ]
    }

    static var codes: [WireSample] {
        let bare = ProblemBody(type: "", title: "", status: 403, detail: "")
        let problem = ProblemBody(type: "", title: "", status: 403, detail: "", code: "")
        return [
            WireSample(LinkCodeBody(code: "", expiresAt: time, link: "", picture: "")),
            WireSample(CodeBody(code: "")),
            WireSample(
                PairingBody(expiresAt: time, shownOn: .display, code: ""),
                sparse: PairingBody(expiresAt: time, shownOn: .journal, code: nil)
            ),
            WireSample(
                WrongCodeBody(problem, triesLeft: 1),
                sparse: WrongCodeBody(bare, triesLeft: 1)
            ),
            WireSample(
                ConflictBody(problem, current: list),
                sparse: ConflictBody(bare, current: list),
                name: "WatchListConflictBody"
            ),
            WireSample(
                ConflictBody(problem, current: alerts),
                sparse: ConflictBody(bare, current: alerts),
                name: "AlertListConflictBody"
            ),
            WireSample(
                ConflictBody(problem, current: MapLikesBody(version: 1, liked: [], avoided: [])),
                sparse: ConflictBody(bare, current: MapLikesBody(version: 1, liked: [], avoided: [])),
                name: "MapLikesConflictBody"
            ),
            WireSample(
                AboutBody(
                    id: "",
                    version: "",
                    publicURL: "",
                    access: .local,
                    webPush: AboutBody.WebPush(publicKey: ""),
                    apns: AboutBody.APNs(topic: ""),
                    site: ""
                )
            ),
        ]
    }

    private static func settings(_ quiet: PanelQuietBody) -> SettingValuesBody {
        SettingValuesBody(
            name: SettingBody(value: "", source: .file, file: ""),
            timeZone: SettingBody(value: nil, source: .phone, file: ""),
            clock: SettingBody(value: "", source: .file, file: ""),
            secondsPerPage: SettingBody(value: 1, source: .file, file: 1),
            quietHours: SettingBody(value: quiet, source: .file, file: nil),
            anyDownIsAll: SettingBody(value: true, source: .file, file: true)
        )
    }

    static var administration: [WireSample] {
        let device = AdminDeviceBody(
            id: "",
            name: "",
            person: 1,
            push: push,
            administrator: true,
            registeredAt: time,
            seenAt: time
        )
        let notice = DeviceNoticeBody(
            id: 1,
            at: time,
            title: "",
            body: "",
            link: "",
            state: .dead,
            reason: "",
            code: ""
        )
        let dead = DeadNoticeBody(id: 1, device: "", channel: "", at: time, title: "", reason: "")
        let quiet = PanelQuietBody(on: true, from: "", to: "")
        let settings = SettingsBody(version: 1, settings: settings(quiet))
        let bare = ProblemBody(type: "", title: "", status: 409, detail: "")
        let problem = ProblemBody(type: "", title: "", status: 409, detail: "", code: "")
        return [
            WireSample(quiet), WireSample(settings.settings), WireSample(settings),
            WireSample(SettingsChangeBody(version: 1, settings: [:])),
            WireSample(
                ConflictBody(problem, current: settings),
                sparse: ConflictBody(bare, current: settings),
                name: "SettingsConflictBody"
            ),
            WireSample(
                UnusedDevicesBody(
                    removed: 1,
                    left: 1,
                    kept: KeptDevicesBody(home: 1, administrators: 1, used: 1, young: 1)
                )
            ),
            WireSample(device),
            WireSample(AdminDeviceListBody(total: 1, devices: [device], next: 1, unknownServices: [""])),
            WireSample(TestNoticeBody(accepted: true, detail: "", reason: "", code: "", push: push)),
            WireSample(notice), WireSample(DeviceNoticeListBody(notices: [notice], unread: 1)),
            WireSample(dead),
            WireSample(DeadNoticeListBody(notices: [dead])),
        ]
    }
}
