import WatchpostModel

/// The `Retry-After` header (RFC 9110, section 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// How long the server wishes to be left alone, at most a day; nil when it says nothing that makes sense, and our own
    /// back-off decides.
    ///
    /// A date is measured against the date of the same reply, because our clock may not be set; without that against
    /// `now`, if that is known. One that is past is no wait.
    static func duration(in reply: HTTPReply, at now: UnixTime?) -> Duration? {
        guard let text = reply.headers["retry-after"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number too long for an Int64 is a long wait as well.
            return .seconds(min(Int64(text) ?? longest, longest))
        }
        guard let date = HTTPDate.time(text), let start = reply.headers["date"].flatMap(HTTPDate.time) ?? now
        else { return nil }
        return .seconds(min(max(0, date.since(start)), longest))
    }

    private static let longest: Int64 = 86_400
}
