# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Output to devices, logs, futures, QoS events and simulated delays of rxros2.rx."""

import asyncio
import concurrent.futures
import contextlib
import errno
import fcntl
import itertools
import operator
import os
import pty
import struct
import threading

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually_in_loop
from observers import Seen, a_node, text
from reactivex import operators as ops
from reactivex.subject import Subject

from rxros2 import _core, rx
from rxros2.aio import ros2
from rxros2.interfaces.rcl_interfaces.msg import Log
from rxros2.interfaces.sensor_msgs.msg import Range
from rxros2.interfaces.std_msgs.msg import String
from rxros2.qos import QoSProfile, ReliabilityPolicy

_numbers = itertools.count()


@pytest.fixture
def topic():
    return f'/rx_further_{next(_numbers)}'


@pytest.fixture
def fifo(tmp_path):
    path = str(tmp_path / 'fifo')
    os.mkfifo(path)
    return path


def open_files():
    return len(os.listdir('/proc/self/fd'))


def small_reader(fifo):
    """Opens the FIFO, which then takes 64 KiB, the least on each kernel: one page of memory has 4 to 64 KiB."""
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    assert fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 65536) == 65536
    return reader


async def read_all(file, size):
    data = b''
    while len(data) < size:
        try:
            data += os.read(file, 1 << 16)
        except BlockingIOError:
            await asyncio.sleep(0.001)
    return data


# --- to_device ---


def test_items_are_written_and_emitted(run, tmp_path):
    path = tmp_path / 'file'
    path.write_bytes(b'')

    async def main():
        files, seen = open_files(), Seen()
        written = reactivex.of((1, 2), (3, 4)).pipe(
            ops.map(lambda item: struct.pack('ii', *item)), rx.to_device(str(path))
        )
        assert path.read_bytes() == b''  # waits for a subscriber
        written.subscribe(seen)
        assert seen.items == [struct.pack('ii', 1, 2), struct.pack('ii', 3, 4)] and seen.completions == 1
        assert path.read_bytes() == struct.pack('4i', 1, 2, 3, 4)
        views = Seen()
        reactivex.of(bytearray(b'ab'), memoryview(b'cd'), b'').pipe(rx.to_device(str(path))).subscribe(views)
        assert path.read_bytes()[:4] == b'abcd' and len(views.items) == 3 and open_files() == files

    run(main())


def test_bytes_that_a_device_does_not_take_are_written_later(run, fifo):
    async def main():
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        files, source, seen = open_files(), Subject(), Seen()
        source.pipe(rx.to_device(fifo, max_waiting=100)).subscribe(seen)
        records = [bytes([number]) * 1000 for number in range(100)]  # more than the pipe takes
        for record in records:
            source.on_next(record)
        source.on_completed()
        assert seen.items == records and seen.completions == 0  # not yet all is written
        assert await read_all(reader, 100_000) == b''.join(records)
        await seen.until(lambda seen: seen.completions)
        assert not seen.errors and open_files() == files
        os.close(reader)

    run(main())


def test_records_from_another_thread(run, fifo):
    async def main():
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        source, seen, count = Subject(), Seen(), 20_000
        source.pipe(rx.to_device(fifo, max_waiting=count)).subscribe(seen)

        def feed():
            for number in range(count):
                source.on_next(struct.pack('q', number))
            source.on_completed()

        thread = threading.Thread(target=feed)
        thread.start()
        data = await read_all(reader, count * 8)
        assert struct.unpack(f'{count}q', data) == tuple(range(count))
        await eventually_in_loop(lambda: seen.completions)
        thread.join()
        assert len(seen.items) == count and not seen.errors
        os.close(reader)

    run(main())


