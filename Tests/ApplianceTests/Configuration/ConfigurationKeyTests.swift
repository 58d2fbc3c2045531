import Appliance
import Testing

/// A setting in its section.
struct KeyCase: Sendable, CustomTestStringConvertible {
    let text: String
    /// For refused ones: what the message has to say.
    var says: [String] = []

    var testDescription: String { text }
}

@Suite("Every key of the settings")
struct ConfigurationKeyTests {
    private static func cases(_ section: String, _ lines: [String]) -> [KeyCase] {
        lines.map { KeyCase(text: "[\(section)]\n\($0)") }
    }

    private static func refused(_ section: String, _ lines: KeyValuePairs<String, [String]>) -> [KeyCase] {
        lines.map { KeyCase(text: "[\(section)]\n\($0.key)", says: $0.value) }
    }

    static let accepted: [KeyCase] = [
        cases(
            "server",
            [
                "listen = \"127.0.0.1:0\"", "listen = \"[::]:8080\"", "listen = \"[fe80::1]:65535\"",
                "hosts = [\"a.example.org\", \"Box\"]", "public_url = \"https://w.example.org\"",
                "public_url = \"https://w.example.org:8443/\"", "max_connections = 4096", "max_streams = 1",
                "max_connections = 8\nmax_streams = 7",
            ]
        ),
        cases("state", ["directory = \"/srv/watchpost\""]),
        cases(
            "battlenet",
            [
                "token_url = \"http://127.0.0.1:9000/token\"", "token_url = \"http://10.0.2.2/token\"",
                "token_url = \"http://[::1]:9/t\"", "token_url = \"http://[fd00::2]:8080/t\"",
                "token_url = \"http://[fe80::1]/t\"", "token_url = \"http://[fe80::1%25eth0]:80/t\"",
                "token_url = \"http://[::ffff:192.168.1.2]/t\"", "token_url = \"http://169.254.1.2/t\"",
                "interval = \"2s\"\nrequests_per_hour = 7200",
                "interval = \"1h\"",
                "interval = \"4500ms\"\nrecheck = \"1s\"", "interval = \"5s\"", "recheck = \"60s\"",
                "timeout = \"60s\"",
                "requests_per_hour = 36000", "requests_per_hour = 240",
                "client_id = \"id\"\nclient_secret_file = \"/good\"",
            ]
        ),
        cases(
            "realms",
            [
                "regions = [\"cn\"]", "regions = [\"us\", \"eu\", \"kr\", \"tw\", \"cn\"]", "down_after = 1",
                "down_after = 20", "up_after = 20", "tournament = true",
            ]
        ),
        cases("realms.flavours", ["retail = \"dynamic\"\nclassic = \"dynamic-classic\"", "era-2 = \"x\""]),
        cases(
            "region.us",
            [
                "api_url = \"http://localhost:1234/base\"", "token_url = \"https://t.example.org/t\"",
                "namespaces = { retail = \"dynamic-zz\" }", "maintenance = []",
                "maintenance = [ { day = \"friday\", from = 23:00:00, to = 01:30:00, zone = \"Asia/Seoul\" } ]",
            ]
        ),
        cases(
            "network",
            [
                "probes = [\"http://a.example\", \"https://b.example/x?y\"]", "probe_timeout = \"1s\"",
                "probe_timeout = \"30s\"",
            ]
        ),
        cases("rotations", ["schedule_file = \"/etc/schedule.toml\""]),
        cases(
            "panel",
            [
                "watch = []", "watch = [\"us\", \"eu/retail\", \"kr/retail/azshara\"]", "display = \"40x2\"",
                "display = \"16x4\"", "rom = \"A02\"", "time_zone = \"America/Los_Angeles\"",
                "time_zone = \"UTC\"",
                "clock = \"12h\"", "modes = [\"ranked\"]", "liked_maps = [\"OL\", \"freedm_tdm\"]",
                "seconds_per_page = 2", "seconds_per_page = 60",
                "quiet_hours = { from = 22:30:00, to = 06:00:00 }", "any_down_is_all = true", "lamp = []",
                "duels = false",
            ]
        ),
        cases(
            "[panel.lamp]",
            [
                "name = \"Exactly 20 character\"\ntarget = \"eu\"",
                "name = \"L\"\ntarget = [\"eu\", \"us/retail\"]", "name = \"L\"\ntarget = \"watch\"",
            ]
        ),
    ].flatMap { $0 }

    @Test("accepts what it allows", arguments: accepted)
    func accepts(item: KeyCase) {
        #expect(ConfigurationFixture.lines(item.text).isEmpty)
    }

