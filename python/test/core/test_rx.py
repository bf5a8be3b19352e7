# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Streams of a node: lazy, shared, disposed of completely, completed at the node's end, with isolated errors."""

import asyncio
import itertools
import signal
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
from reactivex.disposable import Disposable
from reactivex.subject import Subject

from rxros2 import _core, aio, rx
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import Range
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.qos import DurabilityPolicy, QoSProfile

_numbers = itertools.count()


@pytest.fixture
def topic():
    return f'/rx_{next(_numbers)}'


# --- from_topic ---


def test_a_stream_is_lazy_and_shared_and_disposing_removes_the_subscription(run, topic):
    async def main():
        with a_node() as node:
            stream = rx.from_topic(node, String, topic)
            texts = stream.pipe(ops.map(lambda message: message.data))
            assert node.count_subscribers(topic) == 0
            first, second = Seen(), Seen()
            of_first = stream.subscribe(first)
            of_second = texts.subscribe(second)
            assert node.count_subscribers(topic) == 1
            pub = ros2.Pub(String, topic, 10, node)
            pub.publish(text(1))
            assert (await first.count(1))[0].data == '1'
            assert await second.count(1) == ['1']
            of_first.dispose()
            pub.publish(text(2))
            await second.count(2)
            assert len(first.items) == 1 and node.count_subscribers(topic) == 1
            of_second.dispose()
            assert node.count_subscribers(topic) == 0
            assert first.completions == second.completions == 0
            third = Seen()
            with texts.subscribe(third):
                pub.publish(text(3))
                assert await third.count(1) == ['3']
            pub.close()

    run(main())


def test_streams_complete_when_their_node_ends(run, topic):
    async def main():
        with a_node() as node:
            seen, ticks, later = Seen(), Seen(), Seen()
            rx.from_topic(node, String, topic).subscribe(seen)
            rx.interval(0.001, node.scheduler).subscribe(ticks)
            merged = reactivex.merge(rx.from_timer(node, 10), rx.from_topic(node, String, topic))
            merged.subscribe(later)
            await ticks.count(3)
        assert seen.completions == ticks.completions == later.completions == 1
        dead = Seen()
        rx.from_topic(node, String, topic).subscribe(dead)
        assert dead.completions == 1

    run(main())


def test_an_exception_of_user_code_is_its_own_streams_error(run, topic, capfd):
    async def main():
        with a_node() as node, ros2.Pub(String, topic, 10, node) as pub:
            stream = rx.from_topic(node, String, topic)
            good, bad = Seen(), Seen()

            def fails(_):
                raise ZeroDivisionError('in on_next')

            stream.subscribe(fails, bad.on_error)
            stream.subscribe(fails)  # not handled, so it is logged
            stream.pipe(ops.map(lambda message: message.missing)).subscribe(on_error=bad.on_error)
            stream.subscribe(good)
            pub.publish(text(1))
            pub.publish(text(2))
            await good.count(2)
            assert sorted(type(error).__name__ for error in bad.errors) == ['AttributeError', 'ZeroDivisionError']

    run(main())
    logged = capfd.readouterr().err
    assert logged.count('ended by an error') == 1 and 'ZeroDivisionError: in on_next' in logged and topic in logged


def test_a_subscriber_may_leave_from_within(run, topic):
    async def main():
        with a_node() as node, ros2.Pub(String, topic, 10, node) as pub:
            seen, all_ = Seen(), Seen()
            rx.from_topic(node, String, topic).pipe(ops.take(2)).subscribe(seen)
            rx.from_topic(node, String, topic).subscribe(all_)
            for number in range(4):
                pub.publish(text(number))
            await all_.count(4)
            assert [message.data for message in seen.items] == ['0', '1'] and seen.completions == 1
            assert node.count_subscribers(topic) == 1

    run(main())


def test_late_subscribers_get_transient_local_items(run, topic):
    latched = QoSProfile(depth=2, durability=DurabilityPolicy.TRANSIENT_LOCAL)

    async def main():
        with a_node() as node, ros2.Pub(String, topic, latched, node) as pub:
            stream = rx.from_topic(node, String, topic, latched)
            early, late = Seen(), Seen()
            stream.subscribe(early)
            for number in range(3):
                pub.publish(text(number))
                await early.count(number + 1)
            stream.subscribe(late)
            assert [message.data for message in late.items] == ['1', '2']
            pub.publish(text(3))
            await late.count(3)
            assert late.items[-1].data == '3'

    run(main())


