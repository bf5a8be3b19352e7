# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms as streams, in rx and under asyncio, on the buffer of frames/."""

import asyncio
import math
import struct

import pytest

pytest.importorskip('reactivex')
from eventually import eventually_in_loop
from observers import Seen, a_node
from reactivex.subject import Subject

from rxros2 import _core, rx
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import (
    PointStamped,
    PoseStamped,
    PoseWithCovarianceStamped,
    TransformStamped,
    TwistStamped,
    Vector3Stamped,
)
from rxros2.interfaces.sensor_msgs.msg import PointCloud2, PointField
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.tf2_msgs.msg import TFMessage
from rxros2.messages.codec import encode
from rxros2.transforms import TransformWarnings


def between(parent, child, second, x):
    transform = TransformStamped(child_frame_id=child)
    transform.header.frame_id, transform.header.stamp.sec, transform.transform.translation.x = parent, second, float(x)
    return transform


def point(frame, second, x=0):
    message = PointStamped()
    message.header.frame_id, message.header.stamp.sec, message.point.x = frame, second, float(x)
    return message


def put(buffer, parent, child, second, x, is_static=False):
    """Inserts a transform as if it had arrived on /tf."""
    buffer._insert(encode(TFMessage(transforms=[between(parent, child, second, x)])), is_static)


def shown(message):
    x = message.point.x if hasattr(message, 'point') else message.transform.translation.x
    return f'{message.header.frame_id} {message.header.stamp.sec}:{round(x)}'


# --- the buffer ---


def test_lookups_and_tf2s_errors():
    with rx.create_node('frames') as node:
        buffer = rx.transform_buffer(node)
        assert rx.transform_buffer(node) is buffer
        put(buffer, '/map', 'base', 1, 10)
        put(buffer, 'map', 'base', 3, 30)
        put(buffer, 'base', 'laser', 0, 1, is_static=True)
        half = buffer.lookup('map', 'laser', 2_000_000_000)
        assert shown(half) == 'map 2:21' and half.child_frame_id == 'laser'
        assert shown(buffer.lookup('map', 'laser')) == 'map 3:31'
        assert shown(buffer.lookup('map', 'laser', point('', 1).header.stamp)) == 'map 1:11'
        assert shown(buffer.lookup_between('base', 3_000_000_000, 'base', 1_000_000_000, 'map')) == 'base 3:-20'
        with pytest.raises(rx.TransformError, match='the newest data of frame .base. has time 3') as error:
            buffer.lookup('map', 'laser', 4_000_000_000)
        assert error.value.kind is rx.TransformErrorKind.FORWARD_EXTRAPOLATION
        with pytest.raises(rx.TransformError, match='source_frame "nowhere" does not exist'):
            buffer.lookup('map', 'nowhere')
        frames = {frame.name: frame for frame in buffer.frames()}
        assert frames['base'] == ('base', 'map', False, 1_000_000_000, 3_000_000_000, 2)
        assert frames['laser'].is_static and frames['map'].parent == ''


def test_refused_transforms_are_logged():
    with rx.create_node('frames') as node:
        buffer, logged = rx.transform_buffer(node), []
        buffer._warnings = TransformWarnings(logged.append)
        put(buffer, 'ba\nse', 'ba\nse', 1, 0)
        assert logged == [r'a transform of frame [ba\u000ase] was refused: TF_SELF_TRANSFORM: the parent and the '
                          'child are the same frame']  # fmt: skip
        buffer._warnings = TransformWarnings(logged.append)
        for sample in (
            b'',
            b'\x00\x01\x00\x00\xff\xff\xff\xff',
            encode(TFMessage(transforms=[between('a', 'b', 1, 1)]))[:-1],
        ):
            with pytest.raises(ValueError, match='at byte'):
                buffer._core.insert(sample, False)
            buffer._insert(sample, False)
        assert len(logged) == 2 and logged[1].startswith('a malformed message of transforms was dropped: at byte')
        assert [frame.name for frame in buffer.frames()] == []


# --- from_transform ---


