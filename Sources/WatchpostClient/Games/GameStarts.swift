/// At which appliances a game has registered since it was started, for all copies of its ``WatchpostGame``.
actor GameStarts {
    private var appliances: Set<String> = []

    /// Whether it has.
    func hasBegun(at appliance: String) -> Bool { appliances.contains(appliance) }

    /// It has.
    func begin(at appliance: String) { appliances.insert(appliance) }

    /// What was said at the start is not true any more.
    func end(at appliance: String) { appliances.remove(appliance) }
}
