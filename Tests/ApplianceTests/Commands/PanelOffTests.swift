import Core
import Display
import FoundationEssentials
import Testing

@testable import Appliance

@Suite("Putting the panel out")
struct PanelOffTests {
    @Test("how the service ended is read from systemd's words, of its own end and of another unit's")
    func ending() {
        #expect(ServiceEnding(environment: [:]) == nil)
        #expect(
            ServiceEnding(environment: ["SERVICE_RESULT": "success", "EXIT_STATUS": "0"])?.isSuccess == true
        )
        let own = ["SERVICE_RESULT": "exit-code", "EXIT_CODE": "exited", "EXIT_STATUS": "78"]
        #expect(ServiceEnding(environment: own) == ServiceEnding(isSuccess: false, exitStatus: 78))
        let others = ["MONITOR_SERVICE_RESULT": "signal", "MONITOR_EXIT_STATUS": "KILL"]
        #expect(ServiceEnding(environment: others) == ServiceEnding(isSuccess: false, exitStatus: nil))
    }

    @Test(
        "settings that stop the service are told by their first problem, a lost state as such, other ends by “not running”"
    )
    func firstProblem() throws {
        let path = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString).toml"
        try Data("[panel]\ndisplay = \"16x2\"\ndisplya = 5\nseconds_per_page = 0\n".utf8)
            .write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        func words(_ ending: ServiceEnding?) throws -> [String] {
            let wires = try ConfigurationFile.loadWires(path: path)
            return PanelOff(
                configuration: wires,
                ending: ending,
                problem: { SettingsFile.problem(path) },
                say: { _ in }
            ).words
        }
        #expect(
            try words(ServiceEnding(isSuccess: false, exitStatus: 78)) == [
                "Settings, line 3", "panel.displya:",
            ]
        )
        #expect(
            try words(ServiceEnding(isSuccess: false, exitStatus: 65)) == ["State unusable:", "see journal"]
        )
        #expect(try words(ServiceEnding(isSuccess: false, exitStatus: 1)) == ["Watchpost", "not running"])
        #expect(try words(ServiceEnding(isSuccess: false)) == ["Watchpost", "not running"])
    }

    @Test("a state that only a person can repair ends the service for good, whatever else stops it does not")
    func exitCodes() {
        let forGood: [DatabaseError] = [
            .lost(path: "/x", detail: "is missing"), .damaged(path: "/x", detail: "malformed"),
            .newerRelease(path: "/x", migrations: ["a/9"]),
        ]
        #expect(forGood.map(\.exitCode) == [65, 65, 65])
        #expect(DatabaseError.notSetAside(path: "/x", detail: "read-only").exitCode == 1)
    }

    /// A display's size, a problem's place and words, and what can be read then.
    static let notices: [(DisplayGeometry, [String], String, [String])] = [
        (
            .sixteenByTwo, ["Settings, line 7", "Settings line 7", "line 7"], "panel.displya: unknown key",
            ["Settings, line 7", "panel.displya:"]
        ),
        (
            .sixteenByTwo, ["Settings, line 123", "Settings line 123", "line 123"],
            "battlenet.client_id_of_mine: no",
            ["line 123", "battlenet.clien."]
        ),
        (
            .twentyByFour, ["Settings, line 12"], "panel.display: “16x3” is not one of 16x2, 20x4",
            ["Settings, line 12", "panel.display: ?16x3", "? is none of 16x2,", "20x4"]
        ),
    ]

    @Test("the first problem fits the display, whatever its size", arguments: 0..<notices.count)
    func words(index: Int) {
        let (geometry, headings, words, expected) = PanelOffTests.notices[index]
        let lines = Notice.lines(headings, words, geometry: geometry, rom: .a00)
        #expect(lines.allSatisfy { $0.count <= geometry.columns } && lines.count <= geometry.rows, "\(lines)")
        if index < 2 { #expect(lines == expected) }
        #expect(lines.first == expected.first)
    }
}
