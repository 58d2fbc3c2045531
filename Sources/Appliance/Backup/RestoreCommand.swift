import Core
import Glibc
import SystemSupport
import WatchpostModel

/// `watchpost restore FILE`: puts back what `watchpost backup` has kept, while the appliance is stopped.
struct RestoreCommand: Sendable {
    let folder: StateFolder
    let file: String
    /// Names the folder for the former files; nil while the clock is not trusted.
    let now: UnixTime?

    /// Restores, and says what came and where the former files are; 1 when nothing was changed.
    func run() -> Int32 {
        do throws(BackupError) {
            for line in try restore() { Console.print(line) }
            return 0
        } catch {
            Console.error("nothing was restored: \(error)")
            return 1
        }
    }

    private func restore() throws(BackupError) -> [String] {
        try refuseOtherThanFiles()
        if mkdir(folder.path, 0o700) != 0, errno != EEXIST {
            throw BackupError(SystemRefusal("mkdir", folder.path))
        }
        let lock = try locked()
        return try withExtendedLifetime(lock) { () throws(BackupError) in
            try StagedRestore.finishAll(in: folder)
            let reader = try BackupError.wording { () throws(ArchiveError) in try read() }
            let staged = try stage(reader)
            let unsound = folder.keptFiles.filter { file in
                reader.files.contains { $0.name == file.name } && !file.isSound(staged.path(file.name))
            }
            // The state's own is worth more, and the rest is restored all the same.
            for file in unsound { staged.leaveOut(file.name) }
            let aside = try staged.commit()
            return lines(reader, aside, unsound)
        }
    }

    /// A pipe would keep the command waiting for ever.
    private func refuseOtherThanFiles() throws(BackupError) {
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BackupError("\(file): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw BackupError("\(file) is not a regular file: name one that `watchpost backup` made")
        }
    }

    /// Opens the archive, whose word about itself is what was put into it.
    private func read() throws(ArchiveError) -> ArchiveReader {
        let reader = try ArchiveReader(path: file)
        let digest = SHA256Digest.bytes(of: ArchiveFormat.about(reader.release, reader.madeAt))
        guard reader.aboutDigest ?? digest == digest else {
            throw .damaged(path: file, detail: "what it says of itself is not what was put into it")
        }
        return reader
    }

    private func locked() throws(BackupError) -> StateLock {
        do throws(StartFailure) {
            return try StateLock(directory: folder.path)
        } catch {
            throw BackupError("\(error) (sudo systemctl stop watchpost, and run this as root)")
        }
    }

    /// Unpacks and checks everything in a folder of its own; nothing of the state is touched.
    private func stage(_ reader: ArchiveReader) throws(BackupError) -> StagedRestore {
        let names = Set(reader.files.map(\.name))
        let needed = folder.databases.filter(\.isNeeded).map(\.name)
        guard names.isSuperset(of: needed), names.isSubset(of: folder.names) else {
            throw BackupError("\(file) does not hold what a backup of this release holds")
        }
        let staged = try StagedRestore(in: folder, at: now)
        do throws(BackupError) {
            for entry in reader.files { try staged.take(entry, from: reader, named: file) }
            do throws(DatabaseError) {
                for database in folder.databases where names.contains(database.name) {
                    try StateSnapshot.check(
                        staged.path(database.name),
                        database.tables,
                        comesFromElsewhere: true
                    )
                }
            } catch {
                throw BackupError("\(error)")
            }
            try renew(staged, names)
            return staged
        } catch {
            staged.abandon()
            throw error
        }
    }

    /// Makes the staged databases states of their own.
    private func renew(_ staged: StagedRestore, _ names: Set<String>) throws(BackupError) {
        do throws(SQLiteError) {
            for database in folder.databases where names.contains(database.name) {
                try StateSnapshot.renew(staged.path(database.name), database.tables)
            }
        } catch {
            throw BackupError(error)
        }
    }

    private func lines(_ reader: ArchiveReader, _ aside: String?, _ unsound: [KeptFile]) -> [String] {
        let release = TOMLNode.printable(reader.release, limit: 32)
        let names = reader.files.map(\.name)
            .filter { name in !unsound.contains { $0.name == name } }
            .joined(separator: ", ")
        let left = unsound.map { "\($0.name) in the backup \($0.refusal)" }
        let kept = aside.map { "what was there before is kept in \($0): delete it when all is well" }
        return ["restored \(names) as of \(reader.madeAt) (watchpost \(release)) in \(folder.path)"]
            + left + [kept, "start it again: sudo systemctl start watchpost"].compactMap { $0 }
    }
}
