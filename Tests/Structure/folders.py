"""The graph of folders that use each other, and its cycles."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from pathlib import PurePosixPath


class FolderGraph:
    """Which folder uses which, and by which names; a folder is where a file lies, without those inside it."""

    def __init__(self, uses: Mapping[tuple[str, str], set[str]]) -> None:
        self.names: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.next: dict[str, set[str]] = defaultdict(set)
        for (file, home), names in sorted(uses.items()):
            one, other = str(PurePosixPath(file).parent), str(PurePosixPath(home).parent)
            if one != other:
                self.next[one].add(other)
                self.names[one, other].append(f"{PurePosixPath(file).name}: {', '.join(sorted(names)[:4])}")

    def cycles(self) -> list[list[str]]:
        """A shortest way back for each folder that has one, each cycle once; empty: the folders stand in layers."""
        found: dict[frozenset[str], list[str]] = {}
        for folder in sorted(self.next):
            if cycle := self.way_back(folder):
                found.setdefault(frozenset(cycle), cycle)
        return sorted(found.values(), key=len)

    def way_back(self, start: str) -> list[str]:
        """The folders of a shortest cycle through one, which stands first; empty: there is none."""
        before: dict[str, str] = {}
        waiting = deque([start])
        while waiting:
            folder = waiting.popleft()
            for other in sorted(self.next.get(folder, ())):
                if other == start:
                    way = [folder]
                    while way[-1] != start:
                        way.append(before[way[-1]])
                    return way[::-1]
                if other not in before:
                    before[other] = folder
                    waiting.append(other)
        return []

    def told(self, cycle: list[str]) -> str:
        """A cycle for whoever has to break it: each step with some of the names that make it."""
        lines = []
        for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            lines.append(f"{one} uses {other}")
            lines += [f"    {use}" for use in self.names[one, other][:5]]
        return "\n".join(lines)
