# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""bag record --snapshot-mode, and the requests that bag play sends to services."""

import contextlib
import re
import subprocess
import sys

import pytest

from rxros2.bag import Reader
from rxros2.cli.bag.record import _Files
from rxros2.cli.bag.snapshot import SnapshotCache
from rxros2.cli.frame import CommandError

COMMAND = [sys.executable, '-m', 'rxros2.cli']


def test_cache_holds_the_latest_messages():
    cache = SnapshotCache(30)
    cache.add('/a', [(bytes(10), i, i) for i in range(4)])
    cache.add('/b', [(bytes(10), 4, 4), (bytes(31), 5, 5)])
    assert list(cache.take()) == []  # a message that is larger than the cache displaces all
    cache.add('/a', [(bytes(10), i, i) for i in range(3)])
    cache.add('/b', [(bytes(10), 3, 3)])
    assert [(topic, [time for _, time, _ in messages]) for topic, messages in cache.take()] == [
        ('/a', [1, 2]),
        ('/b', [3]),
    ]
    assert list(cache.take()) == []
    for most_bytes, expected in ((1, 1000), (1 << 20, 8192)):  # empty messages need memory, too
        cache = SnapshotCache(most_bytes)
        cache.add('/a', [(b'', i, i) for i in range(10_000)])
        ((_, messages),) = cache.take()
        assert [time for _, time, _ in messages] == [*range(10_000 - expected, 10_000)]


def test_a_snapshot_counts_what_is_written():
    class FailedWriter:
        def write(self, *_):
            raise CommandError('the disk is full')

        def flush(self):
            pass

    files = _Files(FailedWriter(), 1000, has_snapshots=True)
    files.write('/a', [(b'12', 1, 1)] * 3)
    with pytest.raises(CommandError, match='the disk is full'), files:
        assert files.write_snapshot() == 3
        files._thread.join()
        files.write('/a', [(b'12', 1, 1)] * 3)
        assert files.write_snapshot() == 0


@contextlib.contextmanager
def running(*words):
    process = subprocess.Popen([*COMMAND, *map(str, words)], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_snapshot(rxros2, robot, tmp_path):
    """The recorder writes nothing before the service is called, then the latest messages."""
    words = 'bag', 'record', '-o', tmp_path / 'bag', '/map_name', '--snapshot-mode', '--node-name', 'recorder'
    with running(*words) as recorder:
        while 'Subscribed' not in (line := recorder.stdout.readline()):
            assert line
        counts = []
        while not counts or not counts[-1]:
            answer = rxros2('service', 'call', '/recorder/snapshot', 'rosbag2_interfaces/srv/Snapshot')
            assert 'success=True' in answer.out, answer
            counts.append(int(re.search(r'snapshot: (\d+) messages', recorder.stdout.readline())[1]))
        recorder.terminate()
        assert recorder.wait(60) == 0
    assert Reader(tmp_path / 'bag').count == counts[-1]
    refused = rxros2('bag', 'record', '-o', tmp_path / 'x', '/a', '--snapshot-mode', '--max-cache-size', '0')
    assert refused.code == 2 and 'expected more than 0 with --snapshot-mode' in refused.err


def test_play_sends_recorded_requests(rxros2, robot, tmp_path):
    """The requests in the events of a server are sent again; other events are not published."""
    from rxros2.bag import Writer
    from rxros2.messages import interface
    from rxros2.messages.codec import encode

    event = interface('std_srvs/srv/SetBool_Event')
    info = interface('service_msgs/msg/ServiceEventInfo')
    request = interface('std_srvs/srv/SetBool').Request(data=True)
    with Writer(tmp_path / 'bag') as writer:
        writer.add_topic('/light/_service_event', 'std_srvs/srv/SetBool_Event')
        for i, kind in enumerate((0, 1, 2, 3, 1)):
            requests = [request] if i < 4 else []
            sample = encode(event(info=info(event_type=kind), request=requests if kind < 2 else []))
            writer.write('/light/_service_event', sample, 10**18 + i)
    result = rxros2('bag', 'play', tmp_path / 'bag', '--publish-service-requests')
    assert result.code == 0 and ': 1 messages' in result.out and '1 message was left out' in result.err, result
    result = rxros2(
        *('bag', 'play', tmp_path / 'bag', '--publish-service-requests'),
        *('--service-requests-source', 'client_introspection'),
    )
    assert ': 1 messages' in result.out and not result.err, result
