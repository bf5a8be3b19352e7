# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""bag commands: recordings contain the sent messages, also as read by rosbags, and playback publishes them again."""

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
from rxros2.cli.graph import command_node
from rxros2.cli.recordings import Bag
from rxros2.messages import interface, remote_definitions, type_hash, type_name
from rxros2.messages.codec import encode
from rxros2.qos import qos_profile_default
from rxros2.type_sources import type_sources


@pytest.fixture(scope='module')
def recorded(robot, tmp_path_factory):
    """Five seconds of the robot."""
    folder = tmp_path_factory.mktemp('bag') / 'drive'
    words = ['/cmd_vel', '/scan', '/map_name', '--regex', '^/po', '--duration', '5', '-o', folder]
    command = [sys.executable, '-m', 'rxros2.cli', 'bag', 'record', *words]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert sorted(result.stdout.splitlines()[:-1]) == [
        f"Subscribed to topic '{topic}'" for topic in ('/cmd_vel', '/map_name', '/pose', '/scan')
    ]
    assert result.stdout.splitlines()[-1].startswith(f'{folder}: ')
    return folder


def test_rosbags_reads_it(recorded):
    with AnyReader([recorded]) as reader:
        types = {connection.topic: connection for connection in reader.connections}
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
        assert min(counts[topic] for topic in ('/cmd_vel', '/pose', '/scan')) > 10
        assert reader.message_count == sum(counts.values())


def test_info(run_here, recorded):
    result = json.loads(run_here('bag', 'info', str(recorded), '--json').out)
    counts = {topic['topic']: topic['count'] for topic in result['topics']}
    with Reader(recorded) as reader:
        assert counts == {connection.topic: connection.msgcount for connection in reader.connections}
        assert (result['start'], result['end'] + 1) == (reader.start_time, reader.end_time)
    assert result['storage'] == 'mcap' and result['messages'] == sum(counts.values())
    text = run_here('bag', 'info', str(recorded)).out
    assert f'Messages:          {result["messages"]}\n' in text
    assert 'Topic information: Topic: /cmd_vel | Type: geometry_msgs/msg/Twist | Count: ' in text
    assert run_here('bag', 'info', str(next(recorded.glob('*.mcap'))), '--csv').out.count('\n') == 5


