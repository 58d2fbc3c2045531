import Core
import Foundation
import Testing
import TestSupport
import WatchpostModel

@Suite("Civil time")
struct CivilZoneTests {
    @Test("both daylight-saving changes of Los Angeles are seen")
    func daylightSaving() throws {
        let zone = try #require(CivilZone(named: "America/Los_Angeles"))
        #expect(
            zone.instants(year: 2026, month: 3, day: 8, hour: 2, minute: 30)
                == .skipped(transition: UnixTime(seconds: 1_772_964_000))
        )
        #expect(
            zone.instants(year: 2026, month: 11, day: 1, hour: 1, minute: 30)
                == .repeated(
                    first: UnixTime(seconds: 1_793_521_800),
                    second: UnixTime(seconds: 1_793_525_400)
                )
        )
    }

    @Test(
        "paths and unknown names are no zones",
        arguments: [
            "../../etc/passwd", "/etc/localtime", "Mars/Base", "", "Europe", "Europe/", "Europe//Paris",
            "tzdata.zi",
            "file:/usr/share/zoneinfo/Europe/Paris", "file:Europe/Paris", "libc:localtime",
            "Fixed/UTC+01:00:00",
            "Europe/Par\u{0}is", "Europe/París",
        ]
    )
    func refused(name: String) {
        #expect(CivilZone(named: name) == nil)
    }

    @Test(
        "names of every form that the database has are zones",
        arguments: [
            "UTC", "Etc/GMT+5", "America/Port-au-Prince", "America/Argentina/Buenos_Aires", "Asia/Calcutta",
            "Europe/Kiev",
        ]
    )
    func known(name: String) {
        #expect(CivilZone(named: name) != nil)
    }

    @Test(
        "a name that leads to what never ends is refused at once",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func endless() {
        #expect(CivilZone(named: "file:/dev/ptmx") == nil)
    }

    @Test("a name that was given up leads to what it became, if that is there")
    func former() throws {
        let above = FileManager.default.temporaryDirectory.appendingPathComponent(
            "zones-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: above) }
        let folder = above.appendingPathComponent("zones")
        let asia = folder.appendingPathComponent("Asia")
        try FileManager.default.createDirectory(at: asia, withIntermediateDirectories: true)
        try Data("TZif".utf8).write(to: asia.appendingPathComponent("Kolkata"))
        let source =
            "# version 2026c\nZ Asia/Kolkata 5:30 - IST\nL Asia/Kolkata Asia/Calcutta\nL Asia/Tokyo Japan\nL ../x A\n"
        try Data(source.utf8).write(to: folder.appendingPathComponent("tzdata.zi"))
        // Beside the folder there is what the last line names.
        try Data().write(to: above.appendingPathComponent("x"))
        let database = ZoneDatabase(folder: folder.path)
        #expect(database.name(of: "Asia/Kolkata") == "Asia/Kolkata")
        #expect(database.name(of: "Asia/Calcutta") == "Asia/Kolkata")
        for name in ["Japan", "Asia/Tokyo", "Asia", "A", "tzdata.zi", "L"] {
            #expect(database.name(of: name) == nil, "\(name)")
        }
        #expect(ZoneDatabase(folder: "/nowhere").name(of: "Asia/Kolkata") == nil)
    }

    @Test("an instant has a weekday")
    func weekday() throws {
        let zone = try #require(CivilZone(named: "Europe/Paris"))
        let civil = zone.civil(UnixTime(seconds: 1_758_490_200))
        #expect(civil.weekday == .sunday)
        #expect(civil.hour == 23)
    }
}
