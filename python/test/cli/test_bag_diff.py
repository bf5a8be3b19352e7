# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag diff: missing messages, different times, different fields."""

import json

import pytest

from rxros2.bag import Writer
from rxros2.interfaces.geometry_msgs.msg import TwistStamped
from rxros2.interfaces.std_msgs.msg import String
from rxros2.messages.codec import encode

MS = 10**6
BEGIN = 17 * 10**17


def write(path, messages, begin=BEGIN):
    """Texts on topics at milliseconds: [('/a', 0, 'x'), …]."""
    with Writer(path) as writer:
        for topic in sorted({topic for topic, _, _ in messages}):
            writer.add_topic(topic, 'std_msgs/msg/String')
        for topic, time, text in messages:
            writer.write(topic, encode(String(data=text)), begin + time * MS)
    return str(path)


@pytest.fixture
def diff(run_here, tmp_path):
    """Compares two lists of texts of /a; returns kinds with the numbers of both sides."""

    def run(first, second, *words):
        for name, messages in (('first.mcap', first), ('second.mcap', second)):
            (tmp_path / name).unlink(missing_ok=True)
            write(tmp_path / name, [('/a', time, text) for time, text in messages])
        result = run_here('bag', 'diff', str(tmp_path / 'first.mcap'), str(tmp_path / 'second.mcap'), '--json', *words)
        report = json.loads(result.out)
        assert result.code == (0 if report['same'] else 1)
        (topic,) = report['topics']
        differences = [
            (difference['kind'], difference['first'], difference['second']) for difference in topic['differences']
        ]
        if '--most' not in words:
            assert sum(topic[kind] for kind in ('missing', 'added', 'content', 'time')) == len(differences)
        return topic['same'], differences

    return run


def test_equal_recordings(run_here, tmp_path):
    messages = [('/a', 0, 'x'), ('/b', 5, 'y'), ('/a', 10, 'z')]
    one, other = write(tmp_path / 'one', messages), write(tmp_path / 'other.mcap', messages, BEGIN + 7)
    result = run_here('bag', 'diff', one, other)
    assert (result.code, result.out) == (0, 'the same: 2 topics, 3 messages\n')
    result = run_here('bag', 'diff', one, other, '--absolute')
    assert result.code == 1
    assert f'message 1, at {BEGIN // 10**9}.000000000 s: 0.000000007 s later in {other}\n' in result.out
    assert run_here('bag', 'diff', one, other, '--absolute', '--time', '1e-8').code == 0


def test_missing_and_added_messages(diff):
    whole = [(i, str(i)) for i in range(100)]
    assert diff(whole, [message for message in whole if message[0] not in (0, 40, 41, 99)], '--absolute') == (
        96,
        [('missing', 0, None), ('missing', 40, None), ('missing', 41, None), ('missing', 99, None)],
    )
    assert diff([message for message in whole if message[0] not in (40, 99)], whole) == (
        98,
        [('added', None, 40), ('added', None, 99)],
    )


def test_equal_messages_are_matched_by_time(diff):
    whole = [(10 * i, 'x') for i in range(10)]
    assert diff(whole, whole[:4] + whole[5:]) == (9, [('missing', 4, None)])
    assert diff(whole, [*whole[:4], (40, 'y'), *whole[5:]]) == (9, [('content', 4, 4)])
    late = [(time + (3 if time == 70 else 0), text) for time, text in whole]
    assert diff(whole, late) == (9, [('time', 7, 7)])
    assert diff(whole, late, '--time', '0.003') == (10, [])


def test_most(diff):
    assert diff([(i, 'x') for i in range(50)], [(i, 'y') for i in range(50)], '--most', '3') == (
        0,
        [('content', 0, 0), ('content', 1, 1), ('content', 2, 2)],
    )


def twist(path, times_and_speeds, seconds=1):
    with Writer(path) as writer:
        writer.add_topic('/cmd_vel', 'geometry_msgs/msg/TwistStamped')
        for time, speed in times_and_speeds:
            message = TwistStamped()
            message.header.stamp.sec = seconds
            message.twist.linear.x = speed
            writer.write('/cmd_vel', encode(message), BEGIN + time * MS)
    return str(path)


def test_fields(run_here, tmp_path):
    one = twist(tmp_path / 'one.mcap', [(0, 0.5), (100, 0.25)])
    other = twist(tmp_path / 'other.mcap', [(0, 0.5), (100, 0.2500001)], seconds=2)
    result = run_here('bag', 'diff', one, other)
    assert result.code == 1
    assert result.out == (
        '/cmd_vel (geometry_msgs/msg/TwistStamped): 0 messages are the same, 2 have other content\n'
        '  message 1, after 0.000000000 s: header.stamp.sec: 1 → 2\n'
        '  message 2, after 0.100000000 s: header.stamp.sec: 1 → 2; twist.linear.x: 0.25 → 0.2500001\n'
        '1 of 1 topics differ\n'
    )
    assert run_here('bag', 'diff', one, other, '--ignore', 'header').code == 1
    assert run_here('bag', 'diff', one, other, '--ignore', 'header.stamp', '--number', '1e-6').code == 0


def test_topics(run_here, tmp_path):
    one = write(tmp_path / 'one', [('/a', 0, 'x'), ('/b', 0, 'y'), ('/b', 1, 'y')])
    other = write(tmp_path / 'other', [('/a', 0, 'x')])
    result = run_here('bag', 'diff', one, other)
    assert (result.code, result.out) == (
        1,
        f'/b (std_msgs/msg/String): only in {one}, 2 messages\n1 of 2 topics differ\n',
    )
    assert run_here('bag', 'diff', one, other, '--topics', '/a').code == 0
    result = run_here('bag', 'diff', one, other, '--topics', '/c')
    assert (result.code, result.err) == (1, 'rxros2: neither recording has a topic /c\n')
    result = run_here('bag', 'diff', one, str(tmp_path / 'none'))
    assert result.code == 1 and 'none does not exist; expected' in result.err
    assert run_here('bag', 'diff', one, other, '--time', '-1').code == 2