def test_wrong_arguments(run, topic):
    async def main():
        with a_node() as node:
            seen = Seen()
            rx.from_topic(node, String, 'no topic').subscribe(seen)
            assert len(seen.errors) == 1 and 'no topic' in str(seen.errors[0])
            with pytest.raises(TypeError):
                rx.from_topic(node, int, topic)
            with pytest.raises(TypeError):
                rx.publish_to_topic(node, int, topic)
            for nonsense in (0, -1, float('nan'), float('inf')):
                with pytest.raises(ValueError, match='expected more than 0 Hz, and not infinite'):
                    rx.sample_with_frequency(nonsense)
                with pytest.raises(ValueError, match='expected more than 0, and not infinite'):
                    rx.from_timer(node, nonsense)
            for operator in (rx.from_topic, rx.publish_to_topic):
                with pytest.raises(TypeError, match='expected the name of a topic, a str, found None'):
                    operator(node, String, None)
            for operator in (rx.send_request, rx.serve):
                with pytest.raises(TypeError, match='expected the name of a service, a str, found None'):
                    operator(node, SetBool, None)
            with pytest.raises(ValueError, match='belongs to no node'):
                reactivex.never().pipe(rx.max_age(1))
            with pytest.raises(AttributeError, match='no_such_operator'):
                _ = rx.no_such_operator

    run(main())


# --- publish_to_topic ---


def test_samples_of_a_type_by_its_name(run, topic):
    async def main():
        with a_node() as node, rx.create_node('other') as other:
            forwarded = Seen()
            rx.from_topic(node, 'std_msgs/msg/String', topic).pipe(
                rx.filter(lambda sample: len(sample) > 10),
                rx.publish_to_topic(other, 'std_msgs/msg/String', f'{topic}/forwarded'),
            )
            rx.from_topic(other, String, f'{topic}/forwarded').subscribe(forwarded)
            publisher = ros2.Pub(String, topic, 10, node)
            await publisher.wait_for_matched(60)
            await eventually_in_loop(lambda: other.count_subscribers(f'{topic}/forwarded') == 1)
            for data in ('', 'a', 'the first', 'the second'):
                publisher.publish(String(data=data))
            while len(forwarded.items) < 2:  # the counterpart may not be matched at first
                await asyncio.sleep(0.05)
                publisher.publish(String(data='the second'))
            assert {message.data for message in forwarded.items} <= {'the first', 'the second'}
            failed = Seen()
            reactivex.of('no bytes').pipe(rx.publish_to_topic(node, 'std_msgs/msg/String', topic)).subscribe(failed)
            await failed.until(lambda seen: seen.errors)
            assert isinstance(failed.errors[0], TypeError)

    run(main())


def test_shared_memory_can_be_switched_off(run, topic):
    async def main():
        with a_node() as node:
            rx.from_topic(node, String, topic).subscribe(Seen())
            reactivex.never().pipe(rx.publish_to_topic(node, String, topic, use_shared_memory=False)).subscribe(Seen())
            assert [*node.without_shared_memory(topic).values()] == ['it is switched off for the publisher']

    run(main())


def test_init_can_switch_shared_memory_off(run, topic):
    async def main():
        rx.init([], use_shared_memory=False)
        try:
            with a_node() as node:
                endpoints = [ros2.Sub(String, topic, 10, node), ros2.Pub(String, topic, 10, node)]
                assert len(endpoints) == 2
                assert [*node.without_shared_memory(topic).values()] == ['it is switched off for the publisher']
        finally:
            rx.init()

    run(main())


def test_publishing_starts_with_the_executor_and_ends_with_the_node(run, topic):
    async def main():
        subscribed, disposed = [], []

        def subscribe(observer, scheduler=None):
            subscribed.append(scheduler)
            observer.on_next(text('once'))
            return Disposable(lambda: disposed.append(1))

        with a_node() as node:
            sub = ros2.Sub(String, topic, 10, node)
            next_ = sub.wait_for_next(timeout=60)
            reactivex.create(subscribe).pipe(rx.publish_to_topic(node, String, topic))
            assert not subscribed and node.count_publishers(topic) == 0  # assembling does nothing
            assert (await next_).data == 'once'
            assert subscribed == [node.scheduler] and node.count_publishers(topic) == 1
            sub.close()
        assert disposed == [1]

    run(main())


