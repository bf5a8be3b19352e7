# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Devices, services, synchronized and traced streams of rxros2.rx."""

import asyncio
import os
import pty
import struct
import subprocess
import sys
import threading
import time

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually_in_loop
from observers import Seen, a_node, text
from reactivex import operators as ops
from reactivex.subject import Subject

from rxros2 import rx
from rxros2.aio import ros2
from rxros2.aio.ros2 import graph_waits
from rxros2.interfaces.sensor_msgs.msg import Range
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import SetBool


@pytest.fixture
def name(request):
    return '/' + ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')


# --- from_device ---


def test_records_of_a_file(run, tmp_path):
    path = tmp_path / 'records'
    path.write_bytes(struct.pack('200i', *range(200)))

    async def main():
        seen = Seen()
        rx.from_device(str(path), 'ii').pipe(ops.map(struct.Struct('ii').unpack)).subscribe(seen)
        await seen.until(lambda seen: seen.completions)
        assert seen.items == [(i, i + 1) for i in range(0, 200, 2)]
        path.write_bytes(b'123456789')
        broken = Seen()
        rx.from_device(str(path), '4s').subscribe(broken)
        await broken.until(lambda seen: seen.errors)
        assert broken.items == [b'1234', b'5678']
        assert '1 bytes into a record of 4' in str(broken.errors[0]) and str(path) in str(broken.errors[0])

    run(main())


def test_records_in_pieces_and_disposing_closes_the_device(run, tmp_path):
    path = str(tmp_path / 'fifo')
    os.mkfifo(path)

    async def main():
        files = len(os.listdir('/proc/self/fd'))
        seen = Seen()
        reading = rx.from_device(path, '4s').subscribe(seen)
        writer = os.open(path, os.O_WRONLY)
        os.write(writer, b'abcde')
        assert await seen.count(1) == [b'abcd']
        os.write(writer, b'fghijk')
        assert await seen.count(2) == [b'abcd', b'efgh']
        reading.dispose()
        with pytest.raises(BrokenPipeError):
            os.write(writer, b'x')
        os.close(writer)
        assert len(os.listdir('/proc/self/fd')) == files
        assert not seen.errors and not seen.completions

    run(main())


def test_a_device_that_goes_and_comes_back(run, tmp_path):
    path = str(tmp_path / 'device')

    async def main():
        seen, changes = Seen(), []
        reading = rx.from_device(
            path, '2s', reopen=0.005, on_change=lambda is_available, why: changes.append((is_available, why))
        ).subscribe(seen)
        await eventually_in_loop(lambda: changes)
        assert changes[0][0] is False and path in changes[0][1]
        for text_ in (b'ab', b'cd'):
            os.mkfifo(path)
            writer = await asyncio.to_thread(os.open, path, os.O_WRONLY)  # waits for the reader
            os.write(writer, text_)
            await eventually_in_loop(lambda text_=text_: text_ in seen.items)
            os.unlink(path)
            os.close(writer)
            await eventually_in_loop(lambda: changes[-1][0] is False and len(changes) % 2)
        assert [is_available for is_available, _ in changes] == [False, True, False, True, False]
        reading.dispose()
        assert not seen.errors and not seen.completions

    run(main())


def test_devices_that_cannot_be_read(run, tmp_path):
    async def main():
        for path, kind in ((tmp_path / 'missing', FileNotFoundError), (tmp_path, IsADirectoryError)):
            seen = Seen()
            rx.from_device(str(path), 'i').subscribe(seen)
            await seen.until(lambda seen: seen.errors)
            assert isinstance(seen.errors[0], kind) and str(path) in str(seen.errors[0])
        with pytest.raises(struct.error, match=r"^from_device\(/dev/null\): expected the format .*; found 'no format'"):
            rx.from_device('/dev/null', 'no format')
        with pytest.raises(TypeError, match=r'^from_device\(/dev/null\): expected the format .*; found 7'):
            rx.from_device('/dev/null', 7)
        with pytest.raises(ValueError, match=r"^from_device\(/dev/null\): expected the format .*; found ''"):
            rx.from_device('/dev/null')
        with pytest.raises(ValueError, match='has no bytes'):
            rx.from_device('/dev/null', '')
        with pytest.raises(ValueError, match='reopen is 0'):
            rx.from_device('/dev/null', 'i', reopen=0)
        seen = Seen()
        rx.from_device('/dev/null', 'i').subscribe(seen)
        await seen.until(lambda seen: seen.completions)

    run(main())


