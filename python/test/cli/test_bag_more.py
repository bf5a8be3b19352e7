# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Recording and playback: selection, splitting, keys, simulated time and QoS."""

import asyncio
import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip('mcap.writer')
from eventually import eventually_in_loop
from rosbags.highlevel import AnyReader

from rxros2.aio import ros2
from rxros2.aio.blocking import Blocking, run
from rxros2.cli.recordings import Bag, Options, Writer
from rxros2.messages import interface
from rxros2.messages.codec import encode
from rxros2.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

COMMAND = [sys.executable, '-m', 'rxros2.cli']
String = interface('std_msgs/msg/String')


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *words):
        self.pid, self.file = pty.fork()
        if not self.pid:
            os.execvp(sys.executable, [*COMMAND, *map(str, words)])
        self.text = ''

    def see(self, expected, seconds=60):
        """Waits until this is on it; `text` is then what comes after."""
        until = time.monotonic() + seconds
        while expected not in self.text:
            remaining = until - time.monotonic()
            assert remaining > 0 and select.select([self.file], [], [], remaining)[0], (
                f'no {expected!r} in {self.text!r}'
            )
            try:
                self.text += os.read(self.file, 4096).decode(errors='replace')
            except OSError:
                raise AssertionError(f'ended without {expected!r}: {self.text!r}') from None
        self.text = self.text.partition(expected)[2]

    def recorded(self, enough, seconds=60):
        """Waits until the status line of a recorder is such; returns its seconds, and how many messages it has."""
        until, line = time.monotonic() + seconds, (0, 0)
        while not enough(*line):
            remaining = until - time.monotonic()
            assert remaining > 0 and select.select([self.file], [], [], remaining)[0], f'{line} in {self.text!r}'
            self.text += os.read(self.file, 4096).decode(errors='replace')
            for match in re.findall(r'(\d+) s, \d+ topics, (\d+) messages', self.text):
                line = int(match[0]), int(match[1])
        return line

    def press(self, keys):
        os.write(self.file, keys.encode())

    def end(self):
        """Ctrl-C; returns the exit code."""
        self.press('\x03')
        with contextlib.suppress(OSError):
            while select.select([self.file], [], [], 60)[0] and (more := os.read(self.file, 4096)):
                self.text += more.decode(errors='replace')
        assert 'Traceback' not in self.text, self.text
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.file)


def write(folder, topics, count, period=0.01, qos=()):
    with Writer(folder, Options()) as writer:
        for topic, type_ in topics.items():
            writer.add_topic(topic, type_, list(qos))
        for i in range(count):
            for topic, type_ in topics.items():
                message = interface(type_)()
                if hasattr(message, 'data'):
                    message.data = str(i)
                writer.write(topic, encode(message), 10**18 + round(i * period * 1e9), 0)
    return folder


@contextlib.contextmanager
def recording(*words, cwd):
    """Until the end of the block; it has subscribed then to what is there."""
    process = subprocess.Popen(
        [*COMMAND, 'bag', 'record', *map(str, words)],
        cwd=cwd,
        stdout=subprocess.PIPE,
        text=True,
        env={k: v for k, v in os.environ.items() if k != 'COVERAGE_PROCESS_CONFIG'},  # it may not end after Ctrl-C
    )
    try:
        assert 'Subscribed' in process.stdout.readline()
        yield process
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.communicate()


def test_a_recording_is_split(robot, tmp_path):
    until = time.monotonic() + 60
    with recording('/cmd_vel', '-d', '0.5', '-o', 'drive', cwd=tmp_path):
        while len(list((tmp_path / 'drive').glob('*.mcap'))) < 4:
            assert time.monotonic() < until
            time.sleep(0.01)
    bag = Bag(tmp_path / 'drive')
    files = bag.files
    assert len(files) >= 4 and files[1].name == 'drive_1.mcap'
    assert bag.end - bag.begin > (len(files) - 2) * 0.4e9  # only the last file ended early
    with AnyReader([tmp_path / 'drive']) as reader:
        assert reader.message_count == Bag(tmp_path / 'drive').count > len(files)


