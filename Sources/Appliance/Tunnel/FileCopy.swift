import Core
import Glibc

/// Copies what an open file holds from here on into a file that is there already; blocks.
struct FileCopy {
    let input: Int32
    /// The names, for errors; `to` is opened.
    let from: String
    let to: String

    func run() throws(SystemRefusal) {
        let output = open(to, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard output >= 0 else { throw SystemRefusal("open", to) }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemRefusal("read", from) }
            if count == 0 { return }
            try put(buffer[..<count], into: output)
        }
    }

    private func put(_ bytes: ArraySlice<UInt8>, into output: Int32) throws(SystemRefusal) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemRefusal("write", to) }
            rest = rest.dropFirst(count)
        }
    }
}
