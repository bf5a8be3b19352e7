# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names of topics, services, nodes and other things, as programs and users give them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .printable import one_line


def text(kind: str, value: Any) -> str:
    """Returns `value`. Raises TypeError, which names the kind, if it is not a str.

    ROS 2's rules are checked elsewhere.
    """
    if not isinstance(value, str):
        raise TypeError(f'expected the name of a {kind}, a str, found {value!r}')
    return value


def with_parts(function: str, kind: str, cls: Any) -> Any:
    """Returns `cls`. Raises TypeError, which names the calling function, unless it is the class of a service or action.

    `kind` is 'a service' or 'an action'.
    """
    parts, example = _CLASSES[kind]
    if isinstance(cls, type) and all(hasattr(cls, part) for part in parts):
        return cls
    description = repr(cls)
    if isinstance(cls, type):
        kinds = [other for other, (names, _) in _CLASSES.items() if all(hasattr(cls, name) for name in names)]
        description = f'{cls.__name__}, the class of {kinds[0] if kinds else "a message"}'
    raise TypeError(f'{function}: expected the class of {kind}, like {example}, found {description}')


_CLASSES = {
    'a service': (('Request', 'Response'), 'std_srvs.srv.SetBool'),
    'an action': (('Goal', 'Result', 'Feedback'), 'example_interfaces.action.Fibonacci'),
}


def existing(kind: str, name: str, names: Iterable[str]) -> str:
    """Returns 'no topic /foo; there are /a, /b': the most similar names first, at most 12."""
    import difflib

    sorted_names = sorted(set(names))
    if not sorted_names:
        return f'no {kind} {name}; there is none'
    near = difflib.get_close_matches(name, sorted_names, 3, 0.5)
    shown = (near + [known for known in sorted_names if known not in near])[:12]
    more = f' and {len(sorted_names) - len(shown)} more' if len(sorted_names) > len(shown) else ''
    # Peers may choose names that would forge a line.
    listed = one_line(', '.join(shown))
    return f'no {kind} {name}; there {"are" if len(sorted_names) > 1 else "is"} {listed}{more}'


_NAMESPACE = re.compile(r'/|(/[A-Za-z_]\w*)+', re.ASCII)
_NODE = re.compile(r'[A-Za-z_]\w*', re.ASCII)


def check_namespace(namespace: str) -> None:
    """Raises ValueError for a namespace that is not absolute, such as '/' or '/robot/arm'."""
    if _NAMESPACE.fullmatch(namespace) is None or len(namespace) > 245:
        raise ValueError(
            f"the namespace is '{namespace}'; expected '/' or parts of letters, digits and '_' behind '/', "
            'none beginning with a digit, and at most 245 characters'
        )


def check_node_name(name: str) -> None:
    """Raises ValueError if `name` is not a valid node name without a namespace."""
    if _NODE.fullmatch(name) is None or len(name) > 255:
        raise ValueError(
            f"the node's name is '{name}'; expected letters, digits and '_', not beginning with a digit, "
            'and at most 255 characters'
        )
