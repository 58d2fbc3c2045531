/// Tables that a feature keeps in `state.db`.
///
/// Features share that file so that an announcement, its event and its notices are stored in one transaction.
package struct StateTables: Sendable {
    /// In the order in which they were released; append only.
    package let migrations: [Migration]
    /// What a restored file may hold in them.
    let bounds: [StateBounds.Rule]
    /// What a restored file must not share with the one that it is a copy of.
    package let renewals: [Renewal]

    /// Statements for a file that was restored and not opened yet, where a migration was applied.
    package struct Renewal: Sendable {
        /// Of the migration; one that is applied later does the same by itself.
        let migration: String
        let sql: String

        package init(migration: String, sql: String) {
            (self.migration, self.sql) = (migration, sql)
        }
    }

    package init(migrations: [Migration], bounds: [StateBounds.Rule] = []) {
        self.init(migrations: migrations, bounds: bounds, renewals: [])
    }

    package init(migrations: [Migration], bounds: [StateBounds.Rule], renewals: [Renewal]) {
        self.migrations = migrations
        self.bounds = bounds
        self.renewals = renewals
    }

    /// Those of several features, in their order.
    package init(joining parts: [StateTables]) {
        self.init(
            migrations: parts.flatMap(\.migrations),
            bounds: parts.flatMap(\.bounds),
            renewals: parts.flatMap(\.renewals)
        )
    }
}
