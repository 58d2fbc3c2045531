import SystemSupport
import Testing

@testable import Appliance
@testable import Push

@Suite("Web Push endpoints")
struct WebPushEndpointTests {
    @Test(
        "of the browsers' push services are taken",
        arguments: [
            ("https://web.push.apple.com/QGx", "https://web.push.apple.com"),
            ("https://fcm.googleapis.com/fcm/send/abc:def", "https://fcm.googleapis.com"),
            ("https://fcm.googleapis.com:443/fcm/send/x", "https://fcm.googleapis.com"),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA?x=1",
                "https://updates.push.services.mozilla.com"
            ),
            (
                "https://wns2-par02p.notify.windows.com/w/?token=B%3d",
                "https://wns2-par02p.notify.windows.com"
            ),
            ("https://push.example.org/up", "https://push.example.org"),
        ]
    )
    func taken(text: String, origin: String) throws {
        let endpoint = try WebPushEndpoint(parsing: text, trusted: ["push.example.org"])
        #expect(endpoint.origin == origin)
        #expect(endpoint.text == text)
        #expect(endpoint.isTrusted == (origin == "https://push.example.org"))
    }

    @Test(
        "of every service of the table are taken, and of none that looks like it",
        arguments: PushService.known
    )
    func known(service: PushService) throws {
        #expect(!service.source.isEmpty && !service.browsers.isEmpty)
        for name in service.hasHostsBelow ? [service.host, "a-1.\(service.host)"] : [service.host] {
            #expect(
                try WebPushEndpoint(parsing: "https://\(name)/x", trusted: []).origin == "https://\(name)"
            )
        }
        let strangers = [
            "x\(service.host)", "\(service.host).evil.example.org",
            service.hasHostsBelow ? "org" : "a.\(service.host)",
        ]
        for name in strangers {
            let refusal = refusal(of: "https://\(name)/x")
            #expect(refusal != nil, "\(name)")
        }
    }

    @Test("the manual has every service, and where it is written")
    func manual() throws {
        let path = ConfigurationFixture.repositoryFile("docs/notifications.md")
        let text = try BoundedFile.read(path, limit: 100_000).text
        for service in PushService.known { #expect(text.contains("`\(service.host)`"), "\(service.host)") }
    }

    @Test(
        "an address at a service that is not known says its host, one that leads nowhere says that",
        arguments: [
            ("https://push.example.org/up", .unknownService, "push.example.org"),
            ("https://android.googleapis.com/gcm/send/x", .unknownService, "android.googleapis.com"),
            ("https://google.com/x", .unknownService, "google.com"),
            ("https://permanently-removed.invalid/fcm/send/x", .deadEnd, "permanently-removed.invalid"),
            ("https://a.test/x", .deadEnd, "a.test"), ("https://p.example/1", .deadEnd, "p.example"),
            ("https://box.onion/x", .deadEnd, "box.onion"),
            ("https://127.0.0.1/x", .malformed, nil), ("http://push.example.org/x", .malformed, nil),
            ("https://push.example.org\u{202E}/x", .malformed, nil),
        ] as [(String, PushAddressRefusal.Kind, String?)]
    )
    func kinds(text: String, kind: PushAddressRefusal.Kind, service: String?) {
        let refusal = refusal(of: text)
        #expect(refusal?.kind == kind)
        #expect(refusal?.service == service)
    }

    private func refusal(of text: String) -> WebPushEndpoint.Refusal? {
        do throws(WebPushEndpoint.Refusal) {
            _ = try WebPushEndpoint(parsing: text, trusted: [])
            return nil
        } catch {
            return error
        }
    }

    /// Among them the three that a rival's pattern lets through, and each trick of known holes of this kind.
    private static let hostile = [
        "", "https://", "https:///x", "fcm.googleapis.com/x", "//fcm.googleapis.com/x",
        "http://fcm.googleapis.com/x", "ftp://fcm.googleapis.com/x", "file:///etc/passwd",
        "gopher://fcm.googleapis.com/x", "javascript:alert(1)",
        "https://192.168.1.1/.apple.com/", "https://127.0.0.1:8443/a.google.com/",
        "https://u@169.254.169.254/x.googleapis.com/",
        "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/",
        "https://127.1/",
        "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[fe80::1%25eth0]/", "https://localhost/",
        "https://push.apple.com.evil.example/", "https://evilpush.apple.com.example/",
        "https://xpush.apple.com/x", "https://apple.com/x", "https://evil.fcm.googleapis.com/x",
        "https://googleapis.com/x", "https://mozilla.com/", "https://notify.windows.com.example/",
        "https://user@fcm.googleapis.com/x", "https://user:pw@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@evil.example/", "https://evil.example#fcm.googleapis.com/",
        "https://evil.example?fcm.googleapis.com/", "https://evil.example\\fcm.googleapis.com/",
        "https://fcm.googleapis.com\\@evil.example/", "https://evil.example\\.fcm.googleapis.com/",
        "https://fcm.googleapis.com:80/x", "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:/x",
        "https://fcm.googleapis.com:0443/x", "https://fcm.googleapis.com:65979/x",
        "https://fcm.googleapis.com./x", "https://FCM.googleapis.com/x", "HTTPS://fcm.googleapis.com/x",
        "https://fcm.googleapis.com", "https://fcm%2egoogleapis.com/x",
        "https://fcm.googleapis.com%2f@evil.example/",
        "https://fcm.googleapis.com%00.evil.example/", "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com/a b", "https://fcm.googleapis.com/x\r\nHost: evil",
        "https://fcm.googleapis.com/\0",
        " https://fcm.googleapis.com/x", "https://fcm.googleapis.com/x\n", "https:/fcm.googleapis.com/x",
        "https:fcm.googleapis.com/x", "https:////fcm.googleapis.com/x", "https://fcm.googleapis.com/\"",
        "https://f\u{441}m.googleapis.com/x", "https://fcm\u{3002}googleapis.com/x",
        "https://-a.push.apple.com/", "https://a_b.push.apple.com/", "https://a..push.apple.com/",
        "https://.push.apple.com/", "https://com/", "https://sub.push.example.org/up",
        "https://fcm.googleapis.com/" + String(repeating: "a", count: 2_048),
    ]

    @Test("of anybody else are refused, however they are written", arguments: hostile)
    func refused(text: String) {
        do throws(WebPushEndpoint.Refusal) {
            let endpoint = try WebPushEndpoint(parsing: text, trusted: ["push.example.org"])
            Issue.record("\(text) became \(endpoint.origin)")
        } catch {
            #expect(!error.words.isEmpty)
        }
    }

    private static let publicAddresses = [
        "1.1.1.1", "8.8.8.8", "17.0.0.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1",
        "192.167.1.1",
        "169.253.1.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "64:ff9b::808:808",
        "::ffff:8.8.8.8", "2002:808:808::1", "2001:4860:4860::8888", "2001:200::1",
    ]
    private static let privateAddresses = [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "127.0.0.1", "127.255.255.254", "100.64.0.1",
        "100.127.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.0.0.170",
        "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255", "192.88.99.1",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "fe80::1",
        "febf::1", "fec0::1", "fc00::1", "fdff::1", "ff02::1", "64:ff9b::7f00:1", "64:ff9b::c0a8:101",
        "64:ff9b:1::1", "2002:7f00:1::1", "2002:c0a8:101::1", "2001::1", "2001:10::1", "2001:db8::1",
        "100::1",
        "3fff::1", "4000::1", "5f00::1",
    ]

    @Test("that resolve to the public internet are connected to", arguments: publicAddresses)
    func open(address: String) throws {
        #expect(try SocketAddressSample(address).isPublic)
    }

    @Test("that resolve to anything of a private network are not", arguments: privateAddresses)
    func guarded(address: String) throws {
        let isPublic = try SocketAddressSample(address).isPublic
        #expect(!isPublic)
    }

    private static let registrations: [(String, String)] = [
        ("", "needs endpoint"), ("{}", "needs endpoint"), ("[]", "needs endpoint"),
        (registration(endpoint: "https://127.0.0.1/x"), "plain host name"),
        (registration(auth: "AAAA"), "keys.auth"), (registration(auth: "!"), "keys.auth"),
        (registration(p256dh: "AAAA"), "keys.p256dh"),
        (registration(p256dh: "B" + String(repeating: "A", count: 86)), "not a point"),
        (String(repeating: " ", count: 9_000), "needs endpoint"),
    ]

    static func registration(
        endpoint: String = "https://fcm.googleapis.com/fcm/send/abc",
        p256dh: String = PushSamples.browserKey,
        auth: String = PushSamples.browserSecret
    ) -> String {
        #"{"kind":"webpush","endpoint":"\#(endpoint)","keys":{"p256dh":"\#(p256dh)","auth":"\#(auth)"}}"#
    }

    @Test(
        "of a registration that is not one are refused with a reason and without an echo",
        arguments: registrations
    )
    func badRegistration(json: String, words: String) {
        do throws(PushAddressRefusal) {
            _ = try WebPushSubscription.address(registering: Array(json.utf8), atMilliseconds: 5, trusted: [])
            Issue.record("was taken")
        } catch {
            #expect(error.words.contains(words))
            #expect(!error.words.contains("AAAA"))
        }
    }

    @Test("become an address that reads back, the same for the same endpoint")
    func address() throws {
        let plain = try WebPushSubscription.address(
            registering: Array(WebPushEndpointTests.registration().utf8),
            atMilliseconds: 5,
            trusted: []
        )
        let padded = try WebPushSubscription.address(
            registering: Array(
                WebPushEndpointTests.registration(auth: "\(PushSamples.browserSecret)==").utf8
            ),
            atMilliseconds: 6,
            trusted: []
        )
        #expect(plain.channel == "webpush")
        #expect(plain.text == padded.text)
        #expect(plain.key == padded.key)
        #expect(plain.registeredAtMilliseconds == 5)
        let subscription = try #require(WebPushSubscription(plain, trusted: []))
        #expect(subscription.endpoint.text == "https://fcm.googleapis.com/fcm/send/abc")
        var broken = plain
        broken.text = broken.text.replacing("\"kind\"", with: "\"kind")
        #expect(WebPushSubscription(broken, trusted: []) == nil)
    }
}
