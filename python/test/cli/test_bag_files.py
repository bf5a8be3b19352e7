# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Files of recordings: split, compressed, damaged, on a full disk. The package rosbags reads all of them."""

import json
import random
import shutil
import struct
import subprocess
import sys

import pytest
import yaml
from rosbags.highlevel import AnyReader
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin
from rosbags.rosbag2 import Writer as RosbagsWriter
from rosbags.typesys import Stores, get_typestore

from rxros2.cli.frame import CommandError
from rxros2.cli.recordings import Bag, Options, Writer
from rxros2.cli.recordings.metadata import qos_overrides
from rxros2.qos import QoSProfile

TYPE = 'std_msgs/msg/String'
BEGIN = 1_700_000_000 * 10**9


def string(text):
    data = text.encode() + b'\0'
    return b'\0\1\0\0' + struct.pack('<I', len(data)) + data


def write(folder, count=1000, options=None, period=10_000_000):
    """Messages on two topics in turn."""
    samples = []
    with Writer(folder, options or Options()) as writer:
        for topic in ('/a', '/b'):
            assert writer.add_topic(topic, TYPE, [QoSProfile()])
        for i in range(count):
            samples.append((BEGIN + i * period, '/ab'[:1] + 'ab'[i % 2], string(f'message {i}')))
            stamp, topic, sample = samples[-1]
            writer.write(topic, sample, stamp, stamp - 5)
        assert writer.count == count
    return samples


def read(path):
    return [message[:3] for message in Bag(path).messages(['/a', '/b'], 0)]


def read_by_rosbags(folder):
    with AnyReader([folder]) as reader:
        messages = [(stamp, connection.topic, bytes(sample)) for connection, stamp, sample in reader.messages()]
        assert reader.message_count == len(messages)
        connection, _, sample = next(reader.messages())
        assert reader.deserialize(sample, connection.msgtype).data == 'message 0'
    return messages


@pytest.mark.parametrize(
    'options',
    [
        Options(),
        Options(preset='fastwrite'),
        Options(preset='zstd_fast'),
        Options(preset='zstd_small', max_size=5000),
        Options(compression='file'),
        Options(compression='file', max_duration=3),
        Options(compression='message'),
        Options(max_duration=2.5),
        Options(max_size=20000),
    ],
    ids=str,
)
def test_round_trip(tmp_path, options):
    samples = write(tmp_path / 'bag', options=options)
    assert read(tmp_path / 'bag') == samples
    assert read_by_rosbags(tmp_path / 'bag') == samples
    assert len(Bag(tmp_path / 'bag').files) == {(0, 2.5): 4, (0, 3): 4, (0, 0): 1}.get(
        (options.max_size, options.max_duration), len(Bag(tmp_path / 'bag').files)
    )


def test_split_by_duration(tmp_path):
    """A new file begins with the first message after the duration; the metadata has the times of each file."""
    write(tmp_path / 'bag', options=Options(max_duration=2.5, custom_data={'robot': 'a7'}))
    information = yaml.safe_load((tmp_path / 'bag/metadata.yaml').read_text())['rosbag2_bagfile_information']
    assert information['relative_file_paths'] == [f'bag_{i}.mcap' for i in range(4)]
    assert information['files'] == [
        {
            'path': f'bag_{i}.mcap',
            'duration': {'nanoseconds': 2_490_000_000},
            'starting_time': {'nanoseconds_since_epoch': BEGIN + i * 2_500_000_000},
            'message_count': 250,
        }
        for i in range(4)
    ]
    assert information['custom_data'] == {'robot': 'a7'}
    for file in Bag(tmp_path / 'bag').files:  # each file is also readable by itself
        assert Bag(file).count == 250


@pytest.mark.parametrize('preset', ['none', 'fastwrite', 'zstd_fast'])
def test_split_by_size(tmp_path, preset):
    write(tmp_path / 'bag', 5000, Options(preset=preset, max_size=50_000))
    sizes = [file.stat().st_size for file in Bag(tmp_path / 'bag').files]
    assert len(sizes) > 2 and all(25_000 < size < 110_000 for size in sizes[:-1]), sizes  # the file ends with an index


@pytest.mark.parametrize('compression', ['none', 'file'])
def test_only_the_latest_files_are_kept(tmp_path, compression):
    samples = write(tmp_path / 'bag', options=Options(max_duration=1, max_files=3, compression=compression))
    assert read(tmp_path / 'bag') == samples[700:]
    assert read_by_rosbags_count(tmp_path / 'bag') == 300
    assert len(list((tmp_path / 'bag').iterdir())) == 4


def read_by_rosbags_count(folder):
    with AnyReader([folder]) as reader:
        assert reader.message_count == len(list(reader.messages()))
        return reader.message_count


