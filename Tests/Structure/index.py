"""Which file of the sources uses what of which other file, as the compiler found it.

Every debug build leaves an index beside its objects (`.build/tests/debug/index/store`): for each file the symbols that it
defines and those that it refers to. It is read through the toolchain's own libIndexStore, so nothing is guessed from
text: comments and strings are no uses, and members, extensions and operators are.
"""

from __future__ import annotations

import ctypes
import shutil
from collections import defaultdict
from collections.abc import Iterator
from ctypes import CFUNCTYPE, POINTER, c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path

# indexstore_symbol_role_t and indexstore_unit_dependency_kind_t of indexstore.h.
DEFINITION = 1 << 1
REFERENCE = 1 << 2
RECORD = 2


class IndexMissing(Exception):
    """There is no index of the files as they are now; the text says what to do."""


class Text(ctypes.Structure):
    """indexstore_string_ref_t."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


Each = CFUNCTYPE(c_bool, c_void_p, c_void_p)
EachName = CFUNCTYPE(c_bool, c_void_p, Text)


@dataclass
class Unit:
    """What one compilation of one file left."""

    name: str
    file: Path
    records: list[str]
    # Nanoseconds since 1970.
    written: int


class IndexStore:
    """An index on the disk; libIndexStore keeps it open as long as this lives."""

    def __init__(self, path: Path) -> None:
        self.library = ctypes.CDLL(str(library()))
        error = c_void_p()
        self.store = self.call("store_create", c_void_p, (c_char_p, POINTER(c_void_p)))(
            str(path).encode(), ctypes.byref(error)
        )
        if not self.store:
            raise IndexMissing(f"there is no index of a debug build in {path}: run `make built-tests` first")

    def call(self, name: str, result, arguments: tuple):  # noqa: ANN001, ANN201 - types of ctypes have no common name
        """One function of the library."""
        function = self.library[f"indexstore_{name}"]
        function.restype, function.argtypes = result, list(arguments)
        return function

    def units(self) -> Iterator[Unit]:
        """Of everything that was ever compiled into it: files that are gone have theirs still."""
        names: list[str] = []
        each = self.call("store_units_apply_f", c_bool, (c_void_p, c_uint, c_void_p, EachName))
        each(self.store, 0, None, EachName(lambda _, name: not names.append(str(name))))
        for name in names:
            if unit := self.unit(name):
                yield unit

    def unit(self, name: str) -> Unit | None:
        """Nil for what is no file's: modules, headers."""
        error = c_void_p()
        create = self.call("unit_reader_create", c_void_p, (c_void_p, c_char_p, POINTER(c_void_p)))
        reader = create(self.store, name.encode(), ctypes.byref(error))
        if not reader:
            return None
        try:
            text = {
                part: str(self.call(f"unit_reader_get_{part}", Text, (c_void_p,))(reader))
                for part in ("main_file", "working_dir")
            }
            if not text["main_file"].endswith(".swift"):
                return None
            seconds, nanoseconds = c_int64(), c_int64()
            self.call("unit_reader_get_modification_time", None, (c_void_p, POINTER(c_int64), POINTER(c_int64)))(
                reader, ctypes.byref(seconds), ctypes.byref(nanoseconds)
            )
            return Unit(
                name=name,
                file=(Path(text["working_dir"]) / text["main_file"]).resolve(),
                records=self.records(reader, text["main_file"]),
                written=seconds.value * 10**9 + nanoseconds.value,
            )
        finally:
            self.call("unit_reader_dispose", None, (c_void_p,))(reader)

    def records(self, reader: c_void_p, file: str) -> list[str]:
        """Those of the unit's own file."""
        found: list[str] = []
        kind = self.call("unit_dependency_get_kind", c_int, (c_void_p,))
        name = self.call("unit_dependency_get_name", Text, (c_void_p,))
        path = self.call("unit_dependency_get_filepath", Text, (c_void_p,))

        def take(_: object, dependency: c_void_p) -> bool:
            if kind(dependency) == RECORD and str(path(dependency)) == file:
                found.append(str(name(dependency)))
            return True

        self.call("unit_reader_dependencies_apply_f", c_bool, (c_void_p, c_void_p, Each))(reader, None, Each(take))
        return found

    def symbols(self, record: str) -> Iterator[tuple[str, str, int]]:
        """Identifier (USR), name and roles of each symbol that stands in a file."""
        error = c_void_p()
        create = self.call("record_reader_create", c_void_p, (c_void_p, c_char_p, POINTER(c_void_p)))
        reader = create(self.store, record.encode(), ctypes.byref(error))
        if not reader:
            raise IndexMissing(f"the index lacks its record {record}: remove .build/tests and build again")
        found: list[tuple[str, str, int]] = []
        usr = self.call("symbol_get_usr", Text, (c_void_p,))
        name = self.call("symbol_get_name", Text, (c_void_p,))
        roles = self.call("symbol_get_roles", c_uint64, (c_void_p,))

        def take(_: object, symbol: c_void_p) -> bool:
            found.append((str(usr(symbol)), str(name(symbol)), roles(symbol)))
            return True

        self.call("record_reader_symbols_apply_f", c_bool, (c_void_p, c_bool, c_void_p, Each))(
            reader, True, None, Each(take)
        )
        self.call("record_reader_dispose", None, (c_void_p,))(reader)
        yield from found


def library() -> Path:
    """The toolchain's own, which knows the format that its compiler writes."""
    compiler = shutil.which("swiftc")
    if compiler is None:
        raise IndexMissing("there is no swiftc in PATH")
    found = Path(compiler).resolve().parent.parent / "lib" / "libIndexStore.so"
    if not found.exists():
        raise IndexMissing(f"the toolchain of {compiler} has no {found}")
    return found


def uses(store: Path, root: Path) -> dict[tuple[str, str], set[str]]:
    """Which file names what of which other one: paths below `root`, and the names of the symbols."""
    index = IndexStore(store)
    files = {path.resolve(): str(path.relative_to(root)) for path in root.rglob("*.swift")}
    units: dict[Path, Unit] = {}
    for unit in index.units():
        if unit.file in files and (unit.file not in units or units[unit.file].written < unit.written):
            units[unit.file] = unit
    stale = [name for path, name in files.items() if path not in units or units[path].written < path.stat().st_mtime_ns]
    if stale:
        raise IndexMissing(
            f"{len(stale)} files changed since the last debug build ({', '.join(sorted(stale)[:3])}…): "
            "run `make built-tests` first"
        )
    homes: dict[str, set[str]] = defaultdict(set)
    named: dict[str, dict[str, str]] = {}
    for path, unit in units.items():
        references = named[files[path]] = {}
        for record in unit.records:
            for usr, name, roles in index.symbols(record):
                if roles & DEFINITION:
                    homes[usr].add(files[path])
                if roles & REFERENCE:
                    references[usr] = name
    graph: dict[tuple[str, str], set[str]] = defaultdict(set)
    for file, references in named.items():
        for usr, name in references.items():
            for home in homes.get(usr, ()):
                if home != file:
                    graph[file, home].add(name)
    return graph
