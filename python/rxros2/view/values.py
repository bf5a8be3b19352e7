# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages as the page shows them: plain JSON with long parts cut off, and numbers of fields for plots."""

from __future__ import annotations

import math
from typing import Any

from ..messages import Message

MOST_ITEMS = 100
MOST_CHARACTERS = 400
MOST_VALUES = 10_000
"""The most values of a whole message, because lists of lists multiply."""


def to_json(value: Any) -> Any:
    """Returns a message as dicts, lists, texts and numbers. {'…': 'how many more'} ends a list that was cut off.

    NaN and infinity become texts, because JSON has no such numbers.
    """
    return _to_json(value, [MOST_VALUES])


def _to_json(value: Any, budget: list[int]) -> Any:
    """`budget` is the number of values that may still be shown; it is counted down."""
    budget[0] -= 1
    if isinstance(value, Message):
        if budget[0] <= 0:
            return {'…': 'more'}
        return {name: _to_json(getattr(value, name), budget) for name in value.get_fields_and_field_types()}
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return value if len(value) <= MOST_CHARACTERS else f'{value[:MOST_CHARACTERS]}… ({len(value)} characters)'
    if isinstance(value, bytes):
        return value[0] if len(value) == 1 else _to_json(list(value), budget)
    if not hasattr(value, '__len__'):  # one of numpy's numbers
        return _to_json(value.item(), budget)
    shown = value[: max(0, min(MOST_ITEMS, budget[0]))]
    items = shown.tolist() if hasattr(shown, 'tolist') else list(shown)
    shown_items = [_to_json(item, budget) for item in items]
    return shown_items if len(value) <= len(shown_items) else [*shown_items, {'…': len(value) - len(shown_items)}]


def number_at(message: Any, path: str) -> float | None:
    """Returns the number at 'pose.position.x' or 'ranges[0]' of a message; None if it has no number there."""
    value = message
    try:
        for step in path.replace('[', '.[').strip('.').split('.'):
            if not step.startswith('['):
                if step not in value.get_fields_and_field_types():
                    return None
                value = getattr(value, step)
            else:
                value = value[int(step[1:-1])]
        number = float(value)
    except (AttributeError, IndexError, TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
