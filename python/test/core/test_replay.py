# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.replay: programs of both fronts in virtual time, repeatable outputs, and reports of differences."""

import asyncio
import os
import pathlib
import random
import subprocess
import sys
import textwrap
import threading
import time

import pytest

pytest.importorskip('reactivex')

from rxros2 import aio, bag, replay, rx
from rxros2.aio import ros2
from rxros2.aio.core import background
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.example_interfaces.srv import AddTwoInts
from rxros2.interfaces.std_msgs.msg import Header, Int32
from rxros2.messages.codec import decode, encode

MS = 10**6
BEGIN = 17 * 10**17
REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture
def recording(tmp_path):
    """Makes a recording of numbers on topics, each at a time in ms after the begin."""

    def write(*messages):
        path = tmp_path / 'recording.mcap'
        path.unlink(missing_ok=True)
        with bag.Writer(path) as writer:
            for topic in sorted({topic for topic, _, _ in messages}):
                writer.add_topic(topic, 'std_msgs/msg/Int32')
            for topic, value, after in messages:
                writer.write(topic, encode(Int32(data=value)), BEGIN + after * MS)
        return path

    return write


@pytest.fixture
def outputs(tmp_path):
    """Returns the outputs of a program, (topic, number, ms after the begin), and the report."""

    def run(path, program, **options):
        recording = tmp_path / 'outputs.mcap'
        recording.unlink(missing_ok=True)
        report = replay.run(path, program, record=recording, **options)
        published = [
            (message.topic, decode(Int32, message.sample).data, (message.log_time - BEGIN) / MS)
            for message in bag.Reader(recording).messages()
        ]
        return published, report

    return run


def number(value):
    return Int32(data=value)


def relay(node, source, to, function=lambda n: n):
    return rx.from_topic(node, Int32, source).pipe(
        rx.map(lambda n: number(function(n.data))), rx.publish_to_topic(node, Int32, to)
    )


# --- streams ---


def test_a_node_of_streams(recording, outputs):
    path = recording(('/in', 1, 0), ('/in', 2, 40), ('/other', 7, 50))
    times = []

    def program():
        with rx.create_node('robot') as node:
            relay(node, '/in', '/out', lambda n: times.append(node.now() - BEGIN) or 10 * n)
            rx.spin(node)

    begun = time.monotonic()
    published, report = outputs(path, program)
    assert published == [('/out', 10, 0), ('/out', 20, 40)]
    assert times == [0, 40 * MS]
    assert (report.played, report.published, report.begin, report.end) == (2, 2, BEGIN, BEGIN + 50 * MS)
    assert report.warnings == []
    assert 0 < report.took < time.monotonic() - begun


def test_timers_come_before_messages_of_their_instant(recording, outputs):
    path = recording(('/in', 0, 0), ('/in', 1, 20), ('/in', 2, 25))

    def program():
        with rx.create_node('robot') as node:
            ticks = rx.from_timer(node, 0.01).pipe(rx.map(lambda _: number(-1)))
            ticks.pipe(rx.publish_to_topic(node, Int32, '/out'))
            late = rx.interval(0.015).pipe(rx.map(lambda _: number(-2)))
            late.pipe(rx.publish_to_topic(node, Int32, '/out'))
            relay(node, '/in', '/out')
            rx.spin(node)

    published, _ = outputs(path, program, after=0.005)
    assert sorted(published, key=lambda output: (output[2], output[1])) == [
        ('/out', 0, 0),
        ('/out', -1, 10),
        ('/out', -2, 15),
        ('/out', -1, 20),
        ('/out', 1, 20),
        ('/out', 2, 25),
        ('/out', -2, 30),
        ('/out', -1, 30),
    ]
    assert [output[2] for output in published] == sorted(output[2] for output in published)
    assert published.index(('/out', -1, 20)) < published.index(('/out', 1, 20))


