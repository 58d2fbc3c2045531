/// The `Retry-After` header (RFC 9110, section 10.2.3) in its form in seconds; the date form is left to our own back-off.
enum RetryAfter {
    static func duration(in reply: HTTPReply) -> Duration? {
        guard let text = reply.headers["retry-after"], let seconds = Int64(text),
            (0...86_400).contains(seconds)
        else {
            return nil
        }
        return .seconds(seconds)
    }
}
