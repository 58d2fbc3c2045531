import Foundation
import WatchpostModel

/// The places on the screen that docs/protocol.md names to authors of apps.
package enum ToldPlaces {
    /// As they stand there, with the region, realm or mode of an example.
    package static let forms: [String] = (try? read()) ?? []

    private static func read() throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../docs/protocol.md").standardized
        let page = try String(contentsOf: file, encoding: .utf8)
        let part = page.components(separatedBy: "### What arrives").last ?? ""
        let paragraph = part.components(separatedBy: "\n\n").first { $0.contains("`apns-collapse-id`") } ?? ""
        // Every other piece stood between the marks.
        let quoted = paragraph.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
        return quoted.map { $0.element }.filter { $0.contains(":") }
    }

    /// Whether one of the forms is this place's.
    package static func contains(_ place: String) -> Bool { forms.contains { isLike($0, place) } }

    package static func isLike(_ form: String, _ place: String) -> Bool {
        let wanted = form.split(separator: ":")
        let found = place.split(separator: ":", maxSplits: wanted.count - 1)
        return wanted.count == found.count && zip(wanted, found).allSatisfy { isPart(String($0), String($1)) }
    }

    /// `eu` stands for every region, and so on; other parts for themselves.
    private static func isPart(_ example: String, _ part: String) -> Bool {
        switch example {
        case "eu": return Region(rawValue: part) != nil
        case "eu/retail/kazzak":
            let parts = part.split(separator: "/").map(String.init)
            return parts.count == 3 && Region(rawValue: parts[0]) != nil
        case "pubs", "…": return !part.isEmpty
        default: return example == part
        }
    }
}
