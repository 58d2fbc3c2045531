import Core
import Glibc
package import SystemSupport

/// The key of whoever owns the machine: a file in the state directory that our own commands read.
///
/// It administers, and it counts only from a program of this machine on the main listener.
package struct OwnerKey: Sendable {
    private let hash: [UInt8]

    /// `owner.` and 43 characters of base64url: no device can have such a credential.
    package static let prefix = "owner."
    private static let length = 43

    /// nil unless `text` has the form of a key.
    package init?(_ text: some StringProtocol) {
        let word = String(text.filter { !$0.isWhitespace })
        guard word.hasPrefix(OwnerKey.prefix), word.utf8.count == OwnerKey.prefix.utf8.count + OwnerKey.length
        else {
            return nil
        }
        hash = SecretHash.of(Array(word.utf8))
    }

    /// Whether a bearer is the key; in constant time.
    package func accepts(_ bearer: some StringProtocol) -> Bool {
        SecretHash.areEqual(SecretHash.of(Array(bearer.utf8)), hash)
    }

    package static func path(in directory: String) -> String { "\(directory)/owner-key" }

    /// Reads the key of a state directory, or makes one; blocks.
    package static func open(in directory: String) throws(StartFailure) -> OwnerKey {
        let path = path(in: directory)
        if access(path, F_OK) == 0 {
            guard chmod(path, 0o600) == 0, let file = try? BoundedFile.read(path, limit: 256),
                let key = OwnerKey(file.text)
            else {
                throw StartFailure(
                    "\(path) is not an owner key that can be read: delete it, and a new one is made"
                )
            }
            return key
        }
        let text = prefix + RandomSource.base64URL(length)
        guard let key = OwnerKey(text) else {
            throw StartFailure("cannot make an owner key for \(path): random text of a wrong length")
        }
        do throws(SystemRefusal) {
            try DurableFile.write(Array("\(text)\n".utf8), to: path, replaces: true)
        } catch {
            throw StartFailure(
                "cannot write \(path): \(String(cString: strerror(error.code)))",
                code: error.code
            )
        }
        return key
    }
}
