import Core
import Dispatch
import Serving
import SystemSupport

/// Hashes passwords one at a time, on a thread of its own: each takes 16 MB, and many at once would take all there is.
///
/// Few may wait, those outside and those at home each for themselves: a stranger's flood is told 503 and keeps nobody at home
/// from signing in.
final class PasswordDesk: Sendable {
    /// Where somebody who waits comes from.
    enum Side: Hashable, Sendable {
        case home, outside
    }

    /// How passwords are hashed; blocks.
    struct Hashing: Sendable {
        var make: @Sendable (Password) -> String? = { PasswordHash.make($0.exposed) }
        var check: @Sendable (Password, String?) -> Bool = { PasswordHash.check($0.exposed, against: $1) }
    }

    /// Of each side at a time, the one that is hashed among them.
    static let most = 8

    private let queue = DispatchQueue(label: "watchpost.passwords")
    private let waiting = Locked<[Side: Int]>([:])
    private let hashing: Hashing

    init(_ hashing: Hashing = Hashing()) {
        self.hashing = hashing
    }

    /// Takes a place, which `leave` gives back; none is left: 503.
    func enter(_ side: Side) throws(Problem) {
        try waiting.withLock { waiting throws(Problem) in
            guard waiting[side, default: 0] < PasswordDesk.most else { throw PasswordDesk.busy }
            waiting[side, default: 0] += 1
        }
    }

    func leave(_ side: Side) {
        waiting.withLock { $0[side, default: 0] -= 1 }
    }

    /// The hash of a new password.
    func make(_ password: Password) async throws(Problem) -> String {
        let make = hashing.make
        guard let hash = await run({ make(password) }) else { throw PasswordDesk.busy }
        return hash
    }

    /// Whether it is the password of a hash; of none it takes as long, and is wrong.
    func check(_ password: Password, against hash: String?) async -> Bool {
        let check = hashing.check
        return await run { check(password, hash) }
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    private static let busy = Problem(
        .unavailable,
        "too many passwords are being checked; try again in a moment",
        code: .busy,
        retryAfter: 2
    )
}