def test_events_of_a_service_are_recorded(rxros2, tmp_path):
    """Without introspection a warning names the missing setting."""
    event = interface('std_srvs/srv/SetBool').Event
    with ros2.Node('introspected') as node:
        server = Blocking(ros2.Server, interface('std_srvs/srv/SetBool'), '/lamp', session=node)
        result = rxros2('bag', 'record', '--services', '/lamp', '/none', '--duration', '4', '-o', 'no', cwd=tmp_path)
        assert 'warning: no events of /lamp yet: its server or a client must enable service introspection' in (
            result.err
        )
        assert 'warning: no service /none yet' in result.err
        publisher = ros2.Pub(event, '/lamp/_service_event', 10, node)
        with Terminal('bag', 'record', '--all-services', '-o', tmp_path / 'yes') as terminal:
            terminal.see('Subscribed')
            run(publisher.wait_for_matched, timeout=60)
            publisher.publish(event())
            assert terminal.recorded(lambda _, messages: messages > 0)[1] == 1
            assert terminal.end() == 0
        server.close()
    (topic,) = Bag(tmp_path / 'yes').topics
    assert (topic.name, topic.type, topic.count) == ('/lamp/_service_event', 'std_srvs/srv/SetBool_Event', 1)
    with AnyReader([tmp_path / 'yes']) as reader:
        connection, _, sample = next(reader.messages())
        assert reader.deserialize(sample, connection.msgtype).info.event_type == 0


def test_topic_selection(rxros2, robot, tmp_path):
    def topics(*words, expected):
        """Records until the expected topics are subscribed to; those of a node are discovered together."""
        name = f'bag{len(list(tmp_path.iterdir()))}'
        lines = [f"Subscribed to topic '{topic}'" for topic in expected]
        result = rxros2('bag', 'record', *words, '-o', name, cwd=tmp_path, interrupt=lines)
        assert result.code == 0, result.err
        return {topic.name for topic in Bag(tmp_path / name).topics}

    expected = {'/cmd_vel'}
    assert topics('--topic-types', 'geometry_msgs/msg/Twist', expected=expected) == expected
    words = '--all-topics', '--exclude-topics', '/scan', '--exclude-topic-types', 'std_msgs/msg/String'
    expected = {'/cmd_vel', '/pose'}
    recorded = topics(*words, expected=expected)
    assert expected <= recorded and not recorded & {'/scan', '/map_name', '/_hidden'}
    expected = {'/_hidden', '/pose'}
    assert topics('-e', 'cmd|hidden|pose', '-x', 'vel', '--include-hidden-topics', expected=expected) == expected
    assert topics('--topics', '/pose', '/nothing', '--no-discovery', expected={'/pose'}) == {'/pose'}


def test_qos_overrides_of_record_and_play(rxros2, robot, tmp_path):
    """The file sets the QoS of the recording's subscription and of the player's publishers."""
    (tmp_path / 'qos.yaml').write_text('/cmd_vel: {reliability: best_effort, depth: 7}\n/words: {depth: 3}\n')
    with recording('/cmd_vel', '--qos-profile-overrides-path', 'qos.yaml', '-o', 'drive', cwd=tmp_path):
        info = json.loads(rxros2('topic', 'info', '/cmd_vel', '-v', '--json').out)
        subscriptions = [endpoint for endpoint in info['endpoints'] if endpoint['endpoint_type'] == 'SUBSCRIPTION']
        assert [subscription['qos']['reliability'] for subscription in subscriptions] == ['best_effort']
    latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    write(tmp_path / 'bag', {'/words': 'std_msgs/msg/String', '/map': 'std_msgs/msg/String'}, 2, qos=[latched])
    options = ['--qos-profile-overrides-path', tmp_path / 'qos.yaml', '--loop', '--delay', '0.1']
    player = subprocess.Popen([*COMMAND, 'bag', 'play', tmp_path / 'bag', *map(str, options)], stdout=subprocess.PIPE)
    try:
        for topic, durability in (('/map', 'transient_local'), ('/words', 'volatile')):
            info = json.loads(rxros2('topic', 'info', topic, '-v', '--json').out)
            assert [endpoint['qos']['durability'] for endpoint in info['endpoints']] == [durability]
        assert rxros2('topic', 'echo', '/map', '--once', '--field', 'data').code == 0
    finally:
        player.kill()
        player.communicate()


