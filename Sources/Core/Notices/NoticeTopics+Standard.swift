extension NoticeTopics {
    /// What this appliance tells phones of.
    package static let standard: [any NoticeTopic] = [
        RealmTopic.status, RealmTopic.chatter, MapAlertTopic(), UnmatchedTopic(),
    ]
}
