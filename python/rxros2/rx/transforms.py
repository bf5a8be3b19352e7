# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_transform, transform_to, publish_transform: where frames are, and messages in other frames."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex import operators as ops
from reactivex.disposable import Disposable, SingleAssignmentDisposable
from reactivex.subject import Subject

from ..geometry import apply_transform
from ..transforms import (
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
from .node import Node, as_node
from .stream import Attachment, Stream, Subscriber
from .topics import publish_to_topic

_T = TypeVar('_T')

_lock = threading.Lock()  # of what is kept in nodes


class _NodeTransforms:
    """The buffer of a node and what fills it. Ends with the node."""

    def __init__(self, node: Node) -> None:
        backing = node._backing
        self.buffer = TransformBuffer(backing, node.logger.warning)
        self._attachments: list[Attachment] = []
        self._clock = self.buffer._watch_clock()
        if not node.adopt(self):
            return
        cls = backing.interface('tf2_msgs', 'msg', 'TFMessage')
        for topic, qos, is_static in TOPICS:
            core = backing.subscription(topic, cls, qos, [], True)
            self._attachments.append(Attachment(node, core, partial(self.buffer._feed, core, is_static)))

    def node_ended(self) -> None:
        for each in self._attachments:
            each.close()
        if self._clock is not None:
            self._clock.close()


class _NodeStatics(StaticTransforms):
    def __init__(self, node: Node) -> None:
        super().__init__(node._backing)
        node.adopt(self)

    def node_ended(self) -> None:
        self.publisher.close()


def transform_buffer(node: Node) -> TransformBuffer:
    """The node's one buffer of transforms, which /tf and /tf_static fill, to look up directly.

    Made, with its two subscriptions, by the first who asks for it, here or by from_transform or transform_to; the
    node's executor fills it. When the node's clock jumps back, or changes to or from simulated time, all but static
    transforms are forgotten with the next message.
    """
    on = as_node(node)
    with _lock:
        if _NodeTransforms not in on._kept:
            on._kept[_NodeTransforms] = _NodeTransforms(on)
        kept: _NodeTransforms = on._kept[_NodeTransforms]
        return kept.buffer


def from_transform(node: Node, target: str, source: str, which: Transforms = Transforms.LATEST) -> Stream[Any]:
    """Where `source` is, seen from `target`.

    ::

        /tf, map → base (stamps)             --1--2-----3--4--
        /tf, base → arm (stamps)             ---1-----3------4
        from_transform(n, 'map', 'arm')      ---1-----2-3----4    the latest that both cover
        … Transforms.EACH_STAMP              ---1-----2-3----4    each stamp of either

    Items are TransformStamped that map points in `source` to points in `target`: the newest for which the whole chain
    of frames has data, whenever there is a newer one; or one for each stamp of a frame between the two. The first comes
    at once if it is known. If nothing between the frames moves: one with stamp 0, and another when it is replaced. When
    time jumps back it begins anew. Frames that nobody has named yet are waited for. Items come in the node's executor;
    nothing polls. ValueError for a frame's name that is empty or begins with /.
    """
    on = as_node(node)
    check_name('from_transform', target)
    check_name('from_transform', source)

    def subscribe(observer: abc.ObserverBase[Any], scheduler: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        return _Follower(on, target, source, which, observer).disposable

    return Stream(on, subscribe)


class _Follower:
    """One subscriber of from_transform."""

    def __init__(
        self, node: Node, target: str, source: str, which: Transforms, observer: abc.ObserverBase[Any]
    ) -> None:
        self._node = node
        self._subscriber = Subscriber(node, f'from_transform({target}, {source})', observer, self._left)
        self.disposable = Disposable(self._subscriber.dispose)
        self._following = Following(transform_buffer(node), target, source, which, self._subscriber.next)
        if node.adopt(self):
            node.scheduler.run(self._begin)
        else:
            self._subscriber.completed()

    def _begin(self) -> None:
        if not self._subscriber.ended:
            self._following.begin()

    def _left(self, _: Subscriber[Any]) -> None:
        self._node.disown(self)
        self._node.scheduler.run(self._following.close)

    def node_ended(self) -> None:
        self._subscriber.completed()


class Transformation(Stream[_T]):
    """What transform_to gives: the stream of the items that were transformed, and what was left out."""

    def __init__(
        self,
        node: Node,
        source: Observable[_T],
        frame: str,
        options: TransformOptions,
        apply: Callable[[Any, Any], Any],
    ) -> None:
        super().__init__(node, self._begin_one)
        self._source = source
        self._frame = frame
        self._options = options
        self._apply = apply
        self._transformed = self._left_out = 0
        self._logged = 0.0
        self._unmatched: Subject[Untransformed[_T]] = Subject()

    def unmatched(self) -> Observable[Untransformed[_T]]:
        """The items, as they came, and why. Has no end of its own. While nobody subscribes the reasons are logged."""
        return self._unmatched

    def statistics(self) -> TransformationStatistics:
        """Of all subscriptions together. Any thread."""
        return TransformationStatistics(self._transformed, self._left_out)

    def _begin_one(
        self, observer: abc.ObserverBase[_T], scheduler: abc.SchedulerBase | None = None
    ) -> abc.DisposableBase:
        return _Transformed(self, observer).begin(scheduler)


class _Transformed:
    """One subscriber of transform_to; all of it in the node's executor."""

    def __init__(self, of: Transformation[Any], observer: abc.ObserverBase[Any]) -> None:
        self._of = of
        self._node = of.node
        self._upstream = SingleAssignmentDisposable()
        self._subscriber = Subscriber(of.node, f'transform_to({of._frame})', observer, self._left)
        self._work = Transforming(
            transform_buffer(of.node),
            of._frame,
            of._options,
            of._apply,
            _NodeTimer(of.node),
            self._emit,
            self._leave_out,
        )

    def begin(self, scheduler: abc.SchedulerBase | None) -> abc.DisposableBase:
        run, subscriber = self._node.scheduler.run, self._subscriber
        if not self._node.adopt(self):
            subscriber.completed()
            return Disposable()

        def completed() -> None:
            run(self._work.complete, subscriber.completed)

        self._upstream.disposable = self._of._source.subscribe(
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
        self._of._transformed += 1
        self._subscriber.next(item)

    def _leave_out(self, left: Untransformed[Any]) -> None:
        of = self._of
        of._left_out += 1
        if of._unmatched.observers:
            of._unmatched.on_next(left)
        elif not of._logged or time.monotonic() - of._logged > 5:
            of._logged = time.monotonic()
            self._node.logger.warning(
                f'transform_to left out an item, and nobody subscribes to unmatched(): {left.reason}'
            )

    def _left(self, _: Subscriber[Any]) -> None:
        self._node.disown(self)
        self._upstream.dispose()
        self._node.scheduler.run(self._work.close)

    def node_ended(self) -> None:
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

    Items are messages with a header; what comes out is a copy where something was changed. Points, poses, vectors,
    quaternions, transforms, wrenches, polygons and PointCloud2 are known (apply_transform); for others give a function
    of the TransformStamped and the message that returns another message. An item whose transform is not known yet waits
    for it: at most `wait` seconds of the node's clock, at most `queue_size` of them. What can't be transformed is never
    silent: it goes, as it came, to unmatched() of the result, with the reason, or else into the log; statistics()
    counts both. With keep_order those behind one that waits do, too. When time jumps back all that wait are left out.
    All of it is done in the node's executor; nothing polls. Completes once the source has completed and nothing waits;
    an item without a header is the stream's TypeError. ValueError for a queue_size of 0, a negative wait, and a frame
    that is empty or begins with /.
    """
    on = as_node(node)
    check_name('transform_to', frame)
    options = TransformOptions(wait, queue_size, keep_order).check()
    return lambda source: Transformation(on, source, frame, options, apply)


def publish_transform(node: Node) -> Callable[[Observable[Any]], Stream[Any]]:
    """source.pipe(publish_transform(node)) publishes transforms on /tf, each item as one message.

    Items are TransformStamped, or lists of them; behind it come the TFMessages. All else as publish_to_topic: it starts
    by itself. Transforms that never change are for publish_static_transform.
    """
    on = as_node(node)
    message = on._backing.interface('tf2_msgs', 'msg', 'TFMessage')
    publish = publish_to_topic(on, message, '/tf', QOS)
    return lambda source: publish(source.pipe(ops.map(lambda item: message(transforms=listed(item)))))


def publish_static_transform(node: Node, transforms: Any) -> None:
    """Publishes a TransformStamped, or several, that hold for all time.

    /tf_static has one message, which late subscribers get too, so it always has all static transforms of the node; one
    replaces the former one of its child frame. The publisher lives as long as the node. Any thread.
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