def test_keys_of_a_player(tmp_path):
    """Space pauses, right plays one message, up and down change the rate."""
    kept = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)  # the player may discover us late
    write(tmp_path / 'bag', {'/words': 'std_msgs/msg/String'}, 50, period=0.2, qos=[kept])
    with ros2.Node('hears') as node:
        inner = run(ros2.Sub, String, '/words', kept, session=node)
        sub = Blocking(inner)
        items = sub.listen_reliable(timeout=60)
        with Terminal('bag', 'play', tmp_path / 'bag', '--start-paused', '--topics', '/words') as terminal:
            run(inner.wait_for_matched, timeout=60)
            for number in range(3):
                terminal.press('\x1b[C')
                assert next(items).data == str(number)
            terminal.press('\x1b[A')
            terminal.see('rate: 1.10')
            terminal.press('\x1b[B')
            terminal.see('rate: 1.00')
            assert sub.statistics().received == 3
            terminal.press(' ')
            terminal.see('resumed')
            assert next(items).data == '3'
            terminal.press(' ')
            terminal.see('paused')
            assert terminal.end() == 130
        sub.close()


def test_keys_of_a_recorder(robot, tmp_path):
    folder = tmp_path / 'drive'
    with Terminal('bag', 'record', '/cmd_vel', '--start-paused', '-o', folder) as terminal:
        terminal.see("Subscribed to topic '/cmd_vel'")
        assert terminal.recorded(lambda seconds, _: seconds >= 1)[1] == 0
        terminal.press(' ')
        terminal.see('resumed')
        terminal.recorded(lambda _, messages: messages > 5)
        terminal.press(' ')
        terminal.see('paused\r\n')
        began, messages = terminal.recorded(lambda seconds, _: seconds > 0)
        assert terminal.recorded(lambda seconds, _: seconds > began + 1)[1] == messages
        assert terminal.end() == 0
    assert Bag(folder).count == messages > 5


def test_simulated_time(tmp_path):
    """The recording has the times of /clock, and nothing from before its first message."""
    clock = interface('rosgraph_msgs/msg/Clock')
    with ros2.Node('sim') as node:
        clocks, words = ros2.Pub(clock, '/clock', 100, node), ros2.Pub(String, '/words', 100, node)
        with Terminal('bag', 'record', '/words', '--use-sim-time', '-o', tmp_path / 'bag') as terminal:
            terminal.see('Subscribed')
            run(words.wait_for_matched, timeout=60)
            for _ in range(20):
                words.publish(String(data='early'))
            assert terminal.recorded(lambda seconds, _: seconds >= 1)[1] == 0
            message = clock()
            message.clock.sec = 42
            now = 1
            while not terminal.recorded(lambda seconds, messages, now=now: messages > 5 or seconds > now)[1] > 5:
                now += 1
                for _ in range(10):
                    clocks.publish(message)
                    words.publish(String(data='late'))
            assert terminal.end() == 0
    bag = Bag(tmp_path / 'bag')
    assert bag.count > 5 and bag.begin == bag.end == 42 * 10**9
    with AnyReader([tmp_path / 'bag']) as reader:
        assert {reader.deserialize(sample, of.msgtype).data for of, _, sample in reader.messages()} == {'late'}


def test_the_clock_before_each_message(tmp_path):
    folder = write(tmp_path / 'bag', {'/a': 'std_msgs/msg/String', '/b': 'std_msgs/msg/String'}, 20)

    async def listen(*words):
        """Returns the times of one loop. The clock is best effort: the end of the player could outrun its last ones."""
        times = []
        with ros2.auto_context('hears_clock'):
            qos = QoSProfile(depth=100, reliability=ReliabilityPolicy.BEST_EFFORT)
            sub = ros2.Sub(interface('rosgraph_msgs/msg/Clock'), '/clock', qos)
            sub.asap_callback.append(lambda message: times.append(message.clock))
            process = await asyncio.create_subprocess_exec(
                *COMMAND, 'bag', 'play', folder, '--loop', '--delay', '4', '--wait-for-all-acked', '2000', *words
            )
            await eventually_in_loop(lambda: len(times) >= 20)
            process.send_signal(signal.SIGINT)
            assert await process.wait() == 0
            sub.close()
        return [message.sec * 10**9 + message.nanosec - 10**18 for message in times[:20]]

    assert asyncio.run(listen('--clock-topics', '/a')) == [i * 10_000_000 for i in range(20)]
    until = str(10**9 + 0.095)
    times = asyncio.run(listen('--clock-topics-all', '--playback-until-sec', until))
    assert times == [i // 2 * 10_000_000 for i in range(20)]
