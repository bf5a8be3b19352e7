# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""bag list, convert, burst and info with the options of rosbag2's commands."""

import re
import struct

import pytest
import yaml
from rosbags.highlevel import AnyReader

from rxros2.cli.recordings import Bag, Options, Writer

TYPE = 'std_msgs/msg/String'
BEGIN = 1_700_000_000 * 10**9


def string(text):
    data = text.encode() + b'\0'
    return b'\0\1\0\0' + struct.pack('<I', len(data)) + data


def write(folder, topic, count=10, first=0, type_=TYPE, period=10**8):
    with Writer(folder, Options()) as writer:
        writer.add_topic(topic, type_)
        for i in range(count):
            stamp = BEGIN + first + i * period
            writer.write(topic, string(f'{topic} {i}'), stamp, stamp - 5)
    return folder


@pytest.fixture
def two(tmp_path):
    """Two recordings whose messages alternate."""
    return write(tmp_path / 'one', '/a'), write(tmp_path / 'two', '/b', first=5 * 10**7)


@pytest.fixture
def convert(run_here, tmp_path):
    def run(bags, *outputs):
        file = tmp_path / 'output.yaml'
        file.write_text(yaml.safe_dump({'output_bags': list(outputs)}))
        inputs = [word for bag in bags for word in ('-i', str(bag))]
        return run_here('bag', 'convert', *inputs, '-o', str(file))

    return run


def test_convert_merges_by_time(two, convert, tmp_path):
    merged = tmp_path / 'merged'
    result = convert(two, {'uri': str(merged), 'storage_id': 'mcap', 'all_topics': True})
    assert (result.code, result.out) == (0, f'{merged}: 20 messages of 2 topics\n')
    messages = list(Bag(merged).messages())
    assert [message.topic for message in messages] == ['/a', '/b'] * 10
    assert messages[1] == (BEGIN + 5 * 10**7, '/b', string('/b 0'), BEGIN + 5 * 10**7 - 5)
    with AnyReader([merged]) as reader:  # a reader that is not ours
        connection, stamp, sample = next(reader.messages())
        assert (connection.topic, stamp) == ('/a', BEGIN)
        assert reader.deserialize(sample, connection.msgtype).data == '/a 0'


def test_convert_filters_splits_and_compresses(two, convert, tmp_path):
    outputs = [
        {'uri': str(tmp_path / 'late'), 'topics': ['/a'], 'start_time_ns': BEGIN + 8 * 10**8},
        {'uri': str(tmp_path / 'split'), 'all': True, 'exclude_regex': '^/b', 'max_bagfile_duration': 0.5},
        {'uri': str(tmp_path / 'sql'), 'storage_id': 'sqlite3', 'topic_types': [TYPE]},
        {'uri': str(tmp_path / 'small'), 'all': True, 'compression_mode': 'FILE', 'compression_threads': 4},
    ]
    assert convert(two, *outputs).code == 0
    late, split, sql, small = (Bag(tmp_path / output['uri']) for output in outputs)
    assert [message.sample for message in late.messages()] == [string('/a 8'), string('/a 9')]
    assert split.count == 10 and len(split.files) == 2
    assert (sql.storage, sql.count) == ('sqlite3', 20)
    assert small.count == 20 and small.files[0].suffix == '.zstd'


@pytest.mark.parametrize(
    ('options', 'expected'),
    [
        ({}, "expected 'uri', the new folder"),
        ({'uri': 'x'}, "no topic is selected; expected 'all_topics: true'"),
        ({'uri': 'x', 'all': True, 'exclude_regx': 'b'}, 'no option exclude_regx; there are exclude_regex, '),
        ({'uri': 'x', 'all': 'yes'}, "all is 'yes'; expected a value of type bool"),
        ({'uri': 'x', 'all': True, 'max_bagfile_size': -1}, 'max_bagfile_size is -1; expected'),
        ({'uri': 'x', 'all': True, 'storage_id': 'rosbag'}, "storage_id is 'rosbag'; expected mcap, sqlite3"),
        ({'uri': 'x', 'regex': '('}, "'(' is not a valid regular expression"),
    ],
)
def test_wrong_options_of_convert(two, convert, tmp_path, monkeypatch, options, expected):
    monkeypatch.chdir(tmp_path)
    result = convert(two, options)
    assert result.code == 2 and expected in result.err and result.err.count('\n') == 1
    assert not (tmp_path / 'x').exists()


