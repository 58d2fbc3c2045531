import CZlib

/// Compression of a whole body in memory.
package enum Gzip {
    /// The body as one gzip member (RFC 1952), or nil when zlib has no memory.
    package static func compress(_ body: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard czlib_deflate_init_gzip(&stream, 6) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(body.count))))
        let (status, written) = run(&stream, body, &output)
        guard status == Z_STREAM_END else { return nil }
        return Array(output.prefix(written))
    }

    /// zlib reads its input through a pointer that is not const, but never writes to it (zlib manual).
    private static func run(_ stream: inout z_stream, _ body: [UInt8], _ output: inout [UInt8]) -> (
        Int32, Int
    ) {
        body.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: output.count)
                let status = deflate(&stream, Z_FINISH)
                return (status, output.count - Int(stream.avail_out))
            }
        }
    }
}
