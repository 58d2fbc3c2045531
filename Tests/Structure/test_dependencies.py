"""What installs and what mounts: without a network, without root, beside another run, and when somebody ends it.

`apt-get`, `pip` and `sudo` are stand-ins, and there is nothing else on the PATH; the folder has a space in its name.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
TOOLS = ("bash", "cat", "chmod", "cut", "dirname", "env", "grep", "ls", "mkdir", "mktemp", "mv", "rm", "sed", "setsid", "sha256sum", "sleep", "touch")
#: Waits until the test lets it go on; its process is in a file, so that one sees whether it still runs.
WAITS = 'echo $$ >"$STAGE/$1.pid"; until [ -e "$STAGE/go" ]; do sleep 0.05; done'

STANDINS = {
    "apt-config": "",
    "awk": "",
    "dpkg": "echo amd64",
    # Its last but one word is the folder.
    "mmdebstrap": rf"""
        echo "$*" >>"$STAGE/debians"
        waits() {{ {WAITS}; }}
        mkdir -p "${{@: -2:1}}/usr"
        [ "$APT" != bootstrap-waits ] || waits bootstrap
        [ "$APT" != offline ] || {{ echo "E: no way" >&2; exit 1; }}""",
    "id": 'echo "${USER_NUMBER:-0}"',
    "dpkg-query": 'for last; do :; done; [[ " $LACKING " == *" $last "* ]] || echo installed',
    "apt-get": rf"""
        echo "$*" >>"$STAGE/apt"
        waits() {{ {WAITS}; }}
        case "$*" in
            *update)
                [ "$APT" != update-waits ] || waits update
                if [ "$APT" = busy ] && [ ! -e "$STAGE/was-busy" ]; then
                    touch "$STAGE/was-busy"
                    echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)" >&2
                    exit 100
                fi ;;
            *--download-only*) [ "$APT" != offline ] || {{ echo "E: Unable to locate package gcc" >&2; exit 100; }} ;;
            *) [ "$APT" != install-waits ] || waits install; touch "$STAGE/installed" ;;
        esac""",
    # Makes a .venv whose python has a pip, unless it is ended before.
    "python3": rf"""
        mkdir -p .venv/bin
        cp_python() {{ cat "$STAGE/venv-python" >.venv/bin/python; chmod 755 .venv/bin/python; }}
        echo "$*" >>"$STAGE/venv"
        cp_python
        waits() {{ {WAITS}; }}
        [ "$PIP" != venv-waits ] || waits venv
        touch .venv/has-pip""",
}
VENV_PYTHON = rf"""#!/usr/bin/env bash
[ -e .venv/has-pip ] || {{ echo "No module named pip" >&2; exit 1; }}
waits() {{ {WAITS}; }}
case "$*" in
    *install*)
        echo "$*" >>"$STAGE/pip"
        mkdir "$TMPDIR/pip-unpack"
        [ "$PIP" != offline ] || {{ echo "ERROR: No matching distribution found for h2" >&2; exit 1; }}
        [ "$PIP" != pip-waits ] || waits pip ;;
esac
"""


def heard() -> None:
    """Before a program starts: as at a terminal, also where these tests run in the background of a shell, which ignores Ctrl-C, or of `nohup`."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Place:
    """A clone with stand-ins for all that reaches outside of it."""

    def __init__(self, folder: Path) -> None:
        self.clone = folder / "a clone"
        self.stage, self.temporary = folder / "stage", folder / "temporary"
        for one in (self.clone / "Tests", self.stage / "bin", self.temporary):
            one.mkdir(parents=True)
        shutil.copytree(ROOT / ".ci", self.clone / ".ci")
        shutil.copy(ROOT / "Tests" / "requirements.txt", self.clone / "Tests")
        for name, text in STANDINS.items():
            self.put(name, text)
        for name in TOOLS:
            (self.stage / "bin" / name).symlink_to(shutil.which(name))
        (self.stage / "venv-python").write_text(VENV_PYTHON)

    def put(self, name: str, text: str) -> None:
        (self.stage / "bin" / name).write_text(f"#!/usr/bin/env bash\n{text}\n")
        (self.stage / "bin" / name).chmod(0o755)

    def begin(self, *words: str, **variables: str) -> subprocess.Popen[str]:
        """Runs a script of `.ci` as a terminal does it, in a process group of its own."""
        told = {"PATH": str(self.stage / "bin"), "STAGE": str(self.stage), "TMPDIR": str(self.temporary), "APT": "", "PIP": ""} | variables
        return subprocess.Popen(
            [self.clone / ".ci" / words[0], *words[1:]], env=told, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True, preexec_fn=heard,
        )  # fmt: skip

    def run(self, *words: str, **variables: str) -> tuple[int, str]:
        process = self.begin(*words, **variables)
        said, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, said

    def comes(self, path: Path) -> str:
        """The text of a file, which is awaited."""
        return eventually(lambda: path.exists() and path.read_text().strip(), f"{path}")

    @property
    def left(self) -> list[str]:
        return [path.name for path in self.temporary.iterdir()]

    @property
    def stamps(self) -> list[str]:
        return [path.name for path in (self.clone / ".venv").glob("requirements-*")]


