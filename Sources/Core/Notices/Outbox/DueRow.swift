import WatchpostModel

/// A due row with its phone.
struct DueRow {
    let id: Int64
    let device: Int64
    let person: Int64
    /// Nil when another release wrote it.
    let notice: DueNotice?
    let phone: NoticePhone
    /// It was handed to its channel before, and has paid its token.
    let wasLeased: Bool
    /// Which of the channel's services reaches the phone.
    let service: String
    private let channel: String
    private let address: String
    private let key: [UInt8]
    private let registeredAt: Int64
    private let uncertain: Bool

    init(_ row: borrowing Row) throws(SQLiteError) {
        id = try row.integer(0)
        device = try row.integer(1)
        let subject = NoticeSubject(try row.text(2))
        let aspect = NoticeAspect(word: try row.text(3))
        let attempts = Int(try row.integer(9))
        notice =
            if let subject, let aspect {
                DueNotice(
                    id: id,
                    device: device,
                    subject: subject,
                    aspect: aspect,
                    word: try row.text(4),
                    at: UnixTime(seconds: try row.integer(5)),
                    detail: try row.optionalText(6),
                    isUpdate: try row.flag(7),
                    expiresAt: UnixTime(seconds: try row.integer(8)),
                    attempts: attempts
                )
            } else { nil }
        uncertain = try row.flag(10)
        person = try row.integer(11)
        channel = try row.optionalText(12) ?? ""
        address = try row.optionalText(13) ?? ""
        key = row.isNull(14) ? [] : try row.blob(14)
        registeredAt = try row.optionalInteger(15) ?? 0
        wasLeased = try row.flag(21)
        service = try row.optionalText(22) ?? ""
        let zone = CivilZone(named: try row.text(18))
        phone = NoticePhone(
            locale: try row.text(17),
            zone: zone,
            quietHours: QuietHours(
                storedFrom: try row.optionalInteger(19),
                to: try row.optionalInteger(20),
                zone: zone
            ),
            isReachable: try row.integer(16) == 1
        )
    }

    /// Of notices of who is down or back with the same one only one is under way at a time; others have a place of
    /// their own.
    var place: String {
        guard let notice, notice.aspect.isAboutState, let region = notice.subject.region else {
            return "\(id)"
        }
        return "\(device) \(region.rawValue)"
    }

    func leased(_ message: Notice) -> LeasedNotice {
        LeasedNotice(
            id: id,
            notice: message,
            channel: channel,
            service: service,
            address: address,
            addressKey: key,
            registeredAtMilliseconds: registeredAt,
            attempts: (notice?.attempts ?? 0) + 1,
            isRepeat: uncertain
        )
    }
}

extension QuietHours {
    /// From the columns of a device, minutes of the day; nil when it has none.
    init?(storedFrom from: Int64?, to: Int64?, zone: CivilZone?) {
        guard let from, let to, let zone, (0..<1_440).contains(from), (0..<1_440).contains(to) else {
            return nil
        }
        self.init(from: Int(from) * 60, to: Int(to) * 60, zone: zone)
    }
}
