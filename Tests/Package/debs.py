"""The packages under test, and variants of them that stand for earlier and later releases."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from debian_root import REPOSITORY

_FOLDER = REPOSITORY / ".build" / "packages"


def _dpkg_deb(*arguments: str | Path) -> str:
    done = subprocess.run(
        ["dpkg-deb", *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True, timeout=120
    )
    return done.stdout


@dataclass(frozen=True)
class Deb:
    """A .deb file."""

    path: Path

    @staticmethod
    def built(architecture: str) -> Deb:
        """The one that `make deb` left for this release."""
        version_file = REPOSITORY / "Sources" / "SystemSupport" / "Version.swift"
        match = re.search(r'text = "(.*)"', version_file.read_text(encoding="utf-8"))
        assert match is not None
        return Deb(_FOLDER / f"watchpost_{match[1]}_{architecture}.deb")

    def field(self, name: str) -> str:
        """A field of the control file."""
        return _dpkg_deb("--field", self.path, name).strip()

    def dependencies(self) -> list[str]:
        """The names it depends on; of alternatives the first."""
        return [re.split(r"[ |]", item.strip())[0] for item in self.field("Depends").split(",")]

    def files(self) -> set[str]:
        """The paths in it."""
        lines = _dpkg_deb("--contents", self.path).splitlines()
        return {line.split(maxsplit=5)[5] for line in lines}

    def unpack(self, folder: Path) -> Path:
        """Its files below a folder."""
        _dpkg_deb("--extract", self.path, folder)
        return folder

    def release(self, version: str, folder: Path, settings: str = "", conffile: bool = False) -> Deb:
        """The same program as another release, with something added to the settings that it ships.

        `conffile`: as releases before 0.1.0 shipped them, as a configuration file in dpkg's sense.
        """
        tree = folder / f"tree-{version}"
        _dpkg_deb("--raw-extract", self.path, tree)
        control = tree / "DEBIAN" / "control"
        text = control.read_text(encoding="utf-8")
        control.write_text(re.sub(r"(?m)^Version: .*$", f"Version: {version}", text), encoding="utf-8")
        template = tree / "usr" / "share" / "watchpost" / "watchpost.toml"
        with template.open("a", encoding="utf-8") as file:
            file.write(settings)
        if conffile:
            template.rename(tree / "etc" / "watchpost" / "watchpost.toml")
            (tree / "DEBIAN" / "conffiles").write_text("/etc/watchpost/watchpost.toml\n", encoding="utf-8")
        path = folder / f"watchpost_{version}.deb"
        _dpkg_deb("--root-owner-group", "-Zgzip", "-z1", "--build", tree, path)
        return Deb(path)
