import Foundation

/// What a newer OpenAPI document takes from the clients of an older one.
///
/// Everything that stood there has to stand there still, the same: only words for people may change, and lists of
/// members, choices and parameters may grow, and what a parameter may be at most. A new parameter must be optional.
enum OpenAPICompatibility {
    private static let words: Set<String> = ["description", "summary", "title", "info", "servers"]

    static func complaints(old: Any, new: Any?, at place: String) -> [String] {
        guard let new else { return ["\(place) is gone"] }
        if let old = old as? [String: Any] {
            guard let new = new as? [String: Any] else { return ["\(place) is no object any more"] }
            return old.keys.sorted().filter { !words.contains($0) }.flatMap { key in
                complaints(old: old[key] as Any, new: new[key], at: "\(place)/\(key)")
            }
        }
        if let old = old as? [Any] {
            guard let new = new as? [Any] else { return ["\(place) is no list any more"] }
            return lists(old: old.map(text), new: new.map(text), at: place)
        }
        if place.contains("/parameters/"), place.hasSuffix("/maximum"), let old = old as? Int,
            let new = new as? Int
        {
            return new >= old ? [] : ["\(place) was \(old), is \(new)"]
        }
        return text(old) == text(new) ? [] : ["\(place) was \(text(old)), is \(text(new))"]
    }

    private static func lists(old: [String], new: [String], at place: String) -> [String] {
        let gone = old.filter { !new.contains($0) }.map { "\(place) has lost \($0)" }
        let demanded = new.filter { !old.contains($0) && $0.contains(#""required":true"#) }
        return gone + demanded.map { "\(place) demands \($0)" }
    }

    /// The value as JSON with sorted keys, so that equal values are equal text.
    private static func text(_ value: Any) -> String {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
        let data = try? JSONSerialization.data(withJSONObject: value, options: options)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
}
