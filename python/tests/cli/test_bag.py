# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""bag commands: what is recorded is what was sent, also to rosbags, which is not ours; and it is published again."""

import json
import re
import subprocess
import sys
import time

import pytest
from eventually import eventually

mcap = pytest.importorskip('mcap.writer')
from rosbags.highlevel import AnyReader
from rosbags.rosbag2 import Reader, StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

from rxros2.cli import remote_types
from rxros2.cli.bags import Bag
from rxros2.cli.graph import command_node
from rxros2.messages import interface, told, type_hash
from rxros2.messages.codec import encode
from rxros2.type_sources import type_sources


@pytest.fixture(scope='module')
def recorded(robot, tmp_path_factory):
    """Five seconds of the robot."""
    folder = tmp_path_factory.mktemp('bag') / 'drive'
    words = ['/cmd_vel', '/scan', '/map_name', '--regex', '^/po', '--duration', '5', '-o', folder]
    command = [sys.executable, '-m', 'rxros2.cli', 'bag', 'record', *words]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert sorted(found.stdout.splitlines()[:-1]) == [
        f"Subscribed to topic '{topic}'" for topic in ('/cmd_vel', '/map_name', '/pose', '/scan')
    ]
    assert found.stdout.splitlines()[-1].startswith(f'{folder}: ')
    return folder


def test_rosbags_reads_it(recorded):
    with AnyReader([recorded]) as reader:
        types = {each.topic: each for each in reader.connections}
        assert set(types) == {'/cmd_vel', '/map_name', '/pose', '/scan'}
        assert types['/scan'].digest == type_hash(interface('sensor_msgs/msg/LaserScan'))
        assert [qos.reliability.name for qos in types['/scan'].ext.offered_qos_profiles] == ['BEST_EFFORT']
        assert [qos.durability.name for qos in types['/map_name'].ext.offered_qos_profiles] == ['TRANSIENT_LOCAL']
        counts = dict.fromkeys(types, 0)
        last = 0
        for connection, stamp, sample in reader.messages():
            message = reader.deserialize(sample, connection.msgtype)
            counts[connection.topic] += 1
            assert last <= stamp
            last = stamp
            if connection.topic == '/scan':
                assert message.ranges.tolist() == [float(i) for i in range(200)]
            if connection.topic == '/pose':
                assert message.header.frame_id == 'map'
                sent = message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
                assert 50_000_000 <= stamp - sent < 60_000_000_000
        assert counts['/map_name'] == 1
        assert min(counts[each] for each in ('/cmd_vel', '/pose', '/scan')) > 10
        assert reader.message_count == sum(counts.values())


def test_info(here, recorded):
    found = json.loads(here('bag', 'info', str(recorded), '--json').out)
    counts = {each['topic']: each['count'] for each in found['topics']}
    with Reader(recorded) as reader:
        assert counts == {each.topic: each.msgcount for each in reader.connections}
        assert (found['start'], found['end'] + 1) == (reader.start_time, reader.end_time)
    assert found['storage'] == 'mcap' and found['messages'] == sum(counts.values())
    text = here('bag', 'info', str(recorded)).out
    assert f'Messages:          {found["messages"]}\n' in text
    assert 'Topic information: Topic: /cmd_vel | Type: geometry_msgs/msg/Twist | Count: ' in text
    assert here('bag', 'info', str(next(recorded.glob('*.mcap'))), '--csv').out.count('\n') == 5