def test_a_blocking_computation_takes_no_time(recording, outputs):
    path = recording(('/in', 0, 0), ('/in', 1, 10), ('/in', 2, 20))

    def program():
        with rx.create_node('robot') as node:
            relay(node, '/in', '/out', lambda n: time.sleep(0.03) or n)
            rx.spin(node)

    assert outputs(path, program)[0] == [('/out', 0, 0), ('/out', 1, 10), ('/out', 2, 20)]


def test_recordings_have_the_times_of_the_replay(recording, outputs, tmp_path):
    path = recording(('/in', 1, 0), ('/in', 2, 40))
    copy = tmp_path / 'made'

    def program():
        with rx.create_node('robot') as node:
            numbers = rx.from_topic(node, Int32, '/in')
            numbers.pipe(rx.to_bag(copy, Int32, '/n'), rx.publish_to_topic(node, Int32, '/out'))
            rx.spin(node)

    _, report = outputs(path, program)
    assert report.warnings == []
    assert [message.log_time - BEGIN for message in bag.Reader(copy).messages()] == [0, 40 * MS]


# --- asyncio ---


def test_a_coroutine(recording, outputs):
    path = recording(('/in', 0, 0), ('/in', 1, 20), ('/in', 2, 25), ('/end', 0, 100))
    seen = []

    async def program():
        with ros2.auto_context('robot') as session:
            async with aio.Scope() as scope:
                out = ros2.Pub(Int32, '/out', 10)
                sub = ros2.Sub(Int32, '/in', 10)

                async def tick():
                    async for _ in aio.Rate(50).listen():
                        out.publish(number(-1))

                async def ros_tick():
                    async for _ in ros2.Timer(0.03).listen():
                        out.publish(number(-2))

                scope.task_group.create_task(tick())
                scope.task_group.create_task(ros_tick())
                async for message in sub.listen_reliable():
                    out.publish(message)
                    await asyncio.sleep(0.002)
                    seen.append((asyncio.get_running_loop().time(), session.node.now() - BEGIN))

    published, report = outputs(path, program)
    assert sorted(published, key=lambda output: (output[2], output[1])) == [
        ('/out', 0, 0),
        ('/out', -1, 20),
        ('/out', 1, 20),
        ('/out', 2, 25),
        ('/out', -2, 30),
        ('/out', -1, 40),
        ('/out', -2, 60),
        ('/out', -1, 60),
        ('/out', -1, 80),
        ('/out', -2, 90),
        ('/out', -1, 100),
    ]
    assert seen == [(0.002, 2 * MS), (0.022, 22 * MS), (0.027, 27 * MS)]
    assert report.warnings == []


def test_services_and_time_outs(recording):
    events = []

    async def program():
        with ros2.auto_context('robot'):
            async with aio.Scope() as scope:
                client = ros2.Client(AddTwoInts, '/add')
                loop = asyncio.get_running_loop()
                with pytest.raises(TimeoutError):
                    await client.wait_for_service(timeout=0.5)
                events.append(loop.time())
                server = ros2.Server(AddTwoInts, '/add')

                async def serve():
                    async for call in server.listen_reliable():
                        await asyncio.sleep(0.25)
                        call.response.sum = call.request.a + call.request.b
                        call.send()

                scope.task_group.create_task(serve())
                await client.wait_for_service()
                events.append((await client.call(AddTwoInts.Request(a=2, b=3))).sum)
                events.append(loop.time())
                with pytest.raises(TimeoutError):
                    await client.call(AddTwoInts.Request(), timeout=0.1)
                events.append(loop.time())
                await ros2.Client(AddTwoInts, '/nobody').wait_for_service()

    report = replay.run(recording(('/in', 0, 0), ('/in', 1, 60_000)), program)
    assert events == [pytest.approx(0.5), 5, pytest.approx(0.75), pytest.approx(0.85)]
    assert report.warnings == [
        'service /nobody has clients in the program, but no server',
    ]


