# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Files of a keystore: written beside their place and renamed into it, so that nobody ever sees half of one.

What a killed process left half-written has a name that ends with PART; sweep() removes it.
"""

from __future__ import annotations

import fcntl
import os
import pathlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .errors import SecurityError

PART = '.part'


def make_folder(path: pathlib.Path) -> None:
    """Makes it and what is missing above it, only for its owner. Those that exist stay as they are."""
    missing = []
    while not path.is_dir():
        missing.append(path)
        path = path.parent
    for each in reversed(missing):
        try:
            each.mkdir(0o700)
        except FileExistsError:
            raise SecurityError(f'{each} is no folder: a keystore cannot be made there') from None
        except OSError as error:
            raise SecurityError(f'{each} cannot be made: {error.strerror}') from None


def write(path: pathlib.Path, data: bytes, private: bool = False) -> None:
    """Puts `data` in place of what was there. `private`: only its owner can ever read it, whatever the umask."""
    part = _beside(path)
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o644)
        with open(descriptor, 'wb') as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise SecurityError(f'{path} cannot be written: {error.strerror}') from None
    finally:
        with suppress(OSError):
            part.unlink()


def link(path: pathlib.Path, target: pathlib.Path) -> None:
    """A relative link to `target` in place of what was there; nothing is done where it is one already."""
    words = os.path.relpath(target, path.parent)
    if path.is_symlink() and os.readlink(path) == words:
        return
    part = _beside(path)
    try:
        os.symlink(words, part)
        os.replace(part, path)
    except OSError as error:
        raise SecurityError(f'{path} cannot be made a link to {words}: {error.strerror}') from None
    finally:
        with suppress(OSError):
            part.unlink()


def _beside(path: pathlib.Path) -> pathlib.Path:
    return path.with_name(f'.{path.name}.{secrets.token_hex(4)}{PART}')


@contextmanager
def locked(folder: pathlib.Path) -> Iterator[None]:
    """No other process changes the keystore meanwhile; and nothing that a killed one left is there."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise SecurityError(f'{folder} cannot be opened: {error.strerror}') from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        sweep(folder)
        yield
    finally:
        os.close(descriptor)


def sweep(folder: pathlib.Path) -> None:
    """Removes what a killed process left; only for who has the lock."""
    for each in folder.rglob(f'.*{PART}'):
        with suppress(OSError):
            each.unlink()
