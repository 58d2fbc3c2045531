"""The empty folder to which sshd confines a connection that has not signed in yet: made where there is none, gone with its last user."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from pathlib import Path

_OURS = 0o711
"""Its mode where a test made it: only its owner may list it. Debian's service makes it with 755, and that one is never removed."""


class SSHDFolder:
    """sshd looks for it at its start, and again for each connection. Tests beside each other share it: each holds a lock on it."""

    def __init__(self, path: Path = Path("/run/sshd")) -> None:
        self.path = path
        self._held: int | None = None

    def acquire(self) -> None:
        """From now on it is there."""
        while self._held is None:
            self.path.mkdir(mode=_OURS, exist_ok=True)
            # Another test may remove it between these lines, as its last user.
            with contextlib.suppress(FileNotFoundError):
                self._held = self._locked(fcntl.LOCK_SH)

    def release(self) -> None:
        """Removes it, if a test made it and no other one uses it."""
        if self._held is None:
            return
        os.close(self._held)
        self._held = None
        with contextlib.suppress(FileNotFoundError, BlockingIOError):
            held = self._locked(fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not os.fstat(held).st_mode & stat.S_IROTH:
                self.path.rmdir()
            os.close(held)

    def _locked(self, how: int) -> int:
        """The folder, opened and locked; FileNotFoundError when it is another one by then, or gone."""
        held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(held, how)
            if os.path.samestat(os.fstat(held), self.path.stat()):
                return held
            raise FileNotFoundError(self.path)
        except OSError:
            os.close(held)
            raise