def test_the_end_of_the_recording_is_the_end_of_the_program(recording):
    cleaned = []

    async def forever():
        with ros2.auto_context('robot'):
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(1)  # after the end the loop's time goes on
                cleaned.append(True)

    async def without_context():
        with ros2.Node('robot'):
            await asyncio.Event().wait()

    path = recording(('/in', 0, 0), ('/in', 1, 1000))
    assert replay.run(path, forever).end == BEGIN + 1000 * MS
    assert cleaned == [True]
    assert replay.run(path, without_context).end == BEGIN + 1000 * MS

    async def short():
        await asyncio.sleep(0.2)

    report = replay.run(path, short)
    assert report.end == BEGIN + 200 * MS
    assert report.warnings == ['the program ended before the recording']


# --- the same every time ---


class Robot(rx.Node):
    """A node with pipes, timers, a service, an action and parameters, and random delays of the computer."""

    def __init__(self):
        super().__init__('robot')
        factor = self.declare_parameter('factor', 1)
        incoming = rx.from_topic(self, Int32, '/in').pipe(rx.map(self.late))
        incoming.pipe(rx.sample_with_frequency(30), rx.publish_to_topic(self, Int32, '/sampled'))
        incoming.pipe(rx.debounce(0.025), rx.publish_to_topic(self, Int32, '/quiet'))
        merged = incoming.pipe(rx.merge(rx.from_topic(self, Int32, '/other')))
        merged.pipe(rx.publish_to_topic(self, Int32, '/merged'))
        dice = rx.from_timer(self, 0.007).pipe(rx.map(lambda _: number(random.randrange(100))))
        dice.pipe(rx.map(self.late), rx.publish_to_topic(self, Int32, '/dice'))
        rx.serve(self, AddTwoInts, '/add').subscribe(self.answer)
        sums = incoming.pipe(
            rx.map(lambda n: AddTwoInts.Request(a=n.data, b=1000)),
            rx.send_request(self, AddTwoInts, '/add'),
            rx.map(lambda response: number(response.sum * factor)),
        )
        sums.pipe(rx.publish_to_topic(self, Int32, '/sums'))

    def late(self, message):
        if os.urandom(1)[0] < 8:
            time.sleep(os.urandom(1)[0] / 255 / 1000)
        return message

    def answer(self, call):
        self.late(call)
        call.respond(AddTwoInts.Response(sum=call.request.a + call.request.b))


def spin_robot():
    with Robot() as robot:
        rx.spin(robot)


async def act():
    """Runs an action and its client, whose goals have ids."""
    with ros2.auto_context('robot'):
        async with aio.Scope() as scope:
            out = ros2.Pub(Int32, '/out', 10)
            server = ros2.ActionServer(Fibonacci, '/count')
            client = ros2.ActionClient(Fibonacci, '/count')

            async def serve():
                async for goal in server.listen_reliable():
                    goal.accept()
                    await asyncio.sleep(0.01)
                    goal.succeed(Fibonacci.Result(sequence=[goal.request.order, 1]))

            scope.task_group.create_task(serve())
            async for message in ros2.Sub(Int32, '/in', 10).listen_reliable():
                goal = await client.send_goal(Fibonacci.Goal(order=message.data))
                out.publish(number((await goal.result()).sequence[0]))


def many(recording):
    dice = random.Random(7)
    return recording(*((dice.choice(['/in', '/in', '/other']), i, dice.randrange(1000)) for i in range(200)))


@pytest.mark.parametrize('program', [spin_robot, act])
def test_many_runs_give_the_same_bytes(recording, tmp_path, program):
    path, recorded = many(recording), tmp_path / 'made.mcap'
    contents = set()
    for _ in range(5):
        recorded.unlink(missing_ok=True)
        report = replay.run(path, program, record=recorded, arguments=['--ros-args', '-p', 'factor:=3'])
        assert report.warnings == []
        contents.add(recorded.read_bytes())
    assert report.published > 100
    for seed in ('1', '2'):  # other processes, with other hashes
        elsewhere = tmp_path / f'{seed}.mcap'
        code = (
            f'import sys; sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r}); import test_replay as t;'
            f't.replay.run({str(path)!r}, t.{program.__name__}, record={str(elsewhere)!r},'
            "arguments=['--ros-args', '-p', 'factor:=3'])"
        )
        subprocess.run(
            [sys.executable, '-c', code], env={**os.environ, 'PYTHONHASHSEED': seed}, check=True, timeout=120
        )
        contents.add(elsewhere.read_bytes())
    assert len(contents) == 1


