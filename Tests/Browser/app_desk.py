"""What a box with games keeps for its owner, as the contract says it: invitations of developers, and what people wrote."""

from datetime import timedelta

import bodies as b

CODE = "4F7K-9QXM-2C8D-HT3W"


class Missing(Exception):
    """There is nothing of this name."""


class Desk:
    """Tests look into it and change it."""

    def __init__(self):
        #: The newest first.
        self.messages: list[dict] = []
        self.invitations: list[dict] = []
        self.page = 50
        self.made = 0

    def write(self, name: str, text: str = "Hello", address: str = "ola@example.org", read: bool = False, hours: float = 1) -> dict:
        """Somebody wrote."""
        number = max((one["message"] for one in self.messages), default=0) + 1
        one = {"message": number, "name": name, "address": address, "text": text, "at": b.stamp(b.now() - timedelta(hours=hours)), "isRead": read}
        self.messages.insert(0, one)
        return one

    def invite(self, note: str | None = None, **more) -> dict:
        self.made += 1
        one = {"invitation": f"inv{self.made:05}", "since": b.stamp(b.now()), "expiresAt": b.stamp(b.now() + timedelta(days=7)), **more}
        self.invitations.insert(0, one | ({"note": note} if note else {}))
        return self.invitations[0]

    @property
    def unread(self) -> int:
        return len([one for one in self.messages if not one["isRead"]])

    def answer(self, method: str, parts: list[str], body: dict | None, query: dict[str, list[str]]):
        """(status, body) of a request below `/v1/admin`."""
        return (self.contact if parts[0] == "contact" else self.invited)(method, parts[1:], body, query)

    def contact(self, method: str, rest: list[str], body, query):
        if not rest:
            before = int(query.get("before", [str(10**18)])[0])
            older = [one for one in self.messages if one["message"] < before]
            return 200, {"messages": older[:self.page], "unread": self.unread, "hasMore": len(older) > self.page}
        known = next((one for one in self.messages if str(one["message"]) == rest[0]), None)
        if known is None:
            raise Missing("no message has this number")
        if method == "DELETE":
            self.messages.remove(known)
            return 204, None
        known["isRead"] = body["isRead"]
        return 200, dict(known)

    def invited(self, method: str, rest: list[str], body, _):
        if method == "POST":
            return 201, {"invitation": self.invite(body.get("note")), "code": CODE}
        if method == "GET":
            return 200, {"invitations": self.invitations}
        known = [one for one in self.invitations if one["invitation"] == rest[0] and "usedAt" not in one]
        if not known:
            raise Missing("no invitation of this name waits")
        self.invitations.remove(known[0])
        return 204, None