def test_truncated_file(run_here, tmp_path):
    """A file that ends early, as after a crash, is read up to its end."""
    sample = encode(interface('std_msgs/msg/Int32')(data=1))
    with (tmp_path / 'whole.mcap').open('wb') as file:
        writer = mcap.Writer(file, chunk_size=1000)
        writer.start(profile='ros2')
        schema = writer.register_schema(name='std_msgs/msg/Int32', encoding='ros2msg', data=b'int32 data')
        channel = writer.register_channel(topic='/x', message_encoding='cdr', schema_id=schema)
        for i in range(1000):
            writer.add_message(channel_id=channel, log_time=i, data=sample, publish_time=i)
        writer.finish()
    whole = json.loads(run_here('bag', 'info', str(tmp_path / 'whole.mcap'), '--json').out)
    (tmp_path / 'cut.mcap').write_bytes((tmp_path / 'whole.mcap').read_bytes()[: whole['size'] // 2])
    cut = json.loads(run_here('bag', 'info', str(tmp_path / 'cut.mcap'), '--json').out)
    assert whole['messages'] == 1000 and 100 < cut['messages'] < 900
    assert cut['end'] == cut['messages'] - 1
    read = [message[:3] for message in Bag(tmp_path / 'cut.mcap').messages(['/x'], 10)]
    assert read == [(i, '/x', sample) for i in range(10, cut['messages'])]


@pytest.mark.parametrize('storage', ['mcap', 'sqlite3'])
def test_play(rxros2, robot, tmp_path, storage):
    """Plays a recording of rosbags; the robot repeats the messages."""
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
    deadline, text = time.monotonic() + 60, ''
    while text != f'{storage.upper()}\n---\n' and time.monotonic() < deadline:  # the robot may discover the player late
        result = rxros2('bag', 'play', tmp_path / 'bag', *options)
        assert result.code == 0, result
        assert re.search(r': 3 messages in \d+\.\d s', result.out)
        text = rxros2('topic', 'echo', '/said', '--once', '--field', 'data').out
    assert text == f'{storage.upper()}\n---\n'


def test_play_publishes_clock(rxros2, robot, recorded):
    """--clock publishes the time, and Ctrl-C ends the loop."""
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
        clock = json.loads(rxros2('topic', 'echo', '/clock', '--once', '--json', until='nanosec').out)['clock']
        assert rxros2('topic', 'echo', '/again', '--once', until='linear:').code == 0
        start = json.loads(rxros2('bag', 'info', recorded, '--json').out)
        assert start['start'] - 10**9 < clock['sec'] * 10**9 + clock['nanosec'] <= start['end']
        player.send_signal(2)
        out, _ = player.communicate(timeout=60)
        assert player.returncode == 0 and 'Traceback' not in out
    finally:
        player.kill()
        player.communicate()


def test_record_until_ctrl_c(rxros2, robot, tmp_path):
    """The recording is complete after Ctrl-C; it is compressed and excludes some topics."""
    options = ['-a', '-x', 'scan|rosout|parameter', '--storage-preset-profile', 'zstd_fast', '-o', 'all']
    result = rxros2('bag', 'record', *options, interrupt="topic '/cmd_vel'", cwd=tmp_path)
    assert result.code == 0
    with AnyReader([tmp_path / 'all']) as reader:
        topics = {connection.topic for connection in reader.connections}
    assert '/cmd_vel' in topics and not topics & {'/scan', '/rosout', '/_hidden'}


@pytest.mark.parametrize(
    ('words', 'code', 'expected'),
    [
        (['record'], 2, 'nothing is selected to record; expected topics, --all, --regex'),
        (['record', '-e', '(', '-o', 'x'], 2, "'(' is not a valid regular expression"),
        (['record', '-a', '-b', '-1'], 2, 'max-bag-size is -1; expected 0 or more'),
        (['record', '-a', '--max-bag-files', '2'], 2, '--max-bag-files needs --max-bag-size or --max-bag-duration'),
        (['record', '-a', '--custom-data', 'x'], 2, "'x' of --custom-data is not a pair; expected KEY=VALUE"),
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


def test_play_checks_named_topics(rxros2, recorded):
    result = rxros2('bag', 'play', recorded, '--topics', '/scn')
    assert result.code == 1 and 'no topic /scn; there are /scan, ' in result.err
    assert '--remap is not a pair; expected /old:=/new' in rxros2('bag', 'play', recorded, '--remap', 'a=b').err
    for words, expected in (
        (['--services', '/scn'], 'no service /scn; there is none in the recording'),
        (['--regex', 'nothing'], 'no topic of the recording is selected'),
        (['-s', 'sqlite3'], 'is of storage mcap; expected sqlite3'),
        (['--start-paused'], '--start-paused waits for the space bar; standard input is not a terminal'),
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


@pytest.fixture(params=['true', 'false'], ids=['described', 'not described'])
def odd(request, tmp_path):
    """Runs a node with an unknown type; returns whether it offers the definition."""
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


def test_record_fetches_unknown_definition(rxros2, odd, tmp_path):
    """The definition comes from the node; without it the messages are still recorded."""
    result = rxros2('bag', 'record', '/odd', '--duration', '6', '-o', 'odd', cwd=tmp_path)
    warning = 'recording of /odd: the definition of odd_msgs/msg/Odd is unknown, so the file does not contain it: '
    assert result.err == '' if odd else result.err.startswith(warning)
    info = json.loads(rxros2('bag', 'info', tmp_path / 'odd', '--json').out)
    assert info['topics'][0]['type'] == 'odd_msgs/msg/Odd' and info['messages'] > 0
    if odd:
        echoed = rxros2('topic', 'echo', '/odd', '--once', '--flow-style')
        assert echoed.out.startswith('x: [7]\nname: hip\nparts: [{b: 0, c: [0, 0], w: ')
        with AnyReader([tmp_path / 'odd']) as reader:
            connection, _, sample = next(reader.messages())
            assert reader.deserialize(sample, connection.msgtype).x.tolist() == [7]
        with command_node(spin_time=60) as node:
            cls = remote_types.class_of_topic(node, '/odd')
            node.subscribe('/odd', type_name(cls), qos_profile_default, lambda subscription: None)
            (info,) = node.find(lambda: node.ros_node.subscriptions_info('/odd'))
            assert info.topic_type_hash == type_hash(cls)
    else:
        expected = 'no package odd_msgs; source its workspace first'
        echoed = rxros2('topic', 'echo', '/odd', '--spin-time', '2', until=expected)
        assert echoed.code == 1 and expected in echoed.err


def test_bad_peers_do_not_prevent_recording(rxros2, started, tmp_path):
    """A node that never answers, and definitions that no message can have: the others are recorded, each with its own.

    One of them is described by its node, while another gives a false definition of the same name.
    """
    with started('unknown_type_nodes.py'):
        result = rxros2('bag', 'record', '-a', '--exclude-regex', 'rosout|parameter_ev', '--duration', '8', '-o', 'all',
                        cwd=tmp_path, until="Subscribed to topic '/good'")  # fmt: skip
        assert result.code == 0 and 'stranger_msgs/msg/Recursive contains itself' in result.err
        assert result.err.count('contains itself') == 1
        echoed = rxros2('topic', 'echo', '/poison', '--once', '--flow-style', until='good')
        assert echoed.out.startswith('good:\n  other: 0.0\n  speed: 0.0\n')
        echoed = rxros2('topic', 'echo', '/good', '--once', '--flow-style', until='speed')
        assert echoed.out == 'speed: 1.5\n---\n'
        assert "warning: '/good' is left out: " not in echoed.err or echoed.err.count('/good') == 1
        for topic, why in (
            ('/hidden', 'a member that all message classes have'),
            ('/silent0', 'source its workspace first'),
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


def test_silent_node_gets_no_new_request(started, monkeypatch):
    """Requests run in parallel without waiting, and their clients are closed afterwards."""
    monkeypatch.setattr(remote_types, 'PATIENCE', 60)
    with started('unknown_type_nodes.py'), command_node() as node:

        def request_of(topic, type_, source='/silent'):
            name = f'stranger_msgs/msg/{type_}'
            eventually(lambda: f'{source}/get_type_description' in type_sources(node.ros_node, topic, name).services)
            return requests.ask(topic, name)

        def is_done(request):
            requests.poll()
            return not request.is_open

        requests = remote_types.TypeRequests(node)
        first, good = request_of('/silent0', 'Silent0'), request_of('/good', 'Good', '/genuine')
        assert first.is_open and good.is_open
        assert node.wait(60, lambda: is_done(good), every=0.02)
        assert first.is_open
        monkeypatch.setattr(remote_types, 'PATIENCE', 0.5)
        assert node.wait(60, lambda: is_done(first), every=0.02)
        assert remote_definitions.is_kept(good.type, good.hash)
        assert not remote_definitions.is_kept(first.type, first.hash)
        second_request = request_of('/silent1', 'Silent1')
        assert second_request.has_sources and not second_request.is_open
        assert not request_of('/good', 'Good', '/genuine').is_open  # its definition is kept already
        assert node.wait(60, lambda: is_done(second_request) and not requests._nodes, every=0.02)
        assert not node._endpoints and not node._drains