@pytest.mark.parametrize('overflow', ['error', 'latest', 'drop_oldest', 'drop_newest'])
def test_a_full_queue_for_a_device(run, fifo, overflow, caplog):
    async def main():
        reader = small_reader(fifo)
        source, seen = Subject(), Seen()
        source.pipe(rx.to_device(fifo, max_waiting=3, overflow=overflow)).subscribe(seen)
        capacity = 65536 // 4096
        for number in range(capacity + 6):  # no record is written in part
            source.on_next(bytes([number]) * 4096)
        if overflow == 'error':
            assert len(seen.items) == capacity + 3 and not source.observers
            assert isinstance(seen.errors[0], OverflowError) and fifo in str(seen.errors[0])
            os.close(reader)
            return
        assert len(seen.items) == capacity + 6 and not seen.errors
        source.on_completed()
        kept = {'latest': [5], 'drop_oldest': [3, 4, 5], 'drop_newest': [0, 1, 2]}[overflow]
        expected = [*range(capacity), *(capacity + number for number in kept)]
        assert list((await read_all(reader, len(expected) * 4096))[::4096]) == expected
        await seen.until(lambda seen: seen.completions)
        os.close(reader)
        reports = [record.message for record in caplog.records if record.name == 'rxros2.rx']
        assert len(reports) == (overflow != 'latest')
        assert all(f'to_device({fifo}): 3 records were dropped' in report for report in reports), reports

    run(main())


def test_a_partly_written_record_is_completed_first(run, fifo):
    async def main():
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        source, seen = Subject(), Seen()
        source.pipe(rx.to_device(fifo, overflow='latest')).subscribe(seen)
        for letter in (b'a', b'b', b'c', b'd'):
            source.on_next(letter * 40_000)  # the second one does not fit whole
        source.on_completed()
        data = await read_all(reader, 120_000)
        assert data == b'a' * 40_000 + b'b' * 40_000 + b'd' * 40_000
        await seen.until(lambda seen: seen.completions)
        os.close(reader)

    run(main())


def test_errors_of_devices_name_them(run, tmp_path, fifo):
    async def main():
        files = open_files()
        for path, kind in ((tmp_path / 'missing', FileNotFoundError), (tmp_path, IsADirectoryError)):
            seen, source = Seen(), Subject()
            source.pipe(rx.to_device(str(path))).subscribe(seen)
            assert isinstance(seen.errors[0], kind) and str(path) in str(seen.errors[0]) and not source.observers
        unread = Seen()
        reactivex.never().pipe(rx.to_device(fifo)).subscribe(unread)
        assert 'nobody reads this FIFO' in str(unread.errors[0]) and fifo in str(unread.errors[0])

        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        source, broken = Subject(), Seen()
        source.pipe(rx.to_device(fifo)).subscribe(broken)
        source.on_next(b'a')
        os.close(reader)
        source.on_next(b'b')
        assert (
            broken.items == [b'a'] and isinstance(broken.errors[0], BrokenPipeError) and fifo in str(broken.errors[0])
        )
        assert not source.observers

        full = Seen()
        reactivex.of(b'a').pipe(rx.to_device('/dev/full')).subscribe(full)
        assert full.errors[0].errno == errno.ENOSPC and full.errors[0].filename == '/dev/full' and not full.items
        plain = Seen()
        reactivex.of(7).pipe(rx.to_device('/dev/null')).subscribe(plain)
        assert isinstance(plain.errors[0], TypeError) and '/dev/null' in str(plain.errors[0])
        assert 'found int' in str(plain.errors[0])
        with pytest.raises(ValueError, match='max_waiting is 0'):
            rx.to_device('/dev/null', max_waiting=0)
        with pytest.raises(ValueError, match='overflow is block'):
            rx.to_device('/dev/null', overflow='block')
        assert open_files() == files

    run(main())


def test_a_reader_that_closes_while_records_wait(run, fifo):
    async def main():
        reader = small_reader(fifo)
        files, source, seen = open_files(), Subject(), Seen()
        source.pipe(rx.to_device(fifo)).subscribe(seen)
        for _ in range(20):
            source.on_next(bytes(4096))
        await asyncio.sleep(0)
        os.close(reader)
        await seen.until(lambda seen: seen.errors)
        assert isinstance(seen.errors[0], BrokenPipeError) and fifo in str(seen.errors[0]) and not source.observers
        await eventually_in_loop(lambda: open_files() == files - 1)

    run(main())


