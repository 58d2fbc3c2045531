"""Packages and Debian systems for the tests of the package."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from debian_root import REPOSITORY, DebianRoot, build
from debs import Deb

# What a Pi's Debian has anyway: systemd, udev, kmod and manuals; the rest is for the tests themselves.
_SYSTEM = ["systemd", "udev", "kmod", "man-db", "init-system-helpers", "curl", "iproute2"]
_numbers = count()


@pytest.fixture(scope="session")
def workshop() -> Iterator[Path]:
    """A folder for what the tests make, inside the project so that systems see it."""
    folder = REPOSITORY / ".build" / "package-tests"
    for old in folder.glob("root-*"):
        DebianRoot(old).remove()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def deb() -> Deb:
    """The package for PCs, which can be installed here."""
    return Deb.built("amd64")


@pytest.fixture(scope="session")
def bare(deb: Deb) -> DebianRoot:
    """A Debian with everything that the package depends on, and without the package."""
    return DebianRoot(build("package", sorted({*_SYSTEM, *deb.dependencies()})))


@pytest.fixture(scope="session")
def _installed(bare: DebianRoot, deb: Deb, workshop: Path) -> Iterator[DebianRoot]:
    root = bare.copy(workshop / "root-installed")
    root.install(deb.path)
    yield root
    root.remove()


@pytest.fixture
def fresh(bare: DebianRoot, workshop: Path) -> Iterator[DebianRoot]:
    """A system without the package, for one test alone."""
    root = bare.copy(workshop / f"root-{next(_numbers)}")
    yield root
    root.remove()


@pytest.fixture
def installed(_installed: DebianRoot, workshop: Path) -> Iterator[DebianRoot]:
    """A system with the package, for one test alone."""
    root = _installed.copy(workshop / f"root-{next(_numbers)}")
    yield root
    root.remove()


@pytest.fixture(scope="session")
def looked_at(_installed: DebianRoot) -> DebianRoot:
    """A system with the package, for tests that only look."""
    return _installed


@pytest.fixture(scope="session")
def newer(deb: Deb, workshop: Path) -> Deb:
    """A later release, whose own settings file differs."""
    return deb.release(f"{deb.field('Version')}+next", workshop, "# a new key\n")


@pytest.fixture(scope="session")
def with_conffile(deb: Deb, workshop: Path) -> Deb:
    """An earlier release, whose settings were a conffile, with other words in it than today's."""
    return deb.release(f"{deb.field('Version')}~conffile", workshop, "# of an old release\n", conffile=True)


@pytest.fixture(scope="session")
def older(deb: Deb, workshop: Path) -> Deb:
    """An earlier release."""
    return deb.release(f"{deb.field('Version')}~previous", workshop)
