import Appliance
@testable import SystemSupport
import Core
import Testing
import WatchpostModel

@Suite("The configuration")
struct ConfigurationTests {
    @Test("of an empty file has every default and reads the status page")
    func empty() throws {
        let configuration = try ConfigurationFixture.parse("")
        #expect(configuration.server.listen.description == "0.0.0.0:8080")
        #expect(configuration.state.directory == "watchpost-state")
        #expect(configuration.battleNet.interval == .seconds(60))
        #expect(configuration.battleNet.tokenURL.text == "https://oauth.battle.net/token")
        #expect(
            configuration.realms.sources.map(\.description) == [
                "us/retail", "eu/retail", "kr/retail", "tw/retail",
            ]
        )
        #expect(configuration.regions.map(\.apiURL.host).first == "us.api.blizzard.com")
        #expect(
            configuration.regions.map { $0.namespaces[.retail] } == [
                "dynamic-us", "dynamic-eu", "dynamic-kr", "dynamic-tw",
            ]
        )
        #expect(configuration.network.probes.count == 2)
        #expect(configuration.panel.timeZone == .local)
        #expect(configuration.panel.modes == nil)
        #expect(configuration.panel.pageTime == .seconds(6))
        #expect(configuration.panel.lamps.map(\.name) == ["Americas & Oceania", "Europe", "Korea", "Taiwan"])
        #expect(configuration.unofficialFeeds == configuration.realms.sources)
        #expect(configuration.warnings.isEmpty)
    }

    @Test("of the example in docs is what the example says")
    func example() throws {
        let text = try BoundedFile.read(
            ConfigurationFixture.repositoryFile("docs/watchpost.toml"),
            limit: 65_536
        ).text
        let configuration = try ConfigurationFixture.parse(text)
        #expect(configuration.server.hosts == ["watchpost.lan"])
        #expect(configuration.server.publicURL?.host == "watchpost.example.org")
        #expect(configuration.realms.flavours.map(\.flavour.name) == ["retail", "classic-era"])
        #expect(
            configuration.panel.watch.map(\.description) == [
                "eu/retail/kazzak", "us/retail/tichondrius", "us/classic-era",
            ]
        )
        #expect(configuration.panel.lamps.map(\.target).last == .everythingWatched)
        #expect(configuration.panel.quietHours?.span.from == 23 * 3_600)
        #expect(configuration.panel.timeZone.name == "Europe/Warsaw")
        #expect(configuration.warnings.isEmpty)
    }

    @Test("lists ten mistakes in the order of their lines")
    func tenMistakes() {
        let text = """
            surver = 1
            [server]
            listen = "0.0.0.0"
            max_streams = 0
            [battlenet]
            intervall = "60s"
            timeout = "2m"
            [realms]
            regions = ["us", "eu", "us"]
            [network]
            probes = ["https://a.example"]
            [panel]
            watch = ["cn/retail/x"]
            time_zone = "Mars/Olympus"
            quiet_hours = { from = "23:00", to = 07:00:00 }
            """
        let lines = ConfigurationFixture.lines(text)
        let places = lines.compactMap { line in
            line.split(separator: ":").dropFirst().first.flatMap { Int($0) }
        }
        #expect(lines.count == 10)
        #expect(places == [1, 3, 4, 6, 7, 9, 11, 13, 14, 15])
        #expect(lines[0] == "f:1:1: surver: 1: is not a key that is known here; did you mean \"server\"?")
        #expect(lines[4] == "f:7:11: battlenet.timeout: \"2m\": is outside 1s…60s; choose a length within it")
    }

    @Test(
        "keys outside any known table are problems",
        arguments: ["x = 1", "[panels]", "[panel.lamps]", "[[server.x]]"]
    )
    func unknown(text: String) {
        let lines = ConfigurationFixture.lines(text)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("is not a key that is known here") == true)
    }

    @Test("a syntax error is one problem with its place")
    func syntax() {
        let lines = ConfigurationFixture.lines("[server]\nlisten = \n")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("f:2:") == true)
    }

    @Test("the state folder is the file's, else systemd's, else one beside us")
    func stateDirectory() throws {
        let text = "[state]\ndirectory = \"/own\""
        #expect(try ConfigurationFixture.parse(text, stateDirectory: "/var/lib/w").state.directory == "/own")
        #expect(
            try ConfigurationFixture.parse("", stateDirectory: "/var/lib/w").state.directory == "/var/lib/w"
        )
    }

    @Test("a recheck that is not set never exceeds the interval")
    func recheck() throws {
        let configuration = try ConfigurationFixture.parse("[battlenet]\ninterval = \"5s\"")
        #expect(configuration.battleNet.recheck == .seconds(5))
    }

    @Test("regions override what they say and no more")
    func regions() throws {
        let text = """
            [battlenet]
            token_url = "https://t.example.org"
            [realms]
            regions = ["eu", "cn"]
            [realms.flavours]
            retail = "dynamic"
            era = "dynamic-classic1x"
            [region.eu]
            namespaces = { era = "moved-eu" }
            maintenance = []
            """
        let regions = try ConfigurationFixture.parse(text).regions
        #expect(regions.map(\.region) == [.eu, .cn])
        #expect(regions[0].namespaces == [.retail: "dynamic-eu", GameFlavour("era"): "moved-eu"])
        #expect(
            regions.map(\.tokenURL.text) == ["https://t.example.org", "https://oauth.battlenet.com.cn/token"]
        )
        #expect(regions[1].apiURL.text == "https://gateway.battlenet.com.cn")
        #expect(regions[0].maintenance.isEmpty)
        #expect(regions[1].maintenance.map(\.weekday) == [.thursday])
    }

    @Test(
        "the usual maintenance of each region is open when the region is maintained",
        arguments: [
            (Region.us, "2026-11-24T15:00:00Z", "2026-11-24T23:00:00Z"),
            (.eu, "2026-11-25T02:00:00Z", "2026-11-25T10:00:00Z"),
            (.kr, "2026-11-25T20:00:00Z", "2026-11-26T04:00:00Z"),
            (.tw, "2026-11-25T21:00:00Z", "2026-11-26T05:00:00Z"),
            (.cn, "2026-11-25T21:00:00Z", "2026-11-26T05:00:00Z"),
        ]
    )
    func maintenance(region: Region, opens: String, closes: String) throws {
        let text = "[realms]\nregions = [\"\(region.rawValue)\"]"
        let window = try #require(try ConfigurationFixture.parse(text).regions.first?.maintenance.first)
        let opens = try #require(UnixTime(rfc3339: opens))
        #expect(!window.contains(opens.advanced(by: -1)))
        #expect(window.end(containing: opens)?.rfc3339 == closes)
    }

    @Test("a table of a region that is not polled is checked, and a warning")
    func unusedRegion() throws {
        let warnings = try ConfigurationFixture.parse("[region.cn]\nmaintenance = []").warnings
        #expect(
            warnings.map { $0.line(file: "f") }.first?.hasPrefix("f:1:9: region.cn: is not polled; add")
                == true
        )
        #expect(ConfigurationFixture.lines("[region.cn]\nmaintenance = 1").count == 1)
    }
}
