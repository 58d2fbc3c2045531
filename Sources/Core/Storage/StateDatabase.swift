/// What lives together in `state.db`: features whose changes share transactions, so that an announcement, its event and
/// its notices are stored as one.
package enum StateDatabase {
    /// In the order in which they were released.
    package static let migrations =
        RealmStore.migrations + DeviceStore.migrations + NoticeTables.migrations
        + PhoneSettingStore.migrations + PersonStore.migrations
}
