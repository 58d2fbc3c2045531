import Foundation
import Testing
import WatchpostModel

@testable import Appliance

@Suite("The widget's script")
struct WidgetScriptTests {
    private static let line = "const settings = "

    private static func mode(_ key: String, _ name: String) -> RotationBody {
        RotationBody(
            mode: key,
            name: name,
            state: .ended,
            current: nil,
            next: nil,
            takeover: nil,
            validUntil: nil,
            schedules: []
        )
    }

    /// The line of the settings as it stands in the script, and its value.
    private static func settings(of script: [UInt8]) throws -> (text: String, value: [String: Any]) {
        let lines = String(decoding: script, as: UTF8.self).split(separator: "\n").filter {
            $0.hasPrefix(line)
        }
        try #require(lines.count == 1)
        let text = String(lines[0].dropFirst(line.count).dropLast())
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return (text, try #require(value))
    }

    @Test(
        "whatever a mode is called, its name is a text in one line and ends nothing",
        arguments: [
            "Casual", "</script><script>alert(1)</script>", "a\"; Script.complete(); \"",
            "one\ntwo\u{2028}three\u{2029}",
            "`${settings}`", "*/ null/*settings*/ //", "Zażółć 地图 🗺", "\u{0}\u{7F}\\",
        ]
    )
    func names(name: String) throws {
        let script = WidgetScript().text(
            box: "http://a.local:8080",
            modes: [Self.mode("pubs", name)],
            language: "en"
        )
        let (text, value) = try Self.settings(of: script)
        #expect((value["modes"] as? [[String: String]]) == [["key": "pubs", "name": name]])
        #expect(value["box"] as? String == "http://a.local:8080")
        #expect(!text.contains("<") && !text.contains(">"))
        #expect(!text.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
    }

    @Test("it speaks each language of the pages, and has every word that it asks for")
    func languages() throws {
        let script = WidgetScript()
        #expect(script.languages.first == "en" && script.languages.contains("pl"))
        let source = String(decoding: script.text(box: "b", modes: [], language: "en"), as: UTF8.self)
        let asked = Set(source.matches(of: /\bt\("(script\.\w+)"/).map { String($0.output.1) })
        #expect(asked.count > 10)
        for language in script.languages {
            let (_, value) = try Self.settings(of: script.text(box: "b", modes: [], language: language))
            let words = try #require(value["words"] as? [String: String])
            #expect(Set(words.keys) == asked, "\(language)")
            #expect(value["language"] as? String == language)
        }
        let (_, polish) = try Self.settings(of: script.text(box: "b", modes: [], language: "pl"))
        #expect((polish["words"] as? [String: String])?["script.until"] == "do {time}")
    }

    @Test("what is not served as it lies in its folder has no address")
    func template() {
        let assets = PageFiles().assets
        #expect(!assets.keys.contains { $0.contains("scriptable") })
        #expect(assets["widget.html"] != nil)
    }

    @Test(
        "the picture has the squares of the code, with a quiet zone",
        arguments: ["a", "https://a.example/widget?modes=b"]
    )
    func picture(text: String) throws {
        let code = try #require(QRCode(text))
        var drawn = Array(repeating: false, count: code.width * code.width)
        let path = try #require(code.svg.firstMatch(of: /path d="([^"]*)"/)).output.1
        for run in path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let numbers = [run.output.1, run.output.2, run.output.3, run.output.4].compactMap { Int($0) }
            try #require(numbers.count == 4 && numbers[2] == numbers[3])
            let (column, row) = (numbers[0] - QRCode.quietZone, numbers[1] - QRCode.quietZone)
            for place in column..<column + numbers[2] { drawn[row * code.width + place] = true }
        }
        #expect(drawn == code.dark)
        let side = code.width + 2 * QRCode.quietZone
        #expect(code.svg.contains("viewBox=\"0 0 \(side) \(side)\""))
        #expect(code.svg.contains("<path fill=\"#fff\" d=\"M0 0h\(side)v\(side)h-\(side)z\"/>"))
    }
}

@Suite("Where phones find the box")
struct SiteAddressTests {
    private static let home = "http://watchpost.local:8080"
    static let table: [(String?, String)] = [
        (nil, home), ("192.168.1.20:8080", "http://192.168.1.20:8080"), ("Watchpost.LOCAL:8080", home),
        ("watchpost.local:8080 \t", home), ("[fe80::1]:80", "http://[fe80::1]:80"),
        ("10.0.0.2", "http://10.0.0.2"),
        ("localhost:8080", home), ("127.0.0.1:8080", home), ("127.1.2.3", home), ("[::1]:8080", home),
        ("LOCALHOST", home), ("localhost.", home), ("box.localhost:8080", home), ("[fe80::1%25eth0]", home),
        ("pi.local.:8080", "http://pi.local:8080"), ("pi-2.local.", "http://pi-2.local"),
        ("", home), (" ", home), ("a/b", home), ("a\"+alert(1)+\"", home), ("a b", home), ("a\nb", home),
        ("a@b", home),
        ("ä.local", home), ("a?b", home), ("a#b", home), ("a\\b", home),
        (String(repeating: "a", count: 256), home),
    ]

    @Test(
        "without a public address it is the one that was asked, when a phone can use it",
        arguments: SiteAddressTests.table
    )
    func asked(host: String?, base: String) {
        #expect(SiteAddress(publicURL: nil, home: Self.home).base(asked: host) == base)
    }

    @Test("a public address counts, whatever was asked", arguments: SiteAddressTests.table)
    func known(host: String?, base: String) {
        let address = SiteAddress(publicURL: "https://watchpost.example.org", home: Self.home)
        #expect(address.base(asked: host) == "https://watchpost.example.org")
    }
}
