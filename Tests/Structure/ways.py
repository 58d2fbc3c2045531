"""The two ways that a fact goes: from a poll to a lamp, and from a realm that went down to a phone.

A room is a type whose code runs on the fact: it makes it, judges it, translates it or passes it on. Values that only
carry it (documents, views, rows, requests) are none, and neither is what decides when something may go (budgets, tokens,
buckets, gates). A step is a hand-over when it does not run as part of the call before it: another actor, task, thread or
transaction does it when its turn comes. What comes back to a caller that waits for it is none.

The lists are written by hand and held true by `test_structure.py`: the files exist, and by the compiler's index each
two steps that follow each other know one another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Step:
    """One room: a folder below `Sources` and a type there, whose files are `Type.swift` and `Type+….swift`."""

    room: str
    # Who takes the fact over, when this is a hand-over.
    by: str = ""
    # The callers that it goes back through, or where closures and protocols tie this room to the one before.
    through: tuple[str, ...] = ()


REALMS, SOURCES = "Core/Realms", "Appliance/Upstream/BattleNet"
STORAGE, OUTBOX = "Core/Storage", "Core/Notices/Outbox"
FAN_OUT, RULES = "Core/Notices/FanOut", "Core/Notices/Rules"
PUSH, CURL = "Push/Transport", "Transfers"
WATCH, WIRED = "Appliance/Realms/RealmWatch", "Appliance/Features/Feature+Realms"
PANEL, DISPATCHER = "Appliance/Panel/PanelHost", "Appliance/Notices/NoticeDispatcher"
STORE = "Core/Notices/NoticeStore"

POLL_TO_LAMP = (
    Step("Appliance/Realms/RealmPoller"),
    Step(f"{SOURCES}/BattleNetSource", by="the source's actor", through=("Appliance/Upstream/RealmSource",)),
    Step(
        "Appliance/Upstream/HTTPClient",
        through=(f"{SOURCES}/BattleNetUpstream", "Appliance/Upstream/RealmSource", "Appliance/Realms/RealmPolling"),
    ),
    Step(f"{CURL}/TransferLoop", by="curl's thread"),
    Step(f"{CURL}/SingleTransfers"),
    Step(f"{CURL}/TransferSet"),
    Step(f"{CURL}/TransferSlot"),
    Step(
        "JSONReading/JSONElement",
        through=(
            f"{CURL}/TransferSet",
            f"{CURL}/SingleTransfers",
            "Appliance/Upstream/HTTPClient",
            "Appliance/Realms/RealmPolling",
            "Appliance/Upstream/RealmSource",
            f"{SOURCES}/BattleNetSource",
        ),
    ),
    Step(f"{SOURCES}/GroupReader"),
    Step(
        WATCH,
        by="the actor of all realms",
        through=(f"{SOURCES}/BattleNetSource", "Appliance/Upstream/RealmSource", "Appliance/Realms/RealmPoller"),
    ),
    Step(f"{REALMS}/RealmMonitor"),
    Step(f"{REALMS}/SourceMonitor"),
    Step(f"{REALMS}/RealmEntry"),
    Step(f"{REALMS}/RealmTracker"),
    Step(
        PANEL,
        by="the panel's queue",
        through=(f"{REALMS}/SourceMonitor", f"{REALMS}/RealmMonitor", WATCH, WIRED),
    ),
    Step("Display/Panel/PanelControl"),
    Step("Display/Panel/Panel"),
    Step("Display/Panel/RealmSelection"),
    Step("Display/Panel/LampReading"),
    Step("Display/Panel/RealmTally"),
    Step("Display/Panel/LampMeaning"),
    Step(
        "Display/Lamps/LampPlayer",
        through=("Display/Panel/LampReading", "Display/Panel/Panel", "Display/Panel/PanelControl"),
    ),
    Step("Display/Lamps/LampSignal"),
    Step("Display/Lamps/LampPattern"),
    Step(
        "Appliance/Panel/PanelHardware",
        through=("Display/Lamps/LampPlayer", "Display/Panel/PanelControl", PANEL),
    ),
    Step("Display/Drivers/GPIO/LampLines"),
    Step("Display/Lamps/LampLineKeeper"),
    Step(
        "Display/Drivers/GPIO/KernelLines",
        through=("Display/Drivers/GPIO/LampLines", "Display/Drivers/GPIO/OutputLines"),
    ),
)

DOWN_TO_PHONE = (
    Step(f"{REALMS}/RealmTracker"),
    Step(f"{REALMS}/SourceMonitor"),
    Step(f"{REALMS}/RealmNews"),
    Step(f"{REALMS}/RealmMonitor"),
    Step(WATCH),
    Step("Appliance/Realms/Announcer", by="the queue of announcements", through=(WIRED,)),
    Step(f"{REALMS}/RealmStore"),
    Step(f"{STORAGE}/Database", by="the transaction of state and events"),
    Step(f"{STORAGE}/GroupCommit"),
    Step(f"{REALMS}/RealmTables", through=(f"{STORAGE}/Database", f"{REALMS}/RealmStore")),
    Step(f"{FAN_OUT}/NoticeChangeTable", through=(f"{REALMS}/RealmStore", f"{REALMS}/AnnouncementParticipant")),
    Step(f"{RULES}/NoticeAspect"),
    Step(f"{FAN_OUT}/RealmDowns"),
    Step(
        "Appliance/Notices/NoticeInbox",
        through=(
            f"{FAN_OUT}/NoticeChangeTable",
            f"{REALMS}/AnnouncementParticipant",
            f"{REALMS}/RealmStore",
            "Appliance/Realms/Announcer",
            WIRED,
            DISPATCHER,
        ),
    ),
    Step(DISPATCHER, by="the dispatcher's loop"),
    Step(f"{FAN_OUT}/GroupWindow"),
    Step(STORE, through=(DISPATCHER,)),
    Step(f"{STORAGE}/Database", by="the transaction of the fan-out"),
    Step(f"{FAN_OUT}/FanOut", through=(STORE,)),
    Step(f"{FAN_OUT}/FanOutSQL"),
    Step(f"{STORAGE}/Database", by="the transaction of the lease", through=(f"{FAN_OUT}/FanOut", STORE)),
    Step(f"{OUTBOX}/OutboxLeasing", through=(STORE,)),
    Step(f"{OUTBOX}/DueRow"),
    Step(f"{RULES}/NoticeTopic", through=(f"{OUTBOX}/OutboxLeasing",)),
    Step(f"{FAN_OUT}/RealmTopic"),
    Step(f"{FAN_OUT}/NoticeRealmTable"),
    Step(f"{RULES}/NoticeJudge"),
    Step(f"{RULES}/NoticeComposer"),
    Step(f"{RULES}/NoticeWords"),
    Step("Core/Notices/Languages/NoticeWords"),
    Step(
        f"{OUTBOX}/OutboxTable",
        through=(
            f"{RULES}/NoticeWords",
            f"{RULES}/NoticeComposer",
            f"{RULES}/NoticeJudge",
            f"{FAN_OUT}/RealmTopic",
            f"{RULES}/NoticeTopic",
            f"{OUTBOX}/OutboxLeasing",
        ),
    ),
    Step("Appliance/Notices/PushDelivery", through=(f"{OUTBOX}/OutboxLeasing", STORE, DISPATCHER)),
    Step("Push/RecoverableAdapter", through=(DISPATCHER, "Push/PushAdapter")),
    Step("Push/APNs/APNsAdapter", through=("Push/PushAdapter",)),
    Step("Push/APNs/APNsRequest"),
    Step("Push/PushMessage"),
    Step("Push/Payload/JSONText", through=("Push/APNs/APNsRequest",)),
    Step(f"{PUSH}/PushTransport", through=("Push/APNs/APNsRequest", "Push/APNs/APNsAdapter")),
    Step(f"{CURL}/TransferLoop", by="curl's thread"),
    Step(f"{PUSH}/TransferRound"),
    Step(f"{PUSH}/OriginQueue"),
    Step("Push/APNs/APNsDriver", through=(f"{PUSH}/TransferRound", f"{PUSH}/OutgoingRequest")),
    Step(f"{PUSH}/PushReach", through=(f"{PUSH}/OutgoingRequest",)),
    Step(f"{CURL}/TransferSet", through=(f"{PUSH}/TransferRound",)),
    Step(f"{CURL}/TransferSlot"),
)

WAYS = {"from a poll to a lamp": POLL_TO_LAMP, "from a realm-down to a phone": DOWN_TO_PHONE}


def rooms(way: Iterable[Step]) -> int:
    """Through how many rooms it leads; one that it comes to again, or in another folder, is counted once."""
    return len({PurePosixPath(step.room).name for step in way})


def hand_overs(way: Iterable[Step]) -> int:
    """How often somebody else takes the fact over."""
    return sum(1 for step in way if step.by)


def room_of(file: str) -> str:
    """The room that a file belongs to: `Core/Realms/SourceMonitor+Outages.swift` is of `Core/Realms/SourceMonitor`."""
    path = PurePosixPath(file)
    return str(path.parent / path.stem.split("+")[0])


def holds(place: str, file: str) -> bool:
    """Whether a file is of a place: of a room, or the one file `Type+Part` that ties others together."""
    return place == file.removesuffix(".swift") or place == room_of(file)


def faults(way: Iterable[Step], files: Iterable[str], graph: Iterable[tuple[str, str]]) -> list[str]:
    """What is no longer true of a way: places without a file, and neighbours of which neither uses the other.

    `files` are paths below `Sources`; `graph` has those pairs of them of which the first uses the second.
    """
    steps = list(way)
    places = sorted({place for step in steps for place in (step.room, *step.through)})
    known = list(files)
    wrong = [f"there is no {place}.swift" for place in places if not any(holds(place, file) for file in known)]
    pairs = {(one, other) for pair in graph for one in names(pair[0]) for other in names(pair[1])}
    for before, step in zip(steps, steps[1:]):
        chain = [before.room, *step.through, step.room]
        for one, other in zip(chain, chain[1:]):
            if one != other and (one, other) not in pairs and (other, one) not in pairs:
                wrong.append(f"{one} and {other} do not use each other (from {before.room} to {step.room})")
    return wrong


def names(file: str) -> set[str]:
    """The places that a file is of."""
    return {file.removesuffix(".swift"), room_of(file)}


def swift_files(root: Path) -> list[str]:
    """All below a folder."""
    return sorted(str(path.relative_to(root)) for path in root.rglob("*.swift"))


def told(way: Iterable[Step]) -> str:
    """The steps, one a line, with who takes over."""
    return "\n".join(f"    {step.room}" + (f"  <- {step.by}" if step.by else "") for step in way)
