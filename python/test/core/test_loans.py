# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Loaned messages: arrays that are filled where subscriptions read them."""

import array
import gc
import os
import subprocess
import sys

import numpy
import pytest

from rxros2 import _core, aio
from rxros2.aio import ros2
from rxros2.aio.ros2.loans import LoanedMessage
from rxros2.interfaces.sensor_msgs.msg import Image, LaserScan, PointCloud2, PointField
from rxros2.interfaces.std_msgs.msg import String
from rxros2.messages import interface
from rxros2.qos import HistoryPolicy, QoSProfile

SIZE = 100_000
BasicSequences = interface('test_msgs/msg/UnboundedSequences')


def pattern(seed=0, size=SIZE):
    return ((numpy.arange(size) + seed) % 251).astype(numpy.uint8)


def published(run, topic, publish, type_=Image):
    """Runs publish(pub) and returns what a sub gets."""

    async def main():
        async with aio.Scope():
            pub, sub = ros2.Pub(type_, topic), ros2.Sub(type_, topic)
            received = sub.wait_for_next(timeout=60)
            publish(pub)
            return await received

    return run(main())


def test_a_sub_reads_the_array_that_was_filled(run, session, topic):
    arrays = []

    def publish(pub):
        with pub.borrow(height=2, encoding='mono8', data=SIZE) as image:
            image.header.stamp.sec = 7  # of fixed size, so it may be set later
            image.width = SIZE // 2
            image.data[:] = pattern()
            arrays.append(image.data)

    got = published(run, topic, publish)
    assert numpy.shares_memory(got.data, arrays[0])
    assert (got.header.stamp.sec, got.height, got.width, got.encoding) == (7, 2, SIZE // 2, 'mono8')
    assert numpy.array_equal(got.data, pattern())
    assert not got.data.flags.writeable
    with pytest.raises(ValueError, match='read-only'):
        arrays[0][0] = 1


@pytest.mark.parametrize('size', [0, 1, 7, 5000, SIZE])
def test_several_arrays(run, session, topic, size):
    def publish(pub):
        with pub.borrow(ranges=size, intensities=2 * size, angle_min=1) as scan:
            scan.ranges[:] = numpy.arange(size)
            scan.intensities[:] = -numpy.arange(2 * size)
            scan.header.stamp.nanosec = 3

    got = published(run, topic, publish, LaserScan)
    assert numpy.array_equal(got.ranges, numpy.arange(size))
    assert numpy.array_equal(got.intensities, -numpy.arange(2 * size))
    assert (got.angle_min, got.header.stamp.nanosec) == (1, 3)


def test_fields_behind_the_array(run, session, topic):
    def publish(pub):
        fields = [PointField(name='intensity', count=1)]
        with pub.borrow(fields=fields, data=SIZE, width=5) as cloud:
            cloud.data[:] = pattern()
            cloud.is_dense = True

    got = published(run, topic, publish, PointCloud2)
    assert got.is_dense and got.width == 5 and got.fields[0].name == 'intensity'
    assert numpy.array_equal(got.data, pattern())


def grow_a_string(image):
    image.encoding = 'a_longer_name'


def replace_the_array(image):
    image.data = pattern(3)


def shorten_the_array(image):
    image.data = image.data[: SIZE - 1]


def move_the_array(image):
    image.data = image.data[1:]


def replace_a_part(image):
    image.header = type(image.header)(frame_id='camera')


@pytest.mark.parametrize(
    'change', [grow_a_string, replace_the_array, shorten_the_array, move_the_array, replace_a_part]
)
def test_a_message_that_has_changed_its_size_is_copied(run, session, topic, change):
    expected = []

    def publish(pub):
        with pub.borrow(encoding='mono8', data=SIZE) as image:
            image.data[:] = pattern()
            change(image)
            expected.append(Image(header=image.header, encoding=image.encoding, data=numpy.array(image.data)))

    assert published(run, topic, publish) == expected[0]


def test_arrays_keep_their_values_after_later_messages(run, session, topic):
    async def main():
        kept = []
        async with aio.Scope():
            pub, sub = ros2.Pub(Image, topic), ros2.Sub(Image, topic)
            for number in range(20):
                received = sub.wait_for_next(timeout=60)
                with pub.borrow(data=SIZE) as image:
                    image.data[:] = number
                    kept.append(image.data)
                await received
        return kept

    kept = run(main())
    gc.collect()
    assert [{*array.tolist()} for array in kept] == [{number} for number in range(20)]


def test_a_block_that_raises_publishes_nothing(run, session, topic):
    def publish(pub):
        with pytest.raises(KeyError), pub.borrow(data=SIZE) as image:
            image.height = 1
            raise KeyError
        pub.publish(Image(height=2))

    assert published(run, topic, publish).height == 2


def test_publish_ends_the_loan(run, session, topic):
    def publish(pub):
        loan = pub.borrow(data=3)
        loan.message.data[:] = 1, 2, 3
        loan.publish()
        with pytest.raises(RuntimeError, match='has been published'):
            loan.publish()

    assert published(run, topic, publish).data.tolist() == [1, 2, 3]


def test_wrong_fields(session, topic):
    pub = ros2.Pub(Image, topic)
    with pytest.raises(TypeError, match="Image: 'encoding' is no collection of numbers"):
        pub.borrow(encoding=5)
    with pytest.raises(AttributeError, match='dat'):
        pub.borrow(dat=5)
    with pytest.raises(ValueError, match='negative'):
        pub.borrow(data=-1)
    with pytest.raises(TypeError, match="'height'"):
        pub.borrow(height='x', data=1)
    with pytest.raises(TypeError, match='publish_serialized'):
        ros2.Pub('std_msgs/msg/String', topic + '_named').borrow()
    with pytest.raises(TypeError, match="String: 'data' is no collection of numbers"):
        ros2.Pub(String, topic + '_text').borrow(data=1)


def test_a_wrong_value_is_reported_when_it_is_published(session, topic):
    pub = ros2.Pub(PointCloud2, topic)
    loan = pub.borrow(data=SIZE)
    loan.message.fields = [PointField()]
    loan.message.fields[0] = 3
    with pytest.raises(TypeError, match=r"'fields\[0\]': expected a message"):
        loan.publish()


def test_a_message_that_was_refused_may_be_corrected(run, session, topic):
    def publish(pub):
        loan = pub.borrow(data=SIZE)
        loan.message.data[:] = pattern()
        loan.message.fields = [PointField()]
        loan.message.fields[0] = 3
        with pytest.raises(TypeError, match='expected a message'):
            loan.publish()
        loan.message.fields = []
        loan.publish()

    assert numpy.array_equal(published(run, topic, publish, PointCloud2).data, pattern())


@pytest.mark.parametrize('length', [numpy.int64(3), numpy.prod((3, 1)), numpy.uint8(3)])
def test_lengths_may_be_integers_of_numpy(session, topic, length):
    assert len(ros2.Pub(Image, topic).borrow(data=length).message.data) == 3


def test_bools_are_initialised(session, topic):
    pub = ros2.Pub(BasicSequences, topic)
    for _ in range(10):
        loan = pub.borrow(uint8_values=100)
        loan.message.uint8_values[:] = 200
        loan.publish()
        del loan
        assert not pub.borrow(bool_values=100).message.bool_values.any()


def test_a_loan_without_memory(session):
    empty = _core.Loan.__new__(_core.Loan)
    with pytest.raises(BufferError, match='no memory'):
        memoryview(empty)


class RclpyMessage:
    """A message as rclpy generates it."""

    def __init__(self):
        self._data, self._matrix, self._flags, self._text = array.array('B'), numpy.zeros(9), [], ''

    data = property(lambda self: self._data, lambda self, value: setattr(self, '_data', value))
    matrix = property(lambda self: self._matrix)
    flags = property(lambda self: self._flags)
    text = property(lambda self: self._text)


def test_a_message_of_an_installed_rclpy():
    sent = []
    loan = LoanedMessage(RclpyMessage(), {'data': 4, 'matrix': 9}, None, lambda message, loan: sent.append(loan))
    loan.message.data[:] = 1, 2, 3, 4
    loan.message.matrix[:] = 5
    loan.publish()
    assert sent == [None]
    assert loan.message.data == array.array('B', [1, 2, 3, 4])
    assert loan.message.matrix.tolist() == [5] * 9
    for fields, error in (({'matrix': 5}, ValueError), ({'flags': 3}, TypeError), ({'text': 3}, TypeError)):
        with pytest.raises(error, match=next(iter(fields))):
            LoanedMessage(RclpyMessage(), fields, None, lambda message, loan: None)


def test_a_closed_publisher_lends_and_publishes_nothing(session, topic):
    pub = ros2.Pub(Image, topic)
    loan = pub.borrow(data=SIZE)
    pub.close()
    with pytest.raises(RuntimeError, match='closed'):
        loan.publish()
    with pytest.raises(RuntimeError, match='closed'):
        pub.borrow(data=SIZE)


def test_an_inactive_node_publishes_no_loan(run, topic):
    async def main():
        async with ros2.LifecycleNode('lender') as node:
            pub = ros2.LifecyclePub(Image, topic, node=node)
            with pub.borrow(data=SIZE):
                pass
            return pub.dropped

    assert run(main()) == 1


READER = """
import asyncio, sys
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import Image

async def main():
    with ros2.auto_context('reader'):
        async for image in ros2.Sub(Image, sys.argv[1]).listen_reliable():
            print(image.header.stamp.sec, {*image.data.tolist()} == {image.header.stamp.sec}, flush=True)
            if image.header.stamp.sec == 9:
                break

asyncio.run(main())
"""


def test_another_process_reads_what_was_filled(run, session, topic):
    async def main():
        async with aio.Scope():
            # On Zenoh a publisher that keeps the last may drop large messages.
            is_on_zenoh = os.environ.get('RMW_IMPLEMENTATION') == 'rmw_zenoh_cpp'
            pub = ros2.Pub(Image, topic, QoSProfile(history=HistoryPolicy.KEEP_ALL) if is_on_zenoh else 100)
            command = [sys.executable, '-c', READER, topic]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as reader:
                await pub.wait_for_matched(60)
                for number in range(10):
                    with pub.borrow(data=SIZE) as image:
                        image.header.stamp.sec = number
                        image.data[:] = number
                return reader.communicate(timeout=60)[0]

    assert run(main()).splitlines() == [f'{number} True' for number in range(10)]
