import Core
import Glibc
import SystemSupport

/// The key pair by which every browser knows this appliance, `vapid.pem` in the state folder.
///
/// It is for life: a subscription is bound to it, and with another key every phone must subscribe again. So it is
/// made once, never over an existing file whatever is in that, and is on the disk before anybody is told of it.
package enum VAPIDKeyFile {
    package static let name = "vapid.pem"

    /// Reads the key in `directory`, or makes it; blocks.
    package static func open(in directory: String) throws(PushKeyError) -> P256PrivateKey {
        let path = "\(directory)/\(name)"
        if let key = try read(path) { return key }
        let text: Secret
        do throws(CryptoFault) {
            text = try P256PrivateKey().pem()
        } catch {
            throw PushKeyError("cannot make the key pair for Web Push: \(error)")
        }
        var words = "it vanished"
        do throws(SystemRefusal) {
            try DurableFile.write(Array(text.exposed.utf8), to: path, replaces: false)
        } catch {
            words = String(cString: strerror(error.code))
        }
        // Read back even what was just written: somebody else may have been first, and then theirs is the key.
        if let key = try read(path) { return key }
        throw PushKeyError("cannot store the key pair for Web Push in \(path): \(words)")
    }

    /// The key in a file; nil when there is no file, and an error for everything else.
    package static func read(_ path: String) throws(PushKeyError) -> P256PrivateKey? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        do throws(FileError) {
            let text = try BoundedFile.read(path, limit: 16_384).text
            do throws(CryptoFault) {
                return try P256PrivateKey(pem: text)
            } catch {
                throw FileError(
                    "\(error)",
                    remedy: "put it back from a backup; without it every phone has to enable notices again"
                )
            }
        } catch {
            throw PushKeyError("the key pair for Web Push, \(path)", error)
        }
    }
}
