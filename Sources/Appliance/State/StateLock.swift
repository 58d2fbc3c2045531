import Glibc
import SystemSupport

/// Keeps a second appliance away from a state directory: two of them would announce everything twice.
///
/// The lock is the kernel's (`flock`), on a file that stays: it ends with the process, however that ends.
final class StateLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or says who is in the way.
    init(directory: String) throws(StartFailure) {
        let path = "\(directory)/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            let reason = String(cString: strerror(code))
            throw StartFailure("cannot write to the state directory \(directory): \(reason)", code: code)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StartFailure(
                "another watchpost uses the state directory \(directory): stop it, or give this one a [state] directory"
                    + " of its own"
            )
        }
        // A command that root runs must not leave a lock that the service cannot take.
        var folder = stat()
        if geteuid() == 0, stat(directory, &folder) == 0 {
            _ = fchown(descriptor, folder.st_uid, folder.st_gid)
        }
    }

    deinit {
        close(descriptor)
    }
}
