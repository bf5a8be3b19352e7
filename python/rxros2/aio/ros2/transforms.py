# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_transform, transform_to and publish_transform under asyncio: streams of transforms and of moved messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from ... import backing
from ...geometry import apply_transform
from ...missing_peers import missing_transform
from ...node import Node
from ...transform_streams import Following, Timer, Transforming, TransformOptions
from ...transforms import (
    QOS,
    TOPICS,
    StaticTransforms,
    TransformationStatistics,
    TransformBuffer,
    Transforms,
    Untransformed,
    check_name,
    listed,
)
from ..core import AUTO_SCOPE, BaseSub, Scope
from ..core.losses import LossCount, losses
from .session import Session, auto_session
from .topics import InternalSub, Pub, Sub
from .wait_reports import WaitReports
from .wait_timer import WaitTimer

_MsgType = TypeVar('_MsgType')


class _NodeTransforms:
    """The transforms of a node: a buffer that a loop fills, and publishers. Closed with the node."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._message: Any = session.backing.interface('tf2_msgs', 'msg', 'TFMessage')
        self._buffer: TransformBuffer | None = None
        self._clock: Any = None
        self._subs: list[Sub[Any]] = []
        self._pub: Pub[Any] | None = None
        self._static: StaticTransforms | None = None
        session._register(self)

    def buffer(self) -> TransformBuffer:
        """Returns the buffer; the first call makes it with its subs."""
        if self._buffer is None:
            buffer = TransformBuffer(self._session.backing, self._session.node.logger.warning)
            self._clock = buffer._watch_clock()
            for topic, qos, is_static in TOPICS:
                sub: Sub[Any] = InternalSub(self._message, topic, qos, self._session, raw=True, scope=None)
                self._subs.append(sub)
                sub.asap_callback.append(partial(buffer._insert, is_static=is_static))
            self._buffer = buffer
        return self._buffer

    def publish(self, transforms: Any) -> None:
        """Publishes transforms on /tf."""
        if self._pub is None:
            self._pub = Pub(self._message, '/tf', QOS, self._session, scope=None)
        self._pub.publish(self._message(transforms=listed(transforms)))

    def publish_static(self, transforms: Any) -> None:
        """Publishes transforms on /tf_static."""
        if self._static is None:
            self._static = StaticTransforms(self._session.backing)
        self._static.publish(transforms)

    def close(self) -> None:
        """Closes the subs and publishers."""
        for sub in self._subs:
            sub.close()
        if self._clock is not None:
            self._clock.close()
        if self._pub is not None:
            self._pub.close()
        if self._static is not None:
            self._static.publisher.close()


def _of(session: Session) -> _NodeTransforms:
    node = session.backing.programs
    transforms: _NodeTransforms | None = getattr(node, '_rxros2_transforms', None)
    if transforms is None:
        transforms = node._rxros2_transforms = _NodeTransforms(session)
    return transforms


def transform_buffer(session: Session | Node | None = None) -> TransformBuffer:
    """Returns the node's buffer of transforms, filled from /tf and /tf_static, for direct lookups.

    The first call, here or by from_transform or transform_to, makes it with its two subs in the running loop; that
    loop fills it. When the node's clock jumps back, or changes to or from simulated time, the next message clears all
    but the static transforms.
    """
    return _of(auto_session(session)).buffer()


class TransformSub(BaseSub[Any]):
    """The result of from_transform: emits TransformStamped that map points in one frame to points in another."""

    def __init__(
        self, target: str, source: str, which: Transforms, session: Session | Node | None, scope: Scope | None
    ) -> None:
        check_name('from_transform', target)
        check_name('from_transform', source)
        super().__init__(scope=None)
        self.session = auto_session(session)
        self._logger = self.session.node.logger
        self._names = f'{target}, {source}'
        self._frames = target, source
        self._following = Following(transform_buffer(self.session), target, source, which, self.input_data)
        self.session._register(self)
        self._enter(scope)
        self._reports = WaitReports.of(self._bound_loop())
        self._report_number = self._reports.begin(self._report_wait)
        self._following.begin()

    @property
    def name(self) -> str:
        """The function and the names of the frames."""
        return f'ros2.from_transform({self._names})'

    def _report_wait(self, seconds: float) -> None:
        """Logs why there is no transform yet."""
        reason = missing_transform(self._following.buffer, *self._frames)
        if reason:
            self._logger.warning(f'{self.name} has waited {seconds:.0f} s for its first transform: {reason}')
        else:
            self._reports.end(self._report_number)

    def close(self) -> None:
        """Ends the sub."""
        self._reports.end(self._report_number)
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
    """Emits the pose of `source` in `target` as TransformStamped. Call it where the loop runs.

        async for base in ros2.from_transform('map', 'base').listen():
            print(base.transform.translation.x)

    It emits the newest transform for which the whole chain of frames has data, whenever there is a newer one; or with
    EACH_STAMP one for each stamp of a frame between the two. The first comes at once if it is known. If nothing
    between the frames moves, it emits one with stamp 0, and another when that is replaced. When time jumps back it
    begins anew. It waits for frames that do not exist yet, without polling; after 3 s the log of the node says which
    frames are missing. Raises ValueError for a frame's name that
    is empty or begins with /.
    """
    return TransformSub(target, source, which, session, scope)


class TransformedSub(BaseSub[_MsgType]):
    """The result of transform_to: emits the items of another sub in another frame.

    Closing it leaves the other open.
    """

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
        self._logger = self.session.node.logger
        self._lost = LossCount()  # items that were left out while nobody listened to `unmatched`
        self.unmatched: BaseSub[Untransformed[_MsgType]] = BaseSub(scope=None)
        """The items that were left out, unchanged, with the reason. Closed with this sub."""
        self._work = Transforming(
            transform_buffer(self.session),
            frame,
            options.check(),
            apply,
            _LoopTimer(self.session.backing, asyncio.get_running_loop()),
            self._emit,
            self._leave_out,
        )
        self.session._register(self)
        self._enter(scope)
        self._leave = sub._follow(self._forward, self._source_ended)

    @property
    def name(self) -> str:
        """The function, the name of the other sub, and the frame."""
        return f'ros2.transform_to({self._source.name}, {self._frame})'

    def transformation_statistics(self) -> TransformationStatistics:
        """Returns the counts so far. Any thread."""
        return TransformationStatistics(self._transformed, self._left_out)

    def _forward(self, item: Any) -> None:
        try:
            self._work.take(item)
        except (
            Exception,
            asyncio.CancelledError,
        ) as error:  # an item without a header: the source continues, as others may use it
            self._fail(error)

    def _emit(self, item: Any) -> None:
        self._transformed += 1
        self.input_data(item)

    def _leave_out(self, untransformed: Untransformed[Any]) -> None:
        self._left_out += 1
        unmatched = self.unmatched
        if not unmatched._callbacks and not unmatched._consumers.all and self._lost.add():
            lost = losses(self._lost.take(), self._lost.total, 'left out')
            self._logger.warning(f'{self.name}: {lost}, and nobody listens to `unmatched`: {untransformed.reason}')
        unmatched.input_data(untransformed)

    def _source_ended(self, error: BaseException | None) -> None:
        if error is not None:
            self._fail(error)
        else:
            self._work.complete(self.close)

    def close(self) -> None:
        """Ends the sub; the other one stays open."""
        if self._leave is not None:
            self._leave()
        self._work.close()
        self.unmatched.close()
        super().close()


class _LoopTimer(Timer):
    """A timer in a loop that follows the node's clock."""

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
    """Emits the items of a sub in another frame, each by the transform at its own stamp. Call it where the loop runs.

        points = ros2.transform_to(ros2.Sub(PointStamped, '/point'), 'map')
        async for point in points.listen_reliable():
            …

    Items are messages with a header; a changed item is a copy. An item whose transform is not known yet waits for it,
    at most `wait` seconds of the node's clock (math.inf: for ever), and at most `queue_size` items wait. An item that
    cannot be transformed goes unchanged to the sub `unmatched` of the result, with the reason, and is counted. With
    keep_order items behind a waiting one wait too. When time jumps back all waiting items are left out. Nothing polls.

    `apply`, for messages that apply_transform does not know, is a function of the TransformStamped and the message
    that returns another message. Ends with the other sub. An item without a header fails this sub with TypeError.
    Raises ValueError for a queue_size of 0, a negative wait, and a frame that is empty or begins with /.
    """
    return TransformedSub(sub, frame, TransformOptions(wait, queue_size, keep_order), apply, session, scope)


def publish_transform(transforms: Any, session: Session | Node | None = None) -> None:
    """Publishes one or several TransformStamped on /tf, as one message. The publisher lives as long as the node."""
    _of(auto_session(session)).publish(transforms)


def publish_static_transform(transforms: Any, session: Session | Node | None = None) -> None:
    """Publishes one or several TransformStamped that are valid for all times.

    /tf_static has one message, which late subscriptions get too, so it always contains all static transforms of the
    node; a transform replaces the former one of its child frame. The publisher lives as long as the node.
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
