import Core
import Foundation
import WatchpostModel

@testable import Appliance
@testable import Push
@testable import Serving

/// A server with devices on a database in memory, a clock that stands, and two doors.
final class PersonalFixture {
    let api: APIFixture
    let services: DeviceServices
    let database: Database
    let heard = Heard()
    /// Whose schedule administrators may edit; a test gives it one.
    let rotations: RotationWatch
    static let ownerKey = "owner." + String(repeating: "k", count: 43)

    /// What came out of the outlets.
    final class Heard: Sendable {
        struct State {
            var codes: [String] = []
            var watched: [[Region: [String]]] = []
            var identified = 0
            /// Work of the store by its names.
            var reads: [String: Int] = [:]
            /// The monotonic time of the inspector of lists.
            var seconds = 1
            /// How much later than noon it is for stamps.
            var later: Int64 = 0
            var lines: [String] = []
            /// What is known of Europe's realms.
            var europe = PersonalFixture.europe
            var alertChanges = 0
            var panels: [PanelSection] = []
            var isHidden = false
        }

        private let state = Locked(State())
        var value: State { state.withLock { $0 } }
        func note(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    }

    init(
        registrationsPerHour: Int = 1_000,
        requestsPerMinute: Int = 100_000,
        _ adjust: (inout HTTPSettings) -> Void = { _ in }
    ) async throws {
        let heard = self.heard
        let opened = try await Database.open(
            .memory,
            migrations: Feature.all.tables.migrations,
            now: APIFixture.noon,
            observer: Database.Observer(onBegin: { name in heard.note { $0.reads[name, default: 0] += 1 } })
        )
        let limits = AccessLimits(
            registrationsPerHour: registrationsPerHour,
            requestsPerMinute: requestsPerMinute
        )
        let services = try PersonalFixture.services(opened.database, limits, heard)
        self.services = services
        database = opened.database
        rotations = try EditedSchedule.watch(opened.database)
        let calls = PersonalFixture.calls(services, rotations)
        api = try APIFixture(calls: calls, gate: services.gate) { settings in
            settings.tunnel = ("127.0.0.1", 0)
            adjust(&settings)
        }
    }

    /// Services on a database, for tests that need no server.
    static func services(
        _ database: Database,
        _ limits: AccessLimits,
        _ heard: Heard,
        identities: KnownIdentities = KnownIdentities()
    ) throws -> DeviceServices {
        let store = DeviceStore(
            database: database,
            mostDevices: 1_000,
            participants: Feature.all.participants(Feature.all.topics),
            identities: identities.forget
        )
        let disk = DiskErrorLog(provedCommits: { database.provedCommits }, log: { _ in })
        let watching = WatchedRealmsNotifier(
            store: store,
            disk: disk,
            outlet: { realms in heard.note { $0.watched.append(realms) } }
        )
        let rotations = try APIFixture.rotations.get()
        return DeviceServices(
            store: store,
            disk: disk,
            gate: Gate(
                sources: [
                    DeviceIdentitySource(store: store, disk: disk, now: { PersonalFixture.wall(heard) })
                ],
                identities: identities,
                ownerKey: OwnerKey(ownerKey),
                limits: limits,
                now: { .seconds(1) }
            ),
            pairing: PairingHost(
                outlet: CodeOutlet(
                    show: { code, _ in
                        heard.note { $0.codes.append(code) }
                        return .display
                    },
                    hide: { heard.note { $0.isHidden = true } }
                ),
                now: { .seconds(1) }
            ),
            notices: SilentNotices(),
            settings: SettingsService(
                store: PhoneSettingStore(database: database),
                overlay: SettingsOverlay(
                    file: try ConfigurationFixture.parse("").panel,
                    hostName: "box.local"
                ),
                show: { panel in heard.note { $0.panels.append(panel) } }
            ),
            watching: watching,
            lists: WatchListInspector(
                store: store,
                disk: disk,
                names: RealmNameCache(),
                now: { Moment(wall: APIFixture.noon, monotonic: .seconds(heard.value.seconds)) },
                changed: { await watching.tell() },
                log: { line in heard.note { $0.lines.append(line) } }
            ),
            outlets: PersonalOutlets(
                identify: { heard.note { $0.identified += 1 } },
                alertsChanged: { heard.note { $0.alertChanges += 1 } }
            ),
            push: PushRegistration { kind, json, milliseconds throws(PushAddressRefusal) in
                guard kind == "webpush" else { throw PushAddressRefusal(words: "unknown kind") }
                let text = String(decoding: json, as: UTF8.self)
                if text.contains("odd.example") {
                    throw PushAddressRefusal(
                        words: "not known",
                        kind: .unknownService,
                        service: "push.odd.example"
                    )
                }
                return DeviceAddress(
                    channel: kind,
                    text: String(decoding: json, as: UTF8.self),
                    key: Array(json.prefix(32)),
                    registeredAtMilliseconds: milliseconds
                )
            },
            unknownServices: UnknownServiceList { line in heard.note { $0.lines.append(line) } },
            about: AboutFacts(
                id: String(repeating: "0a", count: 16),
                version: "1.2.3",
                publicURL: nil,
                site: "https://x/"
            ),
            realms: { region in
                region == .eu ? [heard.value.europe] : []
            },
            rotations: { rotations.snapshot },
            now: { Moment(wall: PersonalFixture.wall(heard), monotonic: .seconds(1)) },
            milliseconds: { APIFixture.noon.seconds * 1_000 }
        )
    }

