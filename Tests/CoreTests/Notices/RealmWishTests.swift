import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Wishes about single realms")
struct RealmWishTests {
    private func wish(
        _ appliance: NoticeFixture,
        _ phone: DeviceRecord,
        _ number: Int,
        tellOnce: Bool? = nil,
        urgent: Bool? = nil,
        mute: Int? = nil
    ) async throws -> WishOutcome {
        try await appliance.devices.put(
            RealmWishChange(
                region: .eu,
                realm: NoticeFixture.id(number),
                tellOnce: tellOnce,
                isUrgent: urgent,
                muteMinutes: mute
            ),
            of: phone.person,
            at: appliance.now
        )
    }

    @Test("who asks to be told once of a realm that nobody watches is told once, at once")
    func tellOnce() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [])
        #expect(try await wish(appliance, phone, 3, tellOnce: true) == .alreadyUp)
        try await appliance.change([3], .down, .down)
        guard case .stored(let wishes) = try await wish(appliance, phone, 3, tellOnce: true) else {
            Issue.record("not stored")
            return
        }
        #expect(wishes.map(\.realm) == ["retail/realm-3"])
        appliance.now = appliance.now.advanced(by: 29 * 60)
        try await appliance.change([3], .up, .up)
        try await appliance.fanOut()
        let told = try await appliance.send()
        #expect(told.map(\.notice.title) == ["Realm 3 is up"])
        #expect(told.map(\.notice.body).first?.hasSuffix("after 29 min") == true)
        #expect(try await appliance.devices.wishes(.eu, of: phone.person, at: appliance.now) == [])
        try await appliance.change([3], .down, .down)
        try await appliance.change([3], .up, .up)
        #expect(try await appliance.deliver() == [])
    }

    @Test("three wishes that come true together are told one by one, and are fulfilled")
    func together() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [])
        try await appliance.place(1..<4, .down)
        for number in 1..<4 { _ = try await wish(appliance, phone, number, tellOnce: true) }
        try await appliance.change(1..<4, .up, .up)
        #expect(
            try await appliance.deliver().sorted() == ["Realm 1 is up", "Realm 2 is up", "Realm 3 is up"]
        )
        #expect(try await appliance.devices.wishes(.eu, of: phone.person, at: appliance.now) == [])
    }

    @Test("a wish outlives a realm that is down again before its phone could be told")
    func downAgain() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.place([3], .down)
        let phone = try await appliance.phone(1, watching: [])
        _ = try await wish(appliance, phone, 3, tellOnce: true)
        try await appliance.change([3], .up, .up)
        try await appliance.fanOut()
        try await appliance.change([3], .down, .down)
        #expect(try await appliance.send() == [])
        try await appliance.change([3], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 3 is up"])
    }

    @Test("a realm that comes back twice in quiet hours is told once in the morning")
    func quietHours() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.place([3], .down)
        let phone = try await appliance.phone(1, watching: [])
        _ = try await wish(appliance, phone, 3, tellOnce: true)
        try await appliance.database.write("quiet") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET zone = 'UTC', quiet_from = 0, quiet_to = 1439")
        }
        for _ in 0..<2 {
            try await appliance.change([3], .up, .up)
            #expect(try await appliance.deliver() == [])
            try await appliance.change([3], .down, .down)
            #expect(try await appliance.deliver() == [])
        }
        try await appliance.change([3], .up, .up)
        #expect(try await appliance.deliver() == [])
        appliance.now = UnixTime(seconds: (appliance.now.seconds / 86_400 + 1) * 86_400 - 60)
        #expect(try await appliance.send().map(\.notice.title) == ["Realm 3 is up"])
    }

    @Test("the end of maintenance that was wished for is told once")
    func maintenance() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3], kinds: [.status, .maintenance])
        try await appliance.change([3], .maintenance, .maintenance)
        #expect(try await appliance.deliver() == [])
        _ = try await wish(appliance, phone, 3, tellOnce: true)
        try await appliance.change([3], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 3 is up"])
        #expect(try await appliance.devices.wishes(.eu, of: phone.person, at: appliance.now) == [])
    }

    @Test("a phone that watches the realm hears of it once, and its wish is fulfilled")
    func watchedToo() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3])
        try await appliance.change([3], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 3 is down"])
        _ = try await wish(appliance, phone, 3, tellOnce: true)
        try await appliance.change([3], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 3 is up"])
        #expect(try await appliance.devices.wishes(.eu, of: phone.person, at: appliance.now) == [])
    }

    @Test("who takes the wish back is not told")
    func takenBack() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place([3], .down)
        let phone = try await appliance.phone(1, watching: [])
        _ = try await wish(appliance, phone, 3, tellOnce: true)
        try await appliance.change([3], .up, .up)
        try await appliance.fanOut()
        _ = try await wish(appliance, phone, 3, tellOnce: false)
        #expect(try await appliance.send() == [])
    }

    @Test("a muted realm is silent for as long as it was asked, and what still holds then is told then")
    func mute() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3, 4])
        _ = try await wish(appliance, phone, 3, mute: 60)
        try await appliance.change([3], .down, .down)
        #expect(try await appliance.deliver() == [])
        try await appliance.change([4], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 4 is down"])
        appliance.now = appliance.now.advanced(by: 59 * 60)
        #expect(try await appliance.send() == [])
        appliance.now = appliance.now.advanced(by: 60)
        #expect(try await appliance.send().map(\.notice.title) == ["Realm 3 is down"])
        #expect(try await appliance.devices.wishes(.eu, of: phone.person, at: appliance.now) == [])
    }

    @Test("who ends a mute hears at once what was kept back")
    func unmute() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3, 4])
        _ = try await wish(appliance, phone, 3, mute: 600)
        try await appliance.change([3], .down, .down)
        #expect(try await appliance.deliver() == [])
        _ = try await wish(appliance, phone, 3, mute: 0)
        #expect(try await appliance.send().map(\.notice.title) == ["Realm 3 is down"])
    }

    @Test("a realm that is not muted is told while a notice about many waits for others that are")
    func muteOfOthers() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: 0..<8)
        for number in 0..<3 { _ = try await wish(appliance, phone, number, mute: 60) }
        try await appliance.change(0..<3, .down, .down)
        #expect(try await appliance.deliver() == [])
        try await appliance.change([4], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 4 is down"])
        appliance.now = appliance.now.advanced(by: 3_600)
        _ = try await appliance.notices.sweep(at: appliance.now)
        #expect(try await appliance.deliver() == ["EU: 4 of 8 realms are down"])
    }

    @Test("a muted realm's own notice is not spent on another realm")
    func muteOfOne() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3, 4, 5, 6, 7])
        _ = try await wish(appliance, phone, 3, mute: 60)
        try await appliance.change([3, 4], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 4 is down"])
        _ = try await wish(appliance, phone, 3, mute: 0)
        #expect(try await appliance.send().map(\.notice.title) == ["Realm 3 is down"])
    }

    @Test("that a muted realm is up is told all the same, silently unless it was asked for")
    func muteOfAnEnd() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3, 4])
        for number in [3, 4] {
            try await appliance.change([number], .down, .down)
            #expect(try await appliance.deliver() == ["Realm \(number) is down"])
            _ = try await wish(appliance, phone, number, tellOnce: number == 4, mute: 600)
        }
        for number in [3, 4] {
            try await appliance.change([number], .up, .up)
            try await appliance.fanOut()
            let told = try await appliance.send()
            #expect(told.map(\.notice.title) == ["Realm \(number) is up"])
            let urgency: Notice.Urgency = number == 4 ? .normal : .passive
            #expect(told.map(\.notice.urgency) == [urgency])
        }
        #expect(try await appliance.count("SELECT count(*) FROM told") == 0)
        let wishes = try await appliance.devices.wishes(.eu, of: phone.person, at: appliance.now)
        #expect(wishes.filter(\.tellOnce) == [])
    }

    @Test("an urgent realm breaks through, the others do not")
    func urgent() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3, 4])
        _ = try await wish(appliance, phone, 3, urgent: true)
        try await appliance.change([3], .down, .down)
        try await appliance.fanOut()
        #expect(try await appliance.send().map(\.notice.urgency) == [.timeSensitive])
        try await appliance.change([4], .down, .down)
        try await appliance.fanOut()
        #expect(try await appliance.send().map(\.notice.urgency) == [.normal])
    }

    @Test("the badge counts what was not read, down and up of one realm once")
    func badge() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [3, 4])
        func tell(_ number: Int, _ state: RealmState, _ change: RealmEventBody.Change) async throws -> [Int] {
            appliance.now = appliance.now.advanced(by: 3_600)
            try await appliance.change([number], state, change)
            try await appliance.fanOut()
            return try await appliance.send().map(\.notice.badge)
        }
        #expect(try await tell(3, .down, .down) == [1])
        #expect(try await tell(3, .up, .up) == [1])
        #expect(try await tell(4, .down, .down) == [2])
        #expect(try await appliance.notices.unread(device: phone.id) == 2)
        try await appliance.notices.read(device: phone.id, at: appliance.now)
        #expect(try await appliance.notices.unread(device: phone.id) == 0)
        #expect(try await tell(4, .up, .up) == [1])
    }

    @Test("a phone's language has its say in what a realm is called")
    func names() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: [3], locale: "ru-RU")
        try await appliance.change([3], .down, .down)
        try await appliance.fanOut()
        let leased = try await appliance.notices.lease(
            .any(10),
            channel: "webpush",
            merging: true,
            names: { region, realm, locale in
                region == .eu && realm == "retail/realm-3" && locale == "ru-RU" ? "Гордунни" : nil
            },
            at: appliance.now
        )
        #expect(leased.map(\.notice.title) == ["Гордунни is down"])
        #expect(GameLocale.of(phone: "ru-RU") == "ru_RU")
        #expect(GameLocale.of(phone: "zh-Hant-TW") == "zh_TW")
        #expect(GameLocale.of(phone: "es-ES") == "es_ES")
        #expect(GameLocale.of(phone: "es-MX") == "es_MX")
        #expect(GameLocale.of(phone: "pl-PL") == nil)
    }
}
