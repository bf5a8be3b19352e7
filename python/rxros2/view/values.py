# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages as the page shows them: plain JSON, long parts cut off; and the numbers of fields, for plots."""

from __future__ import annotations

import math
from typing import Any

from ..messages import Message

MOST_ITEMS = 100
MOST_CHARACTERS = 400


def to_json(value: Any) -> Any:
    """A message as dicts, lists, texts and numbers. What is cut off is said: {'…': 'how many more'} ends a list.

    JSON has no NaN and no infinity: they are texts.
    """
    if isinstance(value, Message):
        return {name: to_json(getattr(value, name)) for name in value.get_fields_and_field_types()}
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return value if len(value) <= MOST_CHARACTERS else f'{value[:MOST_CHARACTERS]}… ({len(value)} characters)'
    if isinstance(value, bytes):
        return value[0] if len(value) == 1 else to_json(list(value))
    if not hasattr(value, '__len__'):  # one of numpy's numbers
        return to_json(value.item())
    shown = value[:MOST_ITEMS]
    items = shown.tolist() if hasattr(shown, 'tolist') else list(shown)
    found = [to_json(item) for item in items]
    return found if len(value) <= MOST_ITEMS else [*found, {'…': len(value) - MOST_ITEMS}]


def number_at(message: Any, path: str) -> float | None:
    """'pose.position.x' or 'ranges[0]' of a message; None if it has no number there (yet)."""
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
