import Serving

/// The Markdown of our own pages, as HTML: headings, paragraphs, lists, code, tables, and what lines have (`MarkdownText`).
///
/// It knows no more than these pages use. Of HTML it takes a picture and a part that unfolds, which it writes itself; all other
/// markup becomes text.
struct Markdown {
    let text: MarkdownText
    /// The anchors that were given out, so that each is one.
    private var anchors: [String: Int] = [:]

    init(address: @escaping (String) -> String?) {
        text = MarkdownText(address: address)
    }

    /// The whole page.
    mutating func html(_ page: String) -> String {
        html(page.split(separator: "\n", omittingEmptySubsequences: false)[...])
    }

    private mutating func html(_ lines: ArraySlice<Substring>) -> String {
        var (result, rest) = ("", lines)
        while let line = rest.first {
            if line.allSatisfy(\.isWhitespace) {
                rest = rest.dropFirst()
            } else {
                result += block(line, &rest) + "\n"
            }
        }
        return result
    }

    /// Takes the block away that begins with a line.
    private mutating func block(_ line: Substring, _ rest: inout ArraySlice<Substring>) -> String {
        if line.hasPrefix("```") { return fenced(&rest) }
        if line.hasPrefix("    ") { return indented(&rest) }
        if line.hasPrefix("#") { return heading(&rest) }
        if line.hasPrefix("|") { return table(&rest) }
        if Markdown.marker(line) != nil { return list(&rest) }
        if let made = unfolding(line) {
            rest = rest.dropFirst()
            return made
        }
        return paragraph(&rest)
    }

    private func fenced(_ rest: inout ArraySlice<Substring>) -> String {
        rest = rest.dropFirst()
        let code = Markdown.take(&rest) { !$0.hasPrefix("```") }
        rest = rest.dropFirst()
        return Markdown.code(code)
    }

    private func indented(_ rest: inout ArraySlice<Substring>) -> String {
        var code = Markdown.take(&rest) { $0.hasPrefix("    ") || $0.allSatisfy(\.isWhitespace) }
        while code.last?.allSatisfy(\.isWhitespace) == true { code.removeLast() }
        return Markdown.code(code.map { $0.dropFirst(4) })
    }

    /// It can be scrolled by keyboard, too.
    private static func code(_ lines: [Substring]) -> String {
        "<pre tabindex=\"0\"><code>\(HTML.escaped(lines.joined(separator: "\n")))</code></pre>"
    }

    private mutating func heading(_ rest: inout ArraySlice<Substring>) -> String {
        let line = rest.removeFirst()
        let level = min(line.prefix { $0 == "#" }.count, 6)
        let words = line.dropFirst(level).drop { $0 == " " }
        return "<h\(level) id=\"\(HTML.escaped(anchor(words)))\">\(text.html(words))</h\(level)>"
    }

    /// As GitHub makes it, so that links within the pages lead here as there.
    private mutating func anchor(_ words: Substring) -> String {
        let kept = MarkdownText.plain(words).lowercased().filter {
            $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == " "
        }
        let name = String(kept.map { $0 == " " ? "-" : $0 })
        let count = anchors[name, default: 0]
        anchors[name] = count + 1
        return count == 0 ? name : "\(name)-\(count)"
    }

    private func paragraph(_ rest: inout ArraySlice<Substring>) -> String {
        let first = rest.removeFirst()
        let others = Markdown.take(&rest) { line in
            !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("```") && !line.hasPrefix("|")
                && !line.hasPrefix("#") && Markdown.marker(line) == nil
        }
        let words = ([first] + others).joined(separator: "\n")
        let pictures = self.pictures(words)
        return "<p>\(pictures ?? text.html(words))</p>"
    }

    /// The lines from here on for which something holds.
    private static func take(
        _ rest: inout ArraySlice<Substring>,
        while holds: (Substring) -> Bool
    ) -> [Substring] {
        let taken = rest.prefix(while: holds)
        rest = rest.dropFirst(taken.count)
        return Array(taken)
    }
}

/// Lists.
extension Markdown {
    /// How far the text of an item is from the left, and its number where it has one; nil: the line begins none.
    private static func marker(_ line: Substring) -> (width: Int, number: Int?)? {
        if line.hasPrefix("- ") { return (2, nil) }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
        return (digits.count + 2, Int(digits))
    }

