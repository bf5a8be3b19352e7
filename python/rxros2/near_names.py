# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The rule by which two names are probably meant to be the same one: a typing error, a slash or a namespace."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MOST_EDITS = 2
_DIGITS = re.compile(r'\d+')
_WORD_END = re.compile(r'[^A-Za-z0-9]')


def near_names(name: str, candidates: Iterable[str]) -> list[str]:
    """Returns the candidates that `name` was probably meant to be, the nearest first; never `name` itself.

    A name is near if it differs by one character, or by two in a long part; only by slashes, underscores and case; or
    by a namespace that one of them lacks. Names that differ in their numbers, or in words of one or two letters, belong
    to different things (camera_1 and camera_2, wheel_fl and wheel_fr) and are not near.
    """
    rated = ((_distance(name, candidate), candidate) for candidate in set(candidates) if candidate != name)
    return [candidate for _, candidate in sorted((rate, text) for rate, text in rated if rate is not None)]


def _distance(one: str, other: str) -> int | None:
    """Returns how far two names are from each other; None if they are not near."""
    if _letters(one) == _letters(other):
        return 0
    if _DIGITS.sub('0', one) == _DIGITS.sub('0', other):
        return None
    edits = _edits(one, other)
    if edits is not None:
        return edits
    return _MOST_EDITS + 1 if _lacks_namespace(one, other) or _lacks_namespace(other, one) else None


def _letters(name: str) -> str:
    return name.replace('/', '').replace('_', '').lower()


def _lacks_namespace(short: str, long: str) -> bool:
    """Returns true if `short` has the parts of `long` in their order, its last one included, but not all of them."""
    parts, longer = [part for part in short.split('/') if part], [part for part in long.split('/') if part]
    if not parts or len(parts) >= len(longer) or parts[-1] != longer[-1]:
        return False
    rest = iter(longer)
    return all(part in rest for part in parts)


def _edits(one: str, other: str) -> int | None:
    """Returns the number of typing errors between two names; None if there are too many for the length of their parts.

    An error is a character that is missing, superfluous or wrong, or two characters that are swapped.
    """
    if abs(len(one) - len(other)) > _MOST_EDITS:
        return None
    begin = 0
    while begin < min(len(one), len(other)) and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < min(len(one), len(other)) - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    edits = _alignment(one[begin : len(one) - end], other[begin : len(other) - end])
    word = max(_width(name, begin, end, _WORD_END) for name in (one, other))
    part = max(_width(name, begin, end, re.compile('/')) for name in (one, other))
    if edits > _MOST_EDITS or word < 3 or part < (4, 7)[edits - 1]:
        return None
    return edits


def _width(name: str, begin: int, end: int, boundary: re.Pattern[str]) -> int:
    """Returns the length of the text between the boundaries around a place, given from the name's begin and end."""
    before = boundary.split(name[:begin])[-1]
    after = boundary.split(name[len(name) - end :])[0] if end else ''
    return len(before) + len(name) - begin - end + len(after)


def _alignment(one: str, other: str) -> int:
    """Returns the fewest insertions, deletions, replacements and swaps that turn one text into the other."""
    rows = [list(range(len(other) + 1))]
    for i, char in enumerate(one, 1):
        row = [i]
        for j, other_char in enumerate(other, 1):
            cost = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (char != other_char))
            if i > 1 and j > 1 and char == other[j - 2] and other_char == one[i - 2]:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]
