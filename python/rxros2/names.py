# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names of topics, services and nodes, as programs give them."""

from __future__ import annotations

from typing import Any


def text(what: str, value: Any) -> str:
    """`value`. TypeError, which says what it is for, if it is no text; what ROS 2 allows is looked at elsewhere."""
    if not isinstance(value, str):
        raise TypeError(f'expected the name of a {what}, a str, found {value!r}')
    return value
