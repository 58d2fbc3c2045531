/// What a server says about the identity of a document (RFC 9110, section 8.8): sent back as a condition, and used to
/// tell one document from the next.
struct Validator: Hashable, Sendable {
    /// The header with which to ask again.
    let header: (name: String, value: String)
    /// The same for the same document.
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

    /// Without a validator a cache on the way still gives itself away by `Age`: the same answer, served
    /// again, was made at the same time.
    ///
    /// Nil when nothing tells documents apart.
    static func generation(of reply: HTTPReply) -> String? {
        guard let age = reply.headers["age"].flatMap({ Int64($0) }), age > 0,
            let date = reply.headers["date"],
            let made = HTTPDate.time(date)
        else { return nil }
        return "made \(made.advanced(by: -age).seconds)"
    }

    static func == (left: Validator, right: Validator) -> Bool { left.generation == right.generation }

    func hash(into hasher: inout Hasher) { hasher.combine(generation) }
}

/// What identifies the document in one reply.
struct DocumentIdentity: Hashable, Sendable {
    /// With which the server can be asked whether it has changed; nil when it gave none.
    let validator: Validator?
    /// The same for the same document; nil when nothing tells documents apart.
    let generation: String?

    init(_ reply: HTTPReply) {
        validator = Validator(reply)
        generation = validator?.generation ?? Validator.generation(of: reply)
    }
}