def test_publishing_emits_items_and_subscribes_to_its_source_once(run, topic):
    async def main():
        with a_node() as node:
            source, seen, other = Subject(), Seen(), Seen()
            published = source.pipe(rx.publish_to_topic(node, String, topic))
            first = published.pipe(ops.map(lambda message: message.data)).subscribe(seen)
            second = published.subscribe(other)
            sub = ros2.Sub(String, topic, 10, node)
            all_ = sub.listen_reliable()
            await asyncio.sleep(0)  # the executor's turn changes nothing
            assert len(source.observers) == 1
            message = text('a')
            source.on_next(message)
            assert seen.items == ['a'] and other.items[0] is message
            assert (await anext(all_)).data == 'a'
            first.dispose()
            assert node.count_publishers(topic) == 1
            second.dispose()
            assert node.count_publishers(topic) == 0 and not source.observers
            sub.close()

    run(main())


def test_a_subscriber_takes_over_a_pipe_that_the_node_started(run, topic):
    async def main():
        with a_node() as node:
            source = Subject()
            published = source.pipe(rx.publish_to_topic(node, String, topic))
            await eventually_in_loop(lambda: source.observers)
            seen = Seen()
            mine = published.subscribe(seen)
            source.on_next(text(1))
            assert len(seen.items) == 1 and len(source.observers) == 1
            mine.dispose()
            assert not source.observers and node.count_publishers(topic) == 0

    run(main())


def test_an_invalid_message_is_the_streams_error(run, topic, capfd):
    logged = ''

    async def main():
        nonlocal logged
        with a_node() as node:
            source, seen = Subject(), Seen()
            source.pipe(rx.publish_to_topic(node, String, topic)).subscribe(seen)
            source.on_next(7)
            assert len(seen.errors) == 1 and isinstance(seen.errors[0], TypeError)
            assert not source.observers and node.count_publishers(topic) == 0

            reactivex.of(7).pipe(rx.publish_to_topic(node, String, topic))  # not handled
            rx.interval(0.001).pipe(rx.publish_to_topic(node, String, topic))
            while logged.count('ended by an error') < 2:
                await asyncio.sleep(0.01)
                logged += capfd.readouterr().err

    run(main())
    assert logged.count('ended by an error') == 2


# --- time ---


def test_sampling_repeats_the_latest(run, topic):
    async def main():
        with a_node() as node:
            source, seen = Subject(), Seen()
            source.pipe(rx.sample_with_frequency(200, node.scheduler)).subscribe(seen)
            await asyncio.sleep(0.02)
            assert not seen.items  # nothing before the first item
            source.on_next('a')
            await seen.count(3)
            source.on_next('b')
            await seen.until(lambda seen: seen.items.count('b') >= 3)
            assert set(seen.items) == {'a', 'b'} and sorted(seen.items) == seen.items
            source.on_completed()
            assert seen.completions == 1

    run(main())


def test_ticks_do_not_drift_and_need_no_thread(run):
    async def main():
        with a_node() as node:
            threads = threading.active_count()
            timers = [Seen() for _ in range(20)]
            started = time.monotonic()
            for seen in timers:
                rx.from_timer(node, 0.01).subscribe(seen)
            plain = Seen()
            rx.interval(0.01).subscribe(plain)  # in this loop
            await timers[0].count(20)
            took = time.monotonic() - started
            assert took >= 0.2 and timers[0].items[:3] == [1, 2, 3] and plain.items[:3] == [0, 1, 2]
            # Those that a busy loop missed are left out: there is no burst.
            time.sleep(0.055)
            before = len(timers[0].items)
            await timers[0].count(before + 2)
            assert len(timers[0].items) <= (time.monotonic() - started) / 0.01 + 1 - 4
            assert threading.active_count() <= threads  # one of an earlier test may have ended

    run(main())


