"""An HTTP/2 server whose connections misbehave on demand.

Two traps of the library: it answers a stream too many with a connection error, where RFC 9113 §5.1.2 wants a
stream error, so streams are counted here; and its own ``close_connection`` ends the state machine, so a graceful
GOAWAY is written by hand.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings
from hyperframe.frame import GoAwayFrame

from push.behaviour import Behaviour
from push.ledger import Ledger

_MOST = h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS


@dataclass
class Answer:
    """What a service says to one request."""

    status: int
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    delay: float = 0
    """Seconds before it is sent."""
    is_trusted: bool = True
    """Whether the connection may have more streams from now on."""


class Service(Protocol):
    """What a server is made of: a name, the misbehaviour, and the answers."""

    name: str
    behaviour: Behaviour
    ledger: Ledger
    first_streams: int

    def answer(self, connection: int, headers: dict[str, str], body: bytes) -> Answer:
        """Judges one request."""


class _Uncounted(h2.connection.H2Connection):
    open_inbound_streams = 0  # type: ignore[assignment]


class Connection(asyncio.Protocol):
    """One connection of a client."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.streams: dict[int, tuple[dict[str, str], bytearray]] = {}
        self.owing: dict[int, Answer] = {}
        self.refused: set[int] = set()
        self.seen = 0
        self.is_warm = False
        self.last_stream = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Says hello, if the client speaks HTTP/2 at all."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        protocol = transport.get_extra_info("ssl_object").selected_alpn_protocol()
        self.number = self.service.ledger.open(self.service.name, str(protocol))
        if protocol != "h2":
            transport.close()
            return
        self.http = _Uncounted(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.http.local_settings = h2.settings.Settings(
            client=False, initial_values={_MOST: self.service.first_streams}
        )
        self.http.initiate_connection()
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Takes what the client sent."""
        if self.transport.is_closing():
            return
        try:
            events = self.http.receive_data(data)
        except h2.exceptions.ProtocolError:
            self._flush()
            self.transport.close()
            return
        for event in events:
            self._take(event)
        self._flush()

    def _take(self, event: h2.events.Event) -> None:
        stream: int = getattr(event, "stream_id", None) or 0
        if isinstance(event, h2.events.RequestReceived):
            self._begin(stream, dict(event.headers))
        elif stream in self.refused or (self.last_stream and stream > self.last_stream):
            return
        elif isinstance(event, h2.events.DataReceived) and stream in self.streams:
            self.streams[stream][1].extend(event.data)
            self.http.acknowledge_received_data(event.flow_controlled_length, stream)
        elif isinstance(event, h2.events.StreamEnded) and stream in self.streams:
            self._end(stream)
        elif isinstance(event, h2.events.StreamReset):
            self.streams.pop(stream, None)

    def _begin(self, stream: int, headers: dict[str, str]) -> None:
        if self.last_stream:
            return
        if len(self.streams) >= self.http.local_settings.max_concurrent_streams:
            self.service.ledger.refused_streams += 1
            self.refused.add(stream)
            self.http.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
            return
        self.streams[stream] = (headers, bytearray())

    def _end(self, stream: int) -> None:
        headers, body = self.streams[stream]
        self.seen += 1
        behaviour = self.service.behaviour
        answer = self.service.answer(self.number, headers, bytes(body))
        if behaviour.black_hole:
            return
        if self.seen == behaviour.drop_after:
            self.transport.abort()
            return
        if self.seen == behaviour.goaway_abrupt_after:
            self._go_away(0)
            self.transport.close()
            return
        if self.seen == behaviour.goaway_after:
            self._go_away(stream)
            asyncio.get_running_loop().call_later(1, self.transport.close)
        delay = behaviour.delay + answer.delay
        if delay:
            asyncio.get_running_loop().call_later(delay, self._reply, stream, answer)
        else:
            self._reply(stream, answer)

    def _go_away(self, last_stream: int) -> None:
        self._flush()
        self.last_stream = last_stream
        frame = GoAwayFrame(0, last_stream_id=last_stream, error_code=0, additional_data=b'{"reason":"Shutdown"}')
        self.transport.write(frame.serialize())

    def _reply(self, stream: int, answer: Answer) -> None:
        if self.transport.is_closing() or self.streams.pop(stream, None) is None:
            return
        headers = [(":status", str(answer.status)), *answer.headers]
        self.http.send_headers(stream, headers, end_stream=not answer.body)
        if answer.body:
            self.owing[stream] = answer
            self._pay(stream, answer.body)
        if not self.is_warm and answer.is_trusted:
            self.is_warm = True
            self.http.update_settings({_MOST: self.service.behaviour.streams})
        self._flush()

    def _pay(self, stream: int, body: bytes) -> None:
        """Sends a body as far as flow control lets it, and gives up there: clients shall not need the rest."""
        room = min(self.http.local_flow_control_window(stream), len(body))
        size = self.http.max_outbound_frame_size
        sent = 0
        while sent < room:
            part = body[sent : min(sent + size, room)]
            sent += len(part)
            self.http.send_data(stream, part, end_stream=sent == len(body))
        self.owing.pop(stream, None)

    def _flush(self) -> None:
        data = self.http.data_to_send()
        if data and not self.transport.is_closing():
            self.transport.write(data)
