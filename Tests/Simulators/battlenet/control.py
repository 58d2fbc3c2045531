"""The control API: how tests and scenarios move the world, and how they look at it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from .deliveries import DELIVERIES
from .faults import Fault
from .statuspage import HASH
from .statuspage import TARGET as STATUS_PAGE
from .wire import Answer, Handler
from .world import STATES

if TYPE_CHECKING:
    from .network import Network

FAULT_KINDS = (*DELIVERIES, "refused", "expired", "none")
_SET_KEYS = {
    "region",
    "flavour",
    "slug",
    "category",
    "state",
    "status",
    "population",
    "queue",
    "answers",
    "touch",
}
_FAULT_OPTIONS = ("expires_in", "retry_after", "empty", "slug", "bytes", "bytes_per_second", "to")
_FAULT_KEYS = {"target", "kind", "count", "path", "namespace", "group", *_FAULT_OPTIONS}


class Refusal(Exception):
    """A request to the control API that makes no sense, and why."""


def set_state(network: Network, request: dict[str, Any]) -> dict[str, Any]:
    """``POST /_sim/set``: changes groups, switches the probes, or switches ``Last-Modified``."""
    if "probes" in request:
        wanted = request["probes"]
        network.probes_answer = list(wanted) if isinstance(wanted, list) else [wanted] * 2
        return {"probes": network.probes_answer}
    if "reroll" in request:
        if network.loose is None:
            raise Refusal("only a loose stand-in has anything to decide again")
        network.loose.reroll()
        return {"reroll": True}
    if "conditional" in request:
        network.set_conditional(bool(request["conditional"]))
        return {"conditional": bool(request["conditional"])}
    if "query_hash" in request:
        network.status_page.hash = request["query_hash"] or HASH
        return {"query_hash": network.status_page.hash}
    _known(request, _SET_KEYS)
    try:
        source = network.world.source(request["region"], request.get("flavour", "retail"))
    except KeyError as unknown:
        raise Refusal(f"no region or flavour {unknown}") from unknown
    groups = source.chosen(request.get("slug"), request.get("category"))
    if not groups:
        raise Refusal("no realm fits")
    changes = _changes(request)
    before = network.ledger.answers(source.namespace)
    source.change(groups, changes, request.get("answers"))
    realms = [realm.slug for group in groups for realm in group.realms]
    return {"groups": len(groups), "realms": realms, "answers_before": before}


def _changes(request: dict[str, Any]) -> dict[str, object]:
    state = request.get("state")
    if state is not None and state not in STATES:
        raise Refusal(f"no state {state!r}; there are {', '.join(STATES)}")
    direct = {key: request[key] for key in ("status", "population", "queue") if key in request}
    changes = dict(STATES[state]) | direct if state else direct
    if not changes and not request.get("touch"):
        raise Refusal("nothing to change: give state, status, population, queue or touch")
    return changes


def set_fault(network: Network, request: dict[str, Any]) -> dict[str, Any]:
    """``POST /_sim/fault``: sets or clears the fault of one, several or all targets."""
    _known(request, _FAULT_KEYS)
    kind = str(request.get("kind", "none"))
    if kind not in FAULT_KINDS:
        raise Refusal(f"no fault {kind!r}; there are {', '.join(FAULT_KINDS)}")
    everything = [*network.regions, *network.offices, STATUS_PAGE]
    targets = everything if request.get("target") == "all" else request.get("target", [])
    targets = [targets] if isinstance(targets, str) else list(targets)
    if not targets or not set(targets) <= set(network.offices if kind == "expired" else everything):
        raise Refusal(f"no target {targets!r} for {kind}; there are {', '.join(everything)} and all")
    options = {key: request[key] for key in _FAULT_OPTIONS if key in request}
    for target in targets:
        fault = Fault(
            kind,
            request.get("count"),
            request.get("path"),
            request.get("namespace"),
            request.get("group"),
            options,
        )
        network.put_fault(target, None if kind == "none" else fault)
    return {"targets": targets, "kind": kind}


def reset(network: Network) -> dict[str, Any]:
    """``POST /_sim/reset``: everything up, nothing broken."""
    for target in (*network.regions, *network.offices, STATUS_PAGE):
        network.put_fault(target, None)
    network.status_page.hash = HASH
    network.probes_answer = [True, True]
    for source in network.world.sources.values():
        source.change(source.groups, {"status": "UP", "population": None, "queue": False}, None)
    return {}


def state(network: Network, region: str | None) -> dict[str, Any]:
    """``GET /_sim/state``: sources with their groups, faults, probes."""
    sources = {}
    for namespace, source in network.world.sources.items():
        if region in (None, source.region):
            with source.lock:
                sources[namespace] = {
                    "loose": network.loose.body(source) if network.loose else None,
                    "region": source.region,
                    "realms": source.realm_count,
                    "version": source.version,
                    "groups": [
                        {
                            "id": group.id,
                            "status": group.status,
                            "population": group.population,
                            "queue": group.queue,
                            "category": group.realms[0].category,
                            "slugs": [realm.slug for realm in group.realms],
                        }
                        for group in source.groups
                    ],
                }
    return {"sources": sources, "faults": network.faults.body(), "probes": network.probes_answer}


def _known(request: dict[str, Any], keys: set[str]) -> None:
    if unknown := set(request) - keys:
        raise Refusal(f"unknown keys: {', '.join(sorted(unknown))}")


def control_handler(network: Network) -> type[Handler]:
    """The handler of the control port."""
    actions = {"/_sim/set": set_state, "/_sim/fault": set_fault}

    class ControlHandler(Handler):
        """The control API."""

        def do_GET(self) -> None:
            """Answers with the state or the counters."""
            parts = urlsplit(self.path)
            match parts.path:
                case "/_sim/state":
                    self.reply(Answer.of(200, state(network, parse_qs(parts.query).get("region", [None])[0])))
                case "/_sim/requests":
                    self.reply(Answer.of(200, network.ledger.body()))
                case "/_sim/addresses":
                    self.reply(Answer.of(200, network.addresses()))
                case _:
                    self.reply(Answer.of(404, {"error": "no such page"}))

        def do_POST(self) -> None:
            """Performs one action, or several in order."""
            text = self.read_body()
            if self.path == "/_sim/reset":
                return self.reply(Answer.of(200, reset(network)))
            action = actions.get(self.path)
            if action is None:
                return self.reply(Answer.of(404, {"error": "no such page"}))
            try:
                request = json.loads(text)
                steps = request if isinstance(request, list) else [request]
                results = [action(network, step) for step in steps]
            except (Refusal, ValueError, TypeError, AttributeError) as refusal:
                return self.reply(Answer.of(400, {"error": str(refusal)}))
            return self.reply(Answer.of(200, results if isinstance(request, list) else results[0]))

    return ControlHandler
