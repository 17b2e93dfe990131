"""Folders that are made once for all tests of all workers."""

import fcntl
import hashlib
import shutil
from pathlib import Path


class Once:
    """Folders by what they are of, within `root`, which the workers of a run share."""

    def __init__(self, root: Path):
        self.root = root

    def __call__(self, key: tuple, make) -> Path:
        """Returns the folder of a key. The first to ask for it calls `make(folder)`; all others wait until that is done."""
        folder = self.root / hashlib.sha256("\0".join(map(str, key)).encode()).hexdigest()[:16]
        with open(f"{folder}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = Path(f"{folder}.done")
            if not done.exists():
                # What an attempt that failed left there.
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                done.touch()
        return folder
