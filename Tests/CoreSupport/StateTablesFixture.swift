package import Core

extension NoticeTopics {
    /// What Core's features tell phones of, in the order in which the appliance lists them.
    package static let core = realms + mapAlerts + scheduleEnds + unmatched
}

extension StateTables {
    /// What the features of Core keep, in the order in which the appliance lists them.
    package static let core = StateTables(joining: [
        RealmStore.tables, DeviceStore.tables, NoticeTables.tables, PhoneSettingStore.tables,
        PersonStore.tables, CalendarRevisionStore.tables, MapLikeTable.tables, ScheduleEditStore.tables,
        ScheduleEndStore.tables,
    ])
}
