/// Tables that a feature keeps in `state.db`.
///
/// Features share that file so that an announcement, its event and its notices are stored in one transaction.
package struct StateTables: Sendable {
    /// In the order in which they were released; append only.
    package let migrations: [Migration]
    /// What a restored file may hold in them.
    let bounds: [StateBounds.Rule]

    package init(migrations: [Migration], bounds: [StateBounds.Rule] = []) {
        self.migrations = migrations
        self.bounds = bounds
    }

    /// Those of several features, in their order.
    package init(joining parts: [StateTables]) {
        self.init(migrations: parts.flatMap(\.migrations), bounds: parts.flatMap(\.bounds))
    }
}
