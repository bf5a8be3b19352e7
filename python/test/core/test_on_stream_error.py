# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Effects of a stream that ended by an error: on_stream_error, /diagnostics, and the report of a replay."""

import asyncio
import concurrent.futures
import subprocess
import sys
import textwrap
import threading

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually, eventually_in_loop
from observers import Seen
from reactivex import operators as ops

from rxros2 import replay, rx
from rxros2.aio import ros2
from rxros2.interfaces.diagnostic_msgs.msg import DiagnosticArray
from rxros2.interfaces.std_msgs.msg import Int32


class BrokenError(Exception):
    """The error that the stream's user raises."""


def broken(item):
    raise BrokenError('of the user')


def break_a_stream(node):
    rx.from_timer(node, 0.001).pipe(ops.map(broken)).subscribe()


def override(value):
    return ['--ros-args', '-p', f'rxros2.on_stream_error:={value}']


# --- the policy ---


def test_by_default_the_other_streams_go_on():
    with rx.create_node('robot') as node:
        break_a_stream(node)
        rx.from_timer(node, 0.001).pipe(ops.take(50)).subscribe(on_completed=node.end)
        node.spin()
        assert node.on_stream_error == 'log'


@pytest.mark.parametrize('options', [{'on_stream_error': 'raise'}, {'args': override('raise')}], ids=['option', '-p'])
def test_spin_raises_the_error(options):
    with rx.create_node('robot', **options) as node:
        break_a_stream(node)
        with pytest.raises(BrokenError):
            node.spin()
        assert node.ok()
        rx.from_timer(node, 0.001).subscribe(lambda _: node.end())
        node.spin()


@pytest.mark.parametrize(
    'options', [{'on_stream_error': 'shutdown'}, {'args': override('shutdown')}], ids=['option', '-p']
)
def test_shutdown_ends_the_program_with_exit_code_1(options):
    try:
        with rx.create_node('robot', **options) as node, rx.create_node('other') as other:
            break_a_stream(node)
            completed = Completed(other)
            with pytest.raises(SystemExit) as end:
                rx.spin(node)
            assert end.value.code == 1 and not rx.ok()
            with pytest.raises(SystemExit):
                rx.spin(other)
        assert completed.completions == 1
    finally:
        rx.init()


class Completed:
    """Counts the completions of a stream of a node."""

    def __init__(self, node):
        self.completions = 0
        rx.from_topic(node, Int32, '/never').subscribe(on_completed=self.on_completed)

    def on_completed(self):
        self.completions += 1


def test_the_command_line_is_stronger_than_the_program():
    with rx.create_node('robot', on_stream_error='shutdown', args=override('log')) as node:
        assert node.on_stream_error == 'log'


def test_a_parameter_file_decides_too(tmp_path):
    (tmp_path / 'a.yaml').write_text('/**:\n  ros__parameters:\n    rxros2:\n      on_stream_error: raise\n')
    with rx.create_node('robot', args=['--ros-args', '--params-file', str(tmp_path / 'a.yaml')]) as node:
        assert node.on_stream_error == 'raise'


def test_the_override_is_no_parameter():
    with rx.create_node('robot', args=override('raise')) as node, rx.create_node('plain') as plain:
        assert node.list_parameters() == plain.list_parameters()


@pytest.mark.parametrize(
    ('options', 'text'),
    [
        ({'on_stream_error': 'exit'}, "on_stream_error is 'exit'; expected 'log', 'shutdown' or 'raise'"),
        ({'args': override('exit')}, "parameter rxros2.on_stream_error is 'exit'; expected 'log', 'shut"),
        ({'args': override('1')}, "parameter rxros2.on_stream_error is 1; expected 'log', 'shutdown' or 'raise'"),
    ],
)
@pytest.mark.parametrize('make', [rx.create_node, ros2.Node], ids=['rx', 'aio'])
def test_a_wrong_value_names_the_three_values(make, options, text):
    with pytest.raises(ValueError, match=text):
        make('robot', **options)


def test_an_error_before_the_spin_counts():
    with rx.create_node('robot', on_stream_error='raise') as node:
        rx.from_parameter(node, 'missing').subscribe()
        with pytest.raises(LookupError):
            node.spin()


def test_ended_raises_in_asyncio():
    async def main(policy):
        with rx.create_node('robot', on_stream_error=policy) as node:
            break_a_stream(node)
            await node.ended()

    try:
        with pytest.raises(BrokenError):
            asyncio.run(main('raise'))
        with pytest.raises(SystemExit) as end:
            asyncio.run(main('shutdown'))
        assert end.value.code == 1
    finally:
        rx.init()


def test_shutdown_ends_the_block_of_auto_context():
    async def main():
        with ros2.auto_context('session'), rx.create_node('robot', on_stream_error='shutdown') as node:
            break_a_stream(node)
            await asyncio.Event().wait()

    try:
        with pytest.raises(SystemExit) as end:
            asyncio.run(main())
        assert end.value.code == 1
    finally:
        rx.init()


