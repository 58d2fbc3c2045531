/// What a feature does with a database of its own; an error is what the panel says of it.
package struct DatabaseUse: Sendable {
    package typealias Step = @Sendable (Moment) async throws(SQLiteError) -> Void

    /// Reads what a file that was just opened holds; it may find it useless, and then the file is closed again.
    package var open: @Sendable (Database) async throws(SQLiteError) -> Void
    /// Stores what is due; asked again and again, also while the file is closed.
    package var tick: Step
    /// Stores the rest, before the file is closed for good.
    package var end: Step

    package init(
        open: @escaping @Sendable (Database) async throws(SQLiteError) -> Void = { _ in },
        tick: @escaping Step = { _ in },
        end: @escaping Step = { _ in }
    ) {
        (self.open, self.tick, self.end) = (open, tick, end)
    }
}