    private mutating func list(_ rest: inout ArraySlice<Substring>) -> String {
        let number = rest.first.flatMap { Markdown.marker($0)?.number }
        var items = ""
        while let line = rest.first, let marker = Markdown.marker(line),
            (marker.number == nil) == (number == nil)
        {
            items += "<li>\(item(marker.width, &rest))</li>\n"
            // Items may stand apart.
            let next = rest.drop { $0.allSatisfy(\.isWhitespace) }
            if let line = next.first, Markdown.marker(line) != nil { rest = next }
        }
        guard let number else { return "<ul>\n\(items)</ul>" }
        return "<ol\(number == 1 ? "" : " start=\"\(number)\"")>\n\(items)</ol>"
    }

    /// What stands below its text belongs to it, also behind an empty line.
    private mutating func item(_ width: Int, _ rest: inout ArraySlice<Substring>) -> String {
        var lines = [rest.removeFirst().dropFirst(width)]
        while let line = rest.first {
            let isEmpty = line.allSatisfy(\.isWhitespace)
            let next = isEmpty ? rest.dropFirst().first { !$0.allSatisfy(\.isWhitespace) } : line
            guard let next, next.prefix(width).allSatisfy({ $0 == " " }) || !isEmpty && isLazy(line) else {
                break
            }
            lines.append(line.dropFirst(min(width, line.prefix { $0 == " " }.count)))
            rest = rest.dropFirst()
        }
        let made = html(lines[...])
        // One paragraph alone is the item.
        guard made.hasPrefix("<p>"), let end = made.firstRange(of: "</p>\n") else { return made }
        return String(made[..<end.lowerBound].dropFirst(3) + made[end.upperBound...])
    }

    /// A line of a paragraph that goes on without being indented.
    private func isLazy(_ line: Substring) -> Bool {
        !line.hasPrefix("#") && !line.hasPrefix("|") && !line.hasPrefix("```") && Markdown.marker(line) == nil
    }
}

/// Tables.
extension Markdown {
    private func table(_ rest: inout ArraySlice<Substring>) -> String {
        let rows = Markdown.take(&rest) { $0.hasPrefix("|") }.map(Markdown.cells)
        let isRuled =
            rows.count > 1 && rows[1].allSatisfy { !$0.isEmpty && $0.allSatisfy { "-: ".contains($0) } }
        let head = isRuled ? rows.prefix(1).map(header).joined() : ""
        let body = rows.dropFirst(isRuled ? 2 : 0).map { cells in
            "<tr>\(cells.map { "<td>\(text.html($0))</td>" }.joined())</tr>\n"
        }
        // It is wider than a phone: it is scrolled by itself.
        return
            "<div class=\"wide\" tabindex=\"0\"><table>\n\(head)<tbody>\n\(body.joined())</tbody>\n</table></div>"
    }

    /// One that says nothing is no header.
    private func header(_ cells: [String]) -> String {
        guard cells.contains(where: { !$0.isEmpty }) else { return "" }
        let names = cells.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\(text.html($0))</th>" }
        return "<thead><tr>\(names.joined())</tr></thead>\n"
    }

    private static func cells(_ line: Substring) -> [String] {
        var (cells, cell, isEscaped) = ([String](), "", false)
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append(cell)
                cell = ""
            } else {
                if character == "|" { cell.removeLast() }
                cell.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return cells.map { text in
            String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// What is written as HTML in our pages.
extension Markdown {
    /// The begin and the end of a part that unfolds.
    private func unfolding(_ line: Substring) -> String? {
        if line == "</details>" { return "</details>" }
        let (begin, end) = ("<details><summary>", "</summary>")
        guard line.hasPrefix(begin), line.hasSuffix(end) else { return nil }
        return "\(begin)\(text.html(line.dropFirst(begin.count).dropLast(end.count)))\(end)"
    }

    /// `<img src="…" alt="…">` once or several times; nil: something else stands there.
    private func pictures(_ words: String) -> String? {
        guard words.hasPrefix("<img ") else { return nil }
        let tags = words.split(separator: ">").filter { !$0.allSatisfy(\.isWhitespace) }
        let made = tags.map { tag -> String? in
            guard tag.drop(while: \.isWhitespace).hasPrefix("<img "), let source = Markdown.value("src", tag)
            else {
                return nil
            }
            return text.picture(source, words: Markdown.value("alt", tag) ?? "")
        }
        return made.contains(nil) ? nil : made.compactMap { $0 }.joined(separator: " ")
    }

    private static func value(_ name: String, _ tag: Substring) -> String? {
        guard let begin = tag.firstRange(of: " \(name)=\"") else { return nil }
        return String(tag[begin.upperBound...].prefix { $0 != "\"" })
    }
}
