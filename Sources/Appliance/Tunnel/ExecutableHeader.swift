import Glibc

/// The first bytes of a program (ELF, elf(5)): for which kind of machine it is.
struct ExecutableHeader: Hashable, Sendable {
    /// 1 for 32 bits, 2 for 64.
    let wordClass: UInt8
    /// `e_machine`.
    let machine: UInt16

    static let length = 20

    /// nil unless `bytes` begin a program with little-endian numbers, as all of Debian's machines have that run this.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= ExecutableHeader.length, Array(bytes[..<4]) == [0x7F, 0x45, 0x4C, 0x46],
            bytes[5] == 1
        else { return nil }
        // ET_EXEC, or ET_DYN for one that may lie anywhere.
        let type = UInt16(bytes[16]) | UInt16(bytes[17]) << 8
        guard type == 2 || type == 3 else { return nil }
        wordClass = bytes[4]
        machine = UInt16(bytes[18]) | UInt16(bytes[19]) << 8
    }

    /// Of the program that runs here.
    static var own: ExecutableHeader? {
        let descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return read(from: descriptor)
    }

    /// The header of an open file, wherever it is being read.
    static func read(from descriptor: Int32) -> ExecutableHeader? {
        var bytes = [UInt8](repeating: 0, count: length)
        let count = pread(descriptor, &bytes, length, 0)
        return ExecutableHeader(Array(bytes.prefix(max(0, count))))
    }

    /// As Debian names the machine, where it has a name for it.
    var name: String {
        switch (machine, wordClass) {
        case (62, 2): "amd64"
        case (183, 2): "arm64"
        case (40, 1): "armhf"
        case (3, 1): "i386"
        case (243, 2): "riscv64"
        default: "another machine (\(machine))"
        }
    }
}
