# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Assembly: reports the streams and operators of a node that the program assembled and never used."""

from __future__ import annotations

import functools
import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from .._caller import place_of, user_frame

if TYPE_CHECKING:
    from .node import Node

_Operator = TypeVar('_Operator', bound=Callable[..., Any])


class Part:
    """The streams, or the operators, that one call in the user's program has made."""

    __slots__ = ('last', 'name', 'place', 'thread', 'used')

    def __init__(self, name: str, place: str) -> None:
        self.name = name
        self.place = place
        self.thread = threading.get_ident()
        self.used = False
        """One of the streams was subscribed to; one of the operators was given to a pipe."""
        self.last: Callable[[], Any] | None = None

    def watch(self, item: Any) -> None:
        """Follows the item, the last one that the call has made, until it is used."""
        if not self.used:
            self.last = weakref.ref(item)

    def pass_on(self, stream: Any) -> None:
        """Leaves the report to what is made of the stream."""
        if self.last is not None and self.last() is stream:
            self.last = None


class Assembly:
    """The parts of a node. Any thread.

    A part is unused if no stream of it was subscribed to, because a program may make more streams than it happens to
    need.
    """

    def __init__(self) -> None:
        self._parts: dict[tuple[CodeType, int, bool], Part] = {}  # by the call's place in the code, and the kind

    def part(self, name: str) -> Part:
        """Returns the part of the call that the user's program is making."""
        frame = user_frame()
        if frame is None:
            return UNREPORTED
        key = frame.f_code, frame.f_lasti, name == STREAM
        part = self._parts.get(key)
        if part is None:
            part = self._parts.setdefault(key, Part(name, place_of(frame)))
        part.name = name  # of the outermost function of the library
        return part

    def take_unused(self, of_this_thread: bool) -> list[Part]:
        """Returns each part that can no longer be used, once.

        `of_this_thread` leaves out parts that only a variable of another thread may refer to.
        """
        unused = []
        for part in list(self._parts.values()):
            if part.used or part.last is None:
                continue
            item = part.last()
            if item is not None:
                if of_this_thread and part.thread != threading.get_ident():
                    continue
                if not _is_only_in_variables(item):
                    part.last = None  # its holder may use it later, or need not; the end drops the holder, too
                    continue
            part.used = True
            unused.append(part)
        return unused


STREAM = 'stream'
"""The name of a part that is not an operator."""
UNREPORTED = Part('', '')
"""The part of streams that are not reported."""
UNREPORTED.used = True


def operator(node: Node, name: str, apply: _Operator) -> _Operator:
    """Returns the operator; it is reported at the end of the node if it was never applied to a source."""
    part = node._assembly.part(name)
    if part.used:
        return apply

    @functools.wraps(apply)
    def applied(source: Any) -> Any:
        part.used = True
        return apply(source)

    part.watch(applied)
    return applied  # type: ignore[return-value]


def check_operator(given: Any) -> None:
    """Raises TypeError for the function that makes an operator, such as `rx.map` instead of `rx.map(function)`."""
    name, module = getattr(given, '__qualname__', ''), getattr(given, '__module__', None) or ''
    makes = module == 'reactivex.operators' or (module.startswith('rxros2.rx.') and name != 'to_sub')
    if makes and isinstance(given, FunctionType) and '.' not in name:
        raise TypeError(f'pipe(): expected an operator, found the function {name} that makes one: write {name}(…)')
    if not callable(given):
        raise TypeError(f'pipe(): expected an operator, found {given!r}')


def _is_only_in_variables(item: Any) -> bool:
    """Returns whether only variables refer to the item that no function reads.

    What a closure, an attribute or a container keeps may be meant for later.
    """
    for holder in gc.get_referrers(item):
        if isinstance(holder, FrameType):
            continue
        if not (type(holder) is dict and '__builtins__' in holder):
            return False
        names = _names_in(holder, id(item))  # no comprehension here: it would be one more holder
        if any(not names.isdisjoint(_names_of(function.__code__)) for function in _functions_of(holder)):
            return False
    return True


def _names_in(module: dict[str, Any], identity: int) -> set[str]:
    return {name for name, value in list(module.items()) if id(value) == identity}


def _functions_of(module: dict[str, Any]) -> Iterator[FunctionType]:
    for holder in gc.get_referrers(module):
        if isinstance(holder, FunctionType) and holder.__name__ != '<module>':  # Python runs a module as a function
            yield holder


def _names_of(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_of(constant)


__all__ = ['STREAM', 'UNREPORTED', 'Assembly', 'Part', 'check_operator', 'operator']
