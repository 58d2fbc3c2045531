import Core
import Glibc
import SystemSupport

/// The secret that the keys of all games are made from, `arena-key` in the state folder: 32 random bytes in hexadecimal.
///
/// It is made when the arena is first switched on, and never over an existing file, whatever is in that: with another one
/// every game that signs its results has to be built anew.
enum ArenaKeyFile {
    static let name = "arena-key"
    private static let bytes = 32

    /// Reads the secret in `directory`, or makes it; blocks.
    static func open(in directory: String) throws(FileError) -> Secret {
        let path = "\(directory)/\(name)"
        if let secret = try read(path) { return secret }
        let text = Hexadecimal.encode(RandomSource.bytes(bytes))
        var words = "it vanished"
        do throws(SystemRefusal) {
            try DurableFile.write(Array("\(text)\n".utf8), to: path, replaces: false)
        } catch {
            words = String(cString: strerror(error.code))
        }
        // What is on the disk counts, even if somebody else was faster.
        if let secret = try read(path) { return secret }
        throw FileError("cannot store \(path): \(words)")
    }

    /// The secret in a file; nil when there is no file, and an error for everything else.
    static func read(_ path: String) throws(FileError) -> Secret? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        let reason: String
        do throws(FileError) {
            let secret = try SecretFile.read(path).secret
            if secret.exposed.utf8.count == 2 * bytes, secret.exposed.isMade(of: .hexadecimal) {
                return secret
            }
            reason = "it is none"
        } catch {
            reason = error.reason
        }
        throw FileError(
            "the arena's key, \(path), cannot be used: \(reason); put it back from a backup, or move it away: then a new "
                + "one is made, and all keys of games are void"
        )
    }
}

extension KeptFile {
    /// By it games prove what they send.
    static let arenaKey = KeptFile(
        ArenaKeyFile.name,
        refusal:
            "is not a key and was left out: without one of its own this box makes a new one, and games that sign "
            + "their results need new keys",
        isSound: { path in
            do throws(FileError) {
                return try ArenaKeyFile.read(path) != nil
            } catch {
                return false
            }
        }
    )
}