def test_transforms_as_a_stream(run):
    async def main():
        with a_node() as node:
            buffer, latest, each_stamp = rx.transform_buffer(node), Seen(), Seen()
            running = rx.from_transform(node, 'map', 'arm').subscribe(latest)
            rx.from_transform(node, 'map', 'arm', rx.Transforms.EACH_STAMP).subscribe(each_stamp)
            put(buffer, 'map', 'base', 1, 10)
            put(buffer, 'base', 'arm', 1, 1)
            put(buffer, 'base', 'arm', 2, 2)
            put(buffer, 'base', 'arm', 3, 3)
            put(buffer, 'map', 'base', 5, 50)
            assert [shown(item) for item in latest.items] == ['map 1:11', 'map 3:33']
            assert [shown(item) for item in each_stamp.items] == ['map 1:11', 'map 2:22', 'map 3:33']
            buffer._clear()  # as when time jumps back
            put(buffer, 'map', 'base', 1, 7)
            put(buffer, 'base', 'arm', 1, 0)
            assert shown(latest.items[-1]) == shown(each_stamp.items[-1]) == 'map 1:7'
            running.dispose()
            put(buffer, 'base', 'arm', 2, 0)
            put(buffer, 'map', 'base', 2, 0)
            assert len(latest.items) == 3 and len(each_stamp.items) == 5
            with pytest.raises(ValueError, match="the frame is '/map'"):
                rx.from_transform(node, '/map', 'arm')
        assert each_stamp.completions == 1 and latest.completions == 0

    run(main())


def test_static_transforms_are_emitted_once_and_when_replaced(run):
    async def main():
        with a_node() as node:
            buffer, seen = rx.transform_buffer(node), Seen()
            rx.from_transform(node, 'base', 'laser').subscribe(seen)
            for x in (1, 1, 2):
                put(buffer, 'base', 'laser', 3, x, is_static=True)
            assert [shown(item) for item in seen.items] == ['base 0:1', 'base 0:2']

    run(main())


def test_a_subscriber_that_raises_ends_its_stream_only(run):
    async def main():
        with a_node() as node:
            buffer, errors, seen = rx.transform_buffer(node), [], Seen()
            rx.from_transform(node, 'map', 'base').subscribe(lambda _: 1 / 0, errors.append)
            rx.from_transform(node, 'map', 'base').subscribe(seen)
            put(buffer, 'map', 'base', 1, 1)
            put(buffer, 'map', 'base', 2, 2)
            assert [type(error) for error in errors] == [ZeroDivisionError] and len(seen.items) == 2

    run(main())


def test_transforms_come_on_their_topics(run):
    async def main():
        with a_node() as node, rx.create_node('other') as other:
            seen, late = Seen(), Seen()
            rx.from_transform(node, 'map', 'camera').subscribe(seen)
            moving = Subject()
            moving.pipe(rx.publish_transform(other)).subscribe()
            rx.publish_static_transform(other, between('base', 'laser', 0, 2))
            rx.publish_static_transform(other, [between('base', 'camera', 0, 3)])
            await eventually_in_loop(lambda: 'camera' in [frame.name for frame in rx.transform_buffer(node).frames()])
            moving.on_next(between('map', 'base', 7, 10))
            moving.on_next([between('map', 'base', 8, 20), between('base', 'arm', 8, 1)])
            await seen.count(2)
            assert [shown(item) for item in seen.items] == ['map 7:13', 'map 8:23']
            with rx.create_node('late') as third:  # one message has all static transforms, for late subscriptions
                rx.from_transform(third, 'laser', 'camera').subscribe(late)
                await late.count(1)
            assert shown(late.items[0]) == 'laser 0:1'

    run(main())


def test_a_jump_of_the_clock_forgets_what_moves():
    with rx.create_node('frames', parameters={'use_sim_time': True}) as node:
        buffer = rx.transform_buffer(node)
        clock = _core.Clock.of(node._core)
        clock.set(10_000_000_000)
        put(buffer, 'map', 'base', 9, 1)
        clock.set(1_000_000_000)
        put(buffer, 'base', 'arm', 1, 1)
        assert [frame.name for frame in buffer.frames() if frame.size] == ['arm']


# --- transform_to ---


def test_items_at_their_own_stamps(run):
    async def main():
        with a_node() as node:
            buffer, points, seen, unmatched = rx.transform_buffer(node), Subject(), Seen(), Seen()
            moved = points.pipe(rx.transform_to(node, 'map', wait=0))
            moved.unmatched().subscribe(unmatched)
            moved.subscribe(seen)
            put(buffer, 'map', 'base', 1, 10)
            put(buffer, 'map', 'base', 3, 30)
            kept = point('base', 2, 5)
            for item in (kept, point('map', 9, 1), point('base', 4), point('base', 3)):
                points.on_next(item)
            points.on_completed()
            assert [shown(item) for item in seen.items] == ['map 2:25', 'map 9:1', 'map 3:30'] and seen.completions == 1
            assert shown(kept) == 'base 2:5'  # others have it, too
            assert [unmatched.items[0].item.header.stamp.sec, unmatched.items[0].kind.name] == [
                4,
                'FORWARD_EXTRAPOLATION',
            ]
            assert 'the newest data of frame [base]' in unmatched.items[0].reason
            assert moved.statistics() == rx.TransformationStatistics(3, 1)

    run(main())