def test_a_device_runs_in_the_node_that_publishes_it_and_ends_with_it(run, name):
    async def main():
        control, terminal = pty.openpty()
        with a_node() as node:
            sub = ros2.Sub(String, name, 10, node)
            all_ = sub.listen_reliable()
            where = []
            rx.from_device(os.ttyname(terminal), '2s').pipe(
                ops.map(lambda data: where.append(threading.get_ident()) or text(data.decode().strip())),
                rx.publish_to_topic(node, String, name),
            )
            await eventually_in_loop(lambda: node.count_publishers(name))
            os.write(control, b'a\n')
            assert (await asyncio.wait_for(anext(all_), 60)).data == 'a'
            assert where == [threading.get_ident()]
            sub.close()
        os.close(terminal)
        os.close(control)

    run(main())


def test_without_a_loop_a_device_is_read_by_the_shared_thread(tmp_path):
    path = tmp_path / 'records'
    path.write_bytes(b'abcdef')
    done, where, items = threading.Event(), [], []
    rx.from_device(str(path), '3s').subscribe(
        lambda item: (items.append(item), where.append(threading.current_thread().name)), on_completed=done.set
    )
    assert done.wait(60) and items == [b'abc', b'def'] and set(where) == {'rxros2-background'}
    ticked = threading.Event()
    with rx.interval(0.001).subscribe(lambda tick: tick == 3 and ticked.set()):
        assert ticked.wait(60)
    assert sum(thread.name == 'rxros2-background' for thread in threading.enumerate()) == 1


# --- services ---


def light(request):
    return SetBool.Response(success=request.data, message=str(request.data))


def test_requests_and_responses(run, name):
    async def main():
        with a_node() as node:
            requests = [SetBool.Request(data=flag) for flag in (True, False, True)]
            early = Seen()  # before there is a server: waits for it
            reactivex.of(*requests).pipe(rx.send_request(node, SetBool, name)).subscribe(early)
            await asyncio.sleep(0.03)
            assert not early.items
            serving = rx.serve(node, SetBool, name).subscribe(lambda request: request.respond(light(request.request)))
            await early.until(lambda seen: seen.completions)
            assert [response.success for response in early.items] == [True, False, True] and not early.errors
            together = Seen()
            reactivex.of(*requests * 20).pipe(
                rx.send_request(node, SetBool, name, max_in_flight=8, per_item=True)
            ).subscribe(together)
            await together.until(lambda seen: seen.completions)
            assert [result.value().success for result in together.items] == [True, False, True] * 20
            assert name in node.services()
            serving.dispose()
            await eventually_in_loop(lambda: name not in node.services())

    run(main())


def test_requests_wait_for_their_server_together(run, name):
    async def main():
        with a_node() as node:
            requests = [SetBool.Request(data=bool(i % 2)) for i in range(1000)]
            seen = Seen()
            reactivex.of(*requests).pipe(
                rx.send_request(node, SetBool, name, max_in_flight=1000, max_waiting=1000)
            ).subscribe(seen)
            await eventually_in_loop(lambda: graph_waits._all)
            (waits,) = graph_waits._all.values()
            await asyncio.sleep(0)
            assert len(waits._waits) == 1
            serving = rx.serve(node, SetBool, name).subscribe(lambda request: request.respond(light(request.request)))
            await seen.until(lambda seen: seen.completions)
            assert [response.success for response in seen.items] == [request.data for request in requests]
            serving.dispose()
            await eventually_in_loop(lambda: name not in node.services())
            given_up = reactivex.of(*requests).pipe(rx.send_request(node, SetBool, name)).subscribe(seen)
            await eventually_in_loop(lambda: graph_waits._all)
            given_up.dispose()
            assert not graph_waits._all

    run(main())


