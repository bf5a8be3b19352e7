# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The part of launch.logging that launch files use."""

from __future__ import annotations

import logging


def get_logger(name: str | None = None) -> logging.Logger:
    """Returns a logger whose messages appear as messages of the launch."""
    return logging.getLogger('launch' if name is None else name if name.startswith('launch') else f'launch.{name}')