def test_ticks_follow_simulated_time(run):
    async def main():
        with a_node() as node:
            clock = _core.Clock.of(node._core)
            clock.simulate(True)
            clock.set(10**9)
            timed, steady, sampled = Seen(), Seen(), Seen()
            rx.from_timer(node, 3600).subscribe(timed)
            rx.from_timer(node, 0.001, rx.ClockType.STEADY_TIME).subscribe(steady)
            reactivex.merge(reactivex.of('a'), reactivex.never()).pipe(
                rx.sample_with_frequency(1 / 3600, node.scheduler)
            ).subscribe(sampled)
            await steady.count(5)
            assert not timed.items and not sampled.items
            clock.set(10**9 + 3600 * 10**9)
            assert await timed.count(1) == [1] and await sampled.count(1) == ['a']

    run(main())


def test_time_operators_run_in_the_node_of_their_source(run, topic):
    async def main():
        with a_node() as node, ros2.Pub(String, topic, 10, node) as pub:
            threads = threading.active_count()
            clock = _core.Clock.of(node._core)
            clock.simulate(True)
            clock.set(10**9)
            arrived, seen = Seen(), Seen()
            where = []
            rx.from_topic(node, String, topic).pipe(
                ops.do_action(arrived.on_next),
                ops.debounce(0.2),
                ops.delay(0.02),
                ops.do_action(lambda _: where.append(threading.get_ident())),
            ).subscribe(seen)
            for number in range(3):
                pub.publish(text(number))
            await arrived.count(3)
            assert not seen.items
            clock.set(1_200_000_000)
            await eventually_in_loop(lambda: clock.set(clock.now() + 20_000_000) or seen.items)
            assert seen.items[0].data == '2' and where == [threading.get_ident()]
            assert threading.active_count() <= threads  # one of an earlier test may have ended

    run(main())


def ranged(node, age):
    message = Range()
    message.header.stamp.sec, message.header.stamp.nanosec = divmod(node.now() - int(age * 1e9), 10**9)
    return message


def test_max_age(run):
    async def main():
        with a_node() as node:
            clock, now = _core.Clock.of(node._core), 100 * 10**9
            clock.simulate(True)
            clock.set(now)
            source, silent, old = Subject(), Seen(), Seen()
            source.pipe(rx.max_age(0.05, node)).subscribe(silent)
            for _ in range(5):
                source.on_next(ranged(node, 0))
                now += 20_000_000
                clock.set(now)
                await asyncio.sleep(0.01)
            assert len(silent.items) == 5 and not silent.errors
            clock.set(now + 50_000_000)
            await silent.until(lambda seen: seen.errors)
            assert isinstance(silent.errors[0], rx.StaleError) and not source.observers
            source.pipe(rx.max_age(10, node)).subscribe(old)
            source.on_next(ranged(node, 11))
            assert isinstance(old.errors[0], rx.StaleError) and not old.items
            plain = Seen()
            source.pipe(rx.max_age(10, node)).subscribe(plain)
            source.on_next(text(1))
            assert isinstance(plain.errors[0], TypeError)

    run(main())


def test_freshness(run):
    async def main():
        with a_node() as node:
            clock = _core.Clock.of(node._core)
            clock.simulate(True)
            clock.set(100 * 10**9)
            source, seen = Subject(), Seen()
            mine = source.pipe(rx.freshness(0.3, node)).subscribe(seen)
            clock.set(100_300_000_000)
            assert await seen.count(1) == [False]
            source.on_next(ranged(node, 0))
            source.on_next(ranged(node, 0))
            source.on_next(ranged(node, 1))  # passed over
            assert seen.items == [False, True]
            clock.set(100_600_000_000)
            assert await seen.count(3) == [False, True, False]
            mine.dispose()
            clock.set(110 * 10**9)
            await asyncio.sleep(0.05)
            assert len(seen.items) == 3

    run(main())


# --- the node, its thread and its executor ---


def test_run_has_a_thread_of_its_own_that_is_joined(topic):
    main_thread = threading.get_ident()
    seen, completed = [], []

    class Talker(rx.Node):
        def run(self):
            self.ran_in = threading.get_ident()
            rx.from_topic(self, String, topic).subscribe(
                lambda message: (seen.append((threading.get_ident(), message.data)), len(seen) == 3 and rx.shutdown()),
                on_completed=lambda: completed.append(1),
            )
            rx.interval(0.01).pipe(rx.map(text), rx.publish_to_topic(self, String, topic))
            while self.ok():
                time.sleep(0.01)

    node = Talker('own_thread')
    node.start()
    with pytest.raises(RuntimeError, match='started before'):
        node.start()
    rx.spin(node)
    assert seen == [(main_thread, '0'), (main_thread, '1'), (main_thread, '2')] and completed == [1]
    assert node.ran_in != main_thread
    node.destroy_node()
    assert node._thread is not None and not node._thread.is_alive()
    node.close()
    node.spin()  # a node that has ended: returns


