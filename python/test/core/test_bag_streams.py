# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_bag and to_bag in both fronts: items that pass are recorded, and errors are the stream's."""

import asyncio
import pathlib

import pytest

pytest.importorskip('reactivex')
import reactivex
from observers import Seen
from reactivex import operators as ops

from rxros2 import bag, rx
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int32, String
from rxros2.messages.codec import decode


def seen_of(stream):
    """Subscribes to a stream that ends in this thread."""

    async def look():
        seen = Seen()
        stream.subscribe(seen)
        return seen

    return asyncio.run(look())


def numbers(count):
    return reactivex.range(1, count + 1).pipe(ops.map(lambda n: Int32(data=n)))


def test_items_are_recorded_and_emitted(tmp_path):
    path = tmp_path / 'bag'
    passed = seen_of(numbers(1000).pipe(rx.to_bag(path, Int32, 'numbers')))
    assert [item.data for item in passed.items] == list(range(1, 1001)) and passed.completions == 1
    read = seen_of(rx.from_bag(path, Int32, '/numbers'))
    assert [item.value for item in read.items] == passed.items and read.completions == 1
    times = [item.log_time for item in read.items]
    assert times == sorted(times) == [item.publish_time for item in read.items]
    assert read.items[0].topic.type == 'std_msgs/msg/Int32'


def test_times_are_kept_and_recordings_shared(tmp_path):
    ticks = iter(range(100, 200))
    with bag.Writer(tmp_path / 'both.mcap') as writer:
        seen_of(numbers(3).pipe(rx.to_bag(writer, Int32, '/n', clock=lambda: next(ticks))))
        texts = reactivex.of('a', 'b').pipe(ops.map(lambda text: String(data=text)))
        seen_of(texts.pipe(rx.to_bag(writer, String, '/s', clock=lambda: next(ticks))))
    copied = seen_of(rx.from_bag(tmp_path / 'both.mcap').pipe(rx.to_bag(tmp_path / 'copy.mcap')))
    assert [(item.topic.name, item.log_time) for item in copied.items] == [
        ('/n', 100),
        ('/n', 101),
        ('/n', 102),
        ('/s', 103),
        ('/s', 104),
    ]
    assert decode(String, copied.items[-1].value) == String(data='b')
    part = rx.from_bag(tmp_path / 'copy.mcap', String, '/s').pipe(rx.to_bag(tmp_path / 'part', String, '/t'))
    assert [item.value.data for item in seen_of(part).items] == ['a', 'b']
    (only,) = bag.Reader(tmp_path / 'part').topics
    assert (only.name, only.count, bag.Reader(tmp_path / 'part').begin) == ('/t', 2, 103)


def test_disposing_ends_both(tmp_path):
    path = tmp_path / 'bag'
    first = seen_of(numbers(1000).pipe(rx.to_bag(path, Int32, '/n'), ops.take(10)))
    assert len(first.items) == 10
    assert bag.Reader(path).count == 10 and not bag.Reader(path).is_cut_off
    read = seen_of(rx.from_bag(path, Int32, '/n').pipe(ops.take(3)))
    assert [item.value.data for item in read.items] == [1, 2, 3] and read.completions == 1


def test_a_node_runs_it(tmp_path):
    async def run():
        with rx.create_node('reader') as node:
            seen = Seen()
            numbers(200).pipe(rx.to_bag(tmp_path / 'bag', Int32, '/n', clock=node.now)).subscribe(lambda _: None)
            rx.from_bag(tmp_path / 'bag', Int32, '/n').subscribe(seen, scheduler=node.scheduler)
            assert not seen.items
            await seen.count(200)

    with ros2.auto_context('test'):
        asyncio.run(run())


def error_of(stream):
    (error,) = seen_of(stream).errors
    return error


def test_errors(tmp_path):
    path = tmp_path / 'bag'
    seen_of(numbers(2).pipe(rx.to_bag(path, Int32, '/n')))
    expected = [
        (rx.from_bag(tmp_path / 'none', Int32, '/n'), f'{tmp_path}/none does not exist; expected a folder that'),
        (rx.from_bag(path, Int32, '/m'), f'from_bag: {path} has no topic /m; it has /n'),
        (
            rx.from_bag(path, String, '/n'),
            f'from_bag: /n of {path} is std_msgs/msg/Int32; expected std_msgs/msg/String',
        ),
        (numbers(1).pipe(rx.to_bag(path, Int32, '/n')), f'{path} exists; expected a new folder'),
    ]
    for stream, text in expected:
        error = error_of(stream)
        assert isinstance(error, bag.BagError) and str(error).startswith(text)
    error = error_of(numbers(1).pipe(rx.to_bag(tmp_path / 'other', String, '/n')))
    assert (
        isinstance(error, TypeError) and str(error) == 'to_bag: expected std_msgs/msg/String, found std_msgs/msg/Int32'
    )
    error = error_of(numbers(1).pipe(rx.to_bag(tmp_path / 'third')))
    assert str(error) == 'to_bag: expected Recorded, which knows its topic, found Int32'
    with pytest.raises(TypeError, match='expected both a type and a topic, or neither'):
        rx.from_bag(path, Int32)


@pytest.mark.skipif(not pathlib.Path('/dev/full').exists(), reason='needs /dev/full')
def test_a_full_disk_is_the_streams_error(tmp_path):
    with bag.Writer(tmp_path / 'bag', max_duration=1.0) as to:

        def at(n):
            second = tmp_path / 'bag/bag_1.mcap'
            if n == 2 and not second.is_symlink():
                second.symlink_to('/dev/full')
            return bag.Recorded(Int32(data=n), n * 2 * 10**9, 0, None)

        source = reactivex.range(1, 4).pipe(ops.map(at), rx.to_bag(to, Int32, '/n'))
        seen = seen_of(source)
        assert len(seen.items) == 1
        (error,) = seen.errors
        assert isinstance(error, bag.BagError) and 'No space left' in str(error)


def test_under_asyncio(tmp_path):
    path = tmp_path / 'bag'

    async def source(count):
        for n in range(count):
            yield Int32(data=n)

    async def run():
        passed = [item.data async for item in ros2.to_bag(source(200), path, Int32, '/n')]
        assert passed == list(range(200))
        read = [item.value.data async for item in ros2.from_bag(path, Int32, '/n')]
        assert read == passed
        copied = [item async for item in ros2.to_bag(ros2.from_bag(path), tmp_path / 'copy.mcap')]
        assert len(copied) == bag.Reader(tmp_path / 'copy.mcap').count == 200
        with pytest.raises(bag.BagError, match='has no topic /m; it has /n'):
            await anext(ros2.from_bag(path, Int32, '/m'))
        some = ros2.to_bag(source(200), tmp_path / 'some', Int32, '/n')
        async for item in some:
            if item.data == 4:
                break
        await some.aclose()
        assert bag.Reader(tmp_path / 'some').count == 5

    asyncio.run(run())
