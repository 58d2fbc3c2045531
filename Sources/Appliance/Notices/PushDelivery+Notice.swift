import Core
import Push
import SystemSupport

extension PushDelivery {
    /// A leased notice as the channels take it; `publicURL` without a slash at its end.
    init(_ leased: LeasedNotice, box: UInt64, publicURL: String?) {
        self.init(
            ticket: leased.id,
            message: PushMessage(
                id: NoticeIdentifier.text(box: box, number: leased.id),
                leased.notice,
                publicURL: publicURL,
                isRepeat: leased.isRepeat
            ),
            address: DeviceAddress(
                channel: leased.channel,
                text: leased.address,
                key: leased.addressKey,
                registeredAtMilliseconds: leased.registeredAtMilliseconds
            )
        )
    }
}

extension PushMessage {
    init(id: String, _ notice: Notice, publicURL: String?, isRepeat: Bool) {
        self.init(id: id, notice: notice, isRepeat: isRepeat)
        self.notice.link = (publicURL ?? "") + notice.link
    }
}

/// The id of a notice on the wire: the same on each attempt, so that a double is recognised.
enum NoticeIdentifier {
    /// A UUID of version 8 (RFC 9562 §5.8): 60 bits of the appliance and 62 of the notice's number.
    static func text(box: UInt64, number: Int64) -> String {
        let low = UInt64(bitPattern: number)
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: box >> (56 - 8 * UInt64($0))) }
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * UInt64($0))) }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.encode(bytes[$0]) }
            .joined(separator: "-")
    }
}
