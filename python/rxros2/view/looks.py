# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Looks: topics of which browsers see the values. Messages are taken at the pace of a screen, not as they come."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from .._core import Codec
from ..messages import DefinitionError, InterfaceNotFound, interface
from ..messages.codec import CdrError, codec_of
from ..messages.told import is_known
from ..node import Node
from .definitions import ask
from .previews import preview
from .taps import Tap, Taps
from .values import number_at, to_json

if TYPE_CHECKING:
    from .browser import Browser

MOST_POINTS = 4000
"""That wait for a browser."""
_EVERY_PICTURE = 4
"""Turns from one picture of a topic to the next."""


class Looks:
    """What browsers look at. Loop's thread."""

    def __init__(self, node: Node, taps: Taps) -> None:
        self._node = node
        self._taps = taps
        self._codecs: dict[str, Codec | str] = {}  # by type; a text says why there is none
        self._asked: set[asyncio.Task[None]] = set()
        self._turn = _EVERY_PICTURE
        self._pictures: dict[str, int] = {}  # the turn of the last one, by topic

    def turn(self, browsers: list[Browser]) -> None:
        """Gives what came to who looks at it."""
        self._turn += 1
        for tap in self._taps:
            looking = [each for each in browsers if tap.topic in each.looks] if tap.looked else []
            if not looking:
                continue
            codec = self._codec(tap)
            if isinstance(codec, str):
                for each in looking:
                    each.outbox.put(('value', tap.topic), {'op': 'value', 'topic': tap.topic, 'why': codec})
                continue
            samples = tap.take()
            if codec is not None and samples:
                self._give(tap, codec, samples, looking)

    def _give(self, tap: Tap, codec: Codec, samples: list[tuple[Any, Any]], browsers: list[Browser]) -> None:
        fields = sorted({field for each in browsers for field in each.looks[tap.topic]})
        points, message = [], None
        # Without plots one message is all that is seen.
        for sample, info in samples if fields else samples[-1:]:
            try:
                message = codec.decode(sample)
            except CdrError as error:
                self._say(tap, browsers, f'no {tap.type}: {error}')
                return
            points.append([info[1] / 1e9, *(number_at(message, field) for field in fields)])
        seen = {'op': 'value', 'topic': tap.topic, 'type': tap.type, 'time': points[-1][0], 'message': to_json(message)}
        picture = None
        if self._turn - self._pictures.get(tap.topic, 0) >= _EVERY_PICTURE:
            self._pictures[tap.topic] = self._turn
            picture = preview(tap.topic, tap.type, message)
        for each in browsers:
            each.outbox.put(('value', tap.topic), seen)
            if fields:
                key = 'points', tap.topic, *fields
                each.outbox.add(key, points, MOST_POINTS, op='points', topic=tap.topic, fields=fields)
            if isinstance(picture, bytes):
                each.outbox.put(('picture', tap.topic), picture)
            elif picture is not None:
                each.outbox.put(('picture', tap.topic), {'op': 'picture', 'topic': tap.topic, **picture})

    def _say(self, tap: Tap, browsers: list[Browser], why: str) -> None:
        for each in browsers:
            each.outbox.put(('value', tap.topic), {'op': 'value', 'topic': tap.topic, 'why': why})

    def _codec(self, tap: Tap) -> Codec | str | None:
        """None while one of the topic's nodes is asked for the definition."""
        if tap.type not in self._codecs:
            if is_known(tap.type):
                self._codecs[tap.type] = _codec(tap.type)
            elif not self._asked:
                task = asyncio.ensure_future(self._ask(tap.topic, tap.type))
                self._asked.add(task)
                task.add_done_callback(self._asked.discard)
        return self._codecs.get(tap.type)

    async def _ask(self, topic: str, type_: str) -> None:
        await ask(self._node, topic, type_)
        self._codecs[type_] = _codec(type_)


def _codec(type_: str) -> Codec | str:
    try:
        return codec_of(interface(type_))
    except (InterfaceNotFound, DefinitionError, ValueError, TypeError) as error:
        return f'{type_} is unknown here: {error}; source its workspace before rxros2 view is started'
