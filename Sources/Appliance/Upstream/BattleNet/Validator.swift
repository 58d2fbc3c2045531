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
        if let tag = reply.headers["etag"], tag.utf8.count <= 200 {
            header = ("If-None-Match", tag)
            generation = "tag \(tag)"
        } else if let date = reply.headers["last-modified"], date.utf8.count <= 64 {
            header = ("If-Modified-Since", date)
            generation = "modified \(date)"
        } else {
            return nil
        }
    }

    /// Without a validator a cache on the way still gives itself away by `Age`: the same answer, served
    /// again, was made at the same time.
    ///
    /// Nil when nothing tells documents apart.
    static func generation(of reply: HTTPReply) -> String? {
        guard let age = reply.headers["age"].flatMap({ Int64($0) }), age > 0,
            let date = reply.headers["date"],
            let made = HTTPDate.seconds(date)
        else { return nil }
        return "made \(made - age)"
    }

    static func == (left: Validator, right: Validator) -> Bool { left.generation == right.generation }

    func hash(into hasher: inout Hasher) { hasher.combine(generation) }
}

/// The date of HTTP headers, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7), reduced to a number that grows
/// by one a second within a day: enough to tell generations apart.
enum HTTPDate {
    static func seconds(_ text: String) -> Int64? {
        let fields = text.split(separator: " ")
        guard fields.count == 6, let day = Int64(fields[1]) else { return nil }
        let time = fields[4].split(separator: ":").compactMap { Int64($0) }
        guard time.count == 3 else { return nil }
        return day * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }
}
