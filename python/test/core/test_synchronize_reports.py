# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""synchronize() reports once that its streams never match; streams that match, or whose rest is used, are silent."""

import pytest
from reactivex.subject import Subject

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import Range


def stamped(seconds):
    message = Range()
    message.header.stamp.sec = seconds
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
    first, second = Subject(), Subject()
    matched(first, second, **options)
    for time in range(100):
        first.on_next(stamped(time))
    (report,) = reports()
    assert report == ('synchronize: no messages match: stream 2 of 2 has had none; check its topic and its publisher')


def test_the_difference_of_the_stamps_is_named_once(reports):
    first, second = Subject(), Subject()
    matched(first, second)
    for time in range(20):
        first.on_next(stamped(time + 50))
        second.on_next(stamped(time))
    (report,) = reports()
    assert 'the newest stamp of stream 1 is 50.000 s after that of stream 2' in report


def test_streams_that_match_are_silent(reports):
    first, second = Subject(), Subject()
    matched(first, second)
    for stream in (first, second):
        stream.on_next(stamped(0))
    for time in range(1, 100):
        first.on_next(stamped(time))
    assert reports() == []


def test_a_later_begin_is_silent(reports):
    first, second = Subject(), Subject()
    matched(first, second, queue_size=1)
    for time in range(4):
        first.on_next(stamped(time))
    for time in range(3, 100):
        second.on_next(stamped(time))
        first.on_next(stamped(time + 1))
    assert reports() == []


def test_a_subscriber_of_the_rest_gets_it_instead(reports):
    first, second = Subject(), Subject()
    rest = []
    matched(first, second).unmatched().subscribe(rest.append)
    for time in range(100):
        first.on_next(stamped(time))
    assert len(rest) == 90 and reports() == []
