import Core
import FoundationEssentials
import Glibc
import SystemSupport
import WatchpostModel

/// Files that are to take the place of the state, in a folder of their own inside the state folder.
///
/// Several files cannot be replaced at once, so there is one instant that counts: the folder `restore.partial` becomes
/// `restore-TIME`. A kill before it has changed nothing, a kill after it is finished by the next restore or the next
/// start of the appliance (`finishAll`). Only the holder of the state lock may call anything here.
struct StagedRestore {
    private let folder: StateFolder
    /// Part of the names of the committed folder and of that for the former files.
    private let stamp: String

    private static let partial = "restore.partial"
    private static let ready = "restore-"
    private static let aside = "before-restore-"

    /// Begins with an empty folder; one that was left half-filled goes.
    init(in folder: StateFolder, at wall: UnixTime?) throws(BackupError) {
        self.folder = folder
        let time = wall.map { $0.rfc3339.filter { $0 != ":" && $0 != "-" } } ?? "before-clock"
        var stamp = time
        var number = 1
        while folder.exists(StagedRestore.aside + stamp) {
            number += 1
            stamp = "\(time)-\(number)"
        }
        self.stamp = stamp
        abandon()
        guard mkdir(folder.file(StagedRestore.partial), 0o700) == 0 else {
            throw BackupError(SystemRefusal("mkdir", folder.file(StagedRestore.partial)))
        }
    }

    private init(in folder: StateFolder, stamp: String) {
        self.folder = folder
        self.stamp = stamp
    }

    /// Where a file lies until it is committed.
    func path(_ name: String) -> String { folder.file("\(StagedRestore.partial)/\(name)") }

    /// Unpacks one file, compares it with its digest and makes it durable.
    func take(_ entry: ArchivedFile, from reader: ArchiveReader, named file: String) throws(BackupError) {
        let path = path(entry.name)
        try BackupError.wording { () throws(ArchiveError) in try reader.extract(entry, to: path) }
        try BackupError.wording { () throws(SystemRefusal) in
            try folder.adopt("\(StagedRestore.partial)/\(entry.name)")
            try DurableFile.sync(path)
        }
        let digest = try BackupError.wording { () throws(SystemRefusal) in try FileDigest.sha256(of: path) }
        guard digest == entry.digest else {
            let error = ArchiveError.damaged(path: file, detail: "\(entry.name) is not what was put into it")
            throw BackupError(error)
        }
    }

    /// Lets the file of the state stay that this one would have replaced.
    func leaveOut(_ name: String) {
        unlink(path(name))
    }

    /// Drops what was staged.
    func abandon() {
        for name in folder.names {
            unlink(path(name))
            clear(name, in: StagedRestore.partial)
        }
        rmdir(folder.file(StagedRestore.partial))
    }

    /// Makes the staged files the state; where the former ones are, nil when there were none.
    func commit() throws(BackupError) -> String? {
        try BackupError.wording { () throws(SystemRefusal) in
            try folder.adopt(StagedRestore.partial)
            try DurableFile.sync(folder.file(StagedRestore.partial))
            try DurableFile.rename(
                folder.file(StagedRestore.partial),
                to: folder.file(StagedRestore.ready + stamp)
            )
        }
        return try finish()
    }

    /// Removes what SQLite left beside a file: none of it belongs to the state.
    private func clear(_ name: String, in staged: String) {
        for companion in folder.companions(of: name) { unlink(folder.file("\(staged)/\(companion)")) }
    }

    /// Finishes restores that were committed and then interrupted; the folders with the former files.
    @discardableResult
    static func finishAll(in folder: StateFolder) throws(BackupError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw BackupError("cannot list \(folder.path): \(error)")
        }
        var asides: [String] = []
        for name in names.sorted() where name.hasPrefix(ready) {
            let staged = StagedRestore(in: folder, stamp: String(name.dropFirst(ready.count)))
            if let aside = try staged.finish() { asides.append(aside) }
        }
        return asides
    }

    /// Does what is left to do: a file that is still in the committed folder has not replaced its namesake.
    private func finish() throws(BackupError) -> String? {
        let aside = StagedRestore.aside + stamp
        let ready = StagedRestore.ready + stamp
        return try BackupError.wording { () throws(SystemRefusal) in
            guard mkdir(folder.file(aside), 0o700) == 0 || errno == EEXIST else {
                throw SystemRefusal("mkdir", folder.file(aside))
            }
            try folder.adopt(aside)
            for name in folder.names where folder.exists("\(ready)/\(name)") {
                for old in folder.companions(of: name) + [name] where folder.exists(old) {
                    try DurableFile.rename(folder.file(old), to: folder.file("\(aside)/\(old)"))
                }
                try DurableFile.rename(folder.file("\(ready)/\(name)"), to: folder.file(name))
            }
            for name in folder.names { clear(name, in: ready) }
            rmdir(folder.file(ready))
            let wasEmpty = rmdir(folder.file(aside)) == 0
            try DurableFile.sync(folder.path)
            return wasEmpty ? nil : folder.file(aside)
        }
    }
}