def test_convert_creates_nothing_if_an_option_is_wrong(two, convert, tmp_path):
    result = convert(two, {'uri': str(tmp_path / 'x'), 'all': True}, {'uri': str(tmp_path / 'y'), 'all': 3})
    assert result.code == 2 and not (tmp_path / 'x').exists()


def test_inputs_of_convert_that_do_not_fit(two, convert, run_here, tmp_path):
    other = write(tmp_path / 'other', '/a', type_='std_msgs/msg/Bool')
    result = convert([two[0], other], {'uri': str(tmp_path / 'x'), 'all': True})
    assert result.code == 1 and f'/a is {TYPE} and std_msgs/msg/Bool in the recordings' in result.err
    file = tmp_path / 'output.yaml'
    result = run_here('bag', 'convert', '-i', str(two[0]), 'sqlite3', '-o', str(file))
    assert result.code == 1 and 'is of storage mcap; expected sqlite3' in result.err
    file.write_text('output_bags: 3')
    result = run_here('bag', 'convert', '-i', str(two[0]), '-o', str(file))
    assert result.code == 2 and "expected 'output_bags:'" in result.err


def test_info_options(two, convert, run_here, tmp_path):
    assert convert(two, {'uri': str(tmp_path / 'merged'), 'all': True}).code == 0
    assert run_here('bag', 'info', str(tmp_path / 'merged'), '--topic-name').out == '/a\n/b\n'
    assert run_here('bag', 'info', str(two[0]), '-s', 'sqlite3').code == 1
    with Writer(tmp_path / 'calls', Options()) as writer:
        writer.add_topic('/light/_service_event', 'std_srvs/srv/SetBool_Event')
        writer.add_topic('/many', TYPE)
        for kind in (0, 1, 1, 2, 9):
            writer.write('/light/_service_event', b'\0\1\0\0' + bytes([kind, 0, 0, 0]), BEGIN)
            writer.write('/many', string(''), BEGIN)
        writer.write('/many', string(''), BEGIN)
    out = run_here('bag', 'info', str(tmp_path / 'calls'), '--verbose', '--sort', 'count').out
    assert out.index('Topic: /many') < out.index('Topic: /light')
    assert 'Service: /light | Requests: 1 sent, 2 received | Responses: 1 sent, 0 received\n' in out
    assert '1 events are malformed' in out
    assert run_here('bag', 'info', str(tmp_path / 'calls'), '-t').out == '/many\n'


def test_list(run_here):
    assert run_here('bag', 'list', 'storage').out == 'mcap\nsqlite3\n'
    assert run_here('bag', 'list', 'compressor', '--verbose').out.startswith('name: zstd\n\t')


def test_burst_does_not_wait(two, rxros2, tmp_path):
    """The messages of the first recording are an hour apart."""
    result = rxros2('bag', 'burst', write(tmp_path / 'hours', '/a', period=3600 * 10**9))
    assert result.code == 0 and re.search(r': 10 messages in \d+\.\d s\n', result.out)
    assert ': 3 messages in' in rxros2('bag', 'burst', two[0], '-n', '3').out
    assert ': 5 messages in' in rxros2('bag', 'burst', two[0], '--start-offset', '0.5').out
    result = rxros2('bag', 'burst', two[0], '--num-messages', '-1')
    assert result.code == 2 and 'num-messages is -1; expected 0 or more' in result.err


def test_play_options(two, rxros2):
    result = rxros2('bag', 'play', two[0], '--playback-until-nsec', BEGIN + 10**8, '--disable-loan-message')
    assert ': 2 messages in' in result.out
    result = rxros2('bag', 'play', two[0], '--playback-until-nsec', BEGIN, '--log-level', 'warn')
    assert (result.code, result.out) == (0, '')


def test_record_options(robot, rxros2, tmp_path):
    words = 'bag', 'record', '/cmd_vel', '-o', tmp_path / 'new', '--log-level', 'warn', '--duration', '4'
    result = rxros2(*words, '--max-cache-size', '1000000', '--compression-threads', '2', '-f', 'cdr')
    assert result.code == 0 and 'Subscribed' not in result.out
    assert Bag(tmp_path / 'new').count > 10
    leaf = 'bag', 'record', '/cmd_vel', '-o', tmp_path / 'leaf', '--ignore-leaf-topics', '--duration', '1'
    assert rxros2(*leaf).code == 0
    assert Bag(tmp_path / 'leaf').count == 0