def test_metadata_is_written_at_the_start(tmp_path):
    """A crash leaves a folder that can be opened."""
    with Writer(tmp_path / 'bag', Options(max_duration=1)) as writer:
        writer.add_topic('/a', TYPE, [])
        for i in range(25):
            writer.write('/a', string('x'), BEGIN + i * 10**8, 0)
        shutil.copytree(tmp_path / 'bag', tmp_path / 'crashed')
    assert Bag(tmp_path / 'crashed').count >= 20
    information = yaml.safe_load((tmp_path / 'crashed/metadata.yaml').read_text())['rosbag2_bagfile_information']
    assert information['message_count'] == 20 and len(information['relative_file_paths']) == 3


def test_events_of_services_are_described(tmp_path):
    """Their type is part of a .srv, so the file contains its definition as IDL."""
    with Writer(tmp_path / 'bag', Options()) as writer:
        assert writer.add_topic('/light/_service_event', 'std_srvs/srv/SetBool_Event', [])
        assert writer.add_topic('/go/_action/feedback', 'example_interfaces/action/Fibonacci_FeedbackMessage', [])
        writer.write('/light/_service_event', bytes(52), BEGIN, 0)
    with AnyReader([tmp_path / 'bag']) as reader:  # compares the hashes
        connection, _, sample = next(reader.messages())
        event = reader.deserialize(sample, connection.msgtype)
        assert (event.info.event_type, len(event.request), len(event.response)) == (0, 0, 0)
        types = reader.typestore.fielddefs
    assert [name for name, _ in types['std_srvs/srv/SetBool_Event'][1]] == ['info', 'request', 'response']
    assert [name for name, _ in types['unique_identifier_msgs/msg/UUID'][1]] == ['uuid']


@pytest.mark.parametrize('mode', [CompressionMode.FILE, CompressionMode.MESSAGE, CompressionMode.STORAGE])
@pytest.mark.parametrize('plugin', [StoragePlugin.MCAP, StoragePlugin.SQLITE3])
def test_reads_compression_of_rosbags(tmp_path, mode, plugin):
    writer = RosbagsWriter(tmp_path / 'bag', version=9, storage_plugin=plugin)
    if plugin == StoragePlugin.SQLITE3 and mode == CompressionMode.STORAGE:
        pytest.skip('SQLite has none')
    writer.set_compression(mode, CompressionFormat.ZSTD)
    with writer:
        connection = writer.add_connection('/a', TYPE, typestore=get_typestore(Stores.ROS2_HUMBLE))
        for i in range(10):
            writer.write(connection, BEGIN + i, string(f'message {i}'))
    assert read(tmp_path / 'bag') == [(BEGIN + i, '/a', string(f'message {i}')) for i in range(10)]


@pytest.mark.parametrize('kind', ['mcap', 'zstd', 'db3'])
def test_damaged_bytes(tmp_path, kind):
    """A damaged file is read as far as possible, or a CommandError names it."""
    if kind == 'db3':
        with RosbagsWriter(tmp_path / 'bag', version=9, storage_plugin=StoragePlugin.SQLITE3) as writer:
            connection = writer.add_connection('/a', TYPE, typestore=get_typestore(Stores.ROS2_HUMBLE))
            for i in range(300):
                writer.write(connection, i, string(f'message {i}'))
    else:
        write(tmp_path / 'bag', 300, Options(preset='zstd_fast' if kind == 'zstd' else 'none', max_size=1000_000))
    (file,) = [file for file in (tmp_path / 'bag').iterdir() if file.suffix != '.yaml']
    whole = file.read_bytes()
    chance = random.Random(kind)
    damaged = tmp_path / file.name
    errors = 0
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 3, 30])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        damaged.write_bytes(data)
        try:
            read(damaged)
        except CommandError as error:
            errors += 1
            assert str(damaged) in str(error) and '\n' not in str(error), error
    assert errors


@pytest.mark.parametrize(
    ('name', 'data', 'expected'),
    [
        ('x.mcap.zstd', b'text', 'x.mcap.zstd is damaged: '),
        ('x.mcap', b'', 'is damaged or not a recording: it has no bytes'),
        ('metadata.yaml', b'\xff', 'is not metadata of a recording'),
        ('metadata.yaml', b'[1]', 'is not metadata of a recording'),
        ('metadata.yaml', b'rosbag2_bagfile_information: {relative_file_paths: []}', 'is not a recording; expected'),
        (
            'metadata.yaml',
            b'rosbag2_bagfile_information: {relative_file_paths: [x], compression_mode: FILE, compression_format: x}',
            "compression_format is 'x'; expected zstd",
        ),
    ],
)
def test_refuses_other_files(tmp_path, name, data, expected):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CommandError, match=expected):
        Bag(tmp_path)


