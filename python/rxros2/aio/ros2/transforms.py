# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_transform, transform_to, publish_transform under asyncio: where frames are, and messages in other frames."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from ... import backing
from ...geometry import apply_transform
from ...node import Node
from ...transforms import (
    QOS,
    TOPICS,
    Following,
    StaticTransforms,
    Timer,
    TransformationStatistics,
    TransformBuffer,
    Transforming,
    TransformOptions,
    Transforms,
    Untransformed,
    check_name,
    listed,
)
from ..core import AUTO_SCOPE, BaseSub, Scope
from .session import Session, auto_session
from .topics import Pub, Sub
from .wait_timer import WaitTimer

_MsgType = TypeVar('_MsgType')


class _NodeTransforms:
    """What a node has for transforms: a buffer that a loop fills, publishers. Closed with the node."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._message: Any = session.backing.interface('tf2_msgs', 'msg', 'TFMessage')
        self._buffer: TransformBuffer | None = None
        self._clock: Any = None
        self._subs: list[Sub[Any]] = []
        self._pub: Pub[Any] | None = None
        self._static: StaticTransforms | None = None
        session._made(self)

    def buffer(self) -> TransformBuffer:
        if self._buffer is None:
            buffer = TransformBuffer(self._session.backing, self._session.node.logger.warning)
            self._clock = buffer._watch_clock()
            for topic, qos, is_static in TOPICS:
                sub: Sub[Any] = Sub(self._message, topic, qos, self._session, raw=True, scope=None)
                self._subs.append(sub)
                sub.asap_callback.append(partial(buffer._insert, is_static=is_static))
            self._buffer = buffer
        return self._buffer

    def publish(self, transforms: Any) -> None:
        if self._pub is None:
            self._pub = Pub(self._message, '/tf', QOS, self._session, scope=None)
        self._pub.publish(self._message(transforms=listed(transforms)))

    def publish_static(self, transforms: Any) -> None:
        if self._static is None:
            self._static = StaticTransforms(self._session.backing)
        self._static.publish(transforms)

    def close(self) -> None:
        for each in self._subs:
            each.close()
        if self._clock is not None:
            self._clock.close()
        if self._pub is not None:
            self._pub.close()
        if self._static is not None:
            self._static.publisher.close()


def _of(session: Session) -> _NodeTransforms:
    node = session.backing.programs
    found: _NodeTransforms | None = getattr(node, '_rxros2_transforms', None)
    if found is None:
        found = node._rxros2_transforms = _NodeTransforms(session)
    return found


def transform_buffer(session: Session | Node | None = None) -> TransformBuffer:
    """The node's one buffer of transforms, which /tf and /tf_static fill, to look up directly.

    Made, with its two subs, by the first who asks for it, here or by from_transform or transform_to, in the loop that
    runs there; that loop fills it. When the node's clock jumps back, or changes to or from simulated time, all but
    static transforms are forgotten with the next message.
    """
    return _of(auto_session(session)).buffer()


class TransformSub(BaseSub[Any]):
    """from_transform's: TransformStamped that map points in one frame to points in another."""

    def __init__(
        self, target: str, source: str, which: Transforms, session: Session | Node | None, scope: Scope | None
    ) -> None:
        check_name('from_transform', target)
        check_name('from_transform', source)
        super().__init__(scope=None)
        self.session = auto_session(session)
        self._names = f'{target}, {source}'
        self._following = Following(transform_buffer(self.session), target, source, which, self.input_data)
        self.session._made(self)
        self._enter(scope)
        self._following.begin()

    @property
    def name(self) -> str:
        return f'ros2.from_transform({self._names})'

    def close(self) -> None:
        self._following.close()
        super().close()


def from_transform(
    target: str,
    source: str,
    which: Transforms = Transforms.LATEST,
    session: Session | Node | None = None,
    *,
    scope: Scope | None = AUTO_SCOPE,
) -> TransformSub:
    """Where `source` is, seen from `target`: a sub of TransformStamped. To be made where the loop runs.

        async for base in ros2.from_transform('map', 'base').listen():
            print(base.transform.translation.x)

    The newest for which the whole chain of frames has data, whenever there is a newer one; or one for each stamp of a
    frame between the two. The first comes at once if it is known. If nothing between the frames moves: one with stamp
    0, and another when it is replaced. When time jumps back it begins anew. Frames that nobody has named yet are waited
    for; nothing polls. ValueError for a frame's name that is empty or begins with /.
    """
    return TransformSub(target, source, which, session, scope)


