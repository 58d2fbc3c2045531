/// `POST /v1/devices/{id}/link`: a code that lets another device share this person's lists.
public struct LinkCodeBody: Codable, Hashable, Sendable {
    /// Eight letters and digits, for one device.
    public var code: String
    /// When it ends.
    public var expiresAt: UnixTime

    /// Makes a code.
    public init(code: String, expiresAt: UnixTime) {
        self.code = code
        self.expiresAt = expiresAt
    }
}

/// The body of requests that carry a code: `…/join` and `/v1/pairing/redeem`.
public struct CodeBody: Codable, Hashable, Sendable {
    /// As it was read.
    public var code: String

    /// Makes a request.
    public init(code: String) {
        self.code = code
    }
}

/// `POST /v1/pairing`: a code is shown at the appliance.
public struct PairingBody: Codable, Hashable, Sendable {
    /// Where to look.
    public enum Place: String, CaseIterable, Codable, Sendable {
        /// The appliance's own display.
        case display
        /// The log, when there is no display.
        case journal
    }

    /// When the code ends.
    public var expiresAt: UnixTime
    /// Where it is shown.
    public var shownOn: Place
    /// The code itself, for the owner's key only; else absent.
    public var code: String?

    /// Makes an answer.
    public init(expiresAt: UnixTime, shownOn: Place, code: String?) {
        self.expiresAt = expiresAt
        self.shownOn = shownOn
        self.code = code
    }
}

/// A refusal with the state that the request did not know: 409 of a list.
public struct ConflictBody<Current: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// As in `ProblemBody`.
    public var type: String
    /// As in `ProblemBody`.
    public var title: String
    /// As in `ProblemBody`.
    public var status: Int
    /// As in `ProblemBody`.
    public var detail: String
    /// The list as it stands: send a list that replaces this version.
    public var current: Current

    /// Adds the state to a problem.
    public init(_ problem: ProblemBody, current: Current) {
        type = problem.type
        title = problem.title
        status = problem.status
        detail = problem.detail
        self.current = current
    }
}

/// A refusal of a code: 403 of `/v1/pairing/redeem`.
public struct WrongCodeBody: Codable, Hashable, Sendable {
    /// As in `ProblemBody`.
    public var type: String
    /// As in `ProblemBody`.
    public var title: String
    /// As in `ProblemBody`.
    public var status: Int
    /// As in `ProblemBody`.
    public var detail: String
    /// How often the code may still be tried; 0: it is gone.
    public var triesLeft: Int

    /// Adds the number to a problem.
    public init(_ problem: ProblemBody, triesLeft: Int) {
        type = problem.type
        title = problem.title
        status = problem.status
        detail = problem.detail
        self.triesLeft = triesLeft
    }
}
