# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Topics whose values browsers show. Messages are taken at the pace of the screen, not as they arrive."""

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
"""The most points of a plot that wait for a browser."""
_EVERY_PICTURE = 4
"""Turns from one picture of a topic to the next."""


class TopicValues:
    """The values of topics that browsers show. Loop's thread."""

    def __init__(self, node: Node, taps: Taps) -> None:
        self._node = node
        self._taps = taps
        self._definitions = Definitions(node)
        self._decoders: dict[str, _Decoder] = {}  # by topic
        self._turn = _EVERY_PICTURE
        self._pictures: dict[str, int] = {}  # the turn of the last picture, by topic

    def turn(self, browsers: list[Browser]) -> None:
        """Sends the messages that arrived to the browsers that show their topics."""
        self._turn += 1
        taps = {tap.topic: tap for tap in self._taps if tap.shows_values}
        for topic in self._decoders.keys() - taps.keys():
            self._decoders.pop(topic).close()
            self._pictures.pop(topic, None)
        for tap in taps.values():
            viewers = [browser for browser in browsers if tap.topic in browser.shown_values]
            if not viewers:
                continue
            decoder = self._decoder(tap)
            try:
                self._look(tap, decoder, viewers)
            except Exception as error:  # a bad message does not keep other topics from being shown
                self._report(tap, viewers, f'a message of {tap.type} cannot be shown: {type(error).__name__}: {error}')

    def _look(self, tap: Tap, decoder: _Decoder, browsers: list[Browser]) -> None:
        if decoder.why:
            self._report(tap, browsers, decoder.why)
            return
        samples = tap.take()
        if decoder.codec is not None and samples:
            self._give(tap, decoder.codec, samples, browsers)

    def _decoder(self, tap: Tap) -> _Decoder:
        decoder = self._decoders.get(tap.topic)
        if decoder is None or decoder.type != tap.type:
            if decoder is not None:
                decoder.close()
            decoder = self._decoders[tap.topic] = _Decoder(self._definitions, tap.topic, tap.type)
        return decoder

    def _give(self, tap: Tap, codec: Codec, samples: list[tuple[Any, Any]], browsers: list[Browser]) -> None:
        fields = sorted({field for browser in browsers for field in browser.shown_values[tap.topic]})
        points, message, problem = [], None, ''
        # Without plots only the last message is seen.
        for sample, info in samples if fields else reversed(samples):
            try:
                message = codec.decode(sample)
            except CdrError as error:  # other publishers of the topic are still shown
                problem = f'no {tap.type}: {error}'
                continue
            points.append([info[1] / 1e9, *(number_at(message, field) for field in fields)])
            if not fields:
                break
        if message is None:
            self._report(tap, browsers, problem)
            return
        seen = {'op': 'value', 'topic': tap.topic, 'type': tap.type, 'time': points[-1][0], 'message': to_json(message)}
        picture = None
        if self._turn - self._pictures.get(tap.topic, 0) >= _EVERY_PICTURE:
            self._pictures[tap.topic] = self._turn
            picture = preview(tap.topic, tap.type, message)
        for browser in browsers:
            browser.outbox.put(('value', tap.topic), seen)
            if fields:
                key = 'points', tap.topic, *fields
                browser.outbox.add(key, points, MOST_POINTS, op='points', topic=tap.topic, fields=fields)
            if isinstance(picture, bytes):
                browser.outbox.put(('picture', tap.topic), picture)
            elif picture is not None:
                browser.outbox.put(('picture', tap.topic), {'op': 'picture', 'topic': tap.topic, **picture})

    def _report(self, tap: Tap, browsers: list[Browser], why: str) -> None:
        for browser in browsers:
            browser.outbox.put(('value', tap.topic), {'op': 'value', 'topic': tap.topic, 'why': why})


class _Decoder:
    """Decodes the messages of a topic, once its definition is known."""

    def __init__(self, definitions: Definitions, topic: str, type_: str) -> None:
        self.type = type_
        self.codec: Codec | None = None
        self.why = ''
        """The reason why there are no messages; empty while the definition is requested."""
        self._cls: Any = None  # kept alive for the codec
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
        """Cancels the request of the definition."""
        if self._asking is not None:
            self._asking.cancel()
