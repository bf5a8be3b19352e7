# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""launch.logging, as far as launch files use it."""

from __future__ import annotations

import logging


def get_logger(name: str | None = None) -> logging.Logger:
    """Its messages are those of the launch."""
    return logging.getLogger('launch' if name is None else name if name.startswith('launch') else f'launch.{name}')
