# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Key expressions of Zenoh for the names that a pattern of permissions matches."""

from __future__ import annotations

import fnmatch
import itertools
import re

from .errors import SecurityError

_MOST = 256
"""Most key expressions for the names of a pattern: each '*' between letters doubles them."""
MOST_IN_DOMAINS = 1024
"""Most key expressions for a pattern in all its domains."""
_PREFIXES = {'rt': '', 'rq': 'Request', 'rr': 'Reply'}
"""The prefixes of DDS topics, and what ROS 2 appends to the name of a service."""
_NAME = re.compile(r'/[A-Za-z0-9_*/]+')


def ros_names(topic: str, place: str) -> list[tuple[str, str]]:
    """Splits a pattern of DDS topics into prefixes ('rt', 'rq' or 'rr') with patterns of ROS names.

    Topics that are no topics of ROS 2, such as ros_discovery_info, have none: Zenoh does not know them. SecurityError,
    with `place`, if a pattern matches some names of ROS 2, but cannot be split.
    """
    if topic == '*':
        return [(prefix, '/*') for prefix in _PREFIXES]
    prefix, slash, rest = topic.partition('/')
    if not slash or prefix not in _PREFIXES:
        if re.search(r'[*?\[]', prefix):
            raise _inexpressible(topic, place, "expected one that begins with 'rt/', 'rq/' or 'rr/'")
        return []
    suffix, name = _PREFIXES[prefix], f'/{rest}'
    if _NAME.fullmatch(name) is None or '//' in name:
        raise _inexpressible(topic, place, "of the wildcards Zenoh has only '*'; write the names out")
    patterns = _without_suffix(re.sub(r'\*+', '*', name), suffix)
    if not patterns:
        raise _inexpressible(topic, place, f"expected one that ends with '{suffix}' or '*'")
    patterns = {name for name in patterns if not name.endswith('/')}
    if not patterns:
        raise _inexpressible(topic, place, "no name ends with '/'")
    needed = [name for name in patterns if not any(name != other and includes(other, name) for other in patterns)]
    return [(prefix, name) for name in sorted(needed)]


def _without_suffix(pattern: str, suffix: str) -> set[str]:
    """Returns patterns of the names that `pattern` matches if `suffix` is appended to them."""
    if not suffix:
        return {pattern}
    if pattern.endswith('*'):
        return _without_suffix(pattern, suffix[:-1]) | _without_suffix(pattern[:-1], suffix)
    return _without_suffix(pattern[:-1], suffix[:-1]) if pattern[-1:] == suffix[-1] else set()


def includes(pattern: str, other: str) -> bool:
    """Returns whether a pattern matches all names that another one matches. Their only wildcard is '*'."""
    return re.fullmatch(fnmatch.translate(pattern), other) is not None


def intersect(pattern: str, other: str) -> bool:
    """Returns whether there is a text that both patterns match. Their only wildcard is '*'."""
    seen: set[tuple[int, int]] = set()
    waiting = [(0, 0)]
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        first, second = position
        one, two = pattern[first : first + 1], other[second : second + 1]
        if not one and not two:
            return True
        if '*' in (one, two):
            waiting += [(first + 1, second)] if one else []
            waiting += [(first, second + 1)] if two else []
        elif one == two:
            waiting.append((first + 1, second + 1))
    return False


def _inexpressible(topic: str, place: str, reason: str) -> SecurityError:
    return SecurityError(f"{place}: '{topic}' cannot be expressed as a key of Zenoh: {reason}")


def name_keys(pattern: str, place: str) -> list[str]:
    """Returns key expressions, without a leading '/', that together match the names that a pattern matches.

    `pattern` is absolute. Its '*' matches any characters, also '/'. SecurityError, with `place`, if these are too many.
    """
    pattern = re.sub(r'\*+', '*', pattern)
    parts = pattern.split('*')
    choices = [
        _wildcards(before.endswith('/'), after.startswith('/') or (not after and end))
        for before, after, end in zip(parts, parts[1:], [False] * (len(parts) - 2) + [True], strict=False)
    ]
    if 2 ** sum(len(choice) > 1 for choice in choices) > _MOST:
        raise SecurityError(f"{place}: '{pattern}' has too many '*' between letters for Zenoh; write the names out")
    keys = []
    for chosen in itertools.product(*choices):
        text = parts[0] + ''.join(wildcard + part for wildcard, part in zip(chosen, parts[1:], strict=True))
        keys.append(text.removeprefix('/'))
    return keys


def _wildcards(begins_chunk: bool, ends_chunk: bool) -> list[str]:
    """Returns the alternatives that together stand for '*' in a name. Chunks are the parts between '/'."""
    match begins_chunk, ends_chunk:
        case True, True:
            return ['*/**']
        case True, False:
            return ['**/$*']
        case False, True:
            return ['$*/**']
    return ['$*', '$*/**/$*']


def chunk(pattern: str) -> str:
    """Returns the key expression for names that are one chunk, as in liveliness tokens, where '%' replaces '/'."""
    return re.sub(r'\*+', '$*', pattern.replace('/', '%'))


def canonical(key: str) -> str:
    """Returns a key expression in the only form that Zenoh accepts: '*' before '**', and one '**' in a row."""
    chunks: list[str] = []
    is_deep = False
    for part in key.split('/'):
        if part == '**':
            is_deep = True
            continue
        if part != '*' and is_deep:
            chunks.append('**')
            is_deep = False
        chunks.append(part)
    if '' in chunks:
        raise ValueError(f"'{key}' is no key of Zenoh: a part between two '/' is empty")
    return '/'.join([*chunks, '**'] if is_deep else chunks)
