import Core
import Foundation
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

@Suite("Apex Legends Status")
struct ApexStatusTests {
    /// Written from the documented form.
    private static func slot(
        _ map: String,
        _ code: String?,
        _ start: Int64?,
        _ end: Int64?,
        _ more: String = ""
    ) -> String {
        let members = [
            "\"map\":\"\(map)\"", code.map { "\"code\":\"\($0)\"" }, start.map { "\"start\":\($0)" },
            end.map { "\"end\":\($0)" },
        ]
        return "{\(members.compactMap { $0 }.joined(separator: ","))\(more)}"
    }

    private static func mode(_ current: String, _ next: String? = nil) -> String {
        "{\"current\":\(current)\(next.map { ",\"next\":\($0)" } ?? "")}"
    }

    private static let olympus = slot("Olympus", "olympus_rotation", 1_778_049_000, 1_778_054_400)

    private func ask(
        _ status: Int,
        _ body: String,
        headers: [String: String] = [:],
        key: String = "s3cret-key"
    ) async -> Result<RotationReport, CheckFailure> {
        let asked = Locked<[HTTPRequest]>([])
        let settings = RotationUpstreamSection(
            key: Secret(key),
            url: WebAddress(https: "api.example.org"),
            interval: .seconds(600),
            timeout: .seconds(10),
            appliesAnchors: false
        )
        let source = ApexStatusSource(settings: settings) { request async throws(HTTPFault) in
            asked.withLock { $0.append(request) }
            return HTTPReply(status: status, headers: headers, body: Data(body.utf8))
        }
        do throws(CheckFailure) {
            let report = try await source.ask(at: UnixTime(seconds: 1_778_050_000))
            #expect(asked.withLock { $0.map(\.url) } == ["https://api.example.org/maprotation?version=2"])
            let header = asked.withLock { $0.first?.headers.first }
            #expect(header?.name == "Authorization")
            #expect(header?.value == key)
            return .success(report)
        } catch {
            return .failure(error)
        }
    }

    /// `pubs OL 1778049000+5400, - | …`: current and next of each mode.
    private static func short(_ report: RotationReport) -> String {
        report.modes.map { mode in
            let slots = [mode.current, mode.next].map { slot in
                guard let slot else { return "-" }
                let time = slot.window.map {
                    " \($0.lowerBound.seconds)+\($0.upperBound.since($0.lowerBound))"
                }
                return "\(slot.gameMode.map { "\($0):" } ?? "")\(slot.map.code)\(time ?? "")"
            }
            return "\(mode.key) \(slots.joined(separator: ", "))"
        }.joined(separator: " | ")
    }

    private static let readable: [(body: String, report: String)] = [
        ("[]", ""), ("{}", ""),
        (
            "{\"battle_royale\":\(mode(olympus, slot("Storm Point", "storm_point_rotation", 1_778_054_400, 1_778_059_800)))}",
            "pubs OL 1778049000+5400, SP 1778054400+5400"
        ),
        // Version 1, and the website's wrapper.
        (mode(olympus), "pubs OL 1778049000+5400, -"),
        ("{\"bannerPath\":\"x\",\"rotation\":{\"ranked\":\(mode(olympus))}}", "ranked OL 1778049000+5400, -"),
        // What is not known is kept.
        (
            "{\"wildcard\":\(mode(slot("New", "new_rotation", 1_778_049_000, 1_778_049_900))),\"arenasRanked\":\(mode(olympus))}",
            "wildcard new_rotation 1778049000+900, - | arenas-ranked OL 1778049000+5400, -"
        ),
        // The recorded nonsense of July 2022, and slots with nothing but a map.
        (
            "{\"ranked\":\(mode(slot("World's Edge", "worlds_edge_rotation", 1_656_435_600, 1_659_978_000), slot("Unknown", "unknown_rotation", 1_659_978_000, 0, ",\"DurationInSecs\":-1659978000")))}",
            "ranked WE 1656435600+3542400, -"
        ),
        (
            "{\"ranked\":\(mode(slot("World's Edge", nil, nil, nil), slot("Olympus", nil, nil, nil)))}",
            "ranked WE, OL"
        ),
        (
            "{\"ranked\":\(mode(slot("Kings Canyon", nil, nil, nil, ",\"remainingMins\":150"), "{\"map\":\"Unknown\"}"))}",
            "ranked KC, -"
        ),
        // An end that is missing follows from the length.
        (
            "{\"ranked\":\(mode(slot("E", "e_district_rotation", 1_778_049_000, nil, ",\"DurationInSecs\":16200")))}",
            "ranked ED 1778049000+16200, -"
        ),
        (
            "{\"ltm\":\(mode(slot("Skulltown", "freedm_tdm_skulltown", 1_778_049_000, 1_778_049_900, ",\"isActive\":true,\"eventName\":\"TDM\"")))}",
            "mixtape TDM:freedm_tdm_skulltown 1778049000+900, -"
        ),
        (
            "{\"ltm\":{\"current\":{\"isActive\":false}},\"ranked\":\(mode(olympus))}",
            "ranked OL 1778049000+5400, -"
        ),
        // Other types, absurd times, a slot after which the next has begun already.
        ("{\"ranked\":[1],\"x\":null,\"battle_royale\":{\"current\":7},\"Zürich\":\(mode(olympus))}", ""),
        ("{\"ranked\":\(mode(slot("Olympus", "olympus_rotation", 5, 9_999_999_999_999)))}", "ranked OL, -"),
        (
            "{\"ranked\":\(mode(slot("Olympus", "olympus_rotation", 1_778_054_400, 1_778_049_000)))}",
            "ranked OL, -"
        ),
        ("{\"ranked\":\(mode(olympus, olympus))}", "ranked OL 1778049000+5400, -"),
        (
            "{\"ranked\":\(mode(olympus)),\"ranked\":\(mode(slot("S", "storm_point_rotation", nil, nil)))}",
            "ranked OL 1778049000+5400, -"
        ),
        ("{\"ranked\":\(mode(slot("\\u0007", "a b", 1, 2)))}", ""),
    ]

    @Test("whatever makes sense of an answer is read, and nothing else", arguments: readable.indices)
    func read(index: Int) async throws {
        let row = Self.readable[index]
        let report = try await ask(200, row.body).get()
        #expect(Self.short(report) == row.report, "\(row.body)")
    }

    /// What the recorded answers say; their files are not ours to keep here.
    private static let recorded: [(name: String, report: [String])] = [
        (
            "als-v2-2023-04-17",
            [
                "pubs SP 1681770600+3600, BM 1681774200+3600",
                "arenas arenas_composite 1681770600+900, arenas_encore 1681771500+900",
                "ranked BM 1681750800+86400, OL 1681837200+86400",
                "arenas-ranked arenas_composite 1681770600+900, arenas_encore 1681771500+900",
                "mixtape TDM:freedm_tdm_skulltown 1681770600+900, Gun Run:freedm_gungame_estates 1681771500+900",
            ]
        ),
        (
            "als-v2-2022-07-05",
            [
                "pubs SP 1657008000+3600, OL 1657011600+3600",
                "arenas arenas_composite 1657009800+900, arenas_habitat 1657010700+900",
                "ranked WE 1656435600+3542400, -",
                "arenas-ranked arenas_habitat 1657009200+2400, arenas_encore 1657011600+2400",
            ]
        ),
    ]

    /// The text of a recording.
    private static func recording(_ name: String) throws -> String {
        try BoundedFile.read("\(Recordings.folder)/rotations/\(name).json", limit: 1 << 20).text
    }

    @Test(
        "recorded answers are read whole",
        .enabled(if: Recordings.areThere, "WATCHPOST_RECORDINGS is not set"),
        arguments: recorded.indices
    )
    func recording(index: Int) async throws {
        let row = Self.recorded[index]
        let report = try await ask(200, try Self.recording(row.name)).get()
        #expect(Self.short(report).components(separatedBy: " | ").sorted() == row.report.sorted())
    }

    /// What each of the odd answers says, by its name.
    private static let odd: [String: String] = [
        "boundary-10am-PT": "", "boundary-pubs": "ranked BM 1778049000+16200, KC 1778065200+16200",
        "ranked-next-unknown": "", "ranked-next-epoch0": "", "ranked-map-only": "ranked WE, OL",
        "error-in-200": "refused", "rate-limited-429-unverified-key": "refused",
        "remainingSecs-missing": "ranked KC, -", "ltm-inactive": "",
    ]

    @Test(
        "recorded and described odd answers are read, or refused, as far as they make sense",
        .enabled(if: Recordings.areThere, "WATCHPOST_RECORDINGS is not set")
    )
    func oddRecordings() async throws {
        let text = try Self.recording("als-edge-bodies")
        var names: Set<String> = []
        let answers = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
        for answer in answers {
            guard let name = answer["name"] as? String, let body = answer["body"] ?? answer["body_fragment"]
            else { continue }
            names.insert(name)
            let bytes = try JSONSerialization.data(withJSONObject: body)
            let result = await ask(answer["status"] as? Int ?? 200, String(decoding: bytes, as: UTF8.self))
            let report = try? result.get()
            let expected = try #require(Self.odd[name], "\(name) is new")
            #expect(report.map(Self.short) ?? "refused" == expected, "\(name)")
        }
        #expect(names == Set(Self.odd.keys))
    }

    private static let refusals:
        [(status: Int, body: String, headers: [String: String], kind: CheckFailure.Kind)] = [
            (200, "{\"Error\":\"Player not found\"}", [:], .trouble(retryAfter: nil)),
            (200, "{\"error\":{}}", [:], .trouble(retryAfter: nil)),
            (200, "{\"Error\":\"Slow down !\"}", [:], .tooMany(retryAfter: nil)),
            (200, "Slow down !", ["retry-after": "7"], .tooMany(retryAfter: .seconds(7))),
            (200, "<html>", [:], .trouble(retryAfter: nil)), (200, "[1]", [:], .trouble(retryAfter: nil)),
            (200, "\"text\"", [:], .trouble(retryAfter: nil)), (200, "", [:], .trouble(retryAfter: nil)),
            (429, "{\"Error\":\"x\"}", ["retry-after": "90"], .tooMany(retryAfter: .seconds(90))),
            (429, "{\"Error\":\"please verify your account with Discord\"}", [:], .refused),
            (429, "Please verify your account with Discord", [:], .refused),
            (429, "", [:], .tooMany(retryAfter: nil)),
            (429, "<html>Ask on Discord</html>", [:], .tooMany(retryAfter: nil)),
            (403, "{\"Error\":\"bad key\"}", [:], .refused), (401, "{\"error\":\"no key\"}", [:], .refused),
            // In its form, but any gateway's word.
            (404, "{\"Error\":\"gone\"}", [:], .perhapsRefused),
            (410, "{\"Error\":{}}", [:], .perhapsRefused),
            (403, "{\"error\":\"Forbidden\"}", [:], .perhapsRefused),
            (401, "{\"error\":\"monkeys only\"}", [:], .perhapsRefused),
            (403, "{\"Error\":\"Invalid API key\"}", [:], .refused),
            // Whoever stands between says the same, and means nothing that lasts.
            (403, "<html>Just a moment...", [:], .trouble(retryAfter: nil)),
            (403, "", [:], .trouble(retryAfter: nil)),
            (401, "Sign in to this network", [:], .trouble(retryAfter: nil)),
            (404, "\n <!doctype html>", ["retry-after": "30"], .trouble(retryAfter: .seconds(30))),
            (410, "{}", [:], .trouble(retryAfter: nil)), (451, "[]", [:], .trouble(retryAfter: nil)),
            (503, "", ["retry-after": "900000"], .trouble(retryAfter: .seconds(86_400))),
            (400, "{\"Error\":\"later\"}", [:], .trouble(retryAfter: nil)),
            (405, "", [:], .trouble(retryAfter: nil)), (301, "", [:], .trouble(retryAfter: nil)),
            (503, "", ["retry-after": "60"], .trouble(retryAfter: .seconds(60))),
        ]

    @Test("errors are told apart, whatever status they come with", arguments: refusals.indices)
    func refused(index: Int) async {
        let row = Self.refusals[index]
        guard case .failure(let failure) = await ask(row.status, row.body, headers: row.headers) else {
            Issue.record("\(row.status) \(row.body) was read")
            return
        }
        #expect(failure.kind == row.kind, "\(row.status) \(row.body)")
        #expect(!failure.reason.isEmpty)
    }

    @Test("the words of a refusal are short, printable, and never hold the key")
    func words() async {
        for body in ["invalid key s3cret-key", "caf\u{e9}\u{1b}[2J\(String(repeating: "x", count: 3_000))"] {
            let text = String(decoding: JSONBody.encode(["Error": body]), as: UTF8.self)
            guard case .failure(let failure) = await ask(500, text) else {
                Issue.record("\(text) was read")
                continue
            }
            #expect(!failure.reason.contains("s3cret"))
            #expect(failure.reason.utf8.count < 250)
            #expect(failure.reason.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        }
    }

    @Test("an answer that nests without end, or lists modes without end, is bounded")
    func hostile() async throws {
        let deep =
            String(repeating: "{\"current\":", count: 5_000) + "1" + String(repeating: "}", count: 5_000)
        guard case .failure(let failure) = await ask(200, deep) else {
            Issue.record("it was read")
            return
        }
        #expect(failure.kind == .trouble(retryAfter: nil))
        let many = (0..<500).map { "\"m\($0)\":\(Self.mode(Self.olympus))" }.joined(separator: ",")
        let report = try await ask(200, "{\(many)}").get()
        #expect(report.modes.count == RotationSchedules.maximumModes)
    }
}
