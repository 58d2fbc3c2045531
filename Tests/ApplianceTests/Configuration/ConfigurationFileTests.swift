import Appliance
import FoundationEssentials
import Glibc
import Testing
@testable import SystemSupport

/// A folder of its own that is removed at the end.
private final class ScratchFolder {
    let path: String

    init() throws {
        let above = FileManager.default.temporaryDirectory.path
        var template = Array("\(above)/watchpost-configuration-XXXXXX".utf8CString)
        path = try #require(
            template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            }
        )
    }

    deinit {
        for name in ["f.toml", "secret", "pipe"] { unlink("\(path)/\(name)") }
        rmdir("\(path)/folder")
        rmdir(path)
    }

    func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(fchmod(descriptor, mode) == 0)
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }
}

@Suite("The settings file")
struct ConfigurationFileTests {
    private func line(_ path: String) -> String? {
        do throws(ConfigurationError) {
            _ = try ConfigurationFile.load(path: path)
            return nil
        } catch {
            return error.lines.first
        }
    }

    @Test("is read with the secret it names")
    func loads() throws {
        let folder = try ScratchFolder()
        try folder.write("secret", Array("s3cret\n".utf8))
        let text = "[battlenet]\nclient_id = \"id\"\nclient_secret_file = \"\(folder.path)/secret\""
        try folder.write("f.toml", Array(text.utf8))
        let configuration = try ConfigurationFile.load(path: "\(folder.path)/f.toml")
        #expect(configuration.battleNet.credentials?.secret.exposed == "s3cret")
        #expect(configuration.warnings.isEmpty)
    }

    @Test("a byte order mark that an editor put first is no part of a file")
    func byteOrderMark() throws {
        let folder = try ScratchFolder()
        try folder.write("secret", [0xEF, 0xBB, 0xBF] + Array("s3cret\r\n".utf8))
        let text =
            "\u{FEFF}[battlenet]\r\nclient_id = \"id\"\r\nclient_secret_file = \"\(folder.path)/secret\"\r\n"
        try folder.write("f.toml", Array(text.utf8))
        let configuration = try ConfigurationFile.load(path: "\(folder.path)/f.toml")
        #expect(configuration.battleNet.credentials?.secret.exposed == "s3cret")
        try folder.write("secret", [0xEF, 0xBB, 0xBF] + Array(KeySamples.p256.utf8))
        #expect(try SecretFile.read("\(folder.path)/secret").secret.exposed.hasPrefix("-----BEGIN "))
        try folder.write("secret", [0xEF, 0xBB, 0xBF])
        #expect(try BoundedFile.read("\(folder.path)/secret", limit: 3).text.isEmpty)
    }

    @Test(
        "a file in UTF-16 is called so",
        arguments: [[0xFF, 0xFE, 0x73, 0], [0xFE, 0xFF, 0, 0x73]] as [[UInt8]]
    )
    func wide(bytes: [UInt8]) throws {
        let folder = try ScratchFolder()
        try folder.write("f.toml", bytes)
        #expect(line("\(folder.path)/f.toml")?.contains("it is UTF-16; save the file as UTF-8") == true)
    }

    @Test("warns of a secret that its mode exposes", arguments: [0o640, 0o604] as [mode_t])
    func exposed(mode: mode_t) throws {
        let folder = try ScratchFolder()
        try folder.write("secret", Array("s3cret".utf8), mode: mode)
        #expect(try SecretFile.read("\(folder.path)/secret").isExposed)
    }

    @Test("that is missing, a folder, a pipe, too large or no text is refused in a sentence")
    func refused() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/f.toml"
        #expect(
            line(path)
                == "\(path): the settings cannot be read: there is no such file; check the path, or create the file"
        )
        #expect(line("\(path)/x")?.contains("there is no such file") == true)
        mkdir("\(folder.path)/folder", 0o700)
        #expect(line("\(folder.path)/folder")?.contains("it is a directory") == true)
        mkfifo("\(folder.path)/pipe", 0o600)
        #expect(line("\(folder.path)/pipe")?.contains("not a regular file") == true)
        try folder.write("f.toml", Array(repeating: 0x23, count: TOMLDocument.maximumSize + 1))
        #expect(line(path)?.contains("more than 262144 bytes") == true)
        try folder.write("f.toml", Array("# a\n# \u{FFFD}\n# ".utf8) + [0xC3, 0x28, 0x0A])
        #expect(line(path)?.contains("line 3 is not UTF-8") == true)
        try folder.write("f.toml", Array(repeating: 0x23, count: TOMLDocument.maximumSize))
        #expect(line(path) == nil)
    }

    @Test("that this user may not read is refused", .enabled(if: geteuid() != 0, "root may read everything"))
    func unreadable() throws {
        let folder = try ScratchFolder()
        try folder.write("f.toml", [], mode: 0)
        #expect(line("\(folder.path)/f.toml")?.contains("may not be read") == true)
    }

    @Test("a secret larger than 4 kB is refused")
    func largeSecret() throws {
        let folder = try ScratchFolder()
        try folder.write("secret", Array(repeating: 0x61, count: 4_097))
        #expect(throws: FileError("it has more than 4096 bytes", remedy: "shorten it")) {
            try SecretFile.read("\(folder.path)/secret")
        }
    }
}
