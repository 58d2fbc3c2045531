import SystemSupport
import WatchpostModel

/// The script that the app Scriptable draws a widget with: one file of ours, into which the box writes its address, the
/// modes to show and the words.
struct WidgetScript: Sendable {
    private let template: [UInt8]
    /// The words by language and key.
    private let words: [String: [String: String]]
    /// In which languages it speaks, English first.
    let languages: [String]

    /// What the box writes; everything else in the script is ours.
    private struct ScriptValues: Encodable {
        struct ScriptMode: Encodable {
            var key: String
            var name: String
        }

        var box: String
        var language: String
        var modes: [ScriptMode]
        var words: [String: String]
    }

    init(_ pages: PageFiles = PageFiles()) {
        template = pages.files.first { $0.folder == .scripts && $0.name == "scriptable.js" }?.bytes ?? []
        languages = pages.languages.map(\.tag)
        let rows = pages.languages.map { ($0.tag, $0.texts(startingWith: "script.")) }
        words = Dictionary(rows) { first, _ in first }
    }

    /// The script, UTF-8; English where the language lacks a word.
    func text(box: String, modes: [RotationBody], language: String) -> [UInt8] {
        let english = words["en"] ?? [:]
        let settings = ScriptValues(
            box: box,
            language: language,
            modes: modes.map { ScriptValues.ScriptMode(key: $0.mode, name: $0.name) },
            words: english.merging(words[language] ?? [:]) { $1 }
        )
        guard let place = template.firstRange(of: WidgetScript.place) else { return template }
        let value = WidgetScript.literal(JSONBody.encode(settings))
        var script = Array(template[..<place.lowerBound])
        script += value
        script += Array(template[place.upperBound...])
        return script
    }

    /// What stands in the template in the place of the settings.
    static let place = Array("null/*settings*/".utf8)

    /// JSON as a value in a program, wherever that stands: names from a schedule file must end no script element (HTML
    /// §4.12.1.3), and no line of an older JavaScript.
    static func literal(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(json.count)
        var index = 0
        while index < json.count {
            let byte = json[index]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
                result += byte == UInt8(ascii: "<") ? Array("\\u003c".utf8) : Array("\\u003e".utf8)
                index += 1
            } else if byte == 0xE2, index + 2 < json.count, json[index + 1] == 0x80,
                json[index + 2] | 1 == 0xA9
            {
                // U+2028 and U+2029.
                result += json[index + 2] == 0xA8 ? Array("\\u2028".utf8) : Array("\\u2029".utf8)
                index += 3
            } else {
                result.append(byte)
                index += 1
            }
        }
        return result
    }
}
