import Foundation

@testable import Arena

/// The lines of a file of `Tests/NameTables`, without those that say where it is from.
enum NameTables {
    static func lines(_ file: String) throws -> [Substring] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = folder.appending(path: "../../NameTables/\(file)").standardized
        let text = try String(contentsOf: path, encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    /// The characters of words such as `41-5a`.
    static func scalars(_ words: Substring) -> [Unicode.Scalar] {
        words.split(separator: " ").flatMap { word -> [Unicode.Scalar] in
            let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
            guard let first = ends.first, let last = ends.last else { return [] }
            return (first...last).compactMap(Unicode.Scalar.init)
        }
    }
}
