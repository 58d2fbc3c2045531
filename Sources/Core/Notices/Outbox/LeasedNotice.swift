/// A notice that has its lease and leaves now.
package struct LeasedNotice: Hashable, Sendable {
    package var id: Int64
    package var notice: Notice
    /// The address as it was when the row was leased.
    package var channel: String
    /// Which of the channel's services has it.
    package var service: String
    package var address: String
    package var addressKey: [UInt8]
    package var registeredAtMilliseconds: Int64
    /// With this attempt.
    package var attempts: Int
    /// An earlier attempt may have arrived.
    package var isRepeat: Bool
}
