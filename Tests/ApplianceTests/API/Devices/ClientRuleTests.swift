import Foundation
import Testing

@testable import Appliance
@testable import Serving

/// Where a request comes from, and what is made of it.
struct OriginCase: Sendable, CustomTestStringConvertible {
    let peer: String
    var isTunnel = false
    var forwarded: [String] = []
    var hasMark = false
    var host = "192.168.1.5"
    var page: String?
    let address: String
    let isLocal: Bool

    var testDescription: String { "\(peer) \(isTunnel) \(forwarded) \(hasMark) \(host) \(page ?? "")" }
}

@Suite("Networks outside")
struct ClientNetworkTests {
    @Test(
        "what many addresses of one stranger have in common; home and this machine have none",
        arguments: [
            ("2001:db8:1:2::7", "2001:db8:1::/48"), ("2001:db8:1:ffff::7", "2001:db8:1::/48"),
            ("2001:db8:2:2::7", "2001:db8:2::/48"), ("203.0.113.77", "203.0.113.0/24"),
            ("::ffff:203.0.113.78", "203.0.113.0/24"), ("127.0.0.1", nil), ("::1", nil),
            ("192.168.1.7", nil), ("10.1.2.3", nil), ("fe80::1", nil), ("fd00::1", nil),
        ] as [(String, String?)]
    )
    func names(address: String, network: String?) throws {
        #expect(try #require(ClientAddress(address)).networkName == network)
    }
}

@Suite("Who asks")
struct ClientRuleTests {
    static let cases = [
        OriginCase(peer: "127.0.0.1", address: "127.0.0.1", isLocal: true),
        OriginCase(peer: "192.168.1.9", address: "192.168.1.9", isLocal: true),
        OriginCase(peer: "10.255.0.1", address: "10.255.0.1", isLocal: true),
        OriginCase(peer: "172.16.0.1", address: "172.16.0.1", isLocal: true),
        OriginCase(peer: "172.31.255.255", address: "172.31.255.255", isLocal: true),
        OriginCase(peer: "172.32.0.1", address: "172.32.0.1", isLocal: false),
        OriginCase(peer: "169.254.3.4", address: "169.254.3.4", isLocal: true),
        OriginCase(peer: "100.64.0.1", address: "100.64.0.1", isLocal: false),
        OriginCase(peer: "8.8.8.8", address: "8.8.8.8", isLocal: false),
        OriginCase(peer: "::1", address: "::1", isLocal: true),
        OriginCase(peer: "fe80::1", address: "fe80::1", isLocal: true),
        OriginCase(peer: "fd12::1", address: "fd12::1", isLocal: true),
        OriginCase(peer: "2001:db8::1", address: "2001:db8::1", isLocal: false),
        OriginCase(peer: "::ffff:192.168.1.9", address: "192.168.1.9", isLocal: true),
        OriginCase(peer: "::ffff:8.8.8.8", address: "8.8.8.8", isLocal: false),
        // A proxy that nobody declared.
        OriginCase(
            peer: "127.0.0.1",
            forwarded: ["10.0.0.1"],
            hasMark: true,
            address: "127.0.0.1",
            isLocal: false
        ),
        OriginCase(peer: "192.168.1.9", hasMark: true, address: "192.168.1.9", isLocal: false),
        OriginCase(peer: "127.0.0.1", host: "pi.example.org", address: "127.0.0.1", isLocal: false),
        OriginCase(peer: "127.0.0.1", host: "pi.example.org:443", address: "127.0.0.1", isLocal: false),
        // The dot of the root makes no other name of it.
        OriginCase(peer: "192.168.1.9", host: "pi.example.org.", address: "192.168.1.9", isLocal: false),
        OriginCase(peer: "192.168.1.9", host: "pi.example.org.:443", address: "192.168.1.9", isLocal: false),
        OriginCase(peer: "192.168.1.9", host: "pi.local.:8080", address: "192.168.1.9", isLocal: true),
        // A page's own site is local, any other is not, wherever the browser stands.
        OriginCase(
            peer: "192.168.1.9",
            host: "192.168.1.5:8080",
            page: "http://192.168.1.5:8080",
            address: "192.168.1.9",
            isLocal: true
        ),
        OriginCase(
            peer: "fe80::1",
            host: "[fe80::5]:8080",
            page: "http://[fe80::5]:8080",
            address: "fe80::1",
            isLocal: true
        ),
        OriginCase(peer: "192.168.1.9", page: "https://192.168.1.5", address: "192.168.1.9", isLocal: true),
        OriginCase(
            peer: "192.168.1.9",
            page: "http://192.168.1.5:81",
            address: "192.168.1.9",
            isLocal: false
        ),
        OriginCase(peer: "192.168.1.9", page: "https://evil.example", address: "192.168.1.9", isLocal: false),
        OriginCase(peer: "127.0.0.1", page: "http://192.168.1.50", address: "127.0.0.1", isLocal: false),
        OriginCase(peer: "192.168.1.9", page: "null", address: "192.168.1.9", isLocal: false),
        OriginCase(peer: "192.168.1.9", page: "", address: "192.168.1.9", isLocal: false),
        // The tunnel: only the last element is the near end's own.
        OriginCase(peer: "127.0.0.1", isTunnel: true, address: "127.0.0.1", isLocal: false),
        OriginCase(
            peer: "127.0.0.1",
            isTunnel: true,
            forwarded: ["203.0.113.7"],
            hasMark: true,
            address: "203.0.113.7",
            isLocal: false
        ),
        OriginCase(
            peer: "127.0.0.1",
            isTunnel: true,
            forwarded: ["127.0.0.1, 203.0.113.7"],
            hasMark: true,
            address: "203.0.113.7",
            isLocal: false
        ),
        OriginCase(
            peer: "127.0.0.1",
            isTunnel: true,
            forwarded: ["203.0.113.7", "198.51.100.2"],
            hasMark: true,
            address: "198.51.100.2",
            isLocal: false
        ),
        OriginCase(
            peer: "127.0.0.1",
            isTunnel: true,
            forwarded: ["nonsense"],
            hasMark: true,
            address: "127.0.0.1",
            isLocal: false
        ),
        OriginCase(
            peer: "127.0.0.1",
            isTunnel: true,
            forwarded: ["[2001:db8::7]:443"],
            hasMark: true,
            address: "2001:db8::7",
            isLocal: false
        ),
        // A declared proxy on the main listener.
        OriginCase(
            peer: "192.168.1.2",
            forwarded: ["203.0.113.7"],
            hasMark: true,
            address: "203.0.113.7",
            isLocal: false
        ),
        OriginCase(peer: "192.168.1.2", address: "192.168.1.2", isLocal: false),
    ]