def eventually(look: Callable[[], str], what: str) -> str:
    end = time.monotonic() + PATIENCE
    while not (seen := look()):
        assert time.monotonic() < end, f"not within {PATIENCE} s: {what}"
        time.sleep(0.05)
    return seen


def runs(process: str) -> bool:
    """Whether there is such a process that does something."""
    try:
        return Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_what_is_missing_is_installed_once_and_nothing_is_left(place: Place) -> None:
    code, said = place.run("dependencies", "test", LACKING="gcc curl")
    assert (code, said) == (0, "installing from Debian: gcc curl\ninstalling from PyPI into .venv: Tests/requirements.txt\n")
    assert len(place.stamps) == 1 and (place.stage / "installed").exists() and place.left == []
    assert place.run("dependencies", "test") == (0, "")


def test_without_debians_mirror_it_says_what_could_not_be_installed(place: Place) -> None:
    code, said = place.run("dependencies", "test", LACKING="gcc", APT="offline")
    assert code == 69 and "E: Unable to locate package gcc\nerror: apt-get could not install gcc" in said
    assert "way to Debian's mirror? Run it again" in said and place.left == []


def test_without_pypi_it_says_so_and_the_next_run_goes_on(place: Place) -> None:
    code, said = place.run("dependencies", "test", PIP="offline")
    assert code == 69 and "ERROR: No matching distribution" in said and "way to PyPI? Run it again" in said
    assert place.left == place.stamps == []
    assert place.run("dependencies", "test")[0] == 0
    assert len((place.stage / "venv").read_text().splitlines()) == 1, "the environment was there"


def test_what_fetches_asks_again_by_itself(place: Place) -> None:
    assert place.run("dependencies", "test", LACKING="gcc")[0] == 0
    assert place.run("debian", "new", "trixie", "amd64", "minbase", "git")[0] == 0
    # Another call only says where Debian's mirror is.
    apt = [line for line in (place.stage / "apt").read_text().splitlines() if not line.startswith("indextargets ")]
    assert apt and all("-o Acquire::Retries=5 " in line for line in apt)
    assert "--retries 5 " in (place.stage / "pip").read_text()
    assert '--aptopt=Acquire::Retries "5"' in (place.stage / "debians").read_text()


def test_with_neither_root_nor_sudo_it_says_what_root_has_to_do(place: Place) -> None:
    code, said = place.run("dependencies", "test", LACKING="gcc curl", USER_NUMBER="1000")
    assert (code, said.splitlines()) == (69, [
        "error: these packages are missing, and this is neither root nor is there sudo. As root: apt-get install gcc curl"])
    assert not (place.stage / "apt").exists()
    # Where everything is there, nobody has to be root.
    assert place.run("dependencies", "test", USER_NUMBER="1000")[0] == 0


def test_with_sudo_all_of_apt_runs_through_it(place: Place) -> None:
    place.put("sudo", 'echo "$*" >>"$STAGE/sudo"; exec "$@"')
    assert place.run("dependencies", "build", LACKING="python3", USER_NUMBER="1000")[0] == 0
    assert len((place.stage / "sudo").read_text().splitlines()) == len((place.stage / "apt").read_text().splitlines()) == 3


def test_what_mounts_says_that_it_needs_root(place: Place) -> None:
    for words in (("inside", "a-folder", "--", "true"), ("as-root", "unshare", "--mount")):
        code, said = place.run(*words, USER_NUMBER="1000")
        assert code == 69 and said.startswith("error: unshare has to run as root, and this is neither root nor is there sudo.")


