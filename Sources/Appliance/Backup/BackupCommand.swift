import Core
import Glibc
import SystemSupport
import WatchpostModel

/// `watchpost backup FILE`: what must not be lost, in one file, while the appliance goes on working.
///
/// The file is made in a folder beside it and gets its name when it is whole and on the disk.
struct BackupCommand: Sendable {
    let folder: StateFolder
    let file: String
    /// Stamps the backup; nil while the clock is not trusted.
    let now: UnixTime?

    private var workshop: String { file + ".partial" }
    private var archive: String { workshop + "/archive" }

    /// Makes the backup and says what is in it; 1 when there is none.
    func run() -> Int32 {
        do throws(BackupError) {
            for line in try make() { Console.print(line) }
            return 0
        } catch {
            Console.error("there is no backup: \(error)")
            return 1
        }
    }

    private func make() throws(BackupError) -> [String] {
        for database in folder.databases.filter(\.isNeeded).map({ folder.file($0.name) }) {
            guard access(database, R_OK | W_OK) == 0 else {
                throw BackupError(
                    "\(database): \(String(cString: strerror(errno))); "
                        + "run it as root (sudo), and with the box's own --config"
                )
            }
        }
        guard access(file, F_OK) != 0 else {
            throw BackupError("\(file) is there already and is not overwritten: choose another name")
        }
        try clear()
        guard mkdir(workshop, 0o700) == 0 else { throw BackupError(SystemRefusal("mkdir", workshop)) }
        do throws(BackupError) {
            let lines = try fill()
            try clear()
            return lines
        } catch {
            // Why there is no backup is what the person wants to know.
            try? clear()
            throw error
        }
    }

    private func fill() throws(BackupError) -> [String] {
        var left: [String] = []
        // The state comes last: others refer to it, and whom they name it must know.
        for database in folder.databases.reversed() where folder.exists(database.name) {
            guard let reason = try copy(database) else { continue }
            left.append("\(database.name) is not in it: \(reason)")
        }
        left += try lost()
        try BackupError.wording { () throws(SystemRefusal) in try DurableFile.create(archive) }
        let held = try BackupError.wording { () throws(ArchiveError) in try write() }
        try BackupError.wording { () throws(SystemRefusal) in
            try DurableFile.sync(archive)
            try DurableFile.publish(archive, as: file)
        }
        return [
            "\(file) holds \(held.joined(separator: ", ")) of \(folder.path)",
            "it is as secret as the box itself: who has it can send notices in its name",
        ] + left
    }

    /// Files that were there and are missing now: nobody shall take this for a backup of them.
    private func lost() throws(BackupError) -> [String] {
        guard let state = folder.databases.first(where: \.isNeeded) else { return [] }
        let known: Set<String>
        do throws(SQLiteError) {
            known = try KnownFiles.names(inCopy: "\(workshop)/\(state.name)")
        } catch {
            throw BackupError("\(error)")
        }
        return folder.databases
            .filter { $0.isMissed && known.contains($0.name) && !folder.exists($0.name) }
            .map { "\($0.name) is not in it: it was there before and is missing" }
    }

    /// Copies a database into the workshop; or why it is left out.
    ///
    /// For the sake of a file that is spoilt, and without which the box goes on, nobody shall be without the others.
    private func copy(_ database: StateFile) throws(BackupError) -> String? {
        let copy = "\(workshop)/\(database.name)"
        let problem: DatabaseError
        do throws(SQLiteError) {
            try StateSnapshot.copy(folder.file(database.name), to: copy)
            do throws(DatabaseError) {
                try StateSnapshot.check(copy, database.tables, comesFromElsewhere: false)
                return nil
            } catch {
                problem = error
            }
        } catch {
            // No room for the copy, or a failing disk, is nothing that is wrong with this file alone.
            guard ![.full, .ioError].contains(error.code.primary) else { throw BackupError(error) }
            problem =
                error.code.isDamage ? .damaged(path: error.path, detail: error.message) : .refused(error)
        }
        guard !database.isNeeded else { throw BackupError("\(problem)") }
        unlink(copy)
        return problem.words
    }

    /// The databases first: a kept file is made once and for all, so one read later is theirs.
    private func write() throws(ArchiveError) -> [String] {
        let time = now ?? UnixTime(seconds: 0)
        let writer = try ArchiveWriter(
            path: archive,
            release: Version.text,
            madeAt: time,
            aboutDigest: SHA256Digest.bytes(of: ArchiveFormat.about(Version.text, time))
        )
        var held: [String] = []
        for name in folder.names {
            let isDatabase = folder.databases.contains { $0.name == name }
            let source = isDatabase ? "\(workshop)/\(name)" : folder.file(name)
            guard access(source, F_OK) == 0 else { continue }
            let digest: [UInt8]
            do throws(SystemRefusal) {
                digest = try FileDigest.sha256(of: source)
            } catch {
                throw .system(error)
            }
            try writer.add(name, from: source, digest: digest, changedAt: time)
            held.append(name)
        }
        writer.finish()
        return held
    }

    /// Removes the workshop, also one that a killed backup left.
    ///
    /// Not through a link: it may lead to the state itself.
    private func clear() throws(BackupError) {
        let folder = open(workshop, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if folder >= 0 {
            for name in self.folder.databases.map(\.name) {
                for suffix in ["", ".partial", ".partial-journal"] { unlinkat(folder, name + suffix, 0) }
            }
            unlinkat(folder, "archive", 0)
            close(folder)
        }
        guard rmdir(workshop) == 0 || errno == ENOENT else {
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(errno) else {
                throw BackupError(SystemRefusal("rmdir", workshop))
            }
            throw BackupError("\(workshop) is in the way: remove it")
        }
    }
}
