/// The one string that a phone makes and keeps: `ID.SECRET`, both random and in base64url (RFC 4648 §5).
///
/// ID has 22 characters (16 bytes), SECRET 43 (32 bytes); neither is decoded anywhere, they are compared as text.
package struct DeviceCredential: Hashable, Sendable {
    /// Names the installation of the app; it stands in paths.
    package let install: String
    /// Proves that the request comes from it; never stored, never logged.
    package let secret: [UInt8]

    private static let installLength = 22
    private static let secretLength = 43

    /// nil when `text` has another form.
    package init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == DeviceCredential.secretLength,
            parts[1].allSatisfy(DeviceCredential.base64URL.contains),
            case let install = String(decoding: parts[0], as: UTF8.self), DeviceCredential.isInstall(install)
        else {
            return nil
        }
        self.install = install
        secret = Array(parts[1])
    }

    private static let base64URL: ASCIISet = .letters | .digits | "-_"

    /// Whether `text` has the form of an ID.
    package static func isInstall(_ text: String) -> Bool {
        text.utf8.count == installLength && text.isMade(of: base64URL)
    }
}

/// Keeps the secret out of every log line and every failure message.
extension DeviceCredential: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(install).…" }
    package var customMirror: Mirror { Mirror(self, children: ["install": install]) }
}
