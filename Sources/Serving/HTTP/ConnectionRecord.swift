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