# --- nondeterminism, and errors ---


def test_nondeterminism_is_reported(recording, tmp_path):
    device = tmp_path / 'lidar'
    os.mkfifo(device)
    errors = []

    def program():
        with rx.create_node('robot') as node:
            thread = threading.Thread(target=lambda: None, name='camera driver')
            thread.start()
            thread.join()
            rx.from_device(str(device), 'B').subscribe(on_error=errors.append, scheduler=node.scheduler)
            rx.from_topic(node, Int32, '/missing').subscribe()
            rx.spin(node)

    report = replay.run(recording(('/in', 0, 0), ('/in', 1, 10)), program)
    (error,) = errors
    assert isinstance(error, OSError) and error.filename == str(device)
    assert report.warnings == [
        f"from_device: '{device}' is not of the replay, which has no devices",
        "thread 'camera driver' is not of the replay: what it does may come earlier or later",
        'topic /missing is subscribed to, but neither recorded nor published',
    ]


def test_other_descriptors_of_a_loop_are_reported(recording):
    async def program():
        end, other = os.pipe()
        asyncio.get_running_loop().add_reader(end, lambda: None)
        await asyncio.sleep(0.01)
        asyncio.get_running_loop().remove_reader(end)
        os.close(end)
        os.close(other)
        await asyncio.sleep(1)

    (warning, _) = replay.run(recording(('/in', 0, 0), ('/in', 1, 2000)), program).warnings
    assert warning.startswith("the loop waits for 'pipe:[") and warning.endswith("', which is not of the replay")


def test_streams_without_a_node_run_in_the_systems_time_and_are_reported(recording, monkeypatch):
    path = recording(('/in', 1, 0), ('/in', 2, 40))
    completed = threading.Event()

    def program():
        with rx.create_node('robot') as node:
            rx.interval(0.001).pipe(rx.take(2)).subscribe(on_completed=completed.set)
            rx.spin(node)

    monkeypatch.setattr(background, '_loop', None)  # it is made in the replay
    reason = "thread 'rxros2-background', where streams without a node run, has the system's time"
    before = set(threading.enumerate())
    assert reason in replay.run(path, program).warnings
    assert completed.wait(60)
    background._loop.call_soon_threadsafe(background._loop.stop)
    for thread in set(threading.enumerate()) - before:
        thread.join()


def test_errors(recording, tmp_path):
    path = recording(('/in', 0, 0), ('/in', 1, 10))

    def fail():
        raise LookupError('mine')

    async def fail_later():
        await asyncio.sleep(0.001)
        raise LookupError('mine')

    for program in (fail, fail_later):
        with pytest.raises(LookupError, match='mine'):
            replay.run(path, program)
    with pytest.raises(bag.BagError, match='none'):
        replay.run(tmp_path / 'none', fail)
    with pytest.raises(ValueError, match='/nothing'):
        replay.run(path, fail, inputs=['/nothing'])

    async def nested():
        with pytest.raises(RuntimeError, match='in use'):
            replay.run(path, fail)

    assert replay.run(path, nested).warnings == ['the program ended before the recording']


# --- golden outputs ---

TEST = """
    import asyncio
    from rxros2 import replay, rx
    from rxros2.interfaces.std_msgs.msg import Header, Int32

    def program():
        with rx.create_node('robot') as node:
            frames = rx.from_topic(node, Int32, '/in').pipe(
                rx.map(lambda n: Header(frame_id=FRAME if n.data == 2 else 'base')))
            frames.pipe(rx.publish_to_topic(node, Header, '/out'))
            rx.spin(node)

    def test_outputs():
        replay.expect_outputs('recording.mcap', 'golden.mcap', program)
"""


