# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Copies recordings of other programs (rosbags and mcap) with ours, and reads the copies with theirs."""

import os
import random
import struct
import subprocess

import pytest
from mcap.reader import make_reader
from mcap.writer import CompressionType
from mcap.writer import Writer as McapWriter
from rosbags.highlevel import AnyReader
from rosbags.interfaces import Qos, QosDurability, QosHistory, QosLiveliness, QosReliability, QosTime
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin
from rosbags.rosbag2 import Writer as RosbagsWriter
from rosbags.typesys import Stores, get_typestore

STORE = get_typestore(Stores.ROS2_HUMBLE)
BEGIN = 1_700_000_000 * 10**9


def recode(source, target, *options):
    subprocess.run([os.environ['BAG_RECODE'], source, target, *options], check=True, timeout=60)


def sample(text):
    data = text.encode() + b'\0'
    return b'\0\1\0\0' + struct.pack('<I', len(data)) + data


def read_by_rosbags(folder):
    with AnyReader([folder]) as reader:
        messages = [(stamp, connection.topic, bytes(data)) for connection, stamp, data in reader.messages()]
        assert reader.message_count == len(messages)
        for connection, _, data in reader.messages():
            reader.deserialize(data, connection.msgtype)
        qos = {
            connection.topic: [str(qos) for qos in connection.ext.offered_qos_profiles]
            for connection in reader.connections
        }
        types = {
            connection.topic: (connection.msgtype, connection.digest, connection.msgdef.data)
            for connection in reader.connections
        }
    return messages, qos, types


def read_by_mcap(file):
    with file.open('rb') as opened:
        reader = make_reader(opened, validate_crcs=True)
        summary = reader.get_summary()
        messages = [
            (message.log_time, message.publish_time, message.sequence, channel.topic, message.data)
            for _, channel, message in reader.iter_messages()
        ]
    assert summary.statistics.message_count == len(messages)
    assert summary.statistics.chunk_count == len(summary.chunk_indexes)
    return messages


def write_by_rosbags(folder, plugin, mode=CompressionMode.NONE, version=9):
    writer = RosbagsWriter(folder, version=version, storage_plugin=plugin)
    if mode != CompressionMode.NONE:
        writer.set_compression(mode, CompressionFormat.ZSTD)
    forever, second = QosTime(9223372036, 854775807), QosTime(1, 500)
    profiles = [
        Qos(
            QosHistory.KEEP_LAST, 7, QosReliability.BEST_EFFORT, QosDurability.TRANSIENT_LOCAL,
            second, forever, QosLiveliness.AUTOMATIC, forever, False,
        )
    ]
    with writer:
        words = writer.add_connection(
            '/words', 'std_msgs/msg/String', typestore=STORE, offered_qos_profiles=profiles
        )
        poses = writer.add_connection('/poses', 'geometry_msgs/msg/PoseStamped', typestore=STORE)
        pose = STORE.types['geometry_msgs/msg/PoseStamped']
        zero = STORE.serialize_cdr(_zero(pose), 'geometry_msgs/msg/PoseStamped')
        for i in range(200):
            writer.write(words, BEGIN + 2 * i, sample(f'message {i}'))
            writer.write(poses, BEGIN + 2 * i + 1, bytes(zero))


def _zero(pose):
    types = STORE.types
    point = types['geometry_msgs/msg/Point'](0, 0, 0)
    turn = types['geometry_msgs/msg/Quaternion'](0, 0, 0, 1)
    header = types['std_msgs/msg/Header'](types['builtin_interfaces/msg/Time'](1, 2), 'map')
    return pose(header, types['geometry_msgs/msg/Pose'](point, turn))


@pytest.mark.parametrize('version', [8, 9])
@pytest.mark.parametrize('mode', list(CompressionMode), ids=lambda mode: mode.name)
@pytest.mark.parametrize('plugin', list(StoragePlugin), ids=lambda plugin: plugin.name)
@pytest.mark.parametrize('storage', ['mcap', 'sqlite3'])
def test_copies_recordings_of_rosbags(tmp_path, storage, plugin, mode, version):
    if plugin == StoragePlugin.SQLITE3 and mode == CompressionMode.STORAGE:
        pytest.skip('SQLite has none')
    write_by_rosbags(tmp_path / 'theirs', plugin, mode, version)
    recode(tmp_path / 'theirs', tmp_path / 'ours', storage)
    copy, original = read_by_rosbags(tmp_path / 'ours'), read_by_rosbags(tmp_path / 'theirs')
    assert len(copy[0]) == 400 and copy[:2] == original[:2]
    if plugin == StoragePlugin.MCAP:
        assert copy[2] == original[2]


@pytest.mark.parametrize('target_compression', ['none', 'lz4', 'zstd', 'no_chunks'])
@pytest.mark.parametrize('compression', list(CompressionType), ids=lambda compression: compression.name)
@pytest.mark.parametrize('order', ['time', 'file'])
def test_copies_recordings_of_mcap(tmp_path, compression, target_compression, order):
    """The times go back and forth, so chunks overlap."""
    chance = random.Random(5)
    written = []
    with (tmp_path / 'theirs.mcap').open('wb') as file:
        writer = McapWriter(file, chunk_size=2000, compression=compression)
        writer.start(profile='ros2')
        schema = writer.register_schema('std_msgs/msg/String', 'ros2msg', b'string data')
        channels = {
            topic: writer.register_channel(topic, 'cdr', schema, {'other': 'things'}) for topic in ('/a', '/b')
        }
        for i in range(1000):
            topic = chance.choice(['/a', '/b'])
            time = BEGIN + i * 1000 + chance.randrange(100_000)
            written.append((time, time - 3, i, topic, sample(f'message {i}')))
            writer.add_message(channels[topic], time, written[-1][4], time - 3, i)
        writer.finish()
    recode(tmp_path / 'theirs.mcap', tmp_path / 'ours.mcap', 'mcap', target_compression, order)
    messages = read_by_mcap(tmp_path / 'ours.mcap')
    assert sorted(messages) == sorted(written)
    with (tmp_path / 'ours.mcap').open('rb') as file:
        as_written = [
            message.sequence for *_, message in make_reader(file).iter_messages(log_time_order=False)
        ]
    expected = sorted(written) if order == 'time' else written
    assert as_written == [sequence for _, _, sequence, *_ in expected]


@pytest.mark.parametrize('options', [{'use_chunking': False}, {'use_summary_offsets': False}, {'use_statistics': False},
                                     {'repeat_channels': False}, {'use_summary_offsets': False, 'enable_crcs': False},
                                     {'index_types': 0}], ids=str)
def test_copies_files_without_optional_parts(tmp_path, options):
    """Optional parts: chunks, statistics, indexes, repeated channels."""
    from mcap.writer import IndexType

    if 'index_types' in options:
        options = {'index_types': IndexType.NONE}
    written = []
    with (tmp_path / 'theirs.mcap').open('wb') as file:
        writer = McapWriter(file, chunk_size=500, **options)
        writer.start()
        channel = writer.register_channel('/a', 'json', 0)
        for i in range(100):
            written.append((i, i + 1, 0, '/a', b'%d' % i))
            writer.add_message(channel, i, written[-1][4], i + 1)
        writer.add_attachment(0, 0, 'name', 'text/plain', b'bytes')
        writer.add_metadata('name', {'key': 'value'})
        writer.finish()
    recode(tmp_path / 'theirs.mcap', tmp_path / 'ours.mcap')
    assert read_by_mcap(tmp_path / 'ours.mcap') == written
