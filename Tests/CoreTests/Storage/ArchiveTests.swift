import Core
import CoreSupport
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import WatchpostModel

@Suite("An archive of files")
struct ArchiveTests {
    private static let noon = UnixTime(seconds: 1_800_000_000)

    @Test(
        "files come out as they went in, whatever their size",
        arguments: [0, 1, 262_144, 262_145, TestEffort.size(600_000, most: 3_000_000)]
    )
    func roundTrip(size: Int) throws {
        let folder = try ScratchFolder()
        var generator = SeededGenerator.announced(for: "archive of \(size) bytes")
        // Eight at a time: numbers for each byte alone would take longer than the archive.
        let words = (0..<(size + 7) / 8).map { _ in generator.next() }
        let bytes = words.withUnsafeBytes { Data($0.prefix(size)) }
        let source = folder.path + "/source"
        let path = folder.path + "/archive"
        try bytes.write(to: URL(filePath: source))
        try DurableFile.create(path)
        let writer = try ArchiveWriter(
            path: path,
            release: "1.2.3",
            madeAt: ArchiveTests.noon,
            aboutDigest: [4, 5]
        )
        try writer.add("state.db", from: source, digest: [1, 2, 3], changedAt: ArchiveTests.noon)
        writer.finish()
        let reader = try ArchiveReader(path: path)
        #expect(reader.release == "1.2.3")
        #expect(reader.madeAt == ArchiveTests.noon)
        #expect(reader.aboutDigest == [4, 5])
        let file = try #require(reader.files.first)
        #expect(reader.files.count == 1)
        #expect(file.name == "state.db")
        #expect(file.size == Int64(size))
        #expect(file.digest == [1, 2, 3])
        try reader.extract(file, to: folder.path + "/copy")
        let copy = try Data(contentsOf: URL(filePath: folder.path + "/copy"))
        #expect(copy == bytes)
    }

    @Test("a file that is there is neither created again nor replaced by publishing")
    func neverOverwritten() throws {
        let folder = try ScratchFolder()
        let (one, other) = (folder.path + "/one", folder.path + "/other")
        try DurableFile.create(one)
        try Data("mine".utf8).write(to: URL(filePath: other))
        #expect(throws: SystemRefusal.self) { try DurableFile.create(other) }
        #expect(throws: SystemRefusal.self) { try DurableFile.publish(one, as: other) }
        let kept = try Data(contentsOf: URL(filePath: other))
        #expect(kept == Data("mine".utf8))
        try DurableFile.publish(one, as: folder.path + "/new")
        #expect(try folder.names() == ["new", "other"])
    }

    @Test("a small file is written whole, for its owner only, and replaces another one only when told to")
    func writing() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/key"
        try Data("left by a kill".utf8).write(to: URL(filePath: path + ".new"))
        try DurableFile.write(Array("one".utf8), to: path, replaces: false)
        #expect(throws: SystemRefusal.self) {
            try DurableFile.write(Array("two".utf8), to: path, replaces: false)
        }
        let first = try Data(contentsOf: URL(filePath: path))
        #expect(first == Data("one".utf8))
        try DurableFile.write(Array("three".utf8), to: path, replaces: true)
        let last = try Data(contentsOf: URL(filePath: path))
        #expect(last == Data("three".utf8))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try folder.names() == ["key"])
        #expect(throws: SystemRefusal.self) {
            try DurableFile.write([0x30], to: folder.path + "/none/key", replaces: true)
        }
    }

    @Test(
        "a file's folder is found",
        arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/c", "a/b")]
    )
    func folders(path: String, folder: String) {
        #expect(DurableFile.folder(of: path) == folder)
    }
}