@pytest.mark.parametrize('keep_order', [True, False])
def test_items_wait_for_their_transforms(run, keep_order):
    async def main():
        with a_node() as node:
            buffer, points, seen = rx.transform_buffer(node), Subject(), Seen()
            points.pipe(rx.transform_to(node, 'map', wait=100, keep_order=keep_order)).subscribe(seen)
            put(buffer, 'map', 'base', 1, 10)
            for item in (point('base', 2), point('base', 1), point('base', 3)):
                points.on_next(item)
            points.on_completed()
            put(buffer, 'map', 'base', 2, 20)
            put(buffer, 'map', 'base', 3, 30)
            order = [2, 1, 3] if keep_order else [1, 2, 3]
            assert [item.header.stamp.sec for item in seen.items] == order and seen.completions == 1

    run(main())


def test_items_that_wait_too_long_or_are_too_many_are_left_out(run):
    async def main():
        with a_node() as node:
            points, seen, unmatched = Subject(), Seen(), Seen()
            moved = points.pipe(rx.transform_to(node, 'map', wait=0.05, queue_size=2))
            moved.unmatched().subscribe(unmatched)
            moved.subscribe(seen)
            for second in (1, 2, 3):
                points.on_next(point('base', second))
            assert [
                (untransformed.item.header.stamp.sec, untransformed.reason[:24]) for untransformed in unmatched.items
            ] == [(1, 'more than 2 items wait: ')]
            await unmatched.count(3)
            assert all('does not exist' in untransformed.reason for untransformed in unmatched.items)
            assert unmatched.items[2].kind is rx.TransformErrorKind.LOOKUP
            points.on_next(point('base', 4))
            rx.transform_buffer(node)._clear()
            await unmatched.count(4)
            points.on_next(point('base', 5))
            points.on_completed()
            assert seen.completions == 0
            await seen.until(lambda seen: seen.completions == 1)
            assert seen.items == [] and len(unmatched.items) == 5

    run(main())


def test_waiting_items_end_with_their_subscription_and_node(run):
    async def main():
        with a_node() as node:
            buffer, points, seen, other = rx.transform_buffer(node), Subject(), Seen(), Seen()
            moved = points.pipe(rx.transform_to(node, 'map', wait=100))
            running = moved.subscribe(seen)
            moved.subscribe(other)
            points.on_next(point('base', 1))
            running.dispose()
            assert len(buffer._requests) == 1
        assert other.completions == 1 and buffer._requests == {} and seen.completions == 0

    run(main())


def test_own_types_errors_and_options(run):
    async def main():
        with a_node() as node:
            buffer, items, seen, unmatched, errors = rx.transform_buffer(node), Subject(), Seen(), Seen(), []
            put(buffer, 'map', 'base', 0, 10, is_static=True)

            def apply(transform, message):
                twist = TwistStamped(header=message.header)
                twist.twist.linear.x = message.twist.linear.x + transform.transform.translation.x
                return twist

            items.pipe(rx.transform_to(node, 'map', apply=apply)).subscribe(seen)
            plain = items.pipe(rx.transform_to(node, 'map'))
            plain.unmatched().subscribe(unmatched)
            plain.subscribe(Seen().on_next, errors.append)
            twist = TwistStamped()
            twist.header.frame_id, twist.twist.linear.x = 'base', 1.0
            items.on_next(twist)
            assert seen.items[0].twist.linear.x == 11 and seen.items[0].header.frame_id == 'map'
            assert (
                unmatched.items[0].kind is rx.TransformErrorKind.NONE
                and 'TwistStamped is not known' in unmatched.items[0].reason
            )
            items.on_next(String())
            assert 'a String has no header' in str(errors[0]) and 'a String has no header' in str(seen.errors[0])
            for options in ({'queue_size': 0}, {'wait': -1}, {'wait': math.nan}):
                with pytest.raises(ValueError, match='expected 1 or more, and 0 or more'):
                    rx.transform_to(node, 'map', **options)
            with pytest.raises(ValueError, match="the frame is ''"):
                rx.transform_to(node, '')

    run(main())


# --- apply_transform ---