def test_it_waits_for_an_apt_get_of_another_run(place: Place) -> None:
    (place.stage / "bin" / "sleep").unlink()
    place.put("sleep", "")
    code, said = place.run("dependencies", "build", LACKING="python3", APT="busy")
    assert code == 0 and "waiting for another apt-get, which reads Debian's lists\n" in said
    assert (place.stage / "installed").exists() and place.left == []


@pytest.mark.parametrize(("at", "variables"), [
    ("update", {"LACKING": "gcc", "APT": "update-waits"}),
    ("venv", {"PIP": "venv-waits"}),
    ("pip", {"PIP": "pip-waits"}),
])
def test_ctrl_c_ends_it_and_the_next_run_is_whole(place: Place, at: str, variables: dict[str, str]) -> None:
    process = place.begin("dependencies", "test", **variables)
    under_way = place.comes(place.stage / f"{at}.pid")
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and said.endswith("ended; what is installed stays\n") and "error" not in said
    assert not runs(under_way) and place.left == []
    (place.stage / "go").touch()
    assert place.run("dependencies", "test", LACKING=variables.get("LACKING", ""))[0] == 0
    assert len(place.stamps) == 1 and (place.clone / ".venv" / "has-pip").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_packages_that_are_being_installed_become_whole_first(place: Place, number: signal.Signals) -> None:
    process = place.begin("dependencies", "test", LACKING="gcc", APT="install-waits")
    place.comes(place.stage / "install.pid")
    os.killpg(process.pid, number)
    if number != signal.SIGHUP:
        assert process.stdout.readline() == "installing from Debian: gcc\n"
        assert process.stdout.readline() == "ending as soon as apt-get has installed what it is at\n"
    # It waits: nobody has let apt-get go on.
    assert process.poll() is None and not (place.stage / "installed").exists()
    (place.stage / "go").touch()
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number and said.endswith("ended; what is installed stays\n")
    assert (place.stage / "installed").exists() and place.left == place.stamps == []


@pytest.mark.parametrize(("what", "folders"), [("compat", ["trixie"]), ("cross", ["trixie", "trixie-arm64"]), ("board", ["board", "qemu"])])
def test_what_runs_in_debian_folders_needs_no_network_once_they_are_installed(place: Place, what: str, folders: list[str]) -> None:
    (place.clone / ".ci" / "foreign-binaries").write_text("#!/usr/bin/env bash\necho foreign >>\"$STAGE/debians\"\n")
    code, said = place.run("dependencies", what, APT="offline")
    assert code == 69 and f"error: mmdebstrap could not make .debian/{folders[0]}" in said
    (place.stage / "debians").unlink()
    assert place.run("dependencies", what)[0] == 0
    made = (place.stage / "debians").read_text().splitlines()
    # Packages for the Pi run their own programs while they are installed.
    told = ["foreign"] if what == "board" else []
    assert made[: len(told)] == told and len(made) == len(told) + len(folders)
    assert sorted(one.name for one in (place.clone / ".debian").iterdir()) == folders
    assert place.run("dependencies", what, APT="offline") == (0, "")
    for folder in folders:
        assert place.run("debian", folder, APT="offline") == (0, f".debian/{folder}\n")


def test_half_a_debian_folder_does_not_stay(place: Place) -> None:
    words = ("debian", "new", "trixie", "amd64", "minbase", "git")
    code, said = place.run(*words, APT="offline")
    assert code == 69 and "E: no way\nerror: mmdebstrap could not make .debian/new" in said
    assert list((place.clone / ".debian").iterdir()) == []
    process = place.begin(*words, APT="bootstrap-waits")
    under_way = place.comes(place.stage / "bootstrap.pid")
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and not runs(under_way) and "error" not in said
    assert list((place.clone / ".debian").iterdir()) == []
    (place.stage / "bootstrap.pid").unlink()
    process = place.begin(*words, APT="bootstrap-waits")
    place.comes(place.stage / "bootstrap.pid")
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    assert [one.name for one in (place.clone / ".debian").iterdir()] == ["new.part"], "what is not whole has another name"
    assert place.run(*words, APT="offline")[0] == 69
    assert list((place.clone / ".debian").iterdir()) == []