class TransformedSub(BaseSub[_MsgType]):
    """transform_to's: the items of another sub in another frame. Closing it leaves the other open."""

    def __init__(
        self,
        sub: BaseSub[_MsgType],
        frame: str,
        options: TransformOptions,
        apply: Callable[[Any, Any], Any],
        session: Session | Node | None,
        scope: Scope | None,
    ) -> None:
        check_name('transform_to', frame)
        super().__init__(scope=None)
        self.session = auto_session(session)
        self._frame = frame
        self._source = sub
        self._leave: Callable[[], None] | None = None
        self._transformed = self._left_out = 0
        self.unmatched: BaseSub[Untransformed[_MsgType]] = BaseSub(scope=None)
        """What was left out, as it came, and why. Closed with this sub."""
        self._work = Transforming(
            transform_buffer(self.session),
            frame,
            options.check(),
            apply,
            _LoopTimer(self.session.backing, asyncio.get_running_loop()),
            self._emit,
            self._leave_out,
        )
        self.session._made(self)
        self._enter(scope)
        self._leave = sub._follow(self._forward, self._source_ended)

    @property
    def name(self) -> str:
        return f'ros2.transform_to({self._source.name}, {self._frame})'

    def transformation_statistics(self) -> TransformationStatistics:
        """Any thread."""
        return TransformationStatistics(self._transformed, self._left_out)

    def _forward(self, item: Any) -> None:
        try:
            self._work.take(item)
        except (
            Exception,
            asyncio.CancelledError,
        ) as error:  # no message with a header: the source is others', too
            self._fail(error)

    def _emit(self, item: Any) -> None:
        self._transformed += 1
        self.input_data(item)

    def _leave_out(self, left: Untransformed[Any]) -> None:
        self._left_out += 1
        self.unmatched.input_data(left)

    def _source_ended(self, error: BaseException | None) -> None:
        if error is not None:
            self._fail(error)
        else:
            self._work.complete(self.close)

    def close(self) -> None:
        if self._leave is not None:
            self._leave()
        self._work.close()
        self.unmatched.close()
        super().close()


class _LoopTimer(Timer):
    """By the node's clock, in a loop."""

    def __init__(self, of: backing.Backing, loop: asyncio.AbstractEventLoop) -> None:
        self._work: Callable[[], None] | None = None
        self._timer = WaitTimer(of.wait_clock(), loop, self._due)

    def now(self) -> int:
        return self._timer.now()

    def wake_after(self, delay: int, work: Callable[[], None]) -> None:
        self._work = work
        self._timer.arm(delay)

    def _due(self) -> None:
        work, self._work = self._work, None
        if work is not None:
            work()

    def close(self) -> None:
        self._work = None
        self._timer.close()


def transform_to(
    sub: BaseSub[_MsgType],
    frame: str,
    *,
    wait: float = 1.0,
    queue_size: int = 100,
    keep_order: bool = True,
    apply: Callable[[Any, Any], Any] = apply_transform,
    session: Session | Node | None = None,
    scope: Scope | None = AUTO_SCOPE,
) -> TransformedSub[_MsgType]:
    """The items of a sub in another frame, each by the transform of its own stamp. To be made where the loop runs.

        points = ros2.transform_to(ros2.Sub(PointStamped, '/point'), 'map')
        async for point in points.listen_reliable():
            …

    Items are messages with a header; what comes out is a copy where something was changed. An item whose transform is
    not known yet waits for it: at most `wait` seconds of the node's clock (math.inf: for ever), and at most
    `queue_size` of them. What can't be transformed goes, as it came, to the sub `unmatched` of the result, with tf2's
    reason, and is counted. With keep_order those behind one that waits do, too. When time jumps back all that wait are
    left out; nothing polls.
    `apply`: for messages that apply_transform does not know, a function of the TransformStamped and the message that
    returns another message. Ends with the other sub; an item without a header is its failure, a TypeError. ValueError
    for a queue_size of 0, a negative wait, and a frame that is empty or begins with /.
    """
    return TransformedSub(sub, frame, TransformOptions(wait, queue_size, keep_order), apply, session, scope)


def publish_transform(transforms: Any, session: Session | Node | None = None) -> None:
    """Publishes a TransformStamped, or several, on /tf, as one message. The publisher lives as long as the node."""
    _of(auto_session(session)).publish(transforms)


def publish_static_transform(transforms: Any, session: Session | Node | None = None) -> None:
    """Publishes a TransformStamped, or several, that hold for all time.

    /tf_static has one message, which late subscribers get too, so it always has all static transforms of the node; one
    replaces the former one of its child frame. The publisher lives as long as the node.
    """
    _of(auto_session(session)).publish_static(transforms)


__all__ = [
    'TransformSub',
    'TransformedSub',
    'from_transform',
    'publish_static_transform',
    'publish_transform',
    'transform_buffer',
    'transform_to',
]
