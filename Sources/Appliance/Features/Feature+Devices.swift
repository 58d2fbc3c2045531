import Core

extension DeviceServices {
    /// Phones, pairing and administration of this box.
    init(_ platform: Platform, notices: NoticeDispatcher, push: PushAdapters) {
        let (panel, publisher) = (platform.panel, platform.publisher)
        self.init(
            platform.configuration,
            hostName: platform.localName,
            stores: platform.stores,
            clock: platform.clock,
            log: platform.log,
            notices: notices,
            settings: platform.settings,
            push: PushRegistration(push),
            pairing: PairingOutlet(panel: panel, log: platform.log),
            outlets: PersonalOutlets(
                identify: { panel.submit(.request(.identify)) },
                alertsChanged: { notices.alertsChange() }
            ),
            realms: { region in publisher.state.sources.filter { $0.source.region == region } },
            realmNames: publisher.state.names,
            watched: { panel.submit(.watched([WatchTarget]($0))) }
        )
    }
}

extension Feature {
    /// Phones, and what their people may do.
    static func devices(_ services: DeviceServices) -> Feature {
        Feature(
            name: "devices",
            routes: services.routes,
            loops: [{ await services.watching.tell() }, { await services.lists.run() }]
        )
    }
}
