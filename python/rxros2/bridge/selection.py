# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Which topics, services and actions a bridge forwards, at which rate, and under which names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..node import SERVICE_TYPES_OF_NODES

_ACTION_PART = re.compile(r'(/.+)/_action/(feedback|status|send_goal|cancel_goal|get_result)')
_OF_NODES = ('/rosout', '/parameter_events')
_LONGEST = 1e18
"""The longest period in nanoseconds, 30 years."""


def action_part(name: str) -> tuple[str, str] | None:
    """Returns the action to which a topic or service belongs, and its part such as 'send_goal'; None if to none."""
    match = _ACTION_PART.fullmatch(name)
    return (match[1], match[2]) if match else None


class Selection:
    """Selects by names. An expression must match the whole name."""

    def __init__(
        self,
        topics: Iterable[str] | None,
        services: Iterable[str] | None,
        actions: Iterable[str] | None,
        exclude: Iterable[str],
    ) -> None:
        """Selects all but hidden names and those of nodes if `topics`, `services` and `actions` are all None.

        If at least one of them is given, the others select nothing. ValueError for an invalid expression.
        """
        self._all = topics is None and services is None and actions is None
        self._topics, self._services, self._actions, self._excluded = (
            [*map(_compiled, expressions or ())] for expressions in (topics, services, actions, exclude)
        )

    def has_topic(self, name: str) -> bool:
        """Returns whether a topic is selected: by itself, or as a part of an action."""
        part = action_part(name)
        if part is not None:
            return part[1] in ('feedback', 'status') and self._has_action(part[0])
        return self._has(name, self._topics, '/_' not in name and name not in _OF_NODES)

    def has_service(self, name: str, type_: str) -> bool:
        """Returns whether a service is selected: by itself, or as a part of an action."""
        part = action_part(name)
        if part is not None:
            return self._has_action(part[0])
        return self._has(name, self._services, '/_' not in name and not type_.startswith(SERVICE_TYPES_OF_NODES))

    def _has_action(self, name: str) -> bool:
        return self._has(name, self._actions, '/_' not in name)

    def _has(self, name: str, selected: list[re.Pattern[str]], by_default: bool) -> bool:
        if any(expression.fullmatch(name) for expression in self._excluded):
            return False
        return by_default if self._all else any(expression.fullmatch(name) for expression in selected)


class Renaming:
    """Names of the other side. 'a' renames a topic, service or action, 'a/' all names that begin with it."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """ValueError for pairs that are not both names or both beginnings of names, or that are not absolute."""
        for old, new in names.items():
            if not (old.startswith('/') and new.startswith('/')) or old.endswith('/') != new.endswith('/'):
                raise ValueError(
                    f"'{old}:={new}' renames nothing; expected two names such as /scan:=/robot7/scan, or two "
                    'beginnings of names such as /:=/robot7/'
                )
        self._names = {old: new for old, new in names.items() if not old.endswith('/')}
        self._beginnings = sorted(((old, new) for old, new in names.items() if old.endswith('/')), key=_longest_first)

    def inverse(self) -> Renaming:
        """Returns the renaming in the other direction. ValueError if two names have the same new name."""
        inverse: dict[str, str] = {}
        for old, new in (*self._names.items(), *self._beginnings):
            if new in inverse:
                raise ValueError(
                    f'both {inverse[new]} and {old} become {new}; expected one, or a bridge in one direction'
                )
            inverse[new] = old
        return Renaming(inverse)

    def __call__(self, name: str) -> str:
        """Returns the name on the other side."""
        part = action_part(name)
        if part is not None:
            return f'{self(part[0])}/_action/{part[1]}'
        if name in self._names:
            return self._names[name]
        for old, new in self._beginnings:
            if name.startswith(old):
                return new + name[len(old) :]
        return name


class Rates:
    """The most messages a second of topics, by expressions for their names."""

    def __init__(self, rates: Mapping[str, float]) -> None:
        """ValueError for an invalid expression, and for a rate that is not positive."""
        for topic, rate in rates.items():
            if not 0 < rate < float('inf'):
                raise ValueError(f'the rate of {topic} is {rate:g} Hz; expected more than 0')
        self._rates = [(_compiled(topic), rate) for topic, rate in rates.items()]

    def period(self, topic: str) -> int:
        """Returns the least time between two messages in nanoseconds; 0 if the rate is not limited."""
        return max(
            (round(min(1e9 / rate, _LONGEST)) for expression, rate in self._rates if expression.fullmatch(topic)),
            default=0,
        )


class Names:
    """The names that pass in one direction. All expressions apply to the names of the first side."""

    def __init__(self, selection: Selection, rates: Rates, renaming: Renaming, back: Renaming | None) -> None:
        """`renaming` is that of this direction, `back` that of the other one, None if only one is bridged."""
        self._selection, self._rates, self._renaming, self._back = selection, rates, renaming, back
        self._is_reverse = False

    def reverse(self) -> Names:
        """Returns the names that pass in the other direction."""
        assert self._back is not None
        names = Names(self._selection, self._rates, self._back, self._renaming)
        names._is_reverse = True
        return names

    def __call__(self, name: str) -> str:
        """Returns the name on the other side."""
        return self._renaming(name)

    def _first(self, name: str) -> str:
        return self._renaming(name) if self._is_reverse else name

    def _returns(self, name: str) -> bool:
        """Returns whether the new name is that of this name only, so that it has this one in the other direction."""
        return self._back is None or self._back(self._renaming(name)) == name

    def has_topic(self, name: str) -> bool:
        """Returns whether a topic is selected."""
        return self._returns(name) and self._selection.has_topic(self._first(name))

    def has_service(self, name: str, type_: str) -> bool:
        """Returns whether a service is selected."""
        return self._returns(name) and self._selection.has_service(self._first(name), type_)

    def period(self, topic: str) -> int:
        """Returns the least time between two messages in nanoseconds; 0 if the rate is not limited."""
        return self._rates.period(self._first(topic))


def _compiled(expression: str) -> re.Pattern[str]:
    try:
        return re.compile(expression)
    except re.error as error:
        raise ValueError(f"'{expression}' is no regular expression: {error}") from None


def _longest_first(pair: tuple[str, str]) -> int:
    return -len(pair[0])
