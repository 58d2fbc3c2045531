import Core
import Glibc

/// The state folder as a person at the command line means it, and what lies in it.
struct StateFolder: Sendable {
    let path: String
    /// The databases in it that backups hold.
    let databases: [StateFile]
    /// What else they hold.
    let keptFiles: [KeptFile]

    /// The folder of the settings; where they name none and systemd gave none, that of the installed service.
    init(_ configuration: Configuration) {
        let named = configuration.state.directory
        let isInstalled = named == StateSection.fallback && access(StateSection.installed, F_OK) == 0
        self.init(path: isInstalled ? StateSection.installed : named)
    }

    /// `files`, `keptFiles`: those of all features; needed for backups and restores alone.
    init(path: String, files: [StateFile] = [], keptFiles: [KeptFile] = []) {
        self.path = path
        databases = files.filter(\.isInBackups)
        self.keptFiles = keptFiles
    }

    /// The names of what must not be lost: what must not be lost first.
    var names: [String] { databases.map(\.name) + keptFiles.map(\.name) }

    /// Those of one file; the write-ahead log would otherwise be replayed into a database that it does not belong to.
    func companions(of name: String) -> [String] { databases.first { $0.name == name }?.companions ?? [] }

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
