# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_transform, transform_to and publish_transform: transforms as streams, messages in other frames."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex import operators as ops
from reactivex.disposable import Disposable, SerialDisposable, SingleAssignmentDisposable
from reactivex.subject import Subject

from ..geometry import apply_transform
from ..transform_streams import Following, Timer, Transforming, TransformOptions
from ..transforms import (
    QOS,
    TOPICS,
    StaticTransforms,
    TransformationStatistics,
    TransformBuffer,
    TransformError,
    Transforms,
    Untransformed,
    check_name,
    listed,
)
from .assembly import operator
from .node import Node, as_node
from .stream import Attachment, Stream, Subscriber
from .topics import publish_to_topic

_T = TypeVar('_T')

_PATIENCE = 3
"""Seconds after which a stream reports that it still waits for its first transform."""

_lock = threading.Lock()  # guards Node._kept


class _NodeTransforms:
    """The buffer of a node and the subscriptions that fill it. Ends with the node."""

    def __init__(self, node: Node) -> None:
        backing = node._backing
        self.buffer = TransformBuffer(backing, node.logger.warning)
        self._attachments: list[Attachment] = []
        self._clock = self.buffer._watch_clock()
        if not node.adopt(self, as_sink=True):
            return
        cls = backing.interface('tf2_msgs', 'msg', 'TFMessage')
        for topic, qos, is_static in TOPICS:
            core = backing.subscription(topic, cls, qos, [], True)
            self._attachments.append(Attachment(node, core, partial(self.buffer._feed, core, is_static)))

    def node_ended(self) -> None:
        """Closes the subscriptions."""
        for attachment in self._attachments:
            attachment.close()
        if self._clock is not None:
            self._clock.close()


class _NodeStatics(StaticTransforms):
    def __init__(self, node: Node) -> None:
        super().__init__(node._backing)
        node.adopt(self, as_sink=True)

    def node_ended(self) -> None:
        """Closes the publisher."""
        self.publisher.close()


def transform_buffer(node: Node) -> TransformBuffer:
    """Returns the node's buffer of transforms, filled from /tf and /tf_static, for direct lookups.

    The first call, here or by from_transform or transform_to, makes it with its two subscriptions; the node's executor
    fills it. When the node's clock jumps back, or changes to or from simulated time, the next message clears all but
    the static transforms.
    """
    on = as_node(node)
    with _lock:
        if _NodeTransforms not in on._kept:
            on._kept[_NodeTransforms] = _NodeTransforms(on)
        kept: _NodeTransforms = on._kept[_NodeTransforms]
        return kept.buffer


