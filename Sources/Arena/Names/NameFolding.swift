import CUTF8Proc
import Core
import Glibc

/// The forms in which names are compared: those that people may take for each other share one.
///
/// For comparing only, never for showing. What looks alike is what UTS #39 says (`LookAlikes`); letters with strokes and
/// accents stay what they are, `ł` and `ó` among them. There are two forms, because `В` looks like `B` and `в` like neither:
/// a name stands for all that look like it as it is written, and for all that look like it in lower case.
///
/// Both are texts without differences of case and compatibility, taken apart (NFKD), of signs that stand for no others: to
/// fold one again changes nothing.
enum NameFolding {
    /// As it looks.
    static func fold(_ name: String) -> String { settled(ends(decomposed(name))) }

    /// As it looks in lower case.
    static func lowered(_ name: String) -> String { settled(name) }

    /// Form C, for showing.
    static func shown(_ name: String) -> String {
        map(name, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
    }

    private static func settled(_ text: String) -> String {
        let decompose = UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue
        let fold = UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue
        // Marks may have become others, which have another order.
        return withoutDots(decomposed(ends(map(text, decompose | fold))))
    }

    private static func decomposed(_ text: String) -> String {
        map(text, UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue)
    }

    /// Each sign as the one that it looks like in the end.
    private static func ends(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let end = LookAlikes.ends[scalar] {
                result += end
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A dot above a letter that has one already is not seen.
    private static func withoutDots(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var hasDot = false
        for scalar in text.unicodeScalars {
            if scalar.properties.canonicalCombiningClass == .notReordered {
                hasDot = scalar == "l" || scalar == "j"
            }
            if scalar != "\u{307}" || !hasDot { result.append(scalar) }
        }
        return String(result)
    }

    /// As it is when memory runs out.
    private static func map(_ text: String, _ options: UInt32) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var result: UnsafeMutablePointer<UInt8>?
            let length = utf8proc_map(
                bytes.baseAddress,
                bytes.count,
                &result,
                utf8proc_option_t(rawValue: options)
            )
            guard length >= 0, let result else { return String(decoding: bytes, as: UTF8.self) }
            defer { free(result) }
            return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
        }
    }
}
