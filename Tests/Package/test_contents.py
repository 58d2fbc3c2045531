"""What is in the packages, judged by Debian's own tools."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from debian_root import REPOSITORY, DebianRoot, inside
from debs import Deb

ARCHITECTURES = {"amd64": "Advanced Micro Devices X86-64", "arm64": "AArch64"}


@pytest.fixture(scope="module")
def compiler() -> DebianRoot:
    """The system that built the packages; it has lintian and binutils."""
    return DebianRoot(REPOSITORY / ".debian" / "trixie")


@pytest.fixture(scope="module", params=list(ARCHITECTURES))
def architecture(request: pytest.FixtureRequest) -> str:
    """Each architecture in turn."""
    return str(request.param)


@pytest.fixture(scope="module")
def binary(architecture: str, workshop: Path) -> Path:
    """The program out of the package."""
    return Deb.built(architecture).unpack(workshop / f"unpacked-{architecture}") / "usr" / "bin" / "watchpost"


def needed(compiler: DebianRoot, binary: Path) -> set[str]:
    """The shared libraries that a program names."""
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", compiler.run("readelf", "--dynamic", "--wide", inside(binary))))


def test_lintian_has_nothing_to_say(compiler: DebianRoot, architecture: str) -> None:
    done = compiler.attempt(
        "lintian", "--allow-root", "--pedantic", "--fail-on", "error,warning", inside(Deb.built(architecture).path)
    )
    assert done.returncode == 0, done.stdout
    assert not re.search(r"(?m)^[EWP]: ", done.stdout), done.stdout


def test_the_program_is_for_the_machine_that_the_package_names(
    compiler: DebianRoot, architecture: str, binary: Path
) -> None:
    header = compiler.run("readelf", "--file-header", "--sections", "--wide", inside(binary))
    assert ARCHITECTURES[architecture] in header
    assert Deb.built(architecture).field("Architecture") == architecture
    assert ".symtab" not in header, "it is not stripped"


def test_swift_is_inside_and_everything_else_is_debians(compiler: DebianRoot, binary: Path) -> None:
    libraries = needed(compiler, binary)
    assert "libgpiod.so.3" in libraries
    assert not [name for name in libraries if name.startswith(("libswift", "libFoundation", "libdispatch", "lib_"))]


def test_nothing_can_be_rewritten_after_the_start(compiler: DebianRoot, binary: Path) -> None:
    assert "GNU_RELRO" in compiler.run("readelf", "--program-headers", "--wide", inside(binary))
    assert re.search(r"FLAGS.*NOW", compiler.run("readelf", "--dynamic", "--wide", inside(binary)))


def test_both_architectures_hold_the_same_and_need_the_same(compiler: DebianRoot, workshop: Path) -> None:
    amd64, arm64 = Deb.built("amd64"), Deb.built("arm64")
    assert amd64.files() == arm64.files()
    assert amd64.field("Depends") == arm64.field("Depends")
    # The dependencies were computed from one of them.
    programs = [deb.unpack(workshop / f"both-{deb.path.stem}") / "usr/bin/watchpost" for deb in (amd64, arm64)]
    loaders = {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
    amd64_libraries, arm64_libraries = (needed(compiler, program) - loaders for program in programs)
    assert arm64_libraries == amd64_libraries


def test_the_settings_need_time_zones_and_the_lamps_gpio(architecture: str) -> None:
    # Without certificates nobody upstream can be believed.
    assert {"tzdata", "ca-certificates", "libgpiod3", "libmicrohttpd12t64", "systemd"} <= set(Deb.built(architecture).dependencies())


@pytest.mark.parametrize("command", ["version", "check"])
def test_the_pis_program_runs_on_the_pis_libraries(command: str, workshop: Path) -> None:
    emulator = shutil.which("qemu-aarch64-static")
    assert emulator is not None, "qemu-user-static is missing"
    tree = Deb.built("arm64").unpack(workshop / f"emulated-{command}")
    settings = ["--config", str(tree / "usr/share/watchpost/watchpost.toml")] if command == "check" else []
    libraries = str(REPOSITORY / ".debian" / "trixie-arm64")
    done = subprocess.run(
        [emulator, "-L", libraries, str(tree / "usr/bin/watchpost"), command, *settings],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    expected = f"watchpost {Deb.built('arm64').field('Version')}" if command == "version" else "the settings are valid"
    assert done.stdout.startswith(expected)
    assert done.stderr == ""


def test_the_change_log_is_one_to_debian(compiler: DebianRoot, architecture: str, workshop: Path) -> None:
    tree = Deb.built(architecture).unpack(workshop / f"changelog-{architecture}")
    log = inside(tree / "usr/share/doc/watchpost/changelog.gz")
    script = 'zcat "$1" >/tmp/changelog; dpkg-parsechangelog -l /tmp/changelog -S Version; rm /tmp/changelog'
    assert compiler.run("/bin/sh", "-euc", script, "log", log).strip() == Deb.built(architecture).field("Version")


def test_no_file_is_a_conffile(architecture: str, workshop: Path) -> None:
    folder = workshop / f"control-{architecture}"
    subprocess.run(["dpkg-deb", "--control", Deb.built(architecture).path, folder], check=True, timeout=60)
    assert not (folder / "conffiles").exists(), "an edited conffile stops an unattended upgrade"


def test_the_page_of_the_wires_is_in_the_package_with_its_pictures(architecture: str) -> None:
    files = Deb.built(architecture).files()
    place = "./usr/share/doc/watchpost/"
    page = (REPOSITORY / "docs" / "hardware.md").read_text(encoding="utf-8")
    pictures = re.findall(r"\((images/[a-z0-9-]+\.svg)\)", page)
    assert len(pictures) >= 4
    assert {place + name for name in ["hardware.md", "trouble.md", *pictures]} <= files
