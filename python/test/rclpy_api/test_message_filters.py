# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""message_filters: subscribers, caches, and sets of messages by their stamps."""

import threading

import pytest
import rclpy
from geometry_msgs.msg import PointStamped
from message_filters import ApproximateTimeSynchronizer, Cache, SimpleFilter, Subscriber, TimeSynchronizer
from rclpy.time import Time
from std_msgs.msg import Header, String


def stamped(milliseconds, name=''):
    stamp = Time(nanoseconds=milliseconds * 1_000_000).to_msg()
    return PointStamped(header=Header(stamp=stamp, frame_id=name))


class Collected:
    """The outputs of a filter, as texts of stamps in milliseconds."""

    def __init__(self, source):
        self.sets = []
        source.registerCallback(self.add)

    def add(self, *messages):
        self.sets.append(tuple(Time.from_msg(m.header.stamp).nanoseconds // 1_000_000 for m in messages))


def test_equal_stamps_make_a_set():
    first, second = SimpleFilter(), SimpleFilter()
    output = Collected(TimeSynchronizer([first, second], 2))
    for time in (1, 2, 3):
        first.signalMessage(stamped(time))
    for time in (1, 3, 2):
        second.signalMessage(stamped(time))
    assert output.sets == [(3, 3), (2, 2)], 'of three messages the two latest wait'


def test_close_stamps_make_a_set():
    first, second = SimpleFilter(), SimpleFilter()
    output = Collected(ApproximateTimeSynchronizer([first, second], 10, 0.005))
    for time in (100, 104, 200):
        first.signalMessage(stamped(time))
    for time in (103, 101, 205, 196):
        second.signalMessage(stamped(time))
    assert output.sets == [(104, 103), (100, 101), (200, 196)], 'the closest one first; 5 ms is not less than 5 ms'


def test_a_callback_may_pass_on_messages():
    first, second = SimpleFilter(), SimpleFilter()
    output = Collected(TimeSynchronizer([first, second], 5))
    first.registerCallback(second.signalMessage)
    first.signalMessage(stamped(7))
    assert output.sets == [(7, 7)]


def test_messages_without_a_header(capfd):
    source, other = SimpleFilter(), SimpleFilter()
    kept = Cache(source, 5)
    allowed = Cache(source, 5, allow_headerless=True)
    sets = ApproximateTimeSynchronizer([source, other], 5, 1.0)
    for _ in range(3):
        source.signalMessage(String())
    assert kept.getLast() is None and allowed.getLast() == String() and sets.queues == [{}, {}]
    assert capfd.readouterr().err.count('a message String was dropped, because it has no header') == 1


def test_a_cache():
    source = SimpleFilter()
    cache = Cache(source, 3)
    output = Collected(cache)
    assert cache.getLast() is cache.getOldestTime() is cache.getLastestTime() is None
    for time in (1, 2, 3, 4):
        source.signalMessage(stamped(time, str(time)))
    at = [Time.from_msg(stamped(time).header.stamp) for time in range(6)]
    assert output.sets == [(1,), (2,), (3,), (4,)]
    assert (cache.getOldestTime(), cache.getLatestTime()) == (at[2], at[4])
    assert [message.header.frame_id for message in cache.getInterval(at[1], at[3])] == ['2', '3']
    assert cache.getElemAfterTime(at[3]).header.frame_id == '3' and cache.getElemAfterTime(at[5]) is None
    assert cache.getElemBeforeTime(at[5]).header.frame_id == '4' and cache.getElemBeforeTime(at[1]) is None
    with pytest.raises(AssertionError, match='after its end'):
        cache.getInterval(at[3], at[1])


def test_a_cache_is_read_while_a_message_arrives():
    cache = Cache(SimpleFilter(), 1)
    seen, at = [], [Time.from_msg(stamped(time).header.stamp) for time in range(10)]

    class Messages(list):
        def append(self, message):  # in the middle of a change
            super().append(message)
            thread = threading.Thread(target=lambda: seen.append(cache.getInterval(at[0], at[9])))
            thread.start()
            thread.join(0.01)  # a reader that does not wait has ended by then
            readers.append(thread)

    readers = []
    cache.cache_msgs = Messages()
    for time in (1, 2):
        cache.add(stamped(time))
    for reader in readers:
        reader.join()
    assert [len(messages) for messages in seen] == [1, 1]


def test_subscribers_receive():
    rclpy.init(args=[])
    node = rclpy.create_node('filters')
    filters = [
        Subscriber(node, PointStamped, 'left'),
        Subscriber(node, PointStamped, 'right', qos_profile=5),
        Subscriber(node, PointStamped, 'up', 5),
    ]
    output = Collected(TimeSynchronizer(filters, 10))
    assert filters[0].getTopic() == 'left' and filters[1].topic_name == '/right'
    publishers = [node.create_publisher(PointStamped, topic, 10) for topic in ('left', 'right', 'up')]
    while not all(publisher.get_subscription_count() for publisher in publishers):
        rclpy.spin_once(node, timeout_sec=0.01)
    for publisher in publishers:
        publisher.publish(stamped(9))
    while not output.sets:
        rclpy.spin_once(node, timeout_sec=10)
    assert output.sets == [(9, 9, 9)]
    node.destroy_node()
    rclpy.shutdown()
