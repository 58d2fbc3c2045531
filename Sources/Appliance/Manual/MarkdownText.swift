import Serving

/// What stands within a line of Markdown, as HTML: code, emphasis, links and pictures, and everything else as text.
///
/// Markup of the text itself never gets through: what is not one of these is escaped.
struct MarkdownText {
    /// Where a link leads that a page of the manual has; nil: nowhere here, and its words stand alone.
    let address: (String) -> String?

    func html(_ text: some StringProtocol) -> String {
        var (result, rest) = ("", Substring(text))
        while let first = rest.first {
            if let (made, behind) = span(rest) {
                (result, rest) = (result + made, behind)
            } else {
                result += HTML.escaped(String(first))
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Without marks: what a heading or a title says.
    static func plain(_ text: some StringProtocol) -> String {
        var (result, rest) = ("", Substring(text))
        while let first = rest.first {
            if first == "[", let link = Link(rest) {
                (result, rest) = (result + plain(link.words), link.behind)
            } else {
                if first != "`", first != "*" { result.append(first) }
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// What begins here, and what is behind it; nil: nothing but text does.
    private func span(_ text: Substring) -> (String, Substring)? {
        switch text.first {
        case "`": code(text)
        case "*": strong(text) ?? emphasis(text)
        case "!": picture(text)
        case "[": Link(text).map { (link($0), $0.behind) }
        case "\\": escape(text)
        default: nil
        }
    }

    private func code(_ text: Substring) -> (String, Substring)? {
        guard let (inner, behind) = MarkdownText.inside(text, "`") else { return nil }
        return ("<code>\(HTML.escaped(String(inner)))</code>", behind)
    }

    private func strong(_ text: Substring) -> (String, Substring)? {
        guard let (inner, behind) = MarkdownText.inside(text, "**") else { return nil }
        return ("<strong>\(html(inner))</strong>", behind)
    }

    private func emphasis(_ text: Substring) -> (String, Substring)? {
        guard let (inner, behind) = MarkdownText.inside(text, "*"), inner.first?.isWhitespace == false,
            inner.last?.isWhitespace == false
        else { return nil }
        return ("<em>\(html(inner))</em>", behind)
    }

    private func picture(_ text: Substring) -> (String, Substring)? {
        guard let link = Link(text.dropFirst()) else { return nil }
        return (picture(String(link.target), words: String(link.words)), link.behind)
    }

    /// A drawing that the box has; of one that it has not what there is to see.
    func picture(_ source: String, words: String) -> String {
        guard let address = address(source) else {
            return words.isEmpty ? "" : "<span class=\"picture\">Picture: \(HTML.escaped(words))</span>"
        }
        return "<img src=\"\(HTML.escaped(address))\" alt=\"\(HTML.escaped(words))\">"
    }

    private func link(_ link: Link) -> String {
        let target = String(link.target)
        let words = html(link.words)
        if target.hasPrefix("#") { return "<a href=\"\(HTML.escaped(target))\">\(words)</a>" }
        if target.hasPrefix("https://") || target.hasPrefix("http://") {
            return "<a href=\"\(HTML.escaped(target))\" rel=\"noopener noreferrer\">\(words)</a>"
        }
        return address(target).map { "<a href=\"\(HTML.escaped($0))\">\(words)</a>" } ?? words
    }

    private func escape(_ text: Substring) -> (String, Substring)? {
        guard let next = text.dropFirst().first, next.isASCII, next.isPunctuation || next.isSymbol else {
            return nil
        }
        return (HTML.escaped(String(next)), text.dropFirst(2))
    }

    /// What stands between a mark and its next one; nil: it is not closed, or nothing stands there.
    private static func inside(_ text: Substring, _ mark: String) -> (Substring, Substring)? {
        guard text.hasPrefix(mark) else { return nil }
        let rest = text.dropFirst(mark.count)
        guard let end = rest.firstRange(of: mark), end.lowerBound > rest.startIndex else { return nil }
        return (rest[..<end.lowerBound], rest[end.upperBound...])
    }

    /// `[words](target)` at the beginning of a text.
    private struct Link {
        let words: Substring
        let target: Substring
        let behind: Substring

        init?(_ text: Substring) {
            guard text.first == "[", let close = Link.close(of: text), text[close...].hasPrefix("](") else {
                return nil
            }
            let rest = text[close...].dropFirst(2)
            guard let end = rest.firstIndex(of: ")") else { return nil }
            words = text[..<close].dropFirst()
            target = rest[..<end]
            behind = rest[end...].dropFirst()
        }

        /// The bracket that closes the first one.
        private static func close(of text: Substring) -> Substring.Index? {
            var (depth, isCode) = (0, false)
            for index in text.indices {
                switch text[index] {
                case "`": isCode.toggle()
                case "[" where !isCode: depth += 1
                case "]" where !isCode:
                    depth -= 1
                    if depth == 0 { return index }
                default: break
                }
            }
            return nil
        }
    }
}
