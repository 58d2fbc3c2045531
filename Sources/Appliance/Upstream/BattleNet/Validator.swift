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
    /// Nil when day or time are not numbers of such a date: the header is the far side's, and so is its arithmetic.
    static func seconds(_ text: String) -> Int64? {
        let fields = text.split(separator: " ")
        guard fields.count == 6, let day = number(fields[1], in: 1...31) else { return nil }
        let time = fields[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], in: 0...23),
            let minute = number(time[1], in: 0...59),
            let second = number(time[2], in: 0...60)
        else { return nil }
        return day * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
        Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }
}