FULL = """
import resource, sys, pathlib
from rxros2.cli import frame
from rxros2.cli.recordings import Options, Writer
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

def fill(args):
    with Writer(pathlib.Path('bag'), Options(max_duration=float(sys.argv[1]))) as writer:
        writer.add_topic('/a', 'std_msgs/msg/String', [])
        for i in range(10_000):
            writer.write('/a', bytes(1000), i * 10**6, 0)

def call(words):
    fill(words)

frame._call = call
sys.exit(frame.run([]))
"""


@pytest.mark.parametrize('seconds', [0, 0.1])
def test_a_full_disk(tmp_path, seconds):
    """The error is one line, and messages written before can be read. The limit of a file is 200 kB here."""
    done = subprocess.run(
        [sys.executable, '-c', FULL, str(seconds)], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    if seconds:  # files of 100 messages stay below the limit, although the recording is larger
        assert done.returncode == 0, done.stderr
        assert Bag(tmp_path / 'bag').count == 10_000
    else:
        assert done.returncode == 1 and done.stderr.count('\n') == 1, done.stderr
        count = Bag(tmp_path / 'bag').count
        assert done.stderr == (
            f'rxros2: bag/bag_0.mcap cannot be written: File too large; {count} messages are in the recording\n'
        )
        assert sorted(path.name for path in (tmp_path / 'bag').iterdir()) == ['bag_0.mcap', 'metadata.yaml']
        metadata = yaml.safe_load((tmp_path / 'bag/metadata.yaml').read_text())['rosbag2_bagfile_information']
        assert metadata['message_count'] == metadata['files'][0]['message_count'] == count


@pytest.mark.parametrize('preset', ['none', 'fastwrite', 'zstd_fast'])
def test_counts_after_full_disk_agree(tmp_path, preset):
    """For a partly written file, all three counts are equal."""
    program = FULL.replace('Options(', f"Options(preset='{preset}', max_size=10**9, ").replace(
        'bytes(1000)', 'random.randbytes(1000)'
    )
    program = program.replace('import resource', 'import random, resource').replace('200_000', '3_210_987')
    done = subprocess.run(
        [sys.executable, '-c', program, '0'], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1, done.stderr
    bag = Bag(tmp_path / 'bag')
    assert bag.count > 1000 and f'; {bag.count} messages are in the recording' in done.stderr
    assert sum(1 for _ in bag.messages(['/a'], 0)) == bag.count
    metadata = yaml.safe_load((tmp_path / 'bag/metadata.yaml').read_text())['rosbag2_bagfile_information']
    assert metadata['message_count'] == bag.count


def test_qos_overrides(tmp_path):
    file = tmp_path / 'qos.yaml'
    file.write_text(
        '/a: {reliability: best_effort, depth: 3, deadline: {sec: 0, nsec: 500000000}}\n'
        '/b: {history: keep_all, durability: transient_local, liveliness: automatic, lifespan: {sec: 0, nsec: 0}}\n'
    )
    overrides = qos_overrides(file)
    assert (overrides['/a'].reliability.name, overrides['/a'].depth, overrides['/a'].deadline) == (
        'BEST_EFFORT',
        3,
        0.5,
    )
    assert (overrides['/b'].history.name, overrides['/b'].durability.name) == ('KEEP_ALL', 'TRANSIENT_LOCAL')
    assert overrides['/b'].lifespan is None and qos_overrides(None) == {}


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('[1]', 'expected topics with their quality of service'),
        ('/a: 1', '/a: expected policies such as'),
        ('/a: {reliabilty: reliable}', "/a: 'reliabilty' is not a policy; expected depth, history, reliability"),
        ('/a: {reliability: some}', "/a: reliability is 'some'; expected system_default, reliable, best_effort"),
        ('/a: {depth: many}', "/a: depth is 'many'; expected a number"),
        ('/a: {deadline: 3}', "/a: deadline is '3'; expected {sec: 1, nsec: 0}"),
        ('/a: {depth: -1}', '/a: depth of a QoS profile is -1'),
    ],
)
def test_wrong_qos_overrides(tmp_path, text, expected):
    file = tmp_path / 'qos.yaml'
    file.write_text(text)
    with pytest.raises(CommandError) as raised:
        qos_overrides(file)
    assert expected in str(raised.value) and str(file) in str(raised.value)
    with pytest.raises(CommandError, match='nothing cannot be read'):
        qos_overrides(tmp_path / 'nothing')


def test_files_are_sorted_by_number(run_here, tmp_path):
    samples = write(tmp_path / 'bag', options=Options(max_duration=0.5))
    (tmp_path / 'bag/metadata.yaml').unlink()
    assert read(tmp_path / 'bag') == samples
    assert len(json.loads(run_here('bag', 'info', str(tmp_path / 'bag'), '--json').out)['files']) == 20
