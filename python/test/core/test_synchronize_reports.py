# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""synchronize() reports once that its streams never match; streams that match, or whose rest is used, are silent."""

import pytest
from reactivex.subject import Subject

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import Range


def stamped(second):
    message = Range()
    message.header.stamp.sec = second
    return message


@pytest.fixture
def reports(caplog):
    return lambda: [record.getMessage() for record in caplog.records if record.name == 'rxros2.rx']


def matched(*streams, **options):
    synchronization = rx.synchronize(*streams, **options)
    synchronization.matched().subscribe(lambda _: None)
    return synchronization


@pytest.mark.parametrize('options', [{}, {'approximate': rx.ApproximateOptions()}])
def test_a_stream_without_messages_is_named_once(reports, options):
    left, right = Subject(), Subject()
    matched(left, right, **options)
    for second in range(100):
        left.on_next(stamped(second))
    (report,) = reports()
    assert report == ('synchronize: no messages match: stream 2 of 2 has had none; check its topic and its publisher')


def test_the_difference_of_the_stamps_is_named_once(reports):
    left, right = Subject(), Subject()
    matched(left, right)
    for second in range(20):
        left.on_next(stamped(second + 50))
        right.on_next(stamped(second))
    (report,) = reports()
    assert 'the newest stamp of stream 1 is 50.000 s after that of stream 2' in report


def test_streams_that_match_are_silent(reports):
    left, right = Subject(), Subject()
    matched(left, right)
    for stream in (left, right):
        stream.on_next(stamped(0))
    for second in range(1, 100):
        left.on_next(stamped(second))
    assert reports() == []


def test_a_later_begin_is_silent(reports):
    left, right = Subject(), Subject()
    matched(left, right, queue_size=1)
    for second in range(4):
        left.on_next(stamped(second))
    for second in range(3, 100):
        right.on_next(stamped(second))
        left.on_next(stamped(second + 1))
    assert reports() == []


def test_a_subscriber_of_the_rest_gets_it_instead(reports):
    left, right = Subject(), Subject()
    rest = []
    matched(left, right).unmatched().subscribe(rest.append)
    for second in range(100):
        left.on_next(stamped(second))
    assert len(rest) == 90 and reports() == []
