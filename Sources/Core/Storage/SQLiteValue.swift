/// A value on its way into a statement.
package enum SQLiteValue: Hashable, Sendable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    package static func integer(_ value: Int64?) -> SQLiteValue { value.map { .integer($0) } ?? .null }
    package static func text(_ value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }
    /// Stored as 0 or 1.
    package static func flag(_ value: Bool) -> SQLiteValue { .integer(value ? 1 : 0) }
}
