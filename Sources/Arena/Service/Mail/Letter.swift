import Core
import FoundationEssentials
import WatchpostModel

/// A letter as it goes over the wire (RFC 5322): plain text, one recipient, and no field that anybody else wrote.
///
/// Addresses were checked before, the subject is encoded wherever it is not plain ASCII, and the text is quoted-printable: no
/// line of either can become a field, or end the letter.
struct Letter: Hashable, Sendable {
    let from: String
    let to: String
    /// To whom an answer goes; nil: to nobody.
    var replyTo: String?
    let subject: String
    let text: String
    /// Names it (RFC 5322 §3.6.4), together with the host of `from`.
    let token: String
    let date: UnixTime

    var bytes: [UInt8] {
        let host = from.split(separator: "@").last ?? "localhost"
        var fields = [
            "Date: \(LetterText.date(date))", "From: \(from)", "To: \(to)",
            "Subject: \(LetterText.encodedWords(subject))", "Message-ID: <\(token)@\(host)>",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable", "Auto-Submitted: auto-generated",
        ]
        if let replyTo { fields.append("Reply-To: \(replyTo)") }
        let head = fields.map { "\($0)\r\n" }.joined()
        return Array("\(head)\r\n\(LetterText.quotedPrintable(text))".utf8)
    }
}

/// The forms that letters are written in.
enum LetterText {
    /// RFC 2045 §6.7: lines of at most 76 characters, all else than plain ASCII as `=XX`.
    static func quotedPrintable(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var (done, current) = ("", "")
            let bytes = Array(line.utf8)
            for (index, byte) in bytes.enumerated() {
                let isLast = index == bytes.count - 1
                // The longest sign, and the mark of a line that goes on.
                if current.utf8.count > 72 {
                    done += "\(current)=\r\n"
                    current = ""
                }
                current += sign(byte, isFirst: current.isEmpty, isLast: isLast)
            }
            return "\(done)\(current)\r\n"
        }.joined()
    }

    private static func sign(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> String {
        switch byte {
        // What servers on the way may take away, or take for the end of the letter.
        case 0x20, 0x09: isLast ? hexadecimal(byte) : String(UnicodeScalar(byte))
        case UInt8(ascii: "."): isFirst ? hexadecimal(byte) : "."
        case UInt8(ascii: "="): hexadecimal(byte)
        case 0x21...0x7E: String(UnicodeScalar(byte))
        default: hexadecimal(byte)
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "=0\(digits)" : "=\(digits)"
    }

    /// RFC 2047: as it is where it is short and plain, else in words of at most 75 characters.
    static func encodedWords(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        if isPlain, text.utf8.count <= 60 { return text }
        var (words, part): ([String], String) = ([], "")
        for character in text.unicodeScalars {
            if part.utf8.count + String(character).utf8.count > 42 {
                words.append(part)
                part = ""
            }
            part.unicodeScalars.append(character)
        }
        words.append(part)
        return words.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// `Thu, 26 Nov 2026 11:12:12 +0000`.
    static func date(_ time: UnixTime) -> String {
        let text = Array(time.rfc3339.prefix(19))
        guard text.count == 19, let month = Int(String(text[5...6])), (1...12).contains(month) else {
            return ""
        }
        let days = (time.seconds - (time.seconds % 86_400 + 86_400) % 86_400) / 86_400
        let weekday = weekdays[Int((days % 7 + 11) % 7)]
        let (day, year, clock) = (String(text[8...9]), String(text[0...3]), String(text[11...18]))
        return "\(weekday), \(day) \(months[month - 1]) \(year) \(clock) +0000"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
