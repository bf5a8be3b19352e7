# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""to_black_box in both fronts: items pass unchanged, faults are recorded, errors are items."""

import asyncio
import pathlib
import signal
import subprocess
import sys

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually
from observers import Seen
from reactivex import operators as ops

from rxros2 import bag, rx
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int32, String


def at_second(n):
    return bag.Recorded(Int32(data=n), n * 10**9, n * 10**9, None)


def seconds(first, last):
    return reactivex.range(first, last).pipe(ops.map(at_second))


def numbers_in(path):
    seen = []
    rx.from_bag(path, Int32, '/n').subscribe(lambda item: seen.append(item.value.data))
    return seen


def test_a_fault_is_recorded_with_what_was_before_and_after(tmp_path):
    async def run():
        saved = Seen()
        with rx.BlackBox(tmp_path / 'box', duration=4.0, after=2.0) as box:
            assert box.recovered_recording is None
            box.saved().subscribe(saved)
            passed = []
            stage = rx.to_black_box(box, Int32, 'n', lambda n: n.data == 50)
            seconds(1, 101).pipe(stage).subscribe(lambda item: passed.append(item.value.data))
            assert passed == list(range(1, 101))
        await saved.until(lambda seen: seen.completions)
        assert saved.items == [tmp_path / 'box/fault_1970-01-01_00-00-50'] and saved.completions == 1
        assert box.statistics() == bag.BlackBoxStatistics(received=100, dropped=0, waiting=0, saved=1)

    asyncio.run(run())
    assert numbers_in(tmp_path / 'box/fault_1970-01-01_00-00-50') == [46, 47, 48, 49, 50, 51, 52]
    assert [file.name for file in (tmp_path / 'box').iterdir()] == ['fault_1970-01-01_00-00-50']


def test_a_predicate_that_stays_true_is_one_fault(tmp_path):
    with rx.BlackBox(tmp_path / 'box', after=0.0) as box:
        seconds(1, 101).pipe(rx.to_black_box(box, Int32, '/n', lambda n: n.data % 50 >= 40)).run()
    assert box.statistics().saved == 2


def test_streams_share_a_box(tmp_path):
    async def texts():
        yield String(data='a')

    async def run():
        with ros2.BlackBox(tmp_path / 'box', after=0.0, compression='zstd') as box:
            saved = box.saved()
            for _ in range(2):
                numbers = reactivex.range(5).pipe(ops.map(lambda n: Int32(data=n)))
                numbers.pipe(rx.to_black_box(box, Int32, '/n')).subscribe(lambda _: None)
            kept = [item async for item in ros2.to_black_box(texts(), box, String, '/s', lambda s: s.data == 'a')]
            assert kept == [String(data='a')]
            path = await asyncio.wait_for(anext(saved), 60)
            await saved.aclose()
            with pytest.raises(bag.BagError, match='/n of this black box is std_msgs/msg/Int32; expected std_msgs/'):
                box.add_topic('/n', 'std_msgs/msg/String')
        reader = bag.Reader(path)
        assert [(item.name, item.count) for item in reader.topics] == [('/n', 10), ('/s', 1)]

    asyncio.run(run())


@pytest.mark.skipif(not pathlib.Path('/dev/full').exists(), reason='needs /dev/full')
@pytest.mark.parametrize('front', [rx, ros2])
def test_a_full_disk_is_an_error_item_and_the_stream_continues(tmp_path, front):
    async def source(*numbers):
        for n in numbers:
            yield at_second(n)

    async def run():
        box = front.BlackBox(tmp_path / 'box', duration=10.0, after=0.0)
        (tmp_path / 'box/ring/0.mcap').symlink_to('/dev/full')
        if front is rx:
            seen = Seen()
            box.errors().subscribe(seen)
            seconds(1, 4).pipe(rx.to_black_box(box, Int32, '/n')).subscribe(lambda _: None)
            await seen.count(1)
            (error,) = seen.items
        else:
            errors = box.errors()
            assert len([item async for item in ros2.to_black_box(source(1, 2, 3), box, Int32, '/n')]) == 3
            error = await asyncio.wait_for(anext(errors), 60)
            await errors.aclose()
        assert isinstance(error, bag.BagError) and 'No space left' in str(error)
        assert eventually(lambda: box.statistics().waiting == 0)
        assert 1 <= box.statistics().dropped <= 3
        after = ros2.to_black_box(source(4, 5), box, Int32, '/n', lambda n: n.data == 5)
        assert [item.value.data async for item in after] == [4, 5]
        box.close()
        assert box.statistics().saved == 1

    asyncio.run(run())
    assert numbers_in(tmp_path / 'box/fault_1970-01-01_00-00-05')[-2:] == [4, 5]


def test_a_killed_process_leaves_a_recording(tmp_path):
    program = f"""
from rxros2 import rx
from rxros2.messages.codec import encode
from rxros2.interfaces.std_msgs.msg import Int32
box = rx.BlackBox({str(tmp_path / 'box')!r})
box.add_topic('/n', 'std_msgs/msg/Int32')
for n in range(10):
    box.write('/n', encode(Int32(data=n)), n * 10**9)
import signal
signal.pause()
"""

    def written():
        try:
            return bag.Reader(tmp_path / 'box/ring').count == 10
        except bag.BagError:
            return False  # not yet

    process = subprocess.Popen([sys.executable, '-c', program])
    try:
        assert eventually(written)
        process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    with rx.BlackBox(tmp_path / 'box') as box:
        assert box.recovered_recording == tmp_path / 'box/killed_1970-01-01_00-00-09'
        assert numbers_in(box.recovered_recording) == list(range(10))
        with pytest.warns(DeprecationWarning, match='use recovered_recording'):
            assert box.former == box.recovered_recording


def test_misuse_raises(tmp_path):
    with rx.BlackBox(tmp_path / 'box') as box:
        with pytest.raises(bag.BagError, match='is in use by another black box'):
            rx.BlackBox(tmp_path / 'box')
        seen = []
        stage = rx.to_black_box(box, String, '/s')
        seconds(1, 2).pipe(stage).subscribe(lambda _: None, seen.append)
        assert str(seen[0]) == 'to_black_box: expected std_msgs/msg/String, found std_msgs/msg/Int32'
    with pytest.raises(ValueError, match="compression is 'zip'; expected one of none, lz4, zstd"):
        rx.BlackBox(tmp_path / 'box', compression='zip')
    with pytest.raises(ValueError, match='expected a duration'):
        rx.BlackBox(tmp_path / 'box', duration=0.0)
