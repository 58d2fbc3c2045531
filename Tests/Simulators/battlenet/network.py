"""Everything that listens: regions, token endpoints, probes and the control port, over one world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .api import GameData
from .birth import RETAIL, make_world
from .control import control_handler
from .faults import Fault, FaultBoard
from .handlers import probe_handler, region_handler, token_handler
from .ledger import Ledger
from .loose import Looseness
from .statuspage import TARGET as STATUS_PAGE
from .statuspage import StatusPage, page_handler
from .tokens import TokenOffice
from .wire import Handler, Listener


@dataclass
class Settings:
    """How the stand-in is set up; ports of 0 are chosen by the kernel."""

    seed: int = 1
    port: int = 0
    probe_ports: tuple[int, int] = (0, 0)
    conditional: bool = False
    oddities: bool = False
    token_life: float = 86_399
    pages: int | None = None
    """Rows on a page at most; None: as many as the API gives."""
    tags: bool = False
    loose: int | None = None
    """The seed of what the contract leaves open; None: always the same."""
    cache: str | None = None
    """The kind of cache that answers; None: the origin does."""


class Network:
    """The outside world, as far as Watchpost knows it."""

    def __init__(self, settings: Settings) -> None:
        self.world = make_world(settings.seed, settings.oddities)
        self.ledger = Ledger()
        self.faults = FaultBoard()
        self.probes_answer: list[bool | str] = [True, True]
        self.loose = None if settings.loose is None else Looseness(settings.loose)
        self.offices = {
            "token": TokenOffice("watchpost-sim", "sim-secret", settings.token_life),
            "token-cn": TokenOffice("watchpost-sim-cn", "sim-secret-cn", settings.token_life),
        }
        self.status_page = StatusPage(self.world)
        self.regions = {region: self._game_data(region, settings) for region in RETAIL}
        handlers: dict[str, type[Handler]] = {"control": control_handler(self)}
        handlers |= {name: token_handler(self, name) for name in self.offices}
        handlers |= {region: region_handler(self, region) for region in self.regions}
        handlers |= {f"probe-{number}": probe_handler(self, number) for number in (1, 2)}
        handlers[STATUS_PAGE] = page_handler(self)
        fixed = {name: settings.port and settings.port + index for index, name in enumerate(handlers)}
        for number, port in enumerate(settings.probe_ports, start=1):
            fixed[f"probe-{number}"] = port or fixed[f"probe-{number}"]
        self.listeners = {name: Listener(handler, fixed[name]) for name, handler in handlers.items()}
        for region, data in self.regions.items():
            data.base = self.listeners[region].url

    def addresses(self) -> dict[str, Any]:
        """What a configuration needs to know, as the ready line tells it."""
        url = {name: listener.url for name, listener in self.listeners.items()}
        return {
            "control": url["control"],
            "token_url": url["token"] + "/token",
            "token_url_cn": url["token-cn"] + "/token",
            "status_page": url[STATUS_PAGE] + "/graphql",
            "api": {region: url[region] for region in self.regions},
            "probes": [url["probe-1"] + "/cdn-cgi/trace", url["probe-2"].replace("127.0.0.1", "localhost") + "/success.txt"],
            "clients": {
                name: {"id": office.client_id, "secret": office.secret}
                for name, office in self.offices.items()
            },
        }

    def put_fault(self, target: str, fault: Fault | None) -> None:
        """Sets or clears a fault; a port that refuses is closed."""
        if fault and fault.kind == "expired":
            return self.offices[target].expire_all()
        self.faults.put(target, fault)
        listener = self.listeners[target]
        return listener.close() if fault and fault.kind == "refused" else listener.open()

    def set_conditional(self, on: bool) -> None:
        """Whether documents carry ``Last-Modified`` and ``If-Modified-Since`` is honoured."""
        for data in self.regions.values():
            data.conditional = on

    def _game_data(self, region: str, settings: Settings) -> GameData:
        office = self.offices["token-cn" if region == "cn" else "token"]
        data = GameData(region, self.world, office, self.ledger)
        data.conditional = settings.conditional
        data.page_size = settings.pages or data.page_size
        data.tags = settings.tags
        data.cache = settings.cache
        data.loose = self.loose
        return data