def test_answers_may_come_later_and_in_any_order(run, name, capfd):
    async def main():
        with a_node() as node:
            held = []
            rx.serve(node, SetBool, name).subscribe(held.append)
            source, ordered, arrived = Subject(), Seen(), Seen()
            source.pipe(rx.send_request(node, SetBool, name, max_in_flight=2)).subscribe(ordered)
            source.pipe(rx.send_request(node, SetBool, name, max_in_flight=2, as_arrived=True)).subscribe(arrived)
            source.on_next(SetBool.Request(data=True))
            source.on_next(SetBool.Request(data=False))
            await eventually_in_loop(lambda: len(held) == 4)
            for request in sorted(
                held, key=lambda held_request: held_request.request.data
            ):  # the last request is answered first
                assert request.respond(light(request.request))
            with pytest.raises(RuntimeError, match='answered twice'):
                held[0].respond(SetBool.Response())
            await ordered.count(2)
            await arrived.count(2)
            assert [response.success for response in ordered.items] == [True, False]
            assert [response.success for response in arrived.items] == [False, True]
            held.clear()
            source.on_next(SetBool.Request(data=True))
            await eventually_in_loop(lambda: len(held) == 2)
            with pytest.raises(TypeError):
                held[0].respond(7)
            assert not held[0].answered
            held.clear()  # left without an answer

    run(main())
    assert 'dropped without an answer' in capfd.readouterr().err


def test_requests_that_fail(run, name):
    async def main():
        with a_node() as node:
            lonely = Seen()
            reactivex.just(SetBool.Request()).pipe(rx.send_request(node, SetBool, name, timeout=0.02)).subscribe(lonely)
            await lonely.until(lambda seen: seen.errors)
            assert isinstance(lonely.errors[0], rx.RequestTimeout) and 'there is no server' in str(lonely.errors[0])

            held = []
            serving = rx.serve(node, SetBool, name).subscribe(held.append)
            source, seen = Subject(), Seen()
            source.pipe(rx.send_request(node, SetBool, name, timeout=0.05, max_waiting=1, per_item=True)).subscribe(
                seen
            )
            for data in (True, False, False):
                source.on_next(SetBool.Request(data=data))
            source.on_completed()
            await seen.until(lambda seen: seen.completions)
            assert [type(result.error) for result in seen.items] == [
                rx.RequestDropped,
                rx.RequestTimeout,
                rx.RequestTimeout,
            ]
            assert 'did not answer' in str(seen.items[1].error) and not seen.errors
            serving.dispose()
            assert held[0].respond(SetBool.Response()) is False
            invalid = Seen()
            rx.serve(node, SetBool, name).subscribe(held.append)
            reactivex.just(7).pipe(rx.send_request(node, SetBool, name)).subscribe(invalid)
            await invalid.until(lambda seen: seen.errors)
            assert isinstance(invalid.errors[0], TypeError)
            bad = Seen()
            rx.serve(node, SetBool, 'no name').subscribe(bad)
            assert 'no name' in str(bad.errors[0])
            with pytest.raises(ValueError, match='max_in_flight'):
                rx.send_request(node, SetBool, name, max_in_flight=0)
            for request in held[1:]:
                request.respond(SetBool.Response())

    run(main())


# --- parameters ---


