import Core
import SystemSupport
package import WatchpostModel

/// The field `Watchpost-Signature` of a request: whoever sent exactly this has the game's key, and sent it just now.
///
/// It stops casual forging alone: a key in a game that is shipped can be found in it. A request that is sent again inside of
/// the time that is allowed does no harm, because its Idempotency-Key is known.
package struct SubmissionSignature: Hashable, Sendable {
    /// In lower case, as routes name it.
    package static let field = "watchpost-signature"
    /// By how many seconds the time of a signature may differ from ours.
    package static let skew: Int64 = 300

    /// Of the key by which it was made.
    package let version: Int64
    /// When it was, in seconds since 1970; not when the result was reached.
    package let time: Int64
    /// 64 hexadecimal digits in lower case.
    private let code: [UInt8]

    private static let longest = 200

    /// Reads `v=VERSION,t=SECONDS,s=SIGNATURE`: each once, in any order, with blanks between them or none.
    package init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= SubmissionSignature.longest else { throw .malformed }
        var values: [Substring: Substring] = [:]
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = word.drop { $0 == " " }.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard parts.count == 2, values[parts[0]] == nil else { throw .malformed }
            values[parts[0]] = parts[1]
        }
        guard values.count == 3, let version = SubmissionSignature.number(values["v"]),
            let time = SubmissionSignature.number(values["t"]), let code = values["s"]?.lowercased(),
            code.utf8.count == 64, code.isMade(of: .hexadecimal)
        else { throw .malformed }
        (self.version, self.time, self.code) = (version, time, Array(code.utf8))
    }

    /// A number in its only spelling: it is part of what is signed.
    private static func number(_ text: Substring?) -> Int64? {
        guard let text, text.isMade(of: .digits), let number = Int64(text), String(number) == text else {
            return nil
        }
        return number
    }

    /// Lets a request through that was signed by one of these keys, or says what is wrong.
    ///
    /// `path`: without a query; `idempotencyKey`: as it stands in its field, without quotation marks; `keys`: those that count
    /// now, by their versions.
    package static func check(
        header: String?,
        method: String,
        path: String,
        install: String,
        idempotencyKey: String?,
        body: [UInt8],
        keys: [Int64: [UInt8]],
        now: UnixTime
    ) throws(Refusal) {
        guard let header else { throw .missing }
        let signature = try SubmissionSignature(header)
        guard let key = keys[signature.version] else {
            throw .unknownKey(signature.version, newest: keys.keys.max())
        }
        let message = message(
            method: method,
            path: path,
            install: install,
            time: signature.time,
            idempotencyKey: idempotencyKey,
            body: body
        )
        let code = Hexadecimal.encode(HMACSHA256.code(of: message, key: key))
        guard SecretHash.areEqual(Array(code.utf8), signature.code) else { throw .wrong(signature.version) }
        // Last: who has no key learns nothing of our clock.
        let ahead = UnixTime(seconds: signature.time).since(now)
        guard (-skew...skew).contains(ahead) else { throw .skewed(ahead: ahead) }
    }

    /// What is signed: six lines without a line feed after the last; no part but the body, which is hashed, can have one.
    package static func message(
        method: String,
        path: String,
        install: String,
        time: Int64,
        idempotencyKey: String?,
        body: [UInt8]
    ) -> [UInt8] {
        let digest = SHA256Digest.hexadecimal(of: body)
        let lines = [method, path, install, String(time), idempotencyKey ?? "", digest]
        return Array(lines.joined(separator: "\n").utf8)
    }
}

extension SubmissionSignature {
    /// Why a request does not count as the game's.
    package enum Refusal: Error, Hashable, Sendable {
        case missing
        case malformed
        /// No key of this version counts.
        case unknownKey(Int64, newest: Int64?)
        /// By the key of this version it would be another one.
        case wrong(Int64)
        /// It was made so many seconds after our time; before it when negative.
        case skewed(ahead: Int64)

        /// A stable word for programs.
        package var code: String {
            switch self {
            case .missing: "signature-missing"
            case .malformed: "signature-malformed"
            case .unknownKey: "signature-key"
            case .wrong: "signature-wrong"
            case .skewed: "signature-time"
            }
        }

        /// For whoever writes the game.
        package var words: String {
            switch self {
            case .missing:
                "this game takes only signed requests; send Watchpost-Signature: v=VERSION,t=SECONDS,s=SIGNATURE"
            case .malformed:
                "Watchpost-Signature is not v=VERSION,t=SECONDS,s=SIGNATURE, two whole numbers and 64 hexadecimal digits"
            case .unknownKey(let version, let newest):
                "the game's key of version \(version) does not count"
                    + (newest.map { "; the newest is version \($0)" } ?? "")
            case .wrong(let version):
                "the signature is not that of this request by the key of version \(version); it is HMAC-SHA-256 of method, "
                    + "path, installation, t, Idempotency-Key and the body's SHA-256, a line each"
            case .skewed(let ahead):
                "the signature was made \(ahead.magnitude) s \(ahead < 0 ? "before" : "after") our time, and at most "
                    + "\(SubmissionSignature.skew) s are allowed; set the clock, and sign when you send"
            }
        }
    }
}

extension Problem {
    /// A request that does not count as its game's.
    package init(_ refusal: SubmissionSignature.Refusal) {
        self.init(refusal == .malformed ? .badRequest : .forbidden, refusal.words, code: refusal.code)
    }
}