def a_result():
    future = concurrent.futures.Future()
    future.set_result(1)
    return future


SOURCES_IN_A_SCHEDULER = {
    'interval': lambda scheduler, path: rx.interval(0.001, scheduler),
    'from_future': lambda scheduler, path: rx.from_future(a_result(), scheduler=scheduler),
    'from_device': lambda scheduler, path: rx.from_device(str(path / 'device'), 'B', scheduler=scheduler),
    'from_bag': lambda scheduler, path: rx.from_bag(path / 'a.mcap', Int32, '/numbers', scheduler=scheduler),
}


@pytest.mark.parametrize('source', SOURCES_IN_A_SCHEDULER.values(), ids=SOURCES_IN_A_SCHEDULER)
def test_a_source_in_the_scheduler_of_a_node_is_of_the_node(tmp_path, source):
    (tmp_path / 'device').write_bytes(b'a')
    reactivex.of(Int32(data=1)).pipe(rx.to_bag(tmp_path / 'a.mcap', Int32, '/numbers')).subscribe()
    for ends in ([ops.map(broken)], []):
        with rx.create_node('robot', on_stream_error='raise') as node:
            source(node.scheduler, tmp_path).pipe(*ends).subscribe(broken)
            with pytest.raises(BrokenError):
                node.spin()


def test_diagnostics_that_fail_are_a_warning(monkeypatch, capfd):
    def fail(*_):
        node.end()
        raise OSError('full')

    monkeypatch.setattr('rxros2.aio.ros2.dead_streams.DeadStreams.add', fail)
    with rx.create_node('robot') as node:
        break_a_stream(node)
        node.spin()
    assert '/diagnostics could not report ' in (logged := capfd.readouterr().err) and 'OSError: full' in logged


def test_a_handled_error_changes_nothing():
    with rx.create_node('robot', on_stream_error='raise') as node:
        errors = []
        rx.from_timer(node, 0.001).pipe(ops.map(broken)).subscribe(on_error=errors.append)
        rx.from_timer(node, 0.001).pipe(ops.map(broken), ops.catch(reactivex.empty())).subscribe()
        rx.from_timer(node, 0.001).pipe(ops.take(50)).subscribe(on_completed=node.end)
        node.spin()
        assert len(errors) == 1 and node.count_publishers('/diagnostics') == 0


# --- /diagnostics ---


def test_dead_streams_are_published():
    async def main():
        with rx.create_node('robot', namespace='arm') as node:
            assert node.count_publishers('/diagnostics') == 0
            seen = Seen()
            rx.from_topic(node, DiagnosticArray, '/diagnostics').subscribe(seen)
            rx.from_timer(node, 0.001).pipe(ops.map(broken)).subscribe()
            await seen.count(1)
            (status,) = seen.items[0].status
            assert status.level == b'\x02' and status.name == '/arm/robot: from_timer(0.001)'
            place = f'{__file__}:{broken.__code__.co_firstlineno + 1}'
            assert status.message == f'BrokenError: of the user ({place} in broken)'
            assert {value.key: value.value for value in status.values} == {
                'topic': 'from_timer(0.001)',
                'stage': 'map',
                'place': place,
            }
            rx.from_timer(node, 0.002).pipe(ops.map(broken)).subscribe()
            await seen.until(lambda seen: len(seen.items[-1].status) == 2)
            await seen.count(len(seen.items) + 1)  # once a second
            assert seen.items[-1].header.stamp.sec > 0

    asyncio.run(main())


def test_dead_streams_are_published_from_any_thread():
    with rx.create_node('robot') as node, rx.create_node('watcher') as watcher:
        statuses = []
        rx.from_topic(watcher, DiagnosticArray, '/diagnostics').subscribe(statuses.append)
        threads = [threading.Thread(target=spun.spin) for spun in (node, watcher)]
        for thread in threads:
            thread.start()
        reactivex.throw(BrokenError('of the user')).pipe(rx.publish_to_topic(node, Int32, '/numbers')).subscribe()
        eventually(lambda: statuses)
        node.end()
        watcher.end()
        for thread in threads:
            thread.join()
        assert statuses[0].status[0].name == '/robot: publish_to_topic(/numbers)'


# --- asyncio ---


async def failing():
    raise BrokenError('of the user')


def kept_task(session):
    return [asyncio.create_task(failing())]


def dropped_task(session):
    asyncio.create_task(failing())  # noqa: RUF006


def callback(session):
    asyncio.get_running_loop().call_soon(broken, 1)


def subscription(session):
    async def publish():
        with ros2.Pub(Int32, '/numbers', scope=None) as publisher:
            await publisher.wait_for_matched()
            publisher.publish(Int32())
            await asyncio.Event().wait()

    session.node.create_subscription(Int32, '/numbers', broken, 10)
    return asyncio.create_task(publish())