    @Test("the table", arguments: cases)
    func table(test: OriginCase) throws {
        let proxy = try #require(ClientAddress("192.168.1.2"))
        let rule = ClientRule(trustedProxies: [proxy], publicHost: "pi.example.org")
        let origin = RequestOrigin(
            peer: try #require(ClientAddress(test.peer)),
            isTunnel: test.isTunnel,
            forwarded: test.forwarded,
            hasProxyMark: test.hasMark,
            authority: test.host,
            page: test.page
        )
        let client = rule.client(origin)
        #expect(client.address.description == test.address)
        #expect(client.isLocal == test.isLocal)
        #expect(client.isOnThisMachine == (test.isLocal && client.address.isLoopback))
    }

    @Test(
        "a public name is public in every form",
        arguments: [
            ("pi.example.org.", "pi.example.org"), ("pi.example.org", "pi.example.org."),
            ("2001:db8::5", "[2001:db8::5]:8443"),
        ]
    )
    func publicNames(host: String, authority: String) throws {
        let peer = try #require(ClientAddress("192.168.1.9"))
        let rule = ClientRule(publicHost: host)
        #expect(!rule.client(RequestOrigin(peer: peer, isTunnel: false, authority: authority)).isLocal)
    }

    @Test(
        "what is served under the public name is served as public, however the name is written",
        arguments: ["pi.example.org", "pi.example.org.", "PI.example.org.:443", "pi.example.org \t"]
    )
    func served(host: String) async throws {
        let appliance = try await PersonalFixture { $0.clients = ClientRule(publicHost: "pi.example.org") }
        let about = await appliance.ask("GET", "/v1/about", headers: ["Host: \(host)"])
        #expect(about?.json["access"] as? String == "public")
        #expect(await appliance.ask("GET", "/v1/about")?.json["access"] as? String == "local")
    }

    @Test("our own commands connect from the address that is listened on, where it is one")
    func ownAddress() throws {
        for text in ["192.168.1.5", "fd12::5", "203.0.113.5"] {
            let own = try #require(ClientAddress(text))
            let rule = ClientRule(ownAddress: own)
            #expect(rule.client(RequestOrigin(peer: own, isTunnel: false)).isOnThisMachine)
            #expect(
                !rule.client(RequestOrigin(peer: own, isTunnel: false, hasProxyMark: true)).isOnThisMachine
            )
            #expect(!rule.client(RequestOrigin(peer: own, isTunnel: true)).isLocal)
            let neighbour = try #require(ClientAddress("192.168.1.6"))
            let client = rule.client(RequestOrigin(peer: neighbour, isTunnel: false))
            #expect(client.isLocal && !client.isOnThisMachine)
        }
        let everywhere = ClientRule(ownAddress: ClientAddress("0.0.0.0"))
        let neighbour = try #require(ClientAddress("192.168.1.6"))
        #expect(!everywhere.client(RequestOrigin(peer: neighbour, isTunnel: false)).isOnThisMachine)
    }

    @Test(
        "once strangers may come, a program of this machine is not local by itself: it may be a plain proxy"
    )
    func plainProxy() throws {
        let loopback = try #require(ClientAddress("127.0.0.1"))
        let own = try #require(ClientAddress("192.168.1.5"))
        let neighbour = try #require(ClientAddress("192.168.1.6"))
        let open = ClientRule(ownAddress: own, lacksTrustInOwn: true)
        for peer in [loopback, own] {
            let client = open.client(RequestOrigin(peer: peer, isTunnel: false))
            #expect(!client.isLocal)
            #expect(client.isOnThisMachine, "the owner's key still counts")
            #expect(ClientRule(ownAddress: own).client(RequestOrigin(peer: peer, isTunnel: false)).isLocal)
        }
        #expect(open.client(RequestOrigin(peer: neighbour, isTunnel: false)).isLocal, "phones at home")
    }

    @Test("limits count IPv6 by its customer, IPv4 by its address")
    func customers() throws {
        let one = try #require(ClientAddress("2001:db8:1:2:3::4"))
        let other = try #require(ClientAddress("2001:db8:1:2::9"))
        #expect(one.customer == other.customer)
        #expect(ClientAddress("192.0.2.1")?.customer != ClientAddress("192.0.2.2")?.customer)
    }

    @Test(
        "no other text is an address",
        arguments: ["", "x", "1.2.3", "1.2.3.4.5", "[::1", "::1::", "1.2.3.4\0"]
    )
    func noAddress(text: String) {
        #expect(ClientAddress(text) == nil)
    }
}
