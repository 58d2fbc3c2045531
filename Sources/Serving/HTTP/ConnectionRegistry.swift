import SystemSupport
import CLinux
import Core
import Glibc

/// Every open connection by its socket: counts them and cuts those that take too long.
///
/// Why cutting is safe: libmicrohttpd calls its close notification before it closes the socket (both versions,
/// MHD_cleanup_connections), and `remove` waits for the lock. A socket found here under the lock is therefore
/// still this connection's and cannot have been given to another one.
/// Lock order: this lock is a leaf; nothing is called from inside it but shutdown(2) and a poll(2) that does not wait.
package final class ConnectionRegistry: Sendable {
    private let open = Locked<[Int32: ConnectionRecord]>([:])
    private let limits: HTTPSettings

    package init(limits: HTTPSettings) {
        self.limits = limits
    }

    package var count: Int {
        open.withLock { $0.count }
    }

    /// False: close the connection at once, or the library would reach its own limit, where clients hang.
    package func hasRoom(forStranger isStranger: Bool) -> Bool {
        open.withLock { open in
            guard isStranger else { return open.count < limits.hardLimit }
            return open.values.count(where: { $0.isStranger })
                < ConnectionRegistry.share(of: limits.hardLimit)
        }
    }

    /// What strangers may have of so many places: a quarter is for people at home.
    private static func share(of places: Int) -> Int { places - places / 4 }

    /// Registers a connection that was just accepted.
    ///
    /// `isStranger`: it came in through the tunnel. One that is refused takes nobody's place.
    package func add(socket: Int32, isStranger: Bool = false, now: Int64) -> ConnectionRecord {
        open.withLock { open in
            let most = limits.maxConnections
            let served = open.values.count(where: { !$0.isRefused })
            let strangers = isStranger ? open.values.count(where: { $0.isStranger && !$0.isRefused }) : 0
            let isRefused =
                served >= most || (isStranger && strangers >= ConnectionRegistry.share(of: most))
            let time = isRefused ? limits.refusalTime : limits.requestTime
            let record = ConnectionRecord(
                socket: socket,
                isStranger: isStranger,
                isRefused: isRefused,
                deadline: now + time.wholeMilliseconds
            )
            open[socket] = record
            return record
        }
    }

    package func remove(_ record: ConnectionRecord) {
        open.withLock { open in
            guard open[record.socket] === record else { return }
            open[record.socket] = nil
        }
    }

    /// Makes the library see the end of this connection: both directions of the socket are shut.
    package func cut(_ record: ConnectionRecord) {
        open.withLock { open in
            guard open[record.socket] === record else { return }
            shutdown(record.socket, Int32(SHUT_RDWR))
        }
    }

    /// Cuts every connection whose client has closed its side; returns them.
    ///
    /// Nothing more can come from there, and the library sees it neither while a connection sleeps nor within a request.
    @discardableResult
    package func reapHalfClosed() -> [ConnectionRecord] {
        open.withLock { open in
            let closed = ConnectionRegistry.closed(among: Array(open.values))
            for record in closed { shutdown(record.socket, Int32(SHUT_RDWR)) }
            return closed
        }
    }

    /// Those of them whose clients have closed their sides, or that are no longer connected at all.
    package func gone(among records: [ConnectionRecord]) -> [ConnectionRecord] {
        open.withLock { open in
            let ended = records.filter { open[$0.socket] !== $0 }
            return ended + ConnectionRegistry.closed(among: records.filter { open[$0.socket] === $0 })
        }
    }

    /// By one call for all of them, which does not wait.
    private static func closed(among records: [ConnectionRecord]) -> [ConnectionRecord] {
        var watched = records.map { pollfd(fd: $0.socket, events: clinux_peer_closed, revents: 0) }
        guard poll(&watched, nfds_t(watched.count), 0) > 0 else { return [] }
        let signs = clinux_peer_closed | Int16(POLLHUP | POLLERR)
        return zip(records, watched).compactMap { $1.revents & signs != 0 ? $0 : nil }
    }

    /// Cuts every connection whose time is up; returns how many.
    @discardableResult
    package func reap(now: Int64) -> Int {
        open.withLock { open in
            var count = 0
            for record in open.values where record.isOverdue(at: now) {
                shutdown(record.socket, Int32(SHUT_RDWR))
                count += 1
            }
            return count
        }
    }
}
