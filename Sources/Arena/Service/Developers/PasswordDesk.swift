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

    /// A place in the line.
    struct Place: Hashable, Sendable {
        let side: Side
        /// SHA-256 of the address whose password it is, where anybody may say one; nil: who asks is signed in.
        var address: [UInt8]?
    }

    /// How passwords are hashed; blocks.
    struct Hashing: Sendable {
        var make: @Sendable (Password) -> String? = { PasswordHash.make($0.exposed) }
        var check: @Sendable (Password, String?) -> Bool = { PasswordHash.check($0.exposed, against: $1) }
    }

    /// Of each side at a time, the one that is hashed among them.
    static let most = 8
    /// Of these for one address: fewer than cost a wait if they are wrong (`LoginLock.Place.free`), since each is counted as wrong
    /// until it was checked.
    static let mostOfOne = 4

    private let queue = DispatchQueue(label: "watchpost.passwords")
    private let waiting = Locked<[Place]>([])
    private let hashing: Hashing

    init(_ hashing: Hashing = Hashing()) {
        self.hashing = hashing
    }

    /// Takes a place, which `leave` gives back; none is left: 503.
    func enter(_ place: Place) throws(Problem) {
        try waiting.withLock { waiting throws(Problem) in
            let ofOne = place.address == nil ? 0 : waiting.count { $0 == place }
            guard waiting.count(where: { $0.side == place.side }) < PasswordDesk.most,
                ofOne < PasswordDesk.mostOfOne
            else { throw PasswordDesk.busy }
            waiting.append(place)
        }
    }

    func leave(_ place: Place) {
        waiting.withLock { waiting in
            if let index = waiting.firstIndex(of: place) { waiting.remove(at: index) }
        }
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
