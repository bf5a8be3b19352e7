# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reports the versions of Python, rxros2 and its dependencies."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib import metadata

from ..frame import version
from . import Finding

_EXTRAS = {
    'zenoh': 'eclipse-zenoh',
    'rx': 'reactivex',
    'uvloop': 'uvloop',
    'cli': 'rich',
    'security': 'cryptography',
}


def check() -> Iterator[Finding]:
    """Yields the versions of installed packages."""
    yield Finding('ok', f'rxros2 {version()}, Python {platform.python_version()}, {platform.platform()}')
    try:
        yield Finding('ok', f'numpy {metadata.version("numpy")}')
    except metadata.PackageNotFoundError:
        yield Finding('note', 'numpy is not installed; numeric arrays of messages are array.array', 'pip install numpy')
    for extra, package in _EXTRAS.items():
        try:
            yield Finding('ok', f'{package} {metadata.version(package)}')
        except metadata.PackageNotFoundError:
            yield Finding('note', f'{package} is not installed', f"if you need it: pip install 'rxros2[{extra}]'")
