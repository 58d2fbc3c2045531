import WatchpostModel

/// A due row with its phone.
struct DueRow {
    let person: Int64
    let notice: DueNotice
    let phone: NoticePhone
    /// It was handed to its channel before, and has paid its token.
    let wasLeased: Bool
    /// Which of the channel's services reaches the phone.
    let service: String
    /// Of rows with the same place only one is under way to a phone at a time; nil: any number is.
    let place: String?
    private let channel: String
    private let address: String
    private let key: [UInt8]
    private let registeredAt: Int64
    private let uncertain: Bool

    init(_ row: borrowing Row, _ languages: NoticeLanguages) throws(SQLiteError) {
        notice = try DueNotice(row)
        uncertain = try row.flag(10)
        person = try row.integer(11)
        channel = try row.optionalText(12) ?? ""
        address = try row.optionalText(13) ?? ""
        key = row.isNull(14) ? [] : try row.blob(14)
        registeredAt = try row.optionalInteger(15) ?? 0
        wasLeased = try row.flag(21)
        service = try row.optionalText(22) ?? ""
        let device = notice.device
        place = try row.optionalText(23).map { "\(device) \($0)" }
        let zone = CivilZone(named: try row.text(18))
        let locale = try row.text(17)
        phone = NoticePhone(
            locale: locale,
            words: languages.words(for: locale),
            zone: zone,
            quietHours: QuietHours(
                storedFrom: try row.optionalInteger(19),
                to: try row.optionalInteger(20),
                zone: zone
            ),
            isReachable: try row.integer(16) == 1
        )
    }

    func leased(_ message: Notice) -> LeasedNotice {
        LeasedNotice(
            id: notice.id,
            notice: message,
            channel: channel,
            service: service,
            address: address,
            addressKey: key,
            registeredAtMilliseconds: registeredAt,
            attempts: notice.attempts + 1,
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
