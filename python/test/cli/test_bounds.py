# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The queues of commands are bounded in bytes."""

import threading
from unittest import mock

import pytest

from rxros2.bag import Message, Reader, Writer
from rxros2.cli.bag import publishing, record
from rxros2.cli.frame import CommandError
from rxros2.cli.graph import CommandNode
from rxros2.cli.recordings import comparing
from rxros2.cli.recordings.bounded_queue import BoundedQueue


def test_queue_is_bounded_in_items_and_bytes():
    queue = BoundedQueue(3, 100)
    assert queue.offer('large', 1000) and not queue.offer('small', 1)  # one of any size
    assert queue.get() == 'large'
    assert [queue.offer(name, 40) for name in 'abc'] == [True, True, False]
    assert [queue.offer(name, 5) for name in 'cd'] == [True, False]
    assert [queue.get() for _ in range(3)] == ['a', 'b', 'c'] and queue.get(0) is None
    assert not queue.is_finished
    queue.offer('last', 1)
    queue.close()
    assert not queue.offer('late', 1) and not queue.put('late', 1) and not queue.is_finished
    assert queue.get() == 'last' and queue.get() is None and queue.is_finished


def test_put_waits_until_room_or_close():
    queue = BoundedQueue(10, 100)
    put = []

    def work():
        while queue.put(len(put), 60):
            put.append(len(put))

    thread = threading.Thread(target=work)
    thread.start()
    assert [queue.get() for _ in range(50)] == [*range(50)]
    queue.close(drop=True)
    thread.join()
    assert queue.get() is None and len(put) <= 52


def messages(count, size, created):
    for i in range(count):
        created.append(i)
        yield Message(i, '/image', bytes(size), i)


def test_play_bounds_read_ahead(monkeypatch):
    monkeypatch.setattr(publishing, '_MOST_AHEAD', 10_000)
    created = []
    ahead = publishing.read_ahead(messages(1000, 1000, created), 1000)
    for expected in range(100):
        assert next(ahead).log_time == expected
        assert len(created) <= expected + 13
    ahead.close()
    assert len(created) <= 113


def test_read_ahead_forwards_errors():
    def broken():
        yield from messages(3, 10, [])
        raise ValueError('damaged')

    times = []
    with pytest.raises(ValueError, match='damaged'):
        for message in publishing.read_ahead(broken(), 2):
            times.append(message.log_time)
    assert times == [0, 1, 2]


def test_diff_bounds_buffered_messages(monkeypatch):
    monkeypatch.setattr(comparing, '_MOST_AHEAD', 10_000)
    created = []
    other = iter([Message(500, '/image', b'else', 500)])
    differences = comparing.compare((messages(1000, 1000, created), 0), (other, 0), None, comparing.Tolerances())
    next(differences)
    assert len(created) <= 12


def test_reader_bounds_large_messages(tmp_path, monkeypatch):
    with Writer(tmp_path / 'large.mcap') as writer:
        writer.add_topic('/image', 'std_msgs/msg/String')
        for i in range(30):
            writer.write('/image', bytes(1_000_000), i)
    reader = Reader(tmp_path / 'large.mcap')
    taken = []
    walk = reader._core.messages([], -(1 << 62), 1 << 62, False)

    class Walk:
        def take(self, count, size):
            messages = walk.take(count, size)
            taken.append(len(messages))
            return messages

    class Core:
        def messages(self, *args):
            return Walk()

    reader._core = Core()
    assert [len(message.sample) for message in reader.messages()] == [1_000_000] * 30
    assert max(taken) == 5


class Disk:
    """A writer on a disk that takes nothing until it may, and then, perhaps, has no room."""

    def __init__(self, error=None):
        self.may = threading.Event()
        self.error = error
        self.written = []

    def write(self, topic, sample, received, published):
        self.may.wait()
        if self.error is not None:
            raise self.error
        self.written.append((topic, sample, received, published))

    def flush(self):
        pass


def test_slow_disk_drops_messages(monkeypatch, capsys):
    """Messages without room are dropped and counted; all others are written in order."""
    monkeypatch.setattr(record, 'BoundedQueue', lambda most, most_bytes: BoundedQueue(most, most_bytes))
    disk = Disk()
    with record._Files(disk, 100) as files:
        for i in range(20):
            files.write('/image', [(bytes(30), i, i)])
        files.write('/image', [])
        disk.may.set()
    kept = [received for _, _, received, _ in disk.written]
    assert kept == [*range(len(kept))] and 3 <= len(kept) <= 4 and files.count == len(kept)
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith('warning: the disk is too slow: messages are lost')
    assert last == f'warning: {20 - len(kept)} messages were lost: the disk is too slow'


def test_a_full_disk_ends_the_recording():
    disk = Disk(CommandError('the disk is full'))
    with pytest.raises(CommandError, match='the disk is full'), record._Files(disk, 100) as files:
        files.write('/image', [(b'x', 1, 1)])
        disk.may.set()
        while True:
            files.check()
    files.write('/image', [(b'x', 2, 2)])  # does nothing


def test_file_error_ends_recording(capsys):
    """A file error ends the recording, but a failed subscription only leaves out its topic."""
    node = mock.Mock()
    node.topics.return_value = {'/a': ['std_msgs/msg/String'], '/b': ['std_msgs/msg/String']}
    node.services.return_value = {}
    node.publishers_info.return_value = []
    command_node = CommandNode.__new__(CommandNode)
    command_node.ros_node, command_node._warned = node, set()
    command_node.subscribe = mock.Mock(side_effect=[CommandError('no such type'), mock.Mock()])
    writer = mock.Mock(**{'add_topic.side_effect': CommandError('the disk is full')})
    args = mock.Mock(topics=[], services=[], actions=[], no_discovery=False, duration=1.0, polling_interval=1)
    args.max_cache_size, args.snapshot_mode = 0, False
    recorder = record._Recorder(args, command_node, writer, lambda *_: True, {})
    with pytest.raises(CommandError, match='the disk is full'):
        recorder.run(None, mock.Mock())
    assert capsys.readouterr().err == "warning: '/a' is left out: no such type\n"