def quarter_turn():
    transform = between('map', 'base', 0, 10)
    transform.transform.rotation.z = transform.transform.rotation.w = math.sqrt(0.5)
    return transform


def test_points_are_moved_and_vectors_turned():
    moved = rx.apply_transform(quarter_turn(), point('base', 0, 1)).point
    assert (moved.x, moved.y, moved.z) == pytest.approx((10, 1, 0))
    vector = Vector3Stamped()
    vector.vector.x = 1.0
    turned = rx.apply_transform(quarter_turn(), vector).vector
    assert (turned.x, turned.y, turned.z) == pytest.approx((0, 1, 0))
    pose = rx.apply_transform(quarter_turn(), PoseStamped()).pose
    assert pose.position.x == 10 and pose.orientation.z == pytest.approx(math.sqrt(0.5))


def test_covariances_are_turned():
    pose = PoseWithCovarianceStamped()
    pose.pose.covariance[0], pose.pose.covariance[1], pose.pose.covariance[21] = 4.0, 1.0, 9.0
    turned = rx.apply_transform(quarter_turn(), pose).pose.covariance
    assert [turned[i] for i in (0, 6, 7, 21, 28)] == pytest.approx([0, -1, 4, 0, 9])
    assert pose.pose.covariance[0] == 4


def cloud(names=('x', 'y', 'z', 'intensity'), rows=((1, 2, 3, 9), (4, 5, 6, 8)), gap=4):
    message = PointCloud2(height=2, width=1, point_step=4 * len(names), row_step=4 * len(names) + gap)
    message.fields = [PointField(name=name, offset=4 * i, datatype=7, count=1) for i, name in enumerate(names)]
    message.data = b''.join(struct.pack(f'{len(row)}f', *row) + bytes(gap) for row in rows)
    return message


def test_clouds():
    message = cloud()
    moved = rx.apply_transform(quarter_turn(), message)
    data = bytes(moved.data)
    assert struct.unpack_from('4f', data, 0) == pytest.approx((8, 1, 3, 9))
    assert struct.unpack_from('4f', data, 20) == pytest.approx((5, 4, 6, 8))
    assert struct.unpack_from('4f', bytes(message.data), 0) == (1, 2, 3, 9)
    names = ('x', 'y', 'z', 'normal_x', 'normal_y', 'normal_z')
    moved = rx.apply_transform(quarter_turn(), cloud(names, ((1, 2, 3, 1, 0, 0),) * 2))
    assert struct.unpack_from('6f', bytes(moved.data)) == pytest.approx((8, 1, 3, 0, 1, 0), abs=1e-6)
    for change, text in (
        ({'width': 9}, 'rows of width'),
        ({'is_bigendian': True}, 'other byte order'),
        ({'fields': []}, 'without float fields'),
    ):
        lies = cloud()
        for name, value in change.items():
            setattr(lies, name, value)
        with pytest.raises(ValueError, match=text):
            rx.apply_transform(quarter_turn(), lies)


# --- under asyncio ---


def test_transforms_under_asyncio(run):
    async def main():
        with ros2.auto_context('frames'):
            base = ros2.from_transform('map', 'base')
            each_stamp = ros2.from_transform('map', 'base', ros2.Transforms.EACH_STAMP)
            assert base.name == 'ros2.from_transform(map, base)'
            points = ros2.BaseSub()
            moved = ros2.transform_to(points, 'map', wait=100)
            got = []
            moved.asap_callback.append(got.append)
            points.input_data(point('laser', 1, 1))
            ros2.publish_static_transform(between('base', 'laser', 0, 2))
            ros2.publish_transform(between('map', 'base', 1, 10))
            assert shown(await asyncio.wait_for(base.wait_for_value(), 60)) == 'map 1:10'
            await eventually_in_loop(lambda: got)
            assert shown(got[0]) == 'map 1:13'
            ros2.publish_transform([between('map', 'base', 2, 20)])
            await eventually_in_loop(lambda: each_stamp.statistics().received == 2)
            assert moved.transformation_statistics() == ros2.TransformationStatistics(1, 0)
            points.close()
            assert moved.closed and moved.unmatched.closed
            with pytest.raises(ValueError, match='the frame is'):
                ros2.from_transform('/map', 'base')
        assert base.closed

    run(main())