def test_the_values_of_a_parameter(run):
    async def main():
        with a_node() as node:
            node.declare_parameter('gain', 1)
            missing, seen, late, events = Seen(), Seen(), Seen(), Seen()
            rx.from_parameter(node, 'missing').subscribe(missing)
            assert isinstance(missing.errors[0], LookupError)
            mine = rx.from_parameter(node, 'gain').subscribe(seen)
            rx.parameter_events(node).subscribe(events)
            assert seen.items == [1]
            node.set_parameter('gain', 2)
            threading.Thread(target=node.set_parameter, args=('gain', 3)).start()
            assert await seen.count(3) == [1, 2, 3]
            mine.dispose()
            node.set_parameter('gain', 4)
            rx.from_parameter(node, 'gain').subscribe(late)
            assert late.items == [4] and len(seen.items) == 3
            await events.until(lambda seen: any(event.changed_parameters for event in seen.items))
        assert late.completions == 1 and seen.completions == 0

    run(main())


# --- synchronize ---


def stamped(seconds, frame=''):
    message = Range()
    message.header.stamp.sec, message.header.frame_id = seconds, frame
    return message


def test_messages_of_the_same_time_are_joined(run):
    async def main():
        a, b = Subject(), Subject()
        synchronized = rx.synchronize(a, b, tolerance=0)
        sets, unmatched = Seen(), Seen()
        synchronized.unmatched().subscribe(unmatched)
        synchronized.matched().subscribe(sets)
        for source, stamp in ((a, 1), (b, 1), (a, 2), (b, 3), (a, 3), (b, 4), (a, 4)):
            source.on_next(stamped(stamp))
        assert [(x.header.stamp.sec, y.header.stamp.sec) for x, y in sets.items] == [(1, 1), (3, 3), (4, 4)]
        assert [(index, message.header.stamp.sec) for index, message in unmatched.items] == [(0, 2)]
        statistics = synchronized.statistics()
        assert (statistics.matched, statistics.unmatched) == (3, (1, 0))
        a.on_next(stamped(9))
        b.on_completed()  # has nothing left to match
        assert sets.completions == 1 and not a.observers

    run(main())


def test_synchronizing_within_a_tolerance_and_a_queue(run):
    async def main():
        a, b, c = Subject(), Subject(), Subject()
        seen = Seen()
        three = rx.synchronize(a, b, c, tolerance=1, queue_size=2)
        three.matched().subscribe(seen)
        for stamp in (1, 2, 3):  # 1 has no room
            a.on_next(stamped(stamp))
        b.on_next(stamped(3))
        c.on_next(stamped(4))
        assert [[message.header.stamp.sec for message in set_] for set_ in seen.items] == [[3, 3, 4]]
        assert three.statistics().unmatched == (2, 0, 0)
        b.on_next(text(1))
        assert isinstance(seen.errors[0], TypeError) and not a.observers and not c.observers
        for invalid in ({'tolerance': -1}, {'queue_size': 0}):
            with pytest.raises(ValueError, match='synchronize: expected'):
                rx.synchronize(a, b, **invalid)

    run(main())


# --- observe_on ---


def test_a_hand_over_is_bounded(run):
    async def main():
        scheduler = rx.LoopScheduler.of()

        async def passed(overflow, capacity=3, number=10):
            hop, source, seen, where = rx.observe_on(scheduler, overflow, capacity), Subject(), Seen(), set()
            source.pipe(hop, ops.do_action(lambda _: where.add(threading.get_ident()))).subscribe(seen)

            def feed():
                for item in range(number):
                    source.on_next(item)
                source.on_completed()

            thread = threading.Thread(target=feed)
            thread.start()
            if overflow != 'block':
                thread.join()  # the loop is busy
            await seen.until(lambda seen: seen.completions or seen.errors)
            assert where <= {threading.get_ident()}
            thread.join()
            return seen, hop.statistics()

        seen, statistics = await passed('latest')
        assert seen.items == [9] and (statistics.delivered, statistics.dropped) == (1, 9)
        seen, statistics = await passed(rx.Overflow.DROP_OLDEST)
        assert seen.items == [7, 8, 9] and statistics.dropped == 7
        seen, statistics = await passed('drop_newest')
        assert seen.items == [0, 1, 2] and statistics.dropped == 7
        seen, statistics = await passed('error')
        assert seen.items == [0, 1, 2] and isinstance(seen.errors[0], OverflowError)
        seen, statistics = await passed('block', number=1000)
        assert seen.items == list(range(1000)) and (statistics.delivered, statistics.dropped) == (1000, 0)

        itself, seen = Subject(), Seen()
        itself.pipe(rx.observe_on(scheduler, capacity=2)).subscribe(seen)
        for item in range(3):
            itself.on_next(item)
        await seen.until(lambda seen: seen.errors)
        assert seen.items == [0, 1] and isinstance(seen.errors[0], OverflowError) and not itself.observers

        with pytest.raises(ValueError, match='capacity is 0'):
            rx.observe_on(scheduler, 'block', 0)
        with pytest.raises(ValueError, match='sometimes'):
            rx.observe_on(scheduler, 'sometimes')

    run(main())


