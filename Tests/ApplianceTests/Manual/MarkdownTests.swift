import Testing

@testable import Appliance

@Suite("The Markdown of the manual")
struct MarkdownTests {
    private static func html(_ text: String) -> String {
        var markdown = Markdown { target in
            target.hasPrefix("there")
                ? "/manual/\(target)" : target.hasSuffix(".svg") ? "/manual/\(target)" : nil
        }
        return markdown.html(text).split(separator: "\n").joined(separator: "\n")
    }

    @Test(
        "what lines have",
        arguments: [
            ("one\ntwo", "<p>one\ntwo</p>"),
            (
                "a `<b>` and **bold `x`** and *soft*",
                "<p>a <code>&lt;b&gt;</code> and <strong>bold <code>x</code></strong> and <em>soft</em></p>"
            ),
            ("2 * 3 * 4, `a * b`", "<p>2 * 3 * 4, <code>a * b</code></p>"),
            ("[there](there#x)", "<p><a href=\"/manual/there#x\">there</a></p>"),
            ("[`a[0]` here](#b)", "<p><a href=\"#b\"><code>a[0]</code> here</a></p>"),
            (
                "[x](https://x.org/?a&b)",
                "<p><a href=\"https://x.org/?a&amp;b\" rel=\"noopener noreferrer\">x</a></p>"
            ),
            ("[gone](../Tests/x.py) [a] (b)", "<p>gone [a] (b)</p>"),
            ("![All pins](pins.svg)", "<p><img src=\"/manual/pins.svg\" alt=\"All pins\"></p>"),
            ("![Large](large.png)", "<p><span class=\"picture\">Picture: Large</span></p>"),
            ("a \\* b \\n", "<p>a * b \\n</p>"),
            ("**open and `open", "<p>**open and `open</p>"),
        ]
    )
    func lines(text: String, html: String) {
        #expect(MarkdownTests.html(text) == html)
    }

    @Test(
        "what stands between empty lines",
        arguments: [
            (
                "# A `b`, c-d!\n## A\n## A",
                "<h1 id=\"a-b-c-d\">A <code>b</code>, c-d!</h1>\n<h2 id=\"a\">A</h2>\n<h2 id=\"a-1\">A</h2>"
            ),
            (
                "```sh\na <b>\n\n# c\n```\nd",
                "<pre tabindex=\"0\"><code>a &lt;b&gt;\n# c</code></pre>\n<p>d</p>"
            ),
            (
                "a:\n\n    b\n      c\n\nd",
                "<p>a:</p>\n<pre tabindex=\"0\"><code>b\n  c</code></pre>\n<p>d</p>"
            ),
            ("- a\n  b\n\n- c", "<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>"),
            (
                "2. a\n\n       b\n\n   c\n3. d",
                "<ol start=\"2\">\n<li>a<pre tabindex=\"0\"><code>b</code></pre>\n<p>c</p>\n</li>\n<li>d</li>\n</ol>"
            ),
            (
                "a\n- b\n\n```\nc\n```",
                "<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<pre tabindex=\"0\"><code>c</code></pre>"
            ),
            (
                "| a | |\n|---|---|\n| `b` | c \\| d |",
                "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">a</th><td></td></tr></thead>\n<tbody>\n"
                    + "<tr><td><code>b</code></td><td>c | d</td></tr>\n</tbody>\n</table></div>"
            ),
            (
                "<details><summary>All & more</summary>\n\na\n\n</details>",
                "<details><summary>All &amp; more</summary>\n<p>a</p>\n</details>"
            ),
            (
                "<img src=\"a.svg\" width=\"9\" alt=\"A\"> <img src=\"b.png\" alt=\"B\">",
                "<p><img src=\"/manual/a.svg\" alt=\"A\"> <span class=\"picture\">Picture: B</span></p>"
            ),
        ]
    )
    func blocks(text: String, html: String) {
        #expect(MarkdownTests.html(text) == html)
    }

    @Test(
        "no markup of a page becomes markup",
        arguments: [
            "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
            "<img src=\"a.svg\" alt=\"\"onerror=\"x\"><script>",
            "[x](javascript:alert(1))", "[x](there\"onclick=\"x)", "![\"><script>](a.svg)",
            "![x](\"><script>.svg)",
            "# <script>", "| <script> |", "- <script>", "```\n</code></pre><script>\n```", "    <script>",
            "<details><summary><script></summary>", "<details open onclick=x>", "`<script>`", "**<script>**",
            "[<script>](#\"><script>)", "[x](https://a\"onclick=\"x)", "[x](data:text/html,x)",
        ]
    )
    func harmless(text: String) {
        let html = MarkdownTests.html(text).lowercased()
        // Every tag is one of ours, with attributes of ours.
        let ours = [
            "p", "h1", "a", "img", "code", "pre", "ul", "li", "div", "table", "thead", "tbody", "tr", "td",
            "th", "strong",
            "details", "summary", "span",
        ]
        for tag in html.split(separator: "<").dropFirst() {
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
            #expect(ours.contains(String(name)), "\(html)")
            let inside = tag.prefix { $0 != ">" }
            let names = inside.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 0 }.flatMap { $0.element.split(separator: " ") }
            // The first is the tag's own.
            for attribute in names.dropFirst() {
                #expect(
                    ["href=", "src=", "alt=", "id=", "class=", "tabindex=", "rel=", "scope="].contains(
                        attribute
                    ),
                    "\(html)"
                )
            }
        }
        for scheme in ["javascript:", "data:"] { #expect(!html.contains("=\"\(scheme)"), "\(html)") }
    }
}
