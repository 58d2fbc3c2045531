import CMicrohttpd
import Core
import Glibc
import Synchronization

/// What the server knows about one open connection.
///
/// Written by the library's thread that owns the connection, read by the reaper: hence the atomic.
package final class ConnectionRecord: Sendable {
    package let socket: Int32
    /// It came in through the tunnel.
    package let isStranger: Bool
    /// Above the limit: its first request is answered with 503 and the connection closed.
    package let isRefused: Bool
    /// When it is cut, in milliseconds of `CoarseClock`.
    private let deadline: Atomic<Int64>
    /// Where the target of its request ended before the library took it apart; 0: it has a bare CR, a blank or the like.
    private let targetEnd = Atomic<UInt>(0)

    package init(socket: Int32, isStranger: Bool, isRefused: Bool, deadline: Int64) {
        self.socket = socket
        self.isStranger = isStranger
        self.isRefused = isRefused
        self.deadline = Atomic(deadline)
    }

    /// Gives the connection until `instant` for what it does now.
    package func extend(to instant: Int64) {
        deadline.store(instant, ordering: .relaxed)
    }

    /// An event stream lives as long as its reader reads.
    package func exempt() {
        extend(to: .max)
    }

    /// A request begins; only from the library's thread for it.
    package func begin(target: UnsafePointer<CChar>) {
        var end = target
        var isOdd = false
        while end.pointee != 0 {
            let byte = UInt8(bitPattern: end.pointee)
            isOdd = isOdd || byte <= 0x20 || byte == 0x7F
            end += 1
        }
        targetEnd.store(isOdd ? 0 : UInt(bitPattern: end), ordering: .relaxed)
    }

    /// Where the target of its request stands, which begins with its path, and whether it has what no target has.
    func target(at path: UnsafePointer<UInt8>?) -> (place: HeadLines.Place, isOdd: Bool) {
        let end = targetEnd.load(ordering: .relaxed)
        return (HeadLines.Place(start: UInt(bitPattern: path), end: end), end == 0)
    }

    /// The record that `connectionChanged` stored for a connection.
    static func of(_ connection: OpaquePointer?) -> ConnectionRecord? {
        cmhd_connection_context(connection).map {
            Unmanaged<ConnectionRecord>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Whether its client closed its side; only while the connection sleeps or from the library's thread for it.
    var isGone: Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }

    package func isOverdue(at instant: Int64) -> Bool {
        deadline.load(ordering: .relaxed) < instant
    }
}

/// Milliseconds on the monotonic clock at the kernel's tick: a few nanoseconds a reading, exact to 4 ms.
package enum CoarseClock {
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