def test_disposing_a_hand_over_wakes_the_blocked_source(run):
    async def main():
        source, seen = Subject(), Seen()
        mine = source.pipe(rx.observe_on(rx.LoopScheduler.of(), 'block', 1)).subscribe(seen)
        thread = threading.Thread(target=lambda: [source.on_next(item) for item in range(3)])
        thread.start()
        thread.join(0.05)
        assert thread.is_alive()  # the loop is busy: it waits
        mine.dispose()
        thread.join(60)
        assert not thread.is_alive() and not source.observers
        await asyncio.sleep(0)
        assert not seen.items

    run(main())


# --- traced ---


def test_traced_stages_are_counted():
    rx.trace.enable()
    try:
        rx.trace.reset()
        seen = Seen()
        reactivex.of(1, 2, 3, 4).pipe(
            rx.traced('even', ops.filter(lambda item: item % 2 == 0)), rx.traced('passes')
        ).subscribe(seen)
        reactivex.throw(OSError()).pipe(rx.traced('passes')).subscribe(on_error=lambda _: None)
        even, passes = (stage for stage in rx.trace.statistics() if stage.name in ('even', 'passes'))
        assert seen.items == [2, 4] and (even.subscriptions, even.received, even.emitted, even.completed) == (
            1,
            4,
            2,
            1,
        )
        assert (passes.subscriptions, passes.received, passes.errors, passes.completed) == (2, 2, 1, 1)
        assert 0 < even.mean <= even.longest
        assert 'even' in rx.trace.table() and '"passes"' in rx.trace.json()
    finally:
        rx.trace.enable(False)
    before = rx.trace.statistics()
    reactivex.of(1).pipe(rx.traced('even')).subscribe()
    assert rx.trace.statistics() == before


def test_a_table_at_the_programs_end(tmp_path):
    program = (
        'import reactivex\nfrom rxros2 import rx\n'
        'reactivex.of(1, 2).pipe(rx.traced("twice", rx.map(lambda item: item * 2))).subscribe()\n'
    )
    file = tmp_path / 'trace.json'
    for value in ('1', str(file)):
        done = subprocess.run(
            [sys.executable, '-c', program],
            env=os.environ | {'RXROS2_TRACE': value},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        if value == '1':
            assert 'longest' in done.stderr and 'twice' in done.stderr
    assert '"emitted": 2' in file.read_text()


def test_a_node_that_is_closed_while_another_thread_spins_it_closes_its_loop_once():
    """Both threads reach the loop's end, and only one may close it."""
    node = rx.Node('closed_once')
    loop, closed = node.scheduler.loop, []
    close = loop.close

    def slowly():
        closed.append(threading.current_thread())
        threading.Event().wait(0.2)  # so long the other one has its chance
        close()

    loop.close = slowly
    spinning = threading.Thread(target=node.spin)
    spinning.start()
    while not loop.is_running():
        time.sleep(0.001)
    node.close()
    spinning.join(60)
    assert not spinning.is_alive() and len(closed) == 1 and loop.is_closed()
