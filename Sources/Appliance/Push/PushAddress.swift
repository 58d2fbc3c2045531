/// Which phone, as its registration said; only the adapter of `channel` understands `text`.
///
/// It is a capability: who has it can send to the phone, so it is kept like a secret and never logged.
struct PushAddress: Sendable, Hashable {
    /// ``PushAdapter/channel`` of the adapter that made it.
    var channel: String
    /// Which of the channel's services it belongs to; each has a window of its own.
    ///
    /// Empty: the channel has only one.
    var service = ""
    /// Canonical JSON, stored as it is.
    var text: String
    /// SHA-256 of what makes the address unique: a token that moves to another record is found by it.
    var key: [UInt8]
    /// When the phone registered it, milliseconds since 1970: an older notice of its death does not count.
    var registeredAtMilliseconds: Int64
}

/// Why a registration's push address cannot be used, in words for the app's author.
struct PushAddressRefusal: Error, Hashable {
    /// One sentence without the address in it.
    var words: String
    /// Nothing is wrong with the address: the same registration may succeed later.
    var isTemporary = false
}
