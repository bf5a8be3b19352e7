# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Samples of topics: messages of any size, numpy views of them, and the bytes of the codec."""

import copy
import gc
import pickle

import numpy
import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import Image, PointCloud2, PointField
from rxros2.interfaces.std_msgs.msg import Header, String
from rxros2.messages.codec import codec_of, encode
from rxros2.qos import DurabilityPolicy, QoSProfile


def test_large_messages_without_a_subscription_are_only_checked(run, session, topic):
    """Later subscriptions get all following messages, and transient_local ones also the kept ones."""

    async def main():
        latching = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        async with aio.Scope():
            pub, kept = ros2.Pub(PointCloud2, topic, 10), ros2.Pub(PointCloud2, topic + '_kept', latching)
            message = PointCloud2(data=numpy.arange(1_000_000).astype(numpy.uint8))
            encode(PointCloud2())
            for _ in range(3):
                pub.publish(message)  # the first is sent: the one before was small
                kept.publish(message)
            invalid = PointCloud2(data=message.data, fields=[PointField()])
            invalid.fields[0] = 3
            with pytest.raises(TypeError, match='expected a message sensor_msgs/msg/PointField, found int'):
                pub.publish(invalid)
            every = ros2.Sub(PointCloud2, topic, 10, info=True).listen_reliable()
            for _ in range(2):
                pub.publish(message)
            numbers = []
            for _ in range(2):
                got, info = await anext(every)
                assert got == message
                numbers.append(info.publication_sequence_number)
            assert numbers == [2, 3]
            assert await ros2.Sub(PointCloud2, topic + '_kept', latching).wait_for_value() == message

    run(main())


def test_large_arrays_are_views_that_outlive_sub_and_node(run, topic):
    async def main():
        with ros2.auto_context('short_lived'):
            async with aio.Scope():
                sub, pub = ros2.Sub(Image, topic), ros2.Pub(Image, topic)
                received = sub.wait_for_next(timeout=60)
                pub.publish(Image(header=Header(frame_id='camera'), data=numpy.arange(100_000) % 251))
                return await received

    message = run(main())
    gc.collect()
    assert message.header.frame_id == 'camera' and not message.data.flags.writeable
    assert not message.data.flags.owndata and numpy.array_equal(message.data, numpy.arange(100_000) % 251)


def test_a_large_array_is_copied_once_for_all_subs_of_the_process(run, session, topic):
    async def main():
        async with aio.Scope():
            pub, subs = ros2.Pub(Image, topic), [ros2.Sub(Image, topic) for _ in range(2)]
            received = [sub.wait_for_next(timeout=60) for sub in subs]
            pub.publish(Image(data=numpy.arange(100_000) % 251))
            return [await future for future in received]

    one, other = run(main())
    assert one is not other and numpy.shares_memory(one.data, other.data)


def test_published_bytes_equal_encode_at_any_size(run, session, topic):
    messages = [Image(data=numpy.arange(size) % 251) for size in (10, 100_000, 20, 300_000, 299_999, 0)]

    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Image, topic, 10, raw=True), ros2.Pub(Image, topic, 10)
            listener = sub.listen_reliable()
            for message in messages:
                pub.publish(message)
            return [bytes(await anext(listener)) for _ in messages]

    assert run(main()) == [encode(message) for message in messages]


def test_bytes_are_what_the_codec_makes(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(String, topic), ros2.Pub(String, topic)
            received = sub.wait_for_next(timeout=60)
            pub.pub.publish_bytes(encode(String(data='x')))
            assert (await received).data == 'x'

    run(main())


@pytest.mark.parametrize('size', [0, 100, 4096, 100_000])
def test_samples_of_any_size_behave_like_bytes(run, session, topic, size):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(String, topic, raw=True), ros2.Pub(String, topic)
            await pub.wait_for_matched(60)
            waiting = sub.wait_for_next(timeout=60)
            message = String(data='x' * size + 'end')
            pub.publish(message)
            sample = await waiting
            data = bytes(sample)
            assert codec_of(String).decode(sample).data == message.data and len(data) >= size
            assert len(sample) == len(data) and list(sample) == list(data)
            assert sample[0] == data[0] and sample[-1] == data[-1]
            for part in (slice(4, 20), slice(-3, None), slice(None, None, -7), slice(5, 2), slice(-(10**30), 10**30)):
                assert sample[part] == data[part] and type(sample[part]) is bytes
            for outside in (len(data), -len(data) - 1, 10**30):
                with pytest.raises(IndexError):
                    sample[outside]
            with pytest.raises(TypeError):
                sample['x']
            assert sample == data and data == sample and sample == memoryview(data)
            assert sample != data + b'x' and sample < data + b'x' and sample > data[:-1] and sample != 'text'
            assert hash(sample) == hash(data) and {data: 1}[sample] == 1
            assert b'end' in sample and b'no' not in sample and data[4] in sample
            assert sample + b'x' == data + b'x' and b'x' + sample == b'x' + data
            assert sample.find(b'end') == data.find(b'end') and sample.hex() == data.hex()
            assert repr(sample) == repr(data)
            with pytest.raises(AttributeError):
                _ = sample.nonsense
            for twin in (pickle.loads(pickle.dumps(sample)), copy.copy(sample), copy.deepcopy(sample)):
                assert twin == data
            second = sub.wait_for_next(timeout=60)
            pub.publish_serialized(sample)
            assert await second == sample

    run(main())


def test_a_publisher_and_a_node_can_do_without_shared_memory(run, session, topic):
    local, off = 'both are in one process', 'it is switched off for the publisher'

    async def main():
        async with aio.Scope():
            endpoints = [ros2.Sub(Image, topic, 10), ros2.Pub(Image, topic, 10)]
            assert [*session.node.without_shared_memory(topic).values()] == [local]
            endpoints.append(ros2.Pub(Image, topic, 10, use_shared_memory=False))
            assert sorted(session.node.without_shared_memory(topic).values()) == [local, off]
            endpoints.append(session.node.create_publisher(Image, topic, 10, use_shared_memory=False))
            assert sorted(session.node.without_shared_memory(topic).values()) == [local, off, off]
            with ros2.Node('without', use_shared_memory=False) as other:
                endpoints += [
                    ros2.Sub(Image, topic + '_other', 10, other),
                    ros2.Pub(Image, topic + '_other', 10, other),
                ]
                assert [*other.without_shared_memory(topic + '_other').values()] == [off]

    run(main())