def pytest_in(folder, frame, *words):
    (folder / 'test_outputs.py').write_text(f'FRAME = {frame!r}\n{textwrap.dedent(TEST)}')
    command = [sys.executable, '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_outputs.py', *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_pytest_accepts_golden_outputs_and_shows_what_differs(recording, tmp_path):
    recording(('/in', 1, 0), ('/in', 2, 10), ('/in', 3, 20))
    first = pytest_in(tmp_path, 'map')
    assert first.returncode == 1 and 'there is no golden.mcap yet' in first.stdout
    assert pytest_in(tmp_path, 'map', '--accept').returncode == 0
    assert pytest_in(tmp_path, 'map').returncode == 0
    other = pytest_in(tmp_path, 'odom')
    assert other.returncode == 1
    for line in (
        'first in message 2 of /out (std_msgs/msg/Header):',
        '    expected  after 0.010000000 s',
        '    found     after 0.010000000 s',
        '    frame_id: expected "map", found "odom"',
        '    expected  a-----------------------------b-----------------------------a',
        '    found     a-----------------------------c-----------------------------a',
        '                                            ^',
    ):
        assert f'{line}\n' in other.stdout
    assert (tmp_path / 'golden.now.mcap').exists()


@pytest.mark.parametrize('program', ['velocity_publisher.py', 'velocity_publisher_asyncio.py'])
def test_the_recorded_drive_of_the_example(program):
    """The outputs are those of the C++ program."""
    recordings = REPOSITORY / 'examples/teleop/recordings'
    replay.expect_outputs(
        recordings / 'two_curves.mcap',
        recordings / 'two_curves.golden.mcap',
        REPOSITORY / 'examples/teleop' / program,
    )


def test_stamps_are_of_the_replay(recording, tmp_path):
    path = recording(('/in', 1, 0), ('/in', 2, 40))

    def program():
        with rx.create_node('robot') as node:

            def stamped(_):
                header = Header()
                header.stamp.sec, header.stamp.nanosec = divmod(node.now(), 10**9)
                return header

            rx.from_topic(node, Int32, '/in').pipe(rx.map(stamped), rx.publish_to_topic(node, Header, '/out'))
            rx.spin(node)

    replay.run(path, program, record=tmp_path / 'made.mcap')
    stamps = [decode(Header, message.sample).stamp for message in bag.Reader(tmp_path / 'made.mcap').messages()]
    assert [stamp.sec * 10**9 + stamp.nanosec for stamp in stamps] == [BEGIN, BEGIN + 40 * MS]


def test_replays_of_several_threads_take_turns(recording):
    path = recording(('/in', 1, 0), ('/in', 2, 40))

    def program():
        with rx.create_node('robot') as node:
            relay(node, '/in', '/out')
            rx.spin(node)

    async def program_of_tasks():
        with ros2.auto_context('robot'):
            pub = ros2.Pub(Int32, '/out')
            async for message in ros2.Sub(Int32, '/in').listen_reliable():
                pub.publish(message)

    published, errors = [], []

    def play(of):
        try:
            published.append(replay.run(path, of).published)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=play, args=(of,)) for of in (program, program_of_tasks, program)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert published == [2, 2, 2] and not errors


def test_a_replay_within_a_replay_is_refused(recording):
    path = recording(('/in', 1, 0))
    with pytest.raises(RuntimeError, match='in use'):
        replay.run(path, lambda: replay.run(path, lambda: None))
    assert replay.run(path, lambda: None).published == 0


def test_the_time_behind_a_recording_is_a_duration(recording):
    path = recording(('/in', 1, 0))
    with pytest.raises(ValueError, match='after is nan'):
        replay.run(path, lambda: None, after=float('nan'))