def test_run_that_fails_is_logged(capfd):
    class Fails(rx.Node):
        def run(self):
            raise KeyError('gone')

    for node in (Fails('fails'), rx.create_node('without_run')):
        node.start()
        node.close()
    logged = capfd.readouterr().err
    assert "KeyError: 'gone'" in logged and 'Node has no run()' in logged


def test_a_node_of_a_loop_is_not_spun(run):
    async def main():
        with a_node() as node:
            with pytest.raises(RuntimeError, match='cannot be spun here'):
                rx.spin(node)
            ended = asyncio.create_task(node.ended())
            await asyncio.sleep(0)
            threading.Thread(target=rx.shutdown).start()
            await ended
            await node.ended()

    run(main())


def test_the_executor_goes_on_when_an_action_fails(capfd):
    with rx.create_node('goes_on') as node:
        done = []
        node.scheduler.schedule(lambda *_: 1 / 0)
        node.scheduler.schedule_relative(0.001, lambda *_: [][0])
        node.scheduler.schedule_relative(0.002, lambda *_: (done.append(1), rx.shutdown()))
        node.spin()
        assert done == [1]
    logged = capfd.readouterr().err
    assert 'ZeroDivisionError' in logged and 'IndexError' in logged


def test_closing_from_another_thread_completes_in_the_executor(topic):
    node = rx.create_node('closed_elsewhere')
    where = []
    rx.from_topic(node, String, topic).subscribe(on_completed=lambda: where.append(threading.get_ident()))
    spinning = threading.Thread(target=node.spin)
    spinning.start()
    while not node.scheduler.loop.is_running():
        time.sleep(0.001)
    node.close()
    assert where == [spinning.ident]
    spinning.join(60)
    assert not spinning.is_alive()


