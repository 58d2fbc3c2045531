import Core
import Testing
import WatchpostModel

@testable import Appliance

@Suite("The status page in the configuration")
struct StatusPageSectionTests {
    private static let flavours = """
        [realms]
        regions = ["eu", "cn"]
        [realms.flavours]
        retail = "dynamic"
        classic = "dynamic-classic"
        classic-era = "dynamic-classic1x"
        anniversary = "dynamic-classicann"
        plunder = "dynamic-plunder"
        """

    private func lists(_ text: String) throws -> [String?] {
        let configuration = try ConfigurationFixture.parse(text)
        return configuration.realms.sources.map { StatusPageUpstream.list(of: $0, configuration) }
    }

    @Test("each list is called as the page calls it; China and versions that it does not have are left out")
    func names() throws {
        let lists = try lists(StatusPageSectionTests.flavours)
        #expect(lists == ["eu", "classic-eu", "classic1x-eu", "classicann-eu", nil, nil, nil, nil, nil, nil])
        let configuration = try ConfigurationFixture.parse(StatusPageSectionTests.flavours)
        #expect(configuration.isSetUp)
        #expect(configuration.unofficialFeeds.count == 4)
        let words = SetUpReport(configuration: configuration).lines
        #expect(words.count == 2)
        #expect(words.first?.contains("unofficial") == true)
        #expect(words.first?.hasSuffix("eu/anniversary") == true)
        #expect(words.last?.contains("eu/plunder, cn/retail") == true)
    }

    @Test("switched off, a box without a client is not set up")
    func off() throws {
        let configuration = try ConfigurationFixture.parse("[status_page]\nenabled = false")
        #expect(!configuration.isSetUp)
        #expect(configuration.unofficialFeeds.isEmpty)
        #expect(
            SetUpReport(configuration: configuration).lines.map { $0.hasPrefix("not set up yet") } == [true]
        )
    }

    @Test("with a client of their own regions are read from Battle.net, and the page is not asked")
    func client() throws {
        let configuration = try ConfigurationFixture.parse(
            "[battlenet]\nclient_id = \"id\"\nclient_secret_file = \"/good\""
        )
        for feed in configuration.realms.sources {
            #expect(RealmUpstreams.upstream(of: feed, configuration)?.origin.name == "battlenet")
        }
        #expect(SetUpReport(configuration: configuration).lines.isEmpty)
    }

    @Test("its pace is its own: five minutes, and sooner only for a page at home")
    func pace() throws {
        let standard = try ConfigurationFixture.parse("")
        let pace = StatusPageUpstream.pace(standard)
        #expect(pace == PollPace(interval: .seconds(300), recheck: .seconds(60), spread: 0.2))
        let rules = RealmRules(standard)
        #expect(standard.realms.sources.allSatisfy { rules.of($0).interval == .seconds(300) })
        #expect(rules.interval == .seconds(60))
        #expect(ConfigurationFixture.lines("[status_page]\ninterval = \"119s\"").count == 1)
        #expect(ConfigurationFixture.lines("[status_page]\ninterval = \"2m\"").isEmpty)
        let atHome = "[status_page]\nurl = \"http://127.0.0.1:9/graphql\"\ninterval = \"2s\""
        #expect(ConfigurationFixture.lines(atHome).isEmpty)
    }

    private static let mistakes = [
        #"query_hash = "2417df09""#,
        #"query_hash = "2417df09c21c29c0fc39a8aff3909c4ca67b712dc55a6cf9481d0d918e40438g""#,
        #"url = "http://example.org/graphql""#, #"url = "https://example.org/graphql?x""#,
        #"enabled = "yes""#,
        #"hash = "x""#,
    ]

    @Test("mistakes are told", arguments: mistakes)
    func mistake(line: String) {
        #expect(ConfigurationFixture.lines("[status_page]\n\(line)").count == 1)
    }
}
