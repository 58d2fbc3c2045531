"""What attackers type, and how a text gets to its place in a request."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from harness.appliance import Reply
from harness.device import is_problem

CORPUS = (
    'x" OR "1"="1', "' OR '1'='1", "%' OR 1=1 --", "'; DROP TABLE players;--", "1) UNION SELECT hash FROM recovery_codes--",
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "<b>'&\"", "%00%0d%0aSet-Cookie: a=b", "a\r\nSet-Cookie: a=b", "a\0b",
    "a\u202eb", "a\ufeffb", "a\uffffb", "\ud800", "\x1b[2J\x1b]0;x\x07", "a\x9b2Jb", "%s%n", "${jndi:ldap://127.0.0.1/a}", "{{7*7}}",
    "../../../etc/passwd", "=HYPERLINK(\"http://127.0.0.1\")", "=1+1", "+1-1", "Ż" * 5_000,
)  # fmt: skip
"""In SQL, HTML, paths, heads, formats, terminals, spreadsheets, and writing that is not seen or turns round."""

FEW = ('x" OR "1"="1', "'; DROP TABLE players;--", "<script>alert(1)</script>", "a\r\nSet-Cookie: a=b", "a\0b")
"""For what is one of a few words, a code or a time, and for what costs much."""

UNSEEN = "\r\0\x1b\x9b\u202e\ufeff\uffff\ud800"
"""Signs that stand in nothing that people read."""

SHEETS = (
    "@import 'x';", "@import url(//spy.test/x.css);", "@IMPORT\t\"x\";", "@\\69mport 'x';", "@imp/**/ort 'x';", "@charset \"utf-7\";",
    "@namespace url(//spy.test);", "@font-face{font-family:x;src:url(//spy.test/x)}", "@property --x{syntax:'*'}",
    ".a{background:url(//spy.test)}", ".a{background:url('//spy.test')}", ".a{background:URL(//spy.test)}", ".a{background:u\\72l(//spy.test)}",
    ".a{background:ur/**/l(//spy.test)", ".a{background:url(/v1/games/orbit/background)}", ".a{background:url(data:image/svg+xml,x)}",
    ".a{background:image-set('//spy.test' 1x)}", ".a{background:-webkit-image-set(url(//spy.test) 1x)}", ".a{background:image('//spy.test')}",
    ".a{background:cross-fade(url(//spy.test), red)}", ".a{background:src('//spy.test')}", ".a{cursor:url(//spy.test),auto}",
    ".a{width:expression(alert(1))}", ".a{behavior:url(#x)}", ".a{-moz-binding:url(//spy.test)}", ".a::after{content:'\\3c script'}",
    ".a{color:red;\\62 ackground:red}", "</style><script>alert(1)</script>", ".a{}<!-- -->", ".a{} /* </style> */", ".a{color:red", ".a{}}",
    ".a{content:'x\n'}", "/* open", ".a{}\0", "\ud800", "",
)  # fmt: skip
"""Style sheets that load, run or hide something, or do not end: with imports, urls and escapes."""

MARKUP = ("<script>alert", "<img src=x", "<b>'")
"""What of it a page would carry out."""


def in_address(text: str) -> str:
    """Percent-encoded to the last byte; of what is long as much as a head takes."""
    return "".join(f"%{byte:02x}" for byte in text[:400].encode("utf-8", "surrogatepass"))


def in_head(text: str) -> str | None:
    """As a field of the head; None: a line of it cannot have that."""
    text = text[:400].encode("utf-8", "surrogatepass").decode("latin-1")
    return None if any(sign in text for sign in "\r\n\0") else text


def in_form(values: dict[str, str]) -> bytes:
    """As a form of a page sends it."""
    return urlencode(values, errors="surrogatepass").encode()


def put(body: dict[str, Any], name: str, text: str) -> None:
    """Sets a member by its name in the document: `results[].key` in the first of the list."""
    first, _, rest = name.partition(".")
    member = first.removesuffix("[]")
    if rest:
        put(body[member][0] if member != first else body[member], rest, text)
    else:
        body[member] = [text] if member != first else text


def is_harmless(reply: Reply) -> bool:
    """Whether a text did nothing to an answer: JSON of the right type or words of refusal, or a page without it as markup.

    Who is told to come later was not listened to.
    """
    assert reply.status < 500 and reply.status != 429, (reply.status, reply.body)
    assert "Set-Cookie" not in reply.headers and reply.headers["Location"] in (None, "/about#sent", "/about#not-sent")
    kind = reply.headers.get_content_type()
    if not reply.body:
        return True
    if kind in ("text/html", "text/css"):
        return not any(sign in reply.body.decode() for sign in MARKUP)
    if reply.status >= 400:
        return is_problem(reply, reply.status)
    assert kind in ("application/json", "text/csv", "text/javascript"), kind
    return kind != "application/json" or json.loads(reply.body) is not None


def is_taken(reply: Reply) -> bool:
    """Of several together: the first of them; of a name: as it was wished; of a form: the page that it leads to says so."""
    if reply.status == 303:
        return reply.headers["Location"].endswith("#sent")
    if reply.status not in (200, 201, 202, 204):
        return False
    told = json.loads(reply.body or b"{}")
    results = told.get("results")
    return results[0]["status"] in (200, 201) if isinstance(results, list) else "nameChange" not in told