UNSEEN = [kept_task, dropped_task, callback, subscription]


@pytest.mark.parametrize('fail', UNSEEN)
def test_an_exception_that_nothing_sees_is_logged_once_by_the_node(fail, capfd, caplog):
    async def main():
        with ros2.auto_context('robot') as session:
            kept = fail(session)
            text = ''

            def has_come():
                nonlocal text
                text += capfd.readouterr().err
                return text.endswith('\n')

            await eventually_in_loop(has_come)
            assert text.count('BrokenError') == 1 and f'[robot]: BrokenError: of the user ({__file__}:' in text
            del kept

    asyncio.run(main())
    assert 'BrokenError' not in caplog.text + capfd.readouterr().err


@pytest.mark.parametrize('fail', UNSEEN)
@pytest.mark.parametrize('policy', ['shutdown', 'raise'])
def test_an_exception_that_nothing_sees_ends_the_block(fail, policy):
    async def main():
        with ros2.auto_context('robot', on_stream_error=policy) as session:
            kept = fail(session)
            await asyncio.Event().wait()
            del kept

    with pytest.raises((SystemExit, BrokenError)) as end:
        asyncio.run(main())
    assert isinstance(end.value, BrokenError if policy == 'raise' else SystemExit)
    assert policy == 'raise' or end.value.code == 1


def test_an_exception_that_is_awaited_late_is_not_logged(capfd, caplog):
    async def main():
        with ros2.auto_context('robot', on_stream_error='raise'):
            task = asyncio.create_task(failing())
            await asyncio.wait([task])
            with pytest.raises(BrokenError):
                await task
            results = await asyncio.gather(failing(), failing(), return_exceptions=True)
            assert len(results) == 2
        assert asyncio.get_running_loop().get_task_factory() is None
        assert asyncio.get_running_loop().get_exception_handler() is None

    asyncio.run(main())
    assert 'BrokenError' not in caplog.text + capfd.readouterr().err


def test_an_exception_of_a_block_without_a_loop_has_no_other_context():
    with pytest.raises(BrokenError) as raised, ros2.auto_context('robot'):
        broken(1)
    assert raised.value.__context__ is None


def test_the_handlers_of_the_program_stay():
    contexts = []

    async def main():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, context: contexts.append(context))
        with ros2.auto_context('robot'):
            callback(None)
            await eventually_in_loop(lambda: contexts)

    asyncio.run(main())


# --- replays ---


@pytest.fixture
def bag(tmp_path):
    messages = [Int32(data=number) for number in range(3)]
    reactivex.from_iterable(messages).pipe(rx.to_bag(tmp_path / 'in.mcap', Int32, '/in')).subscribe()
    return tmp_path / 'in.mcap'


def program():
    with rx.create_node('robot') as node:
        rx.from_topic(node, Int32, '/in').pipe(ops.map(broken), rx.publish_to_topic(node, Int32, '/out'))
        node.spin()


def test_the_report_of_a_replay_lists_stream_errors(bag):
    for _ in range(2):
        (error,) = replay.run(bag, program).stream_errors
        assert error.startswith('/robot: publish_to_topic(/out): BrokenError: of the user (')


def test_a_golden_test_fails_by_a_stream_error(bag, tmp_path, monkeypatch):
    golden = tmp_path / 'out.mcap'
    monkeypatch.setattr(replay, 'is_accepting', lambda: True)
    with pytest.raises(AssertionError, match='a stream ended by an error: /robot: .*BrokenError'):
        replay.expect_outputs(bag, golden, program)
    monkeypatch.undo()
    with pytest.raises(AssertionError, match='a stream ended by an error: /robot: .*BrokenError'):
        replay.expect_outputs(bag, golden, program)


def test_a_replay_ends_at_once_by_shutdown(bag):
    def stopping():
        with rx.create_node('robot', on_stream_error='shutdown') as node:
            break_a_stream(node)
            node.spin()

    report = replay.run(bag, stopping, after=1)
    assert report.stream_errors and any('exit code 1' in warning for warning in report.warnings)
    assert rx.ok()


OUTSIDE_OF_TASKS = """
    import asyncio, time
    from rxros2.aio import ros2
    from rxros2.interfaces.std_msgs.msg import Int32

    def broken(message):
        raise ValueError('of the user')

    async def work(session):
        session.node.create_subscription(Int32, '/numbers', broken, 10)
        with ros2.Pub(Int32, '/numbers', session=session, scope=None) as publisher:
            await publisher.wait_for_matched()
            publisher.publish(Int32())
            await asyncio.Event().wait()

    with ros2.auto_context('robot', on_stream_error='shutdown') as session:
        asyncio.run(work(session))
"""


def test_shutdown_ends_a_program_whose_context_is_outside_of_its_tasks():
    program = textwrap.dedent(OUTSIDE_OF_TASKS)
    ended = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1 and 'ValueError: of the user' in ended.stderr