def test_ctrl_c_ends_a_program_without_a_trace():
    program = (
        'from rxros2 import rx\n'
        'from rxros2.interfaces.std_msgs.msg import String\n'
        'node = rx.create_node("interrupted")\n'
        'rx.from_topic(node, String, "/x").subscribe(on_completed=lambda: print("completed"))\n'
        'rx.from_timer(node, 0.01).subscribe(lambda tick: tick == 1 and print("spins", flush=True))\n'
        'rx.spin(node)\n'
        'print("after spin")\n'
    )
    process = subprocess.Popen(
        [sys.executable, '-c', program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout.readline() == 'spins\n'
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
        assert rest == 'completed\nafter spin\n' and process.returncode == 0
    finally:
        process.kill()
        process.communicate()


def test_a_program_of_rxros2_runs_after_changing_its_imports(tmp_path):
    program = tmp_path / 'buoy.py'
    program.write_text("""
import math
from rxros2 import rx as rclpy
from rxros2 import rx as rxros2
from rxros2.interfaces.std_msgs.msg import Float32


class Buoy(rxros2.Node):
    def run(self):
        waves = rxros2.interval(0.01).pipe(rxros2.map(lambda n: Float32(data=math.sin(n))))
        waves.pipe(
            rxros2.do_action(lambda wave: self.get_logger().debug(f'{wave.data}')),
            rxros2.sample_with_frequency(50.0),
            rxros2.publish_to_topic(self, Float32, 'wave'),
        )
        heights = rxros2.from_topic(self, Float32, 'wave').pipe(rxros2.map(lambda wave: wave.data), rxros2.take(3))
        heights.subscribe(print, on_error=lambda error: print(type(error)), on_completed=rclpy.shutdown)
        self.get_logger().info('afloat')


rclpy.init()
buoy = Buoy('buoy')
buoy.start()
rclpy.spin(buoy)
buoy.destroy_node()
print(buoy.name, rclpy.ok())
rclpy.shutdown()
""")
    done = subprocess.run(
        [sys.executable, program, '--ros-args', '-r', '__node:=renamed'], capture_output=True, text=True, timeout=60
    )
    *heights, last = done.stdout.splitlines()
    assert len(heights) == 3 and all(-1 <= float(height) <= 1 for height in heights), done.stdout + done.stderr
    assert last == '/renamed False' and '[renamed]: afloat' in done.stderr


# --- the scheduler ---


def test_actions_run_in_the_order_of_their_times(run):
    async def main():
        scheduler = rx.LoopScheduler.of()
        assert rx.LoopScheduler.of(asyncio.get_running_loop()) is scheduler
        done, begin = [], scheduler.now

        def at(seconds, name):
            due = begin + rx.LoopScheduler.to_timedelta(seconds)
            return scheduler.schedule_absolute(due, lambda *_: done.append(name))

        at(0.3, 'c')
        at(0.1, 'a')
        late = at(0.35, 'never')
        at(0.2, 'b')
        scheduler.schedule(lambda *_: done.append('soon'))
        disposed = scheduler.schedule(lambda *_: done.append('never'))
        disposed.dispose()
        disposing = threading.Thread(target=late.dispose)
        disposing.start()
        disposing.join()
        threading.Thread(target=lambda: scheduler.schedule_relative(0.4, lambda *_: done.append('d'))).start()
        await eventually_in_loop(lambda: 'd' in done)
        assert 'soon' in done and [name_ for name_ in done if name_ != 'soon'] == ['a', 'b', 'c', 'd']
        assert scheduler._timer is None  # nothing waits: no descriptor is held

    run(main())


def test_a_periodic_action_keeps_its_state(run):
    async def main():
        scheduler = rx.LoopScheduler.of()
        states = []

        def action(state):
            states.append(state)
            return state + 1

        period = scheduler.schedule_periodic(0.001, action, 5)
        await eventually_in_loop(lambda: len(states) >= 3)
        period.dispose()
        number = len(states)
        await asyncio.sleep(0.01)
        assert states[:3] == [5, 6, 7] and len(states) == number

    run(main())


# --- rx and aio ---


def test_a_sub_as_an_observable(run):
    async def main():
        sub = aio.BaseSub()
        seen, failed = Seen(), Seen()
        items = rx.from_sub(sub)
        assert not sub.asap_callback
        mine = items.pipe(ops.map(lambda item: item * 2)).subscribe(seen)
        items.subscribe(lambda item: [][item], failed.on_error)
        sub.input_data(1)
        sub.input_data(2)
        assert seen.items == [2, 4] and isinstance(failed.errors[0], IndexError) and not sub.closed
        mine.dispose()
        sub.input_data(3)
        assert seen.items == [2, 4] and not sub.asap_callback
        ended = Seen()
        items.subscribe(ended)
        sub.close()
        assert ended.completions == 1
        after = Seen()
        items.subscribe(after)
        assert after.completions == 1
        broken = aio.BaseSub()
        rx.from_sub(broken).subscribe(failed)
        broken._fail(OSError('gone'))
        assert isinstance(failed.errors[-1], OSError)

    run(main())


def test_an_observable_as_a_sub(run, topic):
    async def main():
        async with aio.Scope():
            source = Subject()
            sub = source.pipe(ops.map(lambda item: item + 1), rx.to_sub)
            next_ = sub.wait_for_next()
            threading.Thread(target=source.on_next, args=(1,)).start()
            assert await next_ == 2
            ticks = rx.to_sub(reactivex.interval(0.001))  # in this loop: the sub passes its scheduler
            threads = threading.active_count()
            assert [await ticks.wait_for_next() for _ in range(2)][1] > 0
            assert threading.active_count() <= threads  # one of an earlier test may have ended
            sub.close()
            assert not source.observers
            listener = rx.to_sub(reactivex.of(1, 2)).listen_reliable()
            assert [item async for item in listener] == [1, 2]  # ends where the source completes
            failing = rx.to_sub(reactivex.throw(ValueError('bad')), scope=None)
            with pytest.raises(ValueError, match='bad'):
                await failing.wait_for_value()
            with a_node() as node, ros2.Pub(String, topic, 10, node) as pub:
                messages = rx.to_sub(rx.from_topic(node, String, topic))
                first = messages.wait_for_next(timeout=60)
                pub.publish(text('both'))
                assert (await first).data == 'both'
                assert node.count_subscribers(topic) == 1
                messages.close()
                assert node.count_subscribers(topic) == 0
        assert ticks.closed

    run(main())