def from_transform(node: Node, target: str, source: str, which: Transforms = Transforms.LATEST) -> Stream[Any]:
    """Emits the pose of `source` in `target`.

    ::

        /tf, map → base (stamps)             --1--2-----3--4--
        /tf, base → arm (stamps)             ---1-----3------4
        from_transform(n, 'map', 'arm')      ---1-----2-3----4    the latest that both cover
        … Transforms.EACH_STAMP              ---1-----2-3----4    each stamp of either

    Items are TransformStamped that map points in `source` to points in `target`: the newest for which the whole chain
    of frames has data, whenever there is a newer one; or with EACH_STAMP one for each stamp of a frame between the two.
    The first comes at once if it is known. If nothing between the frames moves, it emits one with stamp 0, and another
    when that is replaced. When time jumps back it begins anew. It waits for frames that do not exist yet, without
    polling; after 3 s the reason is logged. Items are emitted in the node's executor. Raises ValueError for a frame's
    name that is empty or begins with /.
    """
    on = as_node(node)
    check_name('from_transform', target)
    check_name('from_transform', source)

    def subscribe(observer: abc.ObserverBase[Any], scheduler: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        return _Follower(on, target, source, which, observer).disposable

    return Stream(on, subscribe, f'from_transform({target}, {source})')


class _Follower:
    """One subscriber of from_transform."""

    def __init__(
        self, node: Node, target: str, source: str, which: Transforms, observer: abc.ObserverBase[Any]
    ) -> None:
        self._node, self._target, self._source = node, target, source
        self._patience = SerialDisposable()
        self._subscriber = Subscriber(node, f'from_transform({target}, {source})', observer, self._subscriber_left)
        self.disposable = Disposable(self._subscriber.dispose)
        self._following = Following(transform_buffer(node), target, source, which, self._subscriber.next)
        if node.adopt(self):
            node.scheduler.run(self._begin)
        else:
            self._subscriber.completed()

    def _begin(self) -> None:
        if not self._subscriber.ended:
            self._following.begin()
            if self._missing():
                self._patience.disposable = self._node.scheduler.after(_PATIENCE * 1_000_000_000, self._report_wait)

    def _missing(self) -> str:
        """Returns why there is no transform; '' if there is one."""
        try:
            transform_buffer(self._node).lookup(self._target, self._source)
        except TransformError as error:
            return str(error)
        return ''

    def _report_wait(self) -> None:
        if not self._subscriber.ended and (reason := self._missing()):
            name = f'from_transform({self._target}, {self._source})'
            self._node.logger.info(f'{name} has waited {_PATIENCE} s for its first transform: {reason}')

    def _subscriber_left(self, _: Subscriber[Any]) -> None:
        self._node.disown(self)
        self._patience.dispose()
        self._node.scheduler.run(self._following.close)

    def node_ended(self) -> None:
        """Completes the stream with its node."""
        self._subscriber.completed()


class Transformation(Stream[_T]):
    """The stream of transform_to: emits the transformed items; unmatched() emits the items that were left out."""

    def __init__(
        self,
        node: Node,
        source: Observable[_T],
        frame: str,
        options: TransformOptions,
        apply: Callable[[Any, Any], Any],
    ) -> None:
        super().__init__(node, self._begin_one, f'transform_to({frame})')
        self._source = source
        self._frame = frame
        self._options = options
        self._apply = apply
        self._transformed = self._left_out = 0
        self._logged = 0.0
        self._unmatched: Subject[Untransformed[_T]] = Subject()

    def unmatched(self) -> Observable[Untransformed[_T]]:
        """Emits the items that were left out, unchanged, with the reason. Never completes.

        While it has no subscriber the reasons are logged.
        """

        def subscribe(observer: abc.ObserverBase[Any], _: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            return self._unmatched.subscribe(observer)

        return Stream(self.node, subscribe, f'unmatched of {self.name}')

    def statistics(self) -> TransformationStatistics:
        """Returns the counts over all subscriptions. Any thread."""
        return TransformationStatistics(self._transformed, self._left_out)

    def _begin_one(
        self, observer: abc.ObserverBase[_T], scheduler: abc.SchedulerBase | None = None
    ) -> abc.DisposableBase:
        return _Transformed(self, observer).begin(scheduler)


class _Transformed:
    """One subscriber of transform_to. Belongs to the node's executor."""

    def __init__(self, transformation: Transformation[Any], observer: abc.ObserverBase[Any]) -> None:
        self._transformation = transformation
        self._node = transformation.node
        self._upstream = SingleAssignmentDisposable()
        self._subscriber = Subscriber(
            transformation.node, f'transform_to({transformation._frame})', observer, self._subscriber_left
        )
        self._work = Transforming(
            transform_buffer(transformation.node),
            transformation._frame,
            transformation._options,
            transformation._apply,
            _NodeTimer(transformation.node),
            self._emit,
            self._leave_out,
        )

    def begin(self, scheduler: abc.SchedulerBase | None) -> abc.DisposableBase:
        """Subscribes to the source."""
        run, subscriber = self._node.scheduler.run, self._subscriber
        if not self._node.adopt(self, as_sink=True):
            subscriber.completed()
            return Disposable()

        def completed() -> None:
            run(self._work.complete, subscriber.completed)

        self._upstream.disposable = self._transformation._source.subscribe(
            lambda item: run(self._take, item),
            lambda error: run(subscriber.error, error),
            completed,
            scheduler=scheduler,
        )
        return Disposable(subscriber.dispose)

    def _take(self, item: Any) -> None:
        if self._subscriber.ended:
            return
        try:
            self._work.take(item)
        except TypeError as error:
            self._subscriber.error(error)

    def _emit(self, item: Any) -> None:
        self._transformation._transformed += 1
        self._subscriber.next(item)

    def _leave_out(self, untransformed: Untransformed[Any]) -> None:
        transformation = self._transformation
        transformation._left_out += 1
        if transformation._unmatched.observers:
            transformation._unmatched.on_next(untransformed)
        elif not transformation._logged or time.monotonic() - transformation._logged > 5:
            transformation._logged = time.monotonic()
            self._node.logger.warning(
                f'transform_to left out an item, and nobody subscribes to unmatched(): {untransformed.reason}'
            )

    def _subscriber_left(self, _: Subscriber[Any]) -> None:
        self._node.disown(self)
        self._upstream.dispose()
        self._node.scheduler.run(self._work.close)

    def node_ended(self) -> None:
        """Completes the stream with its node."""
        self._subscriber.completed()


class _NodeTimer(Timer):
    def __init__(self, node: Node) -> None:
        self._node = node
        self._held = SingleAssignmentDisposable()

    def now(self) -> int:
        return self._node.scheduler.time_ns()

    def wake_after(self, delay: int, work: Callable[[], None]) -> None:
        self._held = held = SingleAssignmentDisposable()

        def due(*_: Any) -> None:
            if not held.is_disposed:
                work()

        held.disposable = self._node.scheduler.schedule_relative(max(delay, 1) / 1e9, due)

    def close(self) -> None:
        self._held.dispose()


def transform_to(
    node: Node,
    frame: str,
    *,
    wait: float = 1.0,
    queue_size: int = 100,
    keep_order: bool = True,
    apply: Callable[[Any, _T], _T] = apply_transform,
) -> Callable[[Observable[_T]], Transformation[_T]]:
    """source.pipe(transform_to(node, frame)) brings each item into another frame, by the transform of its own stamp.

    ::

        source (stamps)             --1--2--3--------…    in the frame laser
        /tf, map → laser            -0------2-----9--…
        transform_to(n, 'map')      --------1-2---3--…    in the frame map (1 and 2 once 2 has come)

    Items are messages with a header; a changed item is a copy. apply_transform knows points, poses, vectors,
    quaternions, transforms, wrenches, polygons and PointCloud2; for other messages give a function of the
    TransformStamped and the message that returns another message. An item whose transform is not known yet waits for
    it: at most `wait` seconds of the node's clock, and at most `queue_size` items wait. An item that cannot be
    transformed goes unchanged to unmatched() of the result, with the reason, or into the log; statistics() counts
    both. With keep_order items behind a waiting one wait too. When time jumps back all waiting items are left out. All
    work is done in the node's executor; nothing polls. Completes once the source has completed and no item waits; an
    item without a header is the stream's TypeError. Raises ValueError for a queue_size of 0, a negative wait, and a
    frame that is empty or begins with /.
    """
    on = as_node(node)
    check_name('transform_to', frame)
    options = TransformOptions(wait, queue_size, keep_order).check()
    return operator(on, f'transform_to({frame})', lambda source: Transformation(on, source, frame, options, apply))


def publish_transform(node: Node) -> Callable[[Observable[Any]], Stream[Any]]:
    """source.pipe(publish_transform(node)) publishes transforms on /tf, each item as one message.

    Items are TransformStamped, or lists of them; it emits the TFMessages. Otherwise like publish_to_topic: it starts by
    itself. For transforms that never change use publish_static_transform.
    """
    on = as_node(node)
    message = on._backing.interface('tf2_msgs', 'msg', 'TFMessage')
    publish = publish_to_topic(on, message, '/tf', QOS)

    def apply(source: Observable[Any]) -> Stream[Any]:
        return publish(source.pipe(ops.map(lambda item: message(transforms=listed(item)))))

    return operator(on, 'publish_transform', apply)


def publish_static_transform(node: Node, transforms: Any) -> None:
    """Publishes one or several TransformStamped that are valid for all times.

    /tf_static has one message, which late subscriptions get too, so it always contains all static transforms of the
    node; a transform replaces the former one of its child frame. The publisher lives as long as the node. Any thread.
    """
    on = as_node(node)
    with _lock:
        if _NodeStatics not in on._kept:
            on._kept[_NodeStatics] = _NodeStatics(on)
        on._kept[_NodeStatics].publish(transforms)


__all__ = [
    'Transformation',
    'from_transform',
    'publish_static_transform',
    'publish_transform',
    'transform_buffer',
    'transform_to',
]