    static let refusedCases: [KeyCase] = [
        refused(
            "server",
            [
                "listen = \"8080\"": ["2:10", "server.listen", "has no port"],
                "listen = \"0.0.0.0:70000\"": ["between 0 and 65535"],
                "listen = \"localhost:8080\"": ["has no IP address", "0.0.0.0:8080"],
                "listen = \"::1:8080\"": ["has no IP address", "[::]:8080"],
                "listen = \"1.2.3.4:+80\"": ["has no port"],
                "listen = 8080": ["is a whole number, not a string"],
                "hosts = [\"https://a\"]": ["server.hosts[1]", "is not a host name"],
                "hosts = [\"a\", \"a\"]": ["server.hosts[2]", "already there"],
                "hosts = \"a\"": ["write an array"],
                "public_url = \"http://w.example.org\"": ["is not https"],
                "public_url = \"https://w.example.org/x\"": ["more than scheme, host and port"],
                "public_url = \"https://u:p@w.example.org\"": ["user name"],
                "public_url = \"w.example.org\"": ["is not an http or https address"],
                "public_url = \"https://w.example.org:0\"": ["port outside"],
                "max_connections = 7": ["8…4096"],
                "max_calls = 15": ["16…4096"],
                "max_streams = 1001": ["1…1000"],
                "max_connections = 50": ["leaves no connection", "100 of 50"],
            ]
        ),
        refused(
            "state",
            ["directory = \"\"": ["is empty"], "directory = \"a\\u0000b\"": ["control characters"]]
        ),
        refused(
            "battlenet",
            [
                "client_id = 5": ["is a whole number"],
                "client_id = \"x\"": ["no secret beside it", "battlenet-client-secret"],
                "client_id = \"x\"\nclient_secret_file = \"/none\"": [
                    "3:", "/none", "no such file", "create it",
                ],
                "client_id = \"x\"\nclient_secret_file = \"/empty\"": ["it is empty"],
                "client_id = \"x\"\nclient_secret_file = \"/words\"": ["more than one word"],
                "client_secret_file = \"/good\"": ["no client_id beside it"],
                "token_url = \"http://oauth.example.org/token\"": ["in the clear"],
                "token_url = \"https://oauth.example.org/token?x=1\"": ["query"],
                "token_url = \"https://oauth.example.org/to ken\"": ["is not an http or https address"],
                "interval = \"1s\"": ["2s…1h"],
                "interval = \"61m\"": ["2s…1h"],
                "interval = 60": ["is a whole number, not a string", "2s…1h"],
                "interval = \"1d\"": ["not a length of time", "15s"],
                "interval = \"1.5s\"": ["not a length of time"],
                "interval = \"-5s\"": ["not a length of time"],
                "interval = \"99999999999h\"": ["not a length of time"],
                "recheck = \"61s\"": ["longer than interval", "60s"],
                "timeout = \"500ms\"": ["1s…60s"],
                "requests_per_hour = 59": ["60…36000"],
                "requests_per_hour = 60": [
                    "4 sources every 60s are 240 requests an hour", "interval of \"4m\" would fit",
                ],
                "interval = \"2s\"": [
                    "battlenet.interval", "7200 requests an hour", "interval of \"4s\" would fit",
                ],
            ]
        ),
        refused(
            "realms",
            [
                "regions = []": ["has 0 elements"],
                "regions = [\"us\", \"us\"]": ["already there"],
                "regions = [\"europe\"]": ["realms.regions[1]", "known are us, eu, kr, tw, cn"],
                "down_after = 0": ["1…20"],
                "up_after = 21": ["1…20"],
                "up_after = 2.0": ["fractional"],
                "tournament = \"yes\"": ["true or false"],
                "flavours = \"retail\"": ["[realms.flavours]"],
                "flavours = {}": ["realms.flavours", "is empty"],
            ]
        ),
        refused(
            "realms.flavours",
            [
                "Retail = \"dynamic\"": ["2:1", "is not a name for a flavour"],
                "retail = \"Dynamic\"": ["is not a namespace"],
                "retail = \"dynamic\"\nclassic = \"dynamic\"": ["namespace of another"],
            ]
        ),
        refused(
            "region.us",
            [
                "api_url = \"ftp://x\"": ["region.us.api_url", "is not an http or https address"],
                "token_url = \"http://8.8.8.8/\"": ["in the clear"],
                "token_url = \"http://[2001:db8::1]/\"": ["in the clear"],
                "token_url = \"http://[::ffff:8.8.8.8]/\"": ["in the clear"],
                "token_url = \"http://100.64.0.1/\"": ["in the clear"],
                "token_url = \"http://fd00.example.org/\"": ["in the clear"],
                "namespaces = { retial = \"x\" }": [
                    "region.us.namespaces.retial", "did you mean \"retail\"?",
                ],
                "maintenance = [ { day = \"tuesday\", to = 02:00:00, zone = \"UTC\" } ]": [
                    "region.us.maintenance[1].from", "is missing",
                ],
                "maintenance = [ { day = \"Tuseday\", from = 01:00:00, to = 02:00:00, zone = \"UTC\" } ]":
                    ["did you mean \"tuesday\"?"],
                "maintenance = [ { day = \"tuesday\", from = \"01:00\", to = 02:00:00, zone = \"UTC\" } ]":
                    ["without quotes"],
                "maintenance = [ { day = \"tuesday\", from = 01:00:00, to = 02:00:00, zone = \"europe/warsaw\" } ]":
                    ["did you mean \"Europe/Warsaw\"?"],
                "maintenance = { day = \"tuesday\" }": ["[[region.us.maintenance]]"],
            ]
        ),
        refused("region.usa", ["maintenance = []": ["region.usa", "did you mean \"us\"?"]]),
        refused(
            "network",
            [
                "probes = [\"https://a.example\"]": ["has 1 elements", "2 to 8"],
                "probes = [\"https://a.example\", \"https://a.example\"]": ["already there"],
                "probes = [\"https://a.example/1\", \"https://a.example/2\"]": ["asks one host twice"],
                "probes = [\"https://a.example\", \"https://eu.battle.net\"]": ["is Blizzard's own"],
                "probe_timeout = \"31s\"": ["1s…30s"],
            ]
        ),
        refused("rotations", ["schedule_file = true": ["is true or false, not a string"]]),
        refused(
            "panel",
            [
                "watch = [\"cn\"]": ["panel.watch[1]", "not polled", "realms.regions"],
                "watch = [\"eu/clasic/x\"]": ["flavour clasic", "polled are retail"],
                "watch = [\"eu/retail/Area 52?\"]": ["did you mean \"eu/retail/area-52\"?"],
                "watch = [\"xx/retail\"]": ["no region", "us, eu, kr, tw, cn"],
                "watch = [\"eu/\"]": ["names no realm"],
                "watch = [\"eu\", \"eu\"]": ["already there"],
                "display = \"20x2\"": ["did you mean", "16x2, 20x4, 16x4, 40x2"],
                "rom = \"a02\"": ["did you mean \"A02\"?"],
                "time_zone = \"US/Pacificc\"": ["timedatectl"],
                "time_zone = \"America/Los Angeles\"": ["did you mean \"America/Los_Angeles\"?"],
                "time_zone = \"../../etc/passwd\"": ["is not a time zone"],
                "time_zone = \"Europe/Paris\\u0000\"": ["is not a time zone"],
                "clock = \"24\"": ["did you mean \"24h\"?"],
                "modes = [\"pubs\", \"pubs\"]": ["already there"],
                "modes = [\"Pubs!\"]": ["is not the name of a mode"],
                "liked_maps = [\"World's Edge\"]": ["is not the code of a map"],
                "liked_maps = [\"OL\", \"OL\"]": ["already there"],
                "seconds_per_page = 1": ["2…60"],
                "quiet_hours = { from = 23:00:00 }": ["panel.quiet_hours.to", "is missing"],
                "quiet_hours = \"23-07\"": ["[panel.quiet_hours]"],
                "any_down_is_all = 1": ["write true or false"], "duels = \"yes\"": ["write true or false"],
            ]
        ),
        refused(
            "[panel.lamp]",
            [
                "name = \"L\"": ["1:", "panel.lamp[1].target", "is missing"],
                "target = \"eu\"": ["panel.lamp[1].name", "is missing"],
                "name = \"Twenty-one characters\"\ntarget = \"eu\"": ["has 21 characters"],
                "name = \"👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦\"\ntarget = \"eu\"": ["has 100 bytes", "at most 80"],
                "name = \"L\"\ntarget = \"cn\"": ["not polled"],
                "name = \"L\"\ntarget = []": ["has 0 elements"],
                "name = \"L\"\ntarget = [\"eu\", \"watch\"]": ["panel.lamp[1].target[2]"],
                "name = \"L\"\ntarget = \"eu\"\n[[panel.lamp]]\nname = \"L\"\ntarget = \"us\"":
                    ["5:8", "panel.lamp[2].name", "another lamp too, at 2:8"],
            ]
        ),
    ].flatMap { $0 }

    @Test("refuses what it does not allow, in one line that says why", arguments: refusedCases)
    func refuses(item: KeyCase) {
        let lines = ConfigurationFixture.lines(item.text)
        #expect(lines.count == 1)
        for part in item.says {
            #expect(lines.first?.contains(part) == true, "\(lines) does not say “\(part)”")
        }
    }
}
