/// A file that is part of the executable: no folder to lose, no disk to read.
///
/// `EmbeddedFiles`, which holds those of a target, is written during the build (`Plugins/EmbedFiles`). The text stays where the
/// linker put it, and takes memory only while somebody works with its bytes.
package struct EmbeddedFile: Sendable {
    private enum Content {
        case text(StaticString)
        case base64URL(StaticString)
    }

    /// Below the target's folder: `Web/app/app.js`.
    package let path: StaticString
    private let content: Content

    package init(_ path: StaticString, text: StaticString) {
        self.path = path
        content = .text(text)
    }

    /// `base64URL`: without padding (RFC 4648 §5).
    package init(_ path: StaticString, base64URL: StaticString) {
        self.path = path
        content = .base64URL(base64URL)
    }

    /// A copy of its bytes.
    package var bytes: [UInt8] {
        switch content {
        case .text(let text): text.withUTF8Buffer { Array($0) }
        // The build wrote it, and a test reads each.
        case .base64URL(let text): Base64URL.decode(text.description) ?? []
        }
    }

    /// A copy of its text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
