import Core
import SystemSupport
import WatchpostModel

/// What a server says about the identity of a document (RFC 9110, section 8.8): sent back as a condition, and used to
/// tell one document from the next.
struct Validator: Hashable, Sendable {
    /// The header with which to ask again.
    let header: (name: String, value: String)
    /// What the server calls the document.
    let generation: String

    /// Nil when the server gave none.
    ///
    /// An entity tag is exact; a date has a resolution of one second.
    init?(_ reply: HTTPReply) {
        if let tag = reply.headers["etag"], Validator.mayBeSent(tag) {
            header = ("If-None-Match", tag)
            generation = "tag \(tag)"
        } else if let date = reply.headers["last-modified"], Validator.mayBeSent(date) {
            header = ("If-Modified-Since", date)
            generation = "modified \(date)"
        } else {
            return nil
        }
    }

    /// What cannot stand in a header of ours would keep every further poll from being sent.
    private static func mayBeSent(_ value: String) -> Bool {
        (1...200).contains(value.utf8.count) && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    static func == (left: Validator, right: Validator) -> Bool { left.generation == right.generation }

    func hash(into hasher: inout Hasher) { hasher.combine(generation) }
}

/// What a cache on the way tells of the copy that it serves.
private struct CachedCopy: Hashable, Sendable {
    /// `Date`, and `Date` less `Age`.
    let dated: UnixTime
    let made: UnixTime
    let body: String

    /// Nil without an `Age`, which caches add (RFC 9111 §5.1), or a date.
    init?(_ reply: HTTPReply, body: String) {
        guard let age = reply.headers["age"].flatMap({ Int64($0) }), age >= 0,
            let date = reply.headers["date"].flatMap({ HTTPDate.time($0) })
        else { return nil }
        dated = date
        made = date.advanced(by: -age)
        self.body = body
    }

    /// Caches should leave `Date` as it came; there are some that write their own.
    ///
    /// `Age` has whole seconds, as `Date` has, so that their difference wavers by one.
    func isSame(as other: CachedCopy) -> Bool {
        body == other.body && (dated == other.dated || (-1...1).contains(made.since(other.made)))
    }
}

/// What identifies the document in one reply.
///
/// The bytes of the body are part of it: a validator that stays the same while the body changes is a server's mistake, and
/// must not hide an outage.
struct DocumentIdentity: Hashable, Sendable {
    /// With which the server can be asked whether it has changed; nil when it gave none.
    let validator: Validator?
    /// The same for the same document; nil when nothing tells documents apart.
    let generation: String?
    /// When the answer was made; nil when the origin does not say.
    let said: OriginTime?
    private let copy: CachedCopy?

    /// `earlier`: the identity of the same page in the answer before.
    init(_ reply: HTTPReply, after earlier: DocumentIdentity? = nil) {
        validator = Validator(reply)
        said = reply.originTime
        guard validator != nil || reply.headers["age"] != nil else {
            (generation, copy) = (nil, nil)
            return
        }
        let body = SHA256Digest.hexadecimal(of: Array(reply.body))
        if let validator {
            (generation, copy) = ("\(validator.generation) body \(body)", nil)
            return
        }
        copy = CachedCopy(reply, body: body)
        if let copy, let known = earlier?.copy, known.isSame(as: copy) {
            generation = earlier?.generation
        } else {
            generation = copy.map { "dated \($0.dated.seconds) made \($0.made.seconds) body \(body)" }
        }
    }
}
