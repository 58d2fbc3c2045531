/// A value on its way into a statement; literals and nil convert by themselves.
package enum SQLiteValue: Hashable, Sendable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    case null

    package static func integer(_ value: Int64?) -> SQLiteValue { value.map { .integer($0) } ?? .null }
    package static func text(_ value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }
    /// Stored as 0 or 1.
    package static func flag(_ value: Bool) -> SQLiteValue { .integer(value ? 1 : 0) }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .text(value) }
    package init(nilLiteral: ()) { self = .null }
}
