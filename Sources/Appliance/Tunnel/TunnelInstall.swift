import Core
import Glibc

/// `watchpost tunnel install FILE`: puts the owner's cloudflared where `watchpost-tunnel.service` starts it.
///
/// Debian has no cloudflared, and nothing is downloaded: whom to trust is the owner's decision, so its checksum is shown,
/// or compared with the one the owner has from the publisher. The checksum is that of the copy, not of the file that it
/// was made from, which may change meanwhile.
struct TunnelInstall: Sendable {
    let source: String
    /// What the owner expects, 64 lower-case digits; nil to be told only.
    let expected: String?
    /// Before the path, for those who build images and for tests; empty on a running system.
    let root: String

    /// Where the unit starts it, in the administrator's own part of the system, which no package touches.
    static let place = "/usr/local/libexec/watchpost/cloudflared"
    /// In bytes; cloudflared has about 40 MB.
    private static let largest: Int64 = 256 << 20

    private var path: String { root + TunnelInstall.place }
    private var partial: String { path + ".partial" }

    /// Why nothing was installed.
    private struct Trouble: Error {
        var words: String

        init(_ words: String) {
            self.words = words
        }

        init(_ refusal: SystemRefusal) {
            let mayNot = refusal.code == EACCES || refusal.code == EPERM
            words = "\(refusal)" + (mayNot ? " (run it with sudo)" : "")
        }
    }

    /// Installs, and says what; 1 when nothing was changed.
    func run() -> Int32 {
        do throws(Trouble) {
            for line in try install() { Console.print(line) }
            return 0
        } catch {
            unlink(partial)
            Console.error("nothing was installed: \(error.words)")
            return 1
        }
    }

    private func install() throws(Trouble) -> [String] {
        let input = try open()
        defer { close(input) }
        let machine = try check(input)
        try makeFolders()
        let digest = Hexadecimal.encode(try copy(input))
        if let expected, expected != digest {
            throw Trouble(
                "\(source) is not the file that you expect: its SHA-256 is \(digest), not \(expected); "
                    + "download it again"
            )
        }
        do throws(SystemRefusal) {
            guard chmod(partial, 0o755) == 0 else { throw SystemRefusal("chmod", partial) }
            try DurableFile.sync(partial)
            try DurableFile.rename(partial, to: path)
        } catch {
            throw Trouble(error)
        }
        return [
            "installed \(path), a program for \(machine)",
            "SHA-256 \(digest)",
            expected == nil
                ? "compare that with what its publisher says; --sha256 does it for you"
                : "that is the one that you expect",
            "start it: sudo systemctl enable watchpost-tunnel && sudo systemctl restart watchpost-tunnel",
        ]
    }

    private func open() throws(Trouble) -> Int32 {
        // O_NONBLOCK: opening a pipe must not wait for its other end.
        let descriptor = Glibc.open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Trouble(SystemRefusal("open", source)) }
        return descriptor
    }

    /// The name of the machine that it is for, which has to be this one.
    private func check(_ input: Int32) throws(Trouble) -> String {
        var status = stat()
        guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Trouble("\(source) is not a regular file")
        }
        guard status.st_size <= TunnelInstall.largest else {
            throw Trouble("\(source) has more than \(TunnelInstall.largest >> 20) MB: cloudflared is smaller")
        }
        let own = ExecutableHeader.own?.name ?? "something else"
        guard let header = ExecutableHeader.read(from: input) else {
            throw Trouble(
                "\(source) is no program: take the bare executable, cloudflared-linux-\(own), "
                    + "not a package, an archive or a web page"
            )
        }
        guard header == ExecutableHeader.own else {
            throw Trouble("\(source) is a program for \(header.name), and this machine is \(own)")
        }
        guard ExecutableExtent.read(from: input).map({ $0.end <= UInt64(status.st_size) }) ?? false else {
            throw Trouble("\(source) ends before the program does: the download was cut off, take it again")
        }
        return header.name
    }

    /// What is made here is for everybody to see and for root alone to change, whatever the umask says.
    private func makeFolders() throws(Trouble) {
        var place = root
        for name in DurableFile.folder(of: TunnelInstall.place).split(separator: "/") {
            place += "/\(name)"
            if mkdir(place, 0o755) == 0 {
                chmod(place, 0o755)
            } else if errno != EEXIST {
                throw Trouble(SystemRefusal("mkdir", place))
            }
        }
    }

    /// Copies the file to `partial` and returns the digest of the copy.
    private func copy(_ input: Int32) throws(Trouble) -> [UInt8] {
        do throws(SystemRefusal) {
            unlink(partial)
            try DurableFile.create(partial)
            try FileCopy(input: input, from: source, to: partial).run()
            return try FileDigest.sha256(of: partial)
        } catch {
            throw Trouble(error)
        }
    }
}