def test_disposing_and_the_sources_error_drop_waiting_records(run, fifo):
    async def main():
        reader = small_reader(fifo)
        for end in ('dispose', 'dispose in a thread', 'error'):
            files, source, seen = open_files(), Subject(), Seen()
            mine = source.pipe(rx.to_device(fifo)).subscribe(seen)
            for _ in range(20):
                source.on_next(bytes(4096))
            await asyncio.sleep(0.01)  # the loop watches it
            if end == 'error':
                source.on_error(OSError('of the source'))
                assert str(seen.errors[0]) == 'of the source'
            elif end == 'dispose':
                mine.dispose()
            else:
                thread = threading.Thread(target=mine.dispose)
                thread.start()
                thread.join()
            await eventually_in_loop(lambda files=files: open_files() == files)
            assert not source.observers and not seen.completions and len(seen.errors) == (end == 'error')
            assert len(os.read(reader, 1 << 20)) == 65536
        os.close(reader)

    run(main())


def test_a_device_ends_with_the_node_it_runs_in(run, topic):
    async def main():
        control, terminal = pty.openpty()
        files = open_files()
        with a_node() as node, ros2.Pub(String, topic, 10, node) as pub:
            seen, other = Seen(), Seen()
            rx.from_topic(node, String, topic).pipe(
                ops.map(lambda message: message.data.encode()), rx.to_device(os.ttyname(terminal))
            ).subscribe(seen)
            reactivex.never().pipe(rx.to_device(os.ttyname(terminal), scheduler=node.scheduler)).subscribe(other)
            pub.publish(text('to a terminal'))
            assert await seen.count(1) == [b'to a terminal']
            assert os.read(control, 100) == b'to a terminal'
        assert seen.completions == other.completions == 1 and not seen.errors
        late = Seen()
        reactivex.never().pipe(rx.to_device(os.ttyname(terminal), scheduler=node.scheduler)).subscribe(late)
        assert late.completions == 1
        await eventually_in_loop(lambda: open_files() <= files + 4)  # of the loop
        assert sum(os.ttyname(terminal) == _target(file) for file in os.listdir('/proc/self/fd')) == 1
        os.close(terminal)
        os.close(control)

    run(main())


def _target(file):
    try:
        return os.readlink(f'/proc/self/fd/{file}')
    except FileNotFoundError:  # listdir's own
        return ''


# --- log ---