def test_items_left_out_under_asyncio(run):
    async def main():
        with ros2.auto_context('frames'):
            points = ros2.BaseSub()
            moved = ros2.transform_to(points, 'map', wait=0.05)
            unmatched = []
            moved.unmatched.asap_callback.append(unmatched.append)
            points.input_data(point('base', 1))
            await eventually_in_loop(lambda: unmatched)
            assert (
                unmatched[0].kind is ros2.TransformErrorKind.LOOKUP and moved.transformation_statistics().unmatched == 1
            )
            waits = ros2.transform_to(points, 'map', wait=100)
            points.input_data(point('base', 2))
            waits.close()
            assert ros2.transform_buffer()._requests.keys() == {2} and not points.closed
            points.input_data(String())
            assert moved.closed
            with pytest.raises(TypeError, match='a String has no header'):
                await moved.wait_for_value()

    run(main())


@pytest.mark.parametrize('result', [None, 7, String()], ids=str)
def test_an_invalid_result_of_apply_costs_only_its_item(run, result):
    async def main():
        with ros2.auto_context('nonsense'):
            source = ros2.BaseSub(scope=None)
            out = ros2.transform_to(source, 'map', apply=lambda *_: result, wait=60)
            unmatched, other_items = out.unmatched.listen_reliable(), []
            other = ros2.from_transform('map', 'base')
            other.asap_callback.append(other_items.append)
            buffer = ros2.transform_buffer()
            put(buffer, 'map', 'base', 1, 10)
            source.input_data(point('base', 2))  # waits
            put(buffer, 'map', 'base', 3, 30)
            source.input_data(point('base', 2))
            for _ in range(2):
                assert (await anext(unmatched)).kind is rx.TransformErrorKind.NONE
            put(buffer, 'map', 'base', 4, 40)
            assert [shown(item) for item in other_items] == ['map 1:10', 'map 3:30', 'map 4:40']
            source.input_data('no message')
            with pytest.raises(TypeError, match='a str has no header'):
                await out.wait_for_next(timeout=60)
            assert not source.closed

    run(main())


def test_a_failing_stream_does_not_affect_other_waiting_streams(run):
    async def main():
        with ros2.auto_context('failing'):
            buffer, got = ros2.transform_buffer(), []

            def fail(_):
                raise ZeroDivisionError

            for answered in (fail, got.append, fail, got.append):
                buffer._ask('map', 'base', 1_000_000_000, answered)
            put(buffer, 'map', 'base', 1, 10)
            assert len(got) == 2 and not buffer._requests

    run(main())


@pytest.mark.parametrize('keep_order', [True, False])
def test_an_item_waits_for_time_that_passes(run, keep_order):
    """A jump at the clock's start does not count; a wait keeps its remaining time when the clock is set back."""

    async def main():
        with ros2.auto_context('waiting') as session:
            clock = _core.Clock.of(session.node._core)
            clock.simulate(True)
            source = ros2.BaseSub(scope=None)
            out = ros2.transform_to(source, 'map', wait=5, keep_order=keep_order)
            endless = ros2.transform_to(source, 'map', wait=math.inf, keep_order=keep_order)
            unmatched = out.unmatched.listen_reliable()
            source.input_data(point('base', 1))
            for second in (1_000_000, 1_000_003):
                clock.set(second * 1_000_000_000)
                for _ in range(5):
                    await asyncio.sleep(0)
                assert not unmatched.waiting()
            clock.set(1_000_000_006 * 1_000_000_000)  # 50 years ahead are a lapse
            assert (await anext(unmatched)).item.header.frame_id == 'base'
            assert endless.transformation_statistics().unmatched == 0

    run(main())


def test_names_of_invalid_utf8_cost_only_their_items(run):
    async def main():
        with ros2.auto_context('strangers'):
            buffer = ros2.transform_buffer()
            sample = encode(TFMessage(transforms=[between('map', 'baXe', 1, 10)])).replace(b'baXe', b'ba\xffe')
            buffer._insert(sample, False)
            buffer._insert(sample.replace(b'map', b'm\xffp').replace(b'ba\xffe', b'm\xffp\0'), False)
            assert [frame.name for frame in buffer.frames()][:2] in (['map', 'ba\ufffde'], ['ba\ufffde', 'map'])
            source = ros2.BaseSub(scope=None)
            out = ros2.transform_to(source, 'map', wait=0)
            unmatched = out.unmatched.listen_reliable()
            source.input_data(point('ba\udcffe', 1))
            assert (await anext(unmatched)).item.header.frame_id == 'ba\udcffe'
            put(buffer, 'map', 'base', 1, 10)
            following = out.wait_for_next(timeout=60)
            source.input_data(point('base', 1))
            assert shown(await following) == 'map 1:10'

    run(main())
