# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names of topics, services, nodes and other things, as programs and users give them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any


def text(what: str, value: Any) -> str:
    """`value`. TypeError, which says what it is for, if it is no text; what ROS 2 allows is looked at elsewhere."""
    if not isinstance(value, str):
        raise TypeError(f'expected the name of a {what}, a str, found {value!r}')
    return value


def existing(what: str, name: str, there: Iterable[str]) -> str:
    """'no topic /foo; there are /a, /b': the nearest first, at most 12."""
    import difflib

    names = sorted(set(there))
    if not names:
        return f'no {what} {name}; there is none'
    near = difflib.get_close_matches(name, names, 3, 0.5)
    shown = (near + [each for each in names if each not in near])[:12]
    more = f' and {len(names) - len(shown)} more' if len(names) > len(shown) else ''
    return f'no {what} {name}; there {"are" if len(names) > 1 else "is"} {", ".join(shown)}{more}'


_NAMESPACE = re.compile(r'/|(/[A-Za-z_]\w*)+', re.ASCII)
_NODE = re.compile(r'[A-Za-z_]\w*', re.ASCII)


def check_namespace(namespace: str) -> None:
    """ValueError for what is no namespace with all its parts, '/' or '/robot/arm'."""
    if _NAMESPACE.fullmatch(namespace) is None or len(namespace) > 245:
        raise ValueError(
            f"the namespace is '{namespace}'; expected '/' or parts of letters, digits and '_' behind '/', "
            'none beginning with a digit, and at most 245 characters'
        )


def check_node_name(name: str) -> None:
    """ValueError for what is no name of a node, without a namespace."""
    if _NODE.fullmatch(name) is None or len(name) > 255:
        raise ValueError(
            f"the node's name is '{name}'; expected letters, digits and '_', not beginning with a digit, "
            'and at most 255 characters'
        )
