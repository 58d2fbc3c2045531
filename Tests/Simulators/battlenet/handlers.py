"""What happens on each port: the fault in force or the healthy answer, and a note of it in the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .api import Question
from .deliveries import DELIVERIES
from .wire import Answer, Handler

if TYPE_CHECKING:
    from .network import Network


def region_handler(network: Network, region: str) -> type[Handler]:
    """The handler of one region's port."""
    data = network.regions[region]

    class RegionHandler(Handler):
        """The Game Data API of one region."""

        def answer(self) -> None:
            """Answers a request, or lets the fault in force do it."""
            self.read_body()
            question = Question.of(self.command, self.path, self.headers)
            fault = network.faults.take(region, question.kind, question.namespace, question.group)
            if fault:
                network.ledger.note(
                    region, question.kind, self.path, f"fault {fault.kind}", self.accepts_gzip
                )
                pages = max(1, self._rows(question) // 2) if fault.kind == "pages" else 1_000
                return DELIVERIES[fault.kind](self, fault, lambda: data.answer(question, pages))
            answer = data.answer(question)
            data.told(question, answer)
            network.ledger.note(region, question.kind, self.path, str(answer.status), self.accepts_gzip)
            return self.reply(answer)

        def _rows(self, question: Question) -> int:
            source = network.world.sources.get(question.namespace)
            return len(source.groups) if source else 2

        do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = answer

    return RegionHandler


def token_handler(network: Network, name: str) -> type[Handler]:
    """The handler of one token endpoint's port."""
    office = network.offices[name]

    class TokenHandler(Handler):
        """One token endpoint."""

        def answer(self) -> None:
            """Grants a token, or lets the fault in force answer."""
            body = self.read_body()
            if self.path.split("?")[0] not in ("/token", "/oauth/token"):
                network.ledger.note(name, "other", self.path, "404")
                return self.reply(Answer.of(404, {"error": "not_found"}))

            def healthy() -> Answer:
                return office.grant(self.command, self.headers.get("Authorization") or "", body)

            if fault := network.faults.take(name, "token"):
                network.ledger.note(name, "token", self.path, f"fault {fault.kind}")
                return DELIVERIES[fault.kind](self, fault, healthy)
            answer = healthy()
            network.ledger.note(name, "token", self.path, str(answer.status))
            return self.reply(answer)

        do_GET = do_POST = answer

    return TokenHandler


LOGIN_PAGE = b"<!DOCTYPE html><html><head><title>Hotel Wi-Fi</title></head><body>Log in</body></html>\n"
"""What a captive portal answers, whatever was asked for."""


def probe_handler(network: Network, number: int) -> type[Handler]:
    """The handler of one connectivity probe's port."""
    trace = f"fl=000f00\nh=probe-{number}\nip=192.0.2.1\nts=1795262400.000\nvisit_scheme=http\n"
    answers = (Answer(200, trace.encode(), "text/plain"), Answer(200, b"success\n", "text/plain"))

    class ProbeHandler(Handler):
        """A place on the internet that has nothing to do with Battle.net."""

        def answer(self) -> None:
            """Answers unless the internet is gone, or a captive portal is in the way."""
            state = network.probes_answer[number - 1]
            outcome = "portal" if state == "portal" else "200" if state else "closed"
            network.ledger.note(f"probe-{number}", "probe", self.path, outcome)
            if state == "portal":
                self.reply(Answer(200, LOGIN_PAGE, "text/html"))
            elif state:
                self.reply(answers[number - 1])
            else:
                self.drop()

        do_GET = do_HEAD = answer

    return ProbeHandler