def test_items_are_logged(run, capfd):
    async def main():
        with a_node() as node:
            seen, broken, texts = Seen(), Seen(), []
            source = Subject()
            logger = node.logger
            logger.set_level(rx.LogLevel.INFO)
            source.pipe(
                rx.log(logger, 'speed'),
                rx.log(logger, 'unseen', lambda item: texts.append(item) or '', rx.LogLevel.DEBUG),
                rx.log(logger, 'twice', lambda item: str(item * 2), rx.LogLevel.WARN),
            ).subscribe(seen)
            source.on_next(1)
            source.on_next(2)
            source.on_error(OSError('unplugged'))
            assert seen.items == [1, 2] and str(seen.errors[0]) == 'unplugged'
            assert texts == []  # the level is off: no text is made
            reactivex.of(1, 2).pipe(rx.log(logger, 'bad', lambda item: 1 // (item - 1))).subscribe(broken)
            assert broken.items == [] and isinstance(broken.errors[0], ZeroDivisionError)
            with pytest.raises(ValueError, match='7'):
                rx.log(logger, 'bad', str, 7)
            logger.set_level(rx.LogLevel.DEBUG)
            ended, disposed = Seen(), Seen()
            reactivex.empty().pipe(rx.log(logger, 'nothing')).subscribe(ended)
            assert ended.completions == 1
            source = Subject()
            source.pipe(rx.log(logger, 'left')).subscribe(disposed).dispose()
            assert not source.observers and not disposed.completions
            stream = rx.from_timer(node, 10).pipe(rx.log(logger, 'ticks'))
            assert isinstance(stream, rx.Stream) and stream.node is node
            stream.subscribe(disposed)
        assert disposed.completions == 1

    run(main())
    lines = capfd.readouterr().err.splitlines()

    def logged(text_):
        return [line for line in lines if text_ in line]

    assert len(logged('speed: 1')) == len(logged('speed: 2')) == len(logged('twice: 4')) == 1
    assert 'INFO' in logged('speed: 1')[0] and 'WARN' in logged('twice: 2')[0]
    assert 'ERROR' in logged('speed: ended by an error: OSError: unplugged')[0]
    assert logged('bad: ended by an error: ZeroDivisionError') and not logged('unseen: 1')
    assert 'DEBUG' in logged('nothing: completed')[0]


# --- from_future ---


def test_futures_of_asyncio(run):
    async def main():
        future, seen, second, disposed = asyncio.get_running_loop().create_future(), Seen(), Seen(), Seen()
        rx.from_future(future).subscribe(seen)
        rx.from_future(future).pipe(ops.map(lambda item: item + 1)).subscribe(second)
        rx.from_future(future).subscribe(disposed).dispose()
        assert not future.cancelled()
        future.set_result(7)
        assert not seen.items
        await seen.until(lambda seen: seen.completions)
        await second.until(lambda seen: seen.completions)
        assert seen.items == [7] and second.items == [8]
        await asyncio.sleep(0)
        assert not disposed.items and not disposed.completions

        async def fails():
            raise OSError('in a task')

        failed, cancelled, raised = Seen(), Seen(), Seen()
        rx.from_future(asyncio.ensure_future(fails())).subscribe(failed)
        task = asyncio.ensure_future(asyncio.sleep(60))
        rx.from_future(task).subscribe(cancelled)
        task.cancel()
        rx.from_future(future).subscribe(lambda item: item / 0, raised.on_error)  # was done before
        await failed.until(lambda seen: seen.errors)
        await cancelled.until(lambda seen: seen.errors)
        await raised.until(lambda seen: seen.errors)
        assert str(failed.errors[0]) == 'in a task' and not failed.items
        assert isinstance(cancelled.errors[0], concurrent.futures.CancelledError)
        assert isinstance(raised.errors[0], ZeroDivisionError)
        coroutine = fails()
        with pytest.raises(TypeError, match='found coroutine'):
            rx.from_future(coroutine)
        coroutine.close()

    run(main())


def test_futures_of_executors(run):
    async def main():
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            go, where, seen, failed, disposed = threading.Event(), [], Seen(), Seen(), Seen()
            first, second = pool.submit(lambda: go.wait(60) and 'done'), pool.submit(lambda: 1 // 0)
            rx.from_future(first).pipe(ops.do_action(lambda _: where.append(threading.get_ident()))).subscribe(seen)
            rx.from_future(first).subscribe(disposed).dispose()
            rx.from_future(second).subscribe(failed)
            third = pool.submit(lambda: None)
            assert third.cancel()
            cancelled = Seen()
            rx.from_future(third).subscribe(cancelled)
            assert isinstance(cancelled.errors[0], concurrent.futures.CancelledError)
            go.set()
            await seen.until(lambda seen: seen.completions)
            await failed.until(lambda seen: seen.errors)
            assert seen.items == ['done'] and where == [threading.get_ident()]
            assert isinstance(failed.errors[0], ZeroDivisionError)
            assert not disposed.items and not disposed.completions

    run(main())


def test_a_future_without_a_loop():
    future, done, seen = concurrent.futures.Future(), threading.Event(), []
    rx.from_future(future).subscribe(
        lambda item: seen.append((item, threading.current_thread().name)), on_completed=done.set
    )
    future.set_result(1)
    assert done.wait(60) and seen == [(1, 'rxros2-background')]


def test_a_future_in_a_node_ends_with_it(run, topic):
    async def main():
        never, held = concurrent.futures.Future(), concurrent.futures.Future()
        with a_node() as node:
            seen = Seen()
            rx.from_future(never, scheduler=node.scheduler).subscribe(seen)
            sub = ros2.Sub(String, topic, 10, node)
            next_ = sub.wait_for_next(timeout=60)
            rx.from_future(held).pipe(ops.map(text), rx.publish_to_topic(node, String, topic))
            await eventually_in_loop(lambda: node.count_publishers(topic))
            threading.Thread(target=held.set_result, args=(3,)).start()
            assert (await next_).data == '3'
            sub.close()
        assert seen.completions == 1 and not seen.items
        late = Seen()
        rx.from_future(held, scheduler=node.scheduler).subscribe(late)
        assert late.completions == 1 and not late.items
        never.set_result(1)
        await asyncio.sleep(0)
        assert seen.completions == 1 and not seen.items

    run(main())


# --- qos_events ---


def of(seen, kind):
    return [event for event in seen.items if event.what == kind]


def test_events_of_a_subscription(run, topic):
    async def main():
        with a_node() as node:
            events, seen, items = rx.qos_events(), Seen(), Seen()
            listening = events.stream().subscribe(seen)
            subscribed = rx.from_topic(node, String, topic, QoSProfile(depth=10, deadline=0.05), events=events)
            assert not seen.items and node.count_subscribers(topic) == 0
            mine = subscribed.subscribe(items)
            with ros2.Pub(String, topic, QoSProfile(depth=10, deadline=0.05), node) as pub:
                await seen.until(lambda seen: of(seen, 'matched'))
                matched = of(seen, 'matched')[0]
                assert (matched.current, matched.current_change, matched.total) == (1, 1, 1)
                pub.publish(text(1))
                assert (await items.count(1))[0].data == '1'
                await seen.until(lambda seen: len(of(seen, rx.QoSEventKind.DEADLINE_MISSED)) >= 2)
                missed = of(seen, 'deadline_missed')
                assert sum(event.change for event in missed) == missed[-1].total >= 2
            await seen.until(lambda seen: of(seen, 'matched')[-1].current == 0)
            assert of(seen, 'matched')[-1].current_change == -1
            with ros2.Pub(String, topic, QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT), node):
                await seen.until(lambda seen: of(seen, 'incompatible_qos'))
                assert of(seen, 'incompatible_qos')[0].policy > 0
            mine.dispose()
            assert node.count_subscribers(topic) == 0
            listening.dispose()
            before = len(seen.items)
            with subscribed.subscribe(Seen()), ros2.Pub(String, topic, QoSProfile(depth=10, deadline=0.05), node):
                await asyncio.sleep(0.1)
            assert len(seen.items) == before

            raising = Seen()  # a subscriber that raises ends its own stream
            bad = Seen()
            events.stream().subscribe(lambda event: event / 0, bad.on_error)
            events.stream().subscribe(raising)
            subscribed.subscribe(items)
            with ros2.Pub(String, topic, QoSProfile(depth=10, deadline=0.05), node):
                await raising.until(lambda seen: of(seen, 'matched'))
            assert len(bad.errors) == 1 and isinstance(bad.errors[0], TypeError)
        assert items.completions == 1 and not seen.completions and not raising.completions

    run(main())


def test_without_events_incompatible_qos_is_a_warning(run, topic):
    async def main():
        with a_node() as node, rx.create_node('other') as other:
            seen = Seen()
            rx.from_topic(node, Log, '/rosout', 100).pipe(
                rx.filter(lambda log: topic in log.msg),
                rx.map(lambda log: (log.name, log.msg.replace(' (this process)', ''))),
            ).subscribe(seen)
            await eventually_in_loop(lambda: node.count_subscribers('/rosout') == 1)
            sloppy = QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT)
            rx.never().pipe(rx.publish_to_topic(other, String, topic, sloppy)).subscribe()
            rx.from_topic(node, String, topic, 10).subscribe(Seen())
            values = (
                'Last incompatible policy: RELIABILITY_QOS_POLICY: the publisher of node /other offers reliability '
                'best_effort, the subscription of node /rx_test requires reliability reliable; let the publisher offer '
                'reliability reliable, or the subscription require reliability best_effort'
            )
            assert sorted(await seen.count(2)) == [
                (
                    'other',
                    f"New subscription discovered on topic '{topic}', requesting incompatible QoS. No messages will be "
                    f'sent to it. {values}',
                ),
                (
                    'rx_test',
                    f"New publisher discovered on topic '{topic}', offering incompatible QoS. No messages will be "
                    f'received from it. {values}',
                ),
            ]

    run(main())


def test_events_of_a_publisher(run, topic):
    async def main():
        with a_node() as node:
            events, seen, source = rx.qos_events(), Seen(), Subject()
            events.stream().subscribe(seen)
            mine = source.pipe(rx.publish_to_topic(node, String, topic, 10, events=events)).subscribe()
            with contextlib.closing(ros2.Sub(String, topic, 10, node)) as sub:
                await seen.until(lambda seen: of(seen, 'matched'))
                assert of(seen, 'matched')[0].current == 1
                next_message = sub.wait_for_next(timeout=60)
                source.on_next(text('heard'))
                assert (await next_message).data == 'heard'
            await seen.until(lambda seen: of(seen, 'matched')[-1].current == 0)
            with contextlib.closing(ros2.Sub(String, topic, QoSProfile(depth=10, deadline=0.01), node)):
                await seen.until(lambda seen: of(seen, 'incompatible_qos'))
            assert not of(seen, 'deadline_missed')
            mine.dispose()
            assert node.count_publishers(topic) == 0

    run(main())


# --- simulated time ---


def test_delays_follow_simulated_time(run):
    second = 10**9

    async def main():
        with a_node() as node:
            clock = _core.Clock.of(node._core)
            clock.simulate(True)
            clock.set(second)
            source, late, quiet, slow, ticks = Subject(), Seen(), Seen(), Seen(), Seen()
            merged = rx.from_timer(node, 3600).pipe(ops.ignore_elements(), ops.merge(source))
            merged.pipe(ops.delay(3600)).subscribe(late)
            merged.pipe(ops.debounce(3600)).subscribe(quiet)
            merged.pipe(ops.timeout(5400)).subscribe(slow)
            reactivex.interval(3600, scheduler=node.scheduler).subscribe(ticks)
            called = []
            node.scheduler.schedule_relative(3600, lambda *_: called.append(1)).dispose()
            await eventually_in_loop(lambda: len(source.observers) == 3)
            source.on_next('a')
            await asyncio.sleep(0.05)
            assert not late.items and not quiet.items and not slow.errors and not ticks.items
            clock.set(1801 * second)
            source.on_next('b')
            clock.set(3602 * second)
            assert await late.count(1) == ['a'] and await ticks.count(1) == [0]
            assert not quiet.items and not slow.errors
            clock.set(5402 * second)
            assert await late.count(2) == ['a', 'b'] and await quiet.count(1) == ['b']
            assert not slow.errors
            clock.set(7300 * second)
            await slow.until(lambda seen: seen.errors)
            assert await ticks.count(2) == [0, 1] and not called
            node.scheduler.schedule_relative(1, lambda *_: called.append(2))
            seen = threading.Event()
            node.scheduler.schedule_relative(0, lambda *_: seen.set())
            await eventually_in_loop(seen.is_set)
        await asyncio.sleep(0.01)
        assert not called  # ended with the node

    run(main())


# --- synchronize ---


def stamped(seconds):
    message = Range()
    message.header.stamp.sec = seconds
    return message


def test_synchronizing_holds_no_lock_while_it_calls():
    a, b = Subject(), Subject()
    synchronized, sets, unmatched = rx.synchronize(a, b), [], []
    inside, proceed = threading.Event(), threading.Event()

    def slow(set_):
        sets.append(set_[0].header.stamp.sec)
        inside.set()
        assert proceed.wait(60)

    synchronized.unmatched().subscribe(unmatched.append)
    synchronized.matched().subscribe(slow)

    def feed():
        a.on_next(stamped(1))
        b.on_next(stamped(1))

    thread = threading.Thread(target=feed)
    thread.start()
    assert inside.wait(60)
    a.on_next(stamped(2))  # returns: the other thread handles it
    a.on_next(stamped(3))
    b.on_next(stamped(3))
    assert sets == [1] and not unmatched and synchronized.statistics().matched == 1
    proceed.set()
    thread.join(60)
    assert sets == [1, 3] and [(index, message.header.stamp.sec) for index, message in unmatched] == [(0, 2)]


def at_ms(milliseconds):
    message = Range()
    message.header.stamp.nanosec = milliseconds * 1_000_000
    return message


def approximately(**options):
    """Returns streams a and b, their results, and the synchronization. Takes `queue_size` and ApproximateOptions."""
    a, b, got = Subject(), Subject(), []
    size = options.pop('queue_size', 10)
    synchronized = rx.synchronize(a, b, queue_size=size, approximate=rx.ApproximateOptions(**options))
    ms = operator.attrgetter('header.stamp.nanosec')
    synchronized.unmatched().subscribe(
        lambda unmatched: got.append(f'{"ab"[unmatched[0]]}{ms(unmatched[1]) // 1000000}')
    )
    synchronized.matched().subscribe(
        lambda set_: got.append('='.join(str(ms(message) // 1000000) for message in set_)),
        on_completed=lambda: got.append('|'),
    )
    return a, b, got, synchronized


def test_approximately_the_closest_ones():
    a, b, got, synchronized = approximately()
    for to, stamp in ((a, 10), (b, 14)):
        to.on_next(at_ms(stamp))
    assert got == []  # the next of a may be closer
    a.on_next(at_ms(15))
    assert got == ['a10', '15=14']  # it is, and the next of b would be farther from both
    for to, stamp in ((b, 30), (a, 31), (b, 50), (a, 48)):
        to.on_next(at_ms(stamp))
    assert got == ['a10', '15=14', '31=30']
    assert synchronized.statistics() == rx.SynchronizationStatistics(2, (1, 0))
    a.on_completed()
    assert got == ['a10', '15=14', '31=30', '48=50', '|']


def test_approximately_within_an_interval_and_with_bounds():
    a, b, got, _ = approximately(max_interval=0.005)
    for to, stamp in ((a, 10), (b, 20), (a, 24), (b, 40)):
        to.on_next(at_ms(stamp))
    a.on_completed()
    assert got == ['a10', '24=20', 'b40', '|']
    a, b, got, _ = approximately(lower_bounds=(0.05, 0.05))
    for to, stamp in ((a, 10), (b, 14), (b, 64), (a, 61)):
        to.on_next(at_ms(stamp))
    assert got == ['10=14', '61=64']
    a, b, got, _ = approximately(queue_size=2)
    for to, stamp in ((a, 10), (a, 20), (a, 30), (a, 40), (b, 11), (b, 31), (b, 42)):
        to.on_next(at_ms(stamp))
    b.on_completed()
    assert got == ['a10', 'a20', 'b11', '30=31']  # the next of a may be closer to 42
    a.on_completed()
    assert got == ['a10', 'a20', 'b11', '30=31', '40=42', '|']


def test_approximately_refuses_contradictory_options():
    a, b = Subject(), Subject()
    for options in ({'age_penalty': -1}, {'max_interval': -1}, {'lower_bounds': (1,)}, {'lower_bounds': (1, -1)}):
        with pytest.raises(ValueError, match='nothing negative in it'):
            rx.synchronize(a, b, approximate=rx.ApproximateOptions(**options))
    with pytest.raises(ValueError, match='no tolerance beside approximate'):
        rx.synchronize(a, b, tolerance=1, approximate=rx.ApproximateOptions())


def test_a_subscriber_may_feed_the_synchronized_streams():
    a, b, sets, errors = Subject(), Subject(), [], []

    def feed(set_):
        stamp = set_[0].header.stamp.sec
        if stamp < 3:
            a.on_next(stamped(stamp + 1))
            b.on_next(stamped(stamp + 1))
        sets.append(stamp)

    rx.synchronize(a, b).matched().subscribe(feed, errors.append)
    a.on_next(stamped(1))
    b.on_next(stamped(1))
    assert sets == [1, 2, 3] and not errors


def test_an_exception_of_a_subscriber_reaches_the_synchronized_source():
    a, b, sets = Subject(), Subject(), []

    def fails(set_):
        sets.append(set_)
        if len(sets) == 1:
            a.on_next(stamped(2))
            b.on_next(stamped(2))
            raise OSError('in on_next')

    rx.synchronize(a, b).matched().subscribe(fails)
    a.on_next(stamped(1))
    with pytest.raises(OSError, match='in on_next'):
        b.on_next(stamped(1))
    assert len(sets) == 2  # items that arrived meanwhile were handled


def test_streams_of_many_threads_are_synchronized():
    sources, sets, inside = [Subject() for _ in range(3)], [], []

    def matched(set_):
        assert not inside
        inside.append(1)
        sets.append([message.header.stamp.sec for message in set_])
        inside.pop()

    done = threading.Event()
    rx.synchronize(*sources, queue_size=1000).matched().subscribe(matched, on_completed=done.set)

    def feed(source):
        for stamp in range(500):
            source.on_next(stamped(stamp))
        source.on_completed()

    threads = [threading.Thread(target=feed, args=(source,)) for source in sources]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert done.wait(60) and sets == [[stamp] * 3 for stamp in range(500)]
