import Foundation

/// The one string by which the appliance knows an installation: `ID.SECRET`, both random and in base64url.
///
/// ID are 16 bytes in 22 characters and stand in paths; SECRET are 32 bytes in 43 and are sent as a bearer alone. The
/// appliance keeps a hash of the secret: who loses the string is somebody new.
package struct PhoneCredential: Hashable, Sendable {
    /// Names the installation.
    package let id: String
    /// The whole.
    package let text: String

    private static let idLength = 22
    private static let secretLength = 43

    /// A new one, from the system's own random numbers.
    package init() {
        var source = SystemRandomNumberGenerator()
        id = PhoneCredential.random(bytes: 16, from: &source)
        text = id + "." + PhoneCredential.random(bytes: 32, from: &source)
    }

    /// nil when `text` has another form.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == PhoneCredential.idLength,
            parts[1].count == PhoneCredential.secretLength,
            parts.allSatisfy({ $0.allSatisfy(PhoneCredential.isBase64URL) })
        else { return nil }
        id = String(decoding: parts[0], as: UTF8.self)
        self.text = text
    }

    private static func random(bytes count: Int, from source: inout SystemRandomNumberGenerator) -> String {
        let bytes = Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) })
        return String(
            decoding: bytes.base64EncodedData().compactMap { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "="): nil
                default: byte
                }
            },
            as: UTF8.self
        )
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// As its text; anything else is no credential.
extension PhoneCredential: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let credential = PhoneCredential(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no credential")
        }
        self = credential
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// Keeps the secret out of logs.
extension PhoneCredential: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(id).…" }
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
