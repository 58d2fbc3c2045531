import FoundationEssentials

/// The one way in which bodies become bytes: sorted keys, so that equal values have equal bytes and tags.
package enum JSONBody {
    package static let type = "application/json"

    /// The wire types hold only strings, integers, booleans and finite numbers: they always encode.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            preconditionFailure("a wire value does not encode: \(error)")
        }
    }
}
