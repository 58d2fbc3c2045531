"""What a service does beside answering, as the control port says."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any


@dataclass
class Behaviour:
    """Faults of one service; zero and false are none of them."""

    streams: int = 1000
    delay: float = 0
    ahead: float = 0
    """Seconds by which the service's clock is ahead of this machine's."""
    goaway_after: int = 0
    """A graceful GOAWAY after so many requests of a connection, which then ends."""
    goaway_abrupt_after: int = 0
    """GOAWAY, and the connection is closed at once with answers owing."""
    drop_after: int = 0
    """The connection is reset after so many requests, the last one taken and unanswered."""
    black_hole: bool = False
    """Requests are taken and never answered, on connections that are open already, too."""
    status: int = 0
    """Every request is answered with this status and ``reason``."""
    reason: str = ""
    body: str | None = None
    """The body of that answer, instead of JSON with the reason."""
    times: int = 0
    """So often, and then normally again; 0: until told otherwise."""

    def change(self, changes: dict[str, Any]) -> None:
        """Takes over what is named; unknown names are mistakes of the test."""
        names = {known.name for known in fields(self)}
        for name, value in changes.items():
            if name not in names:
                raise ValueError(f"no behaviour is called {name}")
            setattr(self, name, value)

    def forced(self) -> tuple[int, str] | None:
        """The forced answer of the next request."""
        if not self.status:
            return None
        answer = (self.status, self.reason)
        if self.times:
            self.times -= 1
            if not self.times:
                self.status = 0
        return answer