    private static func wall(_ heard: Heard) -> UnixTime { APIFixture.noon.advanced(by: heard.value.later) }

    /// Some realms, of which two are called otherwise elsewhere.
    static let europe: SourceView = {
        let names = [
            ("aggra-português", "Aggra (Português)"), ("draenor", "Draenor"), ("gordunni", "Гордунни"),
            ("kazzak", "Kazzak"), ("kelthuzad", "Кел'Тузад"), ("up-realm", "Up"),
        ]
        var view = APIFixture.view
        view.realms = names.map { slug, name in
            var realm = APIFixture.realm(slug)
            realm.name = LocalizedName(["en_US": slug, "ru_RU": name])
            return realm
        }
        return view
    }()

    /// The routes alone.
    static func routes() async throws -> [Route] {
        let opened = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let limits = AccessLimits(registrationsPerHour: 1, requestsPerMinute: 1)
        let services = try services(opened.database, limits, Heard())
        return calls(services, try EditedSchedule.watch(opened.database))
    }

    /// Every route of devices, people and administrators, those among them that a feature serves once it runs.
    private static func calls(_ services: DeviceServices, _ watch: RotationWatch) -> [Route] {
        Feature.all.flatMap { $0.calls(services) }
            + ScheduleEditRoutes(services: services, watch: watch).routes
    }

    /// A credential for a number.
    static func credential(_ number: Int, secret: Character = "s") -> String {
        let digits = String(number)
        let install = String(repeating: "A", count: 22 - digits.count) + digits
        return "\(install).\(String(repeating: secret, count: 43))"
    }

    static func path(_ number: Int, _ rest: String = "") -> String {
        "/v1/devices/\(credential(number).prefix(22))\(rest)"
    }

    static let registration = #"{"locale":"en-GB","timeZone":"Europe/Warsaw","name":"Ann's phone"}"#

    /// One request on a connection of its own; `device` sends that device's credential.
    func ask(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        device: Int? = nil,
        headers: [String] = [],
        throughTunnel: Bool = false
    ) async -> RawClient.Answer? {
        let bearer = device.map { ["Authorization: Bearer \(PersonalFixture.credential($0))"] } ?? []
        return await RawClient.ask(api.ports[throughTunnel ? 1 : 0], method, path, body, bearer + headers)
    }

    @discardableResult
    func register(_ number: Int) async -> RawClient.Answer? {
        await ask("PUT", PersonalFixture.path(number), PersonalFixture.registration, device: number)
    }

    /// Registers through the tunnel.
    @discardableResult
    func registerOutside(_ number: Int, from address: String) async -> RawClient.Answer? {
        await ask(
            "PUT",
            PersonalFixture.path(number),
            PersonalFixture.registration,
            device: number,
            headers: ["X-Forwarded-For: \(address)"],
            throughTunnel: true
        )
    }

    /// Makes a device an administrator in the way people do.
    func pair(_ number: Int) async -> RawClient.Answer? {
        _ = await ask("POST", "/v1/pairing")
        let code = heard.value.codes.last ?? ""
        return await ask("POST", "/v1/pairing/redeem", "{\"code\":\"\(code)\"}", device: number)
    }
}

/// Notices of an appliance that never sent one.
struct SilentNotices: NoticesPort {
    func test(device: Int64) async -> TestNoticeBody {
        TestNoticeBody(accepted: false, detail: "no address", reason: nil)
    }

    func notices(device: Int64, most: Int) async throws(NoticesError) -> [DeviceNoticeBody] { [] }

    func read(device: Int64) async throws(NoticesError) {}

    func unread(device: Int64) async throws(NoticesError) -> Int { 0 }

    func deadNotices(most: Int) async throws(NoticesError) -> [DeadNoticeBody] { [] }

    func replay(dead id: Int64) async throws(NoticesError) -> Bool { id == 7 }

    func forget(dead id: Int64) async throws(NoticesError) -> Bool { id == 7 }
}

extension RawClient.Answer {
    /// The body as an object.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
    }
}
