# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""pytest's option --accept: rxros2.replay.expect_outputs() takes what comes out as golden. Found by pytest itself."""

from __future__ import annotations

import sys
from typing import Any

_accepts = False


def pytest_addoption(parser: Any) -> None:
    parser.getgroup('rxros2').addoption(
        '--accept', action='store_true', help='rxros2: expect_outputs() writes the golden outputs anew'
    )


def pytest_configure(config: Any) -> None:
    global _accepts
    _accepts = config.getoption('--accept')


def is_accepting() -> bool:
    """Whether pytest, or a program that is none, was called with --accept."""
    return _accepts or '--accept' in sys.argv
