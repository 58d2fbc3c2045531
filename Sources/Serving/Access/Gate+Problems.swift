import SystemSupport
import Core

/// The refusals of the gate.
extension Gate {
    package static let foreign = Problem(.forbidden, "the credential is that of another device")

    package static let unknown = Problem(
        .unauthorized,
        "no device has this credential; register it first",
        code: .unknownDevice
    )

    package static let signedOut = Problem(
        .unauthorized,
        "this session is over, or never was; sign in again",
        code: "session-over"
    )

    package static let noServer = Problem(
        .unauthorized,
        "no game has this key for its server, or no longer; make the next one",
        code: "server-key-over"
    )

    package static let removed = Problem(
        .unauthorized,
        "this device was removed by an administrator; make a new id and secret to begin again",
        code: .deviceRemoved
    )

    package static let otherKind = Problem(
        .conflict,
        "this id is in use: a phone and each installation of a game have one of their own; make a new id and secret",
        code: "id-taken"
    )

    package static let notPaired = Problem(
        .forbidden,
        "this device was not paired with the box; ask for a pairing code first",
        code: .notPaired
    )

    package static let notAtHome = Problem(
        .forbidden,
        "a code can be asked for at home only: from its network, its button, or by “watchpost pair”",
        code: .notAtHome
    )

    /// The hash with which nobody's is compared.
    package static let nobody = [UInt8](repeating: 0, count: 32)
}

extension Problem {
    /// 503: the lists of all phones together are too long for this one to grow beyond `most`.
    package init(listsFull most: Int) {
        self.init(
            .unavailable,
            "the lists of all phones take all the room that there is for them; more than \(most) are stored at home only",
            code: .listsFull,
            retryAfter: 3_600
        )
    }

    /// 429 with the whole seconds to wait.
    package init(tooEarlyBy wait: Duration) {
        let seconds = Int(max(1, (wait.wholeMilliseconds + 999) / 1_000))
        self.init(
            .tooManyRequests,
            "too often; try again in \(seconds) s",
            code: .tooOften,
            retryAfter: seconds
        )
    }
}
