# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Atomic writing of keystore files: a temporary file is renamed into place, so no reader sees an incomplete one.

Temporary files of a killed process have names that end with PART; sweep() removes them.
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
    """Creates a folder and its missing parents with access only for the owner. Existing folders are not changed."""
    missing = []
    while not path.is_dir():
        missing.append(path)
        path = path.parent
    for folder in reversed(missing):
        try:
            folder.mkdir(0o700)
        except FileExistsError:
            raise SecurityError(f'{folder} is not a folder: a keystore cannot be created there') from None
        except OSError as error:
            raise SecurityError(f'{folder} cannot be created: {error.strerror}') from None


def write(path: pathlib.Path, data: bytes, private: bool = False) -> None:
    """Writes or replaces a file. `private`: only its owner can read it at any time, whatever the umask is."""
    part = _temporary_path(path)
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
    """Creates or replaces a relative link to `target`; does nothing if it exists already."""
    words = os.path.relpath(target, path.parent)
    if path.is_symlink() and os.readlink(path) == words:
        return
    part = _temporary_path(path)
    try:
        os.symlink(words, part)
        os.replace(part, path)
    except OSError as error:
        raise SecurityError(f'{path} cannot become a link to {words}: {error.strerror}') from None
    finally:
        with suppress(OSError):
            part.unlink()


def _temporary_path(path: pathlib.Path) -> pathlib.Path:
    return path.with_name(f'.{path.name}.{secrets.token_hex(4)}{PART}')


@contextmanager
def locked(folder: pathlib.Path) -> Iterator[None]:
    """Locks the keystore against changes by other processes, and removes leftovers of a killed process."""
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
    """Removes temporary files of a killed process. Call this only with the lock."""
    for part in folder.rglob(f'.*{PART}'):
        with suppress(OSError):
            part.unlink()
