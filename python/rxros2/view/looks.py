# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Looks: topics of which browsers see the values. Messages are taken at the pace of a screen, not as they come."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from .._core import Codec
from ..messages.codec import CdrError, codec_of
from ..messages.remote_definitions import class_of, is_known
from ..node import Node
from .definitions import Definitions
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
        self._definitions = Definitions(node)
        self._decoders: dict[str, _Decoder] = {}  # by topic
        self._turn = _EVERY_PICTURE
        self._pictures: dict[str, int] = {}  # the turn of the last one, by topic

    def turn(self, browsers: list[Browser]) -> None:
        """Gives what came to who looks at it."""
        self._turn += 1
        looked = {tap.topic: tap for tap in self._taps if tap.looked}
        for topic in self._decoders.keys() - looked.keys():
            self._decoders.pop(topic).close()
            self._pictures.pop(topic, None)
        for tap in looked.values():
            looking = [each for each in browsers if tap.topic in each.looks]
            if not looking:
                continue
            decoder = self._decoder(tap)
            try:
                self._look(tap, decoder, looking)
            except Exception as error:  # nothing that is sent on one topic keeps the others from being shown
                self._say(tap, looking, f'a message of {tap.type} cannot be shown: {type(error).__name__}: {error}')

    def _look(self, tap: Tap, decoder: _Decoder, browsers: list[Browser]) -> None:
        if decoder.why:
            self._say(tap, browsers, decoder.why)
            return
        samples = tap.take()
        if decoder.codec is not None and samples:
            self._give(tap, decoder.codec, samples, browsers)

    def _decoder(self, tap: Tap) -> _Decoder:
        found = self._decoders.get(tap.topic)
        if found is None or found.type != tap.type:
            if found is not None:
                found.close()
            found = self._decoders[tap.topic] = _Decoder(self._definitions, tap.topic, tap.type)
        return found

    def _give(self, tap: Tap, codec: Codec, samples: list[tuple[Any, Any]], browsers: list[Browser]) -> None:
        fields = sorted({field for each in browsers for field in each.looks[tap.topic]})
        points, message, wrong = [], None, ''
        # Without plots one message is all that is seen, the last.
        for sample, info in samples if fields else reversed(samples):
            try:
                message = codec.decode(sample)
            except CdrError as error:  # others that publish on the topic are still shown
                wrong = f'no {tap.type}: {error}'
                continue
            points.append([info[1] / 1e9, *(number_at(message, field) for field in fields)])
            if not fields:
                break
        if message is None:
            self._say(tap, browsers, wrong)
            return
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


class _Decoder:
    """Makes messages of what comes on a topic, once its definition is known."""

    def __init__(self, definitions: Definitions, topic: str, type_: str) -> None:
        self.type = type_
        self.codec: Codec | None = None
        self.why = ''
        """Why there are no messages; empty while a definition is asked for, too."""
        self._cls: Any = None  # which the codec needs
        self._asking: asyncio.Task[None] | None = None
        if is_known(type_):
            self._begin('')
        else:
            self._asking = asyncio.ensure_future(self._ask(definitions, topic))

    async def _ask(self, definitions: Definitions, topic: str) -> None:
        try:
            self._begin(await definitions.ask(topic, self.type) or '')
        except Exception as error:
            self.why = f'{self.type} is unknown here: {error}'

    def _begin(self, hash_: str) -> None:
        try:
            self._cls = class_of(self.type, hash_)
            self.codec = codec_of(self._cls)
        except (LookupError, ValueError, TypeError) as error:
            self.why = f'{self.type} is unknown here: {error}; source its workspace before rxros2 view is started'

    def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
