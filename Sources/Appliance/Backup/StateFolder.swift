import Core
import Glibc
import Push

/// The state folder as a person at the command line means it, and what lies in it.
struct StateFolder: Hashable, Sendable {
    let path: String

    /// What must not be lost, in the order in which it is copied: the database, and the key pair by which every
    /// browser knows the appliance.
    static let database = "state.db"
    static let keptFiles = [database, VAPIDKeyFile.name]
    /// SQLite's companions of the database; they belong to it and to no other.
    static let companions = ["state.db-wal", "state.db-shm"]

    /// The folder of the settings; where they name none and systemd gave none, that of the installed service.
    init(_ configuration: Configuration) {
        let named = configuration.state.directory
        let isInstalled = named == StateSection.fallback && access(StateSection.installed, F_OK) == 0
        path = isInstalled ? StateSection.installed : named
    }

    init(path: String) {
        self.path = path
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func exists(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

    /// Gives what root has made in the folder to the folder's owner: the service, which is not root, must be able
    /// to use it.
    func adopt(_ name: String) throws(SystemRefusal) {
        var folder = stat()
        guard geteuid() == 0, stat(path, &folder) == 0, folder.st_uid != 0 else { return }
        guard lchown(file(name), folder.st_uid, folder.st_gid) == 0 else {
            throw SystemRefusal("chown", file(name))
        }
    }
}
