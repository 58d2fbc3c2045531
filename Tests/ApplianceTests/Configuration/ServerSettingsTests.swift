import Testing

@testable import Appliance
@testable import Serving

@Suite("From the settings to the server")
struct ServerSettingsTests {
    @Test("its doors, names and limits are those of the file")
    func given() throws {
        let text = """
            [server]
            listen = "127.0.0.1:8081"
            max_connections = 200
            max_calls = 16
            trusted_proxies = ["192.0.2.1"]
            public_url = "https://W.example.org"

            [tunnel]
            listen = "127.0.0.1:8082"
            """
        let settings = HTTPSettings(try ConfigurationFixture.parse(text))
        #expect(settings.address == "127.0.0.1" && settings.port == 8_081)
        #expect(settings.tunnel?.address == "127.0.0.1" && settings.tunnel?.port == 8_082)
        #expect(settings.maxConnections == 200)
        #expect(settings.maxCalls == 16)
        #expect(settings.clients.publicHost == "w.example.org")
        #expect(settings.clients.trustedProxies.count == 1)
        #expect(settings.threads >= 1)
    }

    @Test("without any they are those that the manual names")
    func usual() throws {
        let settings = HTTPSettings(try ConfigurationFixture.parse(""))
        #expect(settings.port == 8_080)
        #expect(settings.tunnel == nil)
        #expect(settings.maxConnections == 256)
        #expect(settings.maxCalls == 160)
    }
}
