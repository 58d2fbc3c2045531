import Glibc

/// What the operating system leaves to its callers about files that are open.
package enum OpenFile {
    /// As write(2) does it; tests have others.
    package typealias Write = (_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int

    /// Writes all of it, however many calls that takes; blocks.
    ///
    /// The errno of what stood in the way; nil: all of it was written.
    package static func write(
        _ bytes: UnsafeRawBufferPointer,
        to descriptor: Int32,
        by write: Write = Glibc.write
    ) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = write(descriptor, part.baseAddress, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            // Nothing of something: no room is left, and asking again would not end.
            guard count > 0 else { return ENOSPC }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