def test_a_file_that_was_cut_off(here, tmp_path):
    """As by a crash: what is there is read."""
    sample = encode(interface('std_msgs/msg/Int32')(data=1))
    with (tmp_path / 'whole.mcap').open('wb') as file:
        writer = mcap.Writer(file, chunk_size=1000)
        writer.start(profile='ros2')
        schema = writer.register_schema(name='std_msgs/msg/Int32', encoding='ros2msg', data=b'int32 data')
        channel = writer.register_channel(topic='/x', message_encoding='cdr', schema_id=schema)
        for i in range(1000):
            writer.add_message(channel_id=channel, log_time=i, data=sample, publish_time=i)
        writer.finish()
    whole = json.loads(here('bag', 'info', str(tmp_path / 'whole.mcap'), '--json').out)
    (tmp_path / 'cut.mcap').write_bytes((tmp_path / 'whole.mcap').read_bytes()[: whole['size'] // 2])
    cut = json.loads(here('bag', 'info', str(tmp_path / 'cut.mcap'), '--json').out)
    assert whole['messages'] == 1000 and 100 < cut['messages'] < 900
    assert cut['end'] == cut['messages'] - 1
    read = [each[:3] for each in Bag(tmp_path / 'cut.mcap').messages(['/x'], 10)]
    assert read == [(i, '/x', sample) for i in range(10, cut['messages'])]


@pytest.mark.parametrize('storage', ['mcap', 'sqlite3'])
def test_play(rxros2, robot, tmp_path, storage):
    """Made by rosbags; the robot says what it hears."""
    store = get_typestore(Stores.ROS2_HUMBLE)
    plugin = StoragePlugin.MCAP if storage == 'mcap' else StoragePlugin.SQLITE3
    with Writer(tmp_path / 'bag', version=9, storage_plugin=plugin) as writer:
        connection = writer.add_connection('/words', 'std_msgs/msg/String', typestore=store)
        other = writer.add_connection('/others', 'std_msgs/msg/String', typestore=store)
        string = interface('std_msgs/msg/String')
        for i, word in enumerate(['left', 'one', 'two', storage]):
            writer.write(connection, 10**9 * (100 + i), encode(string(data=word)))
            writer.write(other, 10**9 * (100 + i), encode(string(data='not this')))
    options = ['--topics', 'words', '--remap', '/words:=/say', '--rate', '10', '--start-offset', '1', '--delay', '1.5']
    deadline, said = time.monotonic() + 60, ''
    while said != f'{storage.upper()}\n---\n' and time.monotonic() < deadline:  # the robot may see the player late
        result = rxros2('bag', 'play', tmp_path / 'bag', *options)
        assert result.code == 0, result
        assert re.search(r': 3 messages in \d+\.\d s', result.out)
        said = rxros2('topic', 'echo', '/said', '--once', '--field', 'data').out
    assert said == f'{storage.upper()}\n---\n'


def test_play_tells_the_time(rxros2, robot, recorded):
    """--clock; and Ctrl-C ends the loop."""
    player = subprocess.Popen(
        [
            sys.executable,
            '-m',
            'rxros2.cli',
            'bag',
            'play',
            recorded,
            '--loop',
            '--clock',
            '20',
            '-m',
            '/cmd_vel:=/again',
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        clock = json.loads(rxros2('topic', 'echo', '/clock', '--once', '--json', '--spin-time', '10').out)['clock']
        assert rxros2('topic', 'echo', '/again', '--once', '--spin-time', '10').code == 0
        start = json.loads(rxros2('bag', 'info', recorded, '--json').out)
        assert start['start'] - 10**9 < clock['sec'] * 10**9 + clock['nanosec'] <= start['end']
        player.send_signal(2)
        out, _ = player.communicate(timeout=60)
        assert player.returncode == 0 and 'Traceback' not in out
    finally:
        player.kill()
        player.communicate()


def test_record_until_ctrl_c(rxros2, robot, tmp_path):
    """The recording is complete then; compressed, and of all topics but some."""
    options = ['-a', '-x', 'scan|rosout|parameter', '--storage-preset-profile', 'zstd_fast', '-o', 'all']
    result = rxros2('bag', 'record', *options, interrupt="topic '/cmd_vel'", cwd=tmp_path)
    assert result.code == 0
    with AnyReader([tmp_path / 'all']) as reader:
        topics = {each.topic for each in reader.connections}
    assert '/cmd_vel' in topics and not topics & {'/scan', '/rosout', '/_hidden'}


@pytest.mark.parametrize(
    ('words', 'code', 'expected'),
    [
        (['record'], 2, 'what is to be recorded? expected topics, --all, --regex'),
        (['record', '-e', '(', '-o', 'x'], 2, "'(' is no regular expression"),
        (['record', '-a', '-b', '-1'], 2, 'max-bag-size is -1; expected 0 or more'),
        (['record', '-a', '--max-bag-files', '2'], 2, '--max-bag-files needs --max-bag-size or --max-bag-duration'),
        (['record', '-a', '--custom-data', 'x'], 2, "'x' of --custom-data is no pair; expected KEY=VALUE"),
        (['record', '-a', '--start-paused', '-o', 'x'], 2, '--start-paused waits for the space bar'),
        (['record', '-a', '--qos-profile-overrides-path', 'no.yaml'], 1, 'no.yaml cannot be read'),
        (['record', '-a', '-o', '/'], 1, '/ exists; expected a new folder: -o DIR'),
        (['record', '-a', '-o', '/dev/null/x'], 1, '/dev/null/x cannot be created: Not a directory'),
        (['info', '/proc/nowhere'], 1, "/proc/nowhere does not exist; expected a folder that 'bag record' made"),
        (['info', 'text.mcap'], 1, 'text.mcap is damaged or not an MCAP file'),
        (['info', 'text.db3'], 1, 'text.db3 is damaged or not a recording: file is not a database'),
        (['info', 'empty'], 1, 'x.mcap is missing'),
        (['play', '/proc/nowhere', '--rate', '0'], 2, 'rate is 0; expected more than 0'),
        (['play', '/proc/nowhere', '--start-offset', '-1'], 2, 'start-offset is -1; expected 0 or more'),
        (['play', '/proc/nowhere', '--delay', '-1'], 2, 'delay is -1; expected 0 or more'),
        (['play', '/proc/nowhere', '--remap', 'a=b'], 1, '/proc/nowhere does not exist'),
    ],
)
def test_errors(rxros2, tmp_path, words, code, expected):
    for name in ('text.mcap', 'text.db3'):
        (tmp_path / name).write_text('some text that is longer than a header. ' * 10)
    (tmp_path / 'empty').mkdir()
    (tmp_path / 'empty/metadata.yaml').write_text('rosbag2_bagfile_information: {relative_file_paths: [x.mcap]}')
    result = rxros2('bag', *words, cwd=tmp_path)
    assert result.code == code and expected in result.err, result


def test_what_to_play_is_looked_up(rxros2, recorded):
    result = rxros2('bag', 'play', recorded, '--topics', '/scn')
    assert result.code == 1 and 'no topic /scn; there are /scan, ' in result.err
    assert '--remap is no pair; expected /old:=/new' in rxros2('bag', 'play', recorded, '--remap', 'a=b').err
    for words, expected in (
        (['--services', '/scn'], 'no service /scn; there is none in the recording'),
        (['--regex', 'nothing'], 'nothing of the recording is chosen'),
        (['-s', 'sqlite3'], 'is of storage mcap; expected sqlite3'),
        (['--start-paused'], '--start-paused waits for the space bar; standard input is no terminal'),
    ):
        assert expected in rxros2('bag', 'play', recorded, *words).err


ODD = """
import sys, time, rxros2
from rxros2.aio import ros2
rxros2.add_interface_path(sys.argv[1])
cls = rxros2.interface('odd_msgs/msg/Odd')
with ros2.Node('odd', args=['--ros-args', '-p', f'start_type_description_service:={sys.argv[2]}']) as node:
    pub = ros2.Pub(cls, '/odd', 10, node)
    while True:
        pub.publish(cls(x=[7], name='hip'))
        time.sleep(0.02)
"""


@pytest.fixture(params=['true', 'false'], ids=['told', 'not told'])
def odd(request, tmp_path):
    """A node with a type that is unknown here, and whether it tells its definition."""
    (tmp_path / 'odd_msgs/msg').mkdir(parents=True)
    (tmp_path / 'odd_msgs/msg/Odd.msg').write_text(
        'int32[<=3] x # which\nstring<=9 name\nPart[2] parts\nstd_msgs/Empty nothing\nfloat32[] f\n'
    )
    (tmp_path / 'odd_msgs/msg/Part.msg').write_text('byte b\nchar[2] c\nstring<=3 w\ngeometry_msgs/Point[] points\n')
    process = subprocess.Popen([sys.executable, '-c', ODD, tmp_path, request.param])
    try:
        yield request.param == 'true'
    finally:
        process.kill()
        process.wait()


def test_a_type_that_is_unknown_here(rxros2, odd, tmp_path):
    """Its node is asked for the definition; if it does not tell, the bytes are recorded all the same."""
    result = rxros2('bag', 'record', '/odd', '--duration', '6', '-o', 'odd', cwd=tmp_path)
    warning = 'warning: odd_msgs/msg/Odd of /odd is unknown here; its definition will not be in the file\n'
    assert result.err == ('' if odd else warning)
    info = json.loads(rxros2('bag', 'info', tmp_path / 'odd', '--json').out)
    assert info['topics'][0]['type'] == 'odd_msgs/msg/Odd' and info['messages'] > 0
    if odd:
        echoed = rxros2('topic', 'echo', '/odd', '--once', '--flow-style')
        assert echoed.out.startswith('{x: [7], name: hip, parts: [{b: 0, c: [0, 0], w: ')
        with AnyReader([tmp_path / 'odd']) as reader:
            connection, _, sample = next(reader.messages())
            assert reader.deserialize(sample, connection.msgtype).x.tolist() == [7]
    else:
        expected = 'no package odd_msgs; its workspace is to be sourced first'
        echoed = rxros2('topic', 'echo', '/odd', '--spin-time', '2', until=expected)
        assert echoed.code == 1 and expected in echoed.err


def test_strangers_keep_nobody_from_being_recorded(rxros2, started, tmp_path):
    """A node that never answers, and definitions that no message can have: the others are recorded, each with its own.

    One of them is described by its node, while another gives a false definition of the same name.
    """
    with started('strangers.py'):
        result = rxros2('bag', 'record', '-a', '--exclude-regex', 'rosout|parameter_ev', '--duration', '8', '-o', 'all',
                        cwd=tmp_path, until="Subscribed to topic '/good'")  # fmt: skip
        assert result.code == 0 and 'stranger_msgs/msg/Recursive contains itself' in result.err
        assert result.err.count('contains itself') == 1
        echoed = rxros2('topic', 'echo', '/poison', '--once', '--flow-style', until='good')
        assert echoed.out.startswith('{good: {other: 0.0, speed: 0.0}}')
        echoed = rxros2('topic', 'echo', '/good', '--once', '--flow-style', until='speed')
        assert echoed.out == '{speed: 1.5}\n---\n'
        assert "warning: '/good' is left out: " not in echoed.err or echoed.err.count('/good') == 1
        for topic, why in (
            ('/hidden', 'a member that all message classes have'),
            ('/silent0', 'is to be sourced first'),
        ):
            refused = rxros2('topic', 'echo', topic, '--once', until=why)
            assert refused.code == 1 and why in refused.err
    bag = Bag(tmp_path / 'all')
    topics = {topic.name: topic for topic in bag.topics}
    assert topics['/good'].definition == 'float64 speed\n' and topics['/good'].hash.startswith('RIHS01_')
    assert topics['/poison'].definition.startswith('stranger_msgs/Good good\n')
    assert 'float32 other' in topics['/poison'].definition
    for name in ('/recursive', '/hidden', '/silent0', '/silent5'):
        assert topics[name].definition == '' and topics[name].count > 20
    assert topics['/good'].count > 40


def test_a_silent_node_is_not_asked_again(started, monkeypatch):
    """All are asked at once, nothing waits, and what was made to ask is gone afterwards."""
    monkeypatch.setattr(remote_types, 'PATIENCE', 0.5)
    with started('strangers.py'), command_node() as node:

        def asked(topic, type_):
            eventually(lambda: type_sources(node.node, topic, f'stranger_msgs/msg/{type_}').services)
            return requests.ask(topic, f'stranger_msgs/msg/{type_}')

        def is_done(request):
            requests.poll()
            return not request.is_open

        requests = remote_types.TypeRequests(node)
        first, good = asked('/silent0', 'Silent0'), asked('/good', 'Good')
        assert first.is_open and good.is_open
        for each in (good, first):
            assert node.wait(60, lambda each=each: is_done(each), every=0.02)
        assert told.is_kept(good.type, good.hash) and not told.is_kept(first.type, first.hash)
        again = asked('/silent1', 'Silent1')
        assert again.has_sources and not again.is_open
        assert not asked('/good', 'Good').is_open  # it is known by now
        assert node.wait(60, lambda: is_done(again) and not requests._nodes, every=0.02)
        assert not node._endpoints and not node._drains
