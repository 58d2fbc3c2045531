import Glibc

/// What tells one state of a file from another without reading it.
struct FileStamp: Hashable, Sendable {
    var device: UInt64
    /// Another one after a replacement by rename, which is how editors save.
    var inode: UInt64
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64
    /// Nanoseconds since 1970; moves even when the modification time is put back.
    var changed: Int64

    /// The state of the file at `path`, links followed; nil when it is not there.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = Int64(facts.st_size)
        modified = FileStamp.nanoseconds(facts.st_mtim)
        changed = FileStamp.nanoseconds(facts.st_ctim)
    }

    init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// Decides when a file that is looked at now and then has to be read.
///
/// At the first look at once; later when it is another than the one that was read and has held still from one
/// look to the next, so that neither a half-written file nor the moment between removal and rename is taken
/// for the new state. What was read counts if the file is still the same afterwards: whoever empties it to write it anew
/// may do so between look and reading.
struct SettledFile: Hashable, Sendable {
    private var wasRead: FileStamp?
    private var lastSeen: FileStamp?
    private var isFirstLook = true
    /// What was read so far counted for nothing.
    private var isUnread = true

    init() {}

    /// Takes the stamp of a look (nil: not there); true when the file is to be read now.
    mutating func look(_ stamp: FileStamp?) -> Bool {
        let isSettled = isFirstLook || stamp == lastSeen
        let isNew = isUnread || stamp != wasRead
        lastSeen = stamp
        isFirstLook = false
        guard isSettled, isNew else { return false }
        (wasRead, isUnread) = (stamp, false)
        return true
    }

    /// Takes the stamp after the reading; false when the file has become another one meanwhile, so that what was read may be
    /// half of it: it is to be read again once it holds still.
    mutating func confirm(_ stamp: FileStamp?) -> Bool {
        guard stamp != wasRead else { return true }
        (wasRead, lastSeen, isUnread) = (nil, stamp, true)
        return false
    }
}
