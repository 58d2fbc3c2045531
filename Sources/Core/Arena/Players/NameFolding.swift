import CUTF8Proc
import Glibc

/// The form in which names are compared: those that people may take for each other are equal.
///
/// For comparing only, never for showing: `0` becomes `o`, and `i`, `1` and `l` one letter. Other letters stay what they
/// are, `ł` and `ó` among them.
enum NameFolding {
    /// Compatibility composition and case folding (NFKC_Casefold), with look-alikes of other scripts in place of which
    /// Latin letters stand: before the case is folded, because `В` looks like `B`, and `в` does not look like `b`.
    static func fold(_ name: String) -> String {
        let alike = String(String.UnicodeScalarView(composed(name, folding: false).unicodeScalars.map(latin)))
        let folded = composed(alike, folding: true)
        let plain = String(String.UnicodeScalarView(folded.unicodeScalars.map(plain)))
        return pairs(plain)
    }

    /// Form C, for showing.
    static func shown(_ name: String) -> String {
        map(name, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
    }

    private static func composed(_ text: String, folding: Bool) -> String {
        let always = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
        let fold = UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue
        return map(text, folding ? always | fold : always)
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

    /// `rn` looks like `m`, `vv` like `w`; a dot above a letter that has one already is not seen.
    private static func pairs(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch (result.last, scalar) {
            case ("r", "n"):
                result.removeLast()
                result.append("m")
            case ("v", "v"):
                result.removeLast()
                result.append("w")
            case ("l", "\u{307}"), ("j", "\u{307}"): continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func latin(_ scalar: Unicode.Scalar) -> Unicode.Scalar { lookAlikes[scalar] ?? scalar }

    /// Letters and digits that are told apart by a font only.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "0": "o"
        case "1", "i", "ı": "l"
        default: latin(scalar)
        }
    }

    /// Letters that look like Latin ones (from UTS #39), in the case in which they do.
    private static let lookAlikes: [Unicode.Scalar: Unicode.Scalar] = {
        let other = "АВЕЅІЈКМНОРСТУХЬԌԚԜаеѕіјорсухԁԛԝһӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχγϲϳ".unicodeScalars
        let latin = "ABESIJKMHOPCTYXbGQWaesijopcyxdqwhlABEZHIKMNOPTYXaikvopuxycj".unicodeScalars
        return Dictionary(zip(other, latin)) { first, _ in first }
    }()
}
