import Testing

@testable import Appliance

@Suite("The module for games")
struct GameModuleTests {
    @Test("its parts are one file, which exports what games call and imports nothing")
    func joined() throws {
        let lines = String(decoding: PageFiles().gameModule, as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.hasPrefix("// Watchpost: ") == true)
        let exports = lines.filter { $0.hasPrefix("export ") }
        #expect(exports.map(String.init) == ["export { Refusal };", "export function connect(options) {"])
        #expect(!lines.contains { $0.hasPrefix("import ") })
        for name in ["class Queue {", "class Wire {", "class BoardMount {", "class Store {"] {
            #expect(lines.filter { $0 == name }.count == 1, "\(name)")
        }
        #expect(lines.dropFirst().allSatisfy { !$0.hasPrefix("//") && !$0.hasPrefix(" ") })
    }

    @Test("a new part is in no list, and no part has an address of its own")
    func parts() {
        let bytes = Array("// Stripes.\n\nexport const stripes = 2;\n".utf8)
        let part = PageFile(folder: .sdk, name: "zebra.js", bytes: bytes)
        let files = PageFiles(PageFiles.embedded + [part])
        let text = String(decoding: files.gameModule, as: UTF8.self)
        #expect(text.contains("\nconst stripes = 2;\nexport { Refusal };\n"))
        #expect(!text.contains("Stripes"))
        #expect(files.assets["zebra.js"] == nil && files.assets["sdk/zebra.js"] == nil)
    }

    @Test("it is served as a module that pages of any origin load, and that is asked for again")
    func served() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let answer = try #require(await client.get("/sdk/watchpost.js"))
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["access-control-allow-origin"] == "*")
        #expect(answer.headers["cache-control"] == "no-cache")
        #expect(Array(answer.text.utf8) == PageFiles().gameModule)
        let tag = try #require(answer.headers["etag"])
        #expect(await client.get("/sdk/watchpost.js", headers: ["If-None-Match: \(tag)"])?.status == 304)
        #expect(await client.get("/sdk/client.js")?.status == 404)
    }

    @Test(
        "pages of other origins see tags, times and waits",
        arguments: ["/v1/hash", "/sdk/watchpost.js", "/nothing"]
    )
    func exposed(path: String) async throws {
        let fixture = try APIFixture()
        let answer = try #require(await fixture.get(path))
        #expect(answer.headers["access-control-expose-headers"] == "Date, ETag, Retry-After")
    }
}
