import JSONReading

extension JSONElement {
    /// A push service's word for what happened, such as `Unregistered`; nil unless it is a string.
    ///
    /// It goes into the log, into the database and to phones, so it is cut to 60 bytes and has no escapes, line breaks
    /// or letters that look like others.
    package var serviceWord: String? {
        guard let text = string(atMost: 4_096) else { return nil }
        return String(
            decoding: text.utf8.prefix(60).map { (0x20...0x7E).contains($0) ? $0 : 0x3F },
            as: UTF8.self
        )
    }
}
