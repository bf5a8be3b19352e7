# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""pytest's option --accept: rxros2.replay.expect_outputs() stores the outputs as golden. pytest loads it by itself."""

from __future__ import annotations

import sys
from typing import Any

_accepts = False


def pytest_addoption(parser: Any) -> None:
    """Adds the option --accept to pytest."""
    parser.getgroup('rxros2').addoption(
        '--accept', action='store_true', help='rxros2: expect_outputs() writes the golden outputs anew'
    )


def pytest_configure(config: Any) -> None:
    """Stores whether --accept was given."""
    global _accepts
    _accepts = config.getoption('--accept')


def is_accepting() -> bool:
    """Returns whether pytest, or the program if it does not run under pytest, was started with --accept."""
    return _accepts or '--accept' in sys.argv
