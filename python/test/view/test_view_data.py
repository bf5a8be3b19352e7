# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages as JSON, numbers of fields, pictures, and the queue of frames for a browser."""

import asyncio
import json
import math
import struct

import numpy as np
import pytest

from rxros2 import graph_checks
from rxros2.interfaces.diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rxros2.interfaces.geometry_msgs.msg import PoseStamped
from rxros2.interfaces.sensor_msgs.msg import CompressedImage, Image, LaserScan
from rxros2.interfaces.std_msgs.msg import Float64, Float64MultiArray, String
from rxros2.node import EndpointInfo
from rxros2.qos import QoSProfile, ReliabilityPolicy
from rxros2.view import previews, taps
from rxros2.view.graph import published, snapshot
from rxros2.view.outbox import Outbox
from rxros2.view.previews import preview
from rxros2.view.values import number_at, to_json


def test_a_message_is_json():
    pose = PoseStamped()
    pose.pose.position.x = 1.5
    assert to_json(pose)['pose']['position'] == {'x': 1.5, 'y': 0.0, 'z': 0.0}
    assert to_json(Float64(data=math.nan)) == {'data': 'nan'}
    assert to_json(Float64MultiArray(data=range(250)))['data'][-2:] == [99.0, {'…': 150}]
    assert to_json(String(data='x' * 900))['data'].endswith('… (900 characters)')


def values_in(value):
    if isinstance(value, dict):
        return sum(values_in(part) for part in value.values())
    return sum(map(values_in, value)) if isinstance(value, list) else 1


def test_a_message_of_many_lists_in_lists_is_cut():
    values = [KeyValue(key='k', value='v') for _ in range(100)]
    message = DiagnosticArray(status=[DiagnosticStatus(name='n', values=values) for _ in range(100)])
    shown = to_json(message)
    assert 5_000 < values_in(shown) < 15_000
    assert shown['status'][0]['values'][99] == {'key': 'k', 'value': 'v'}
    assert shown['status'][-1] == {'…': 100 - len(shown['status']) + 1} or '…' in str(shown['status'][-1])


@pytest.mark.parametrize(
    ('path', 'expected'),
    [('pose.position.x', 1.5), ('pose.position', None), ('pose.nothing', None), ('header.frame_id', None)],
)
def test_numbers_of_fields(path, expected):
    pose = PoseStamped()
    pose.pose.position.x = 1.5
    assert number_at(pose, path) == expected


def test_numbers_of_arrays():
    message = Float64MultiArray(data=[1.0, math.inf])
    assert [number_at(message, path) for path in ('data[0]', 'data[1]', 'data[7]', 'data[x]')] == [
        1.0,
        None,
        None,
        None,
    ]


def unpacked(frame):
    (length,) = struct.unpack_from('<I', frame)
    return json.loads(frame[4 : 4 + length]), frame[4 + length :]


@pytest.mark.parametrize(
    ('encoding', 'depth', 'pixel', 'shown'),
    [
        ('rgb8', np.uint8, (10, 20, 30), (10, 20, 30)),
        ('bgra8', np.uint8, (10, 20, 30, 0), (30, 20, 10)),
        ('mono8', np.uint8, (7,), (7, 7, 7)),
        ('32FC1', np.float32, (2.5,), (255, 255, 255)),  # the greatest
        ('yuv422_yuy2', np.uint8, (9, 128), (9, 9, 9)),
    ],
)
def test_images(encoding, depth, pixel, shown):
    data = np.tile(np.array(pixel, depth), 6).view(np.uint8)
    message = Image(height=2, width=3, encoding=encoding, step=len(data) // 2, data=data)
    head, body = unpacked(preview('/image', 'sensor_msgs/msg/Image', message))
    assert (head['topic'], head['width'], head['height']) == ('/image', 3, 2)
    assert [*body] == [*shown, 255] * 6


def test_large_images_are_made_smaller():
    message = Image(height=1200, width=1600, encoding='mono8', step=1600, data=np.zeros(1200 * 1600, np.uint8))
    head, body = unpacked(preview('/image', 'sensor_msgs/msg/Image', message))
    assert head['width'] * head['height'] * 4 == len(body) <= 640 * 480 * 4
    assert head['of'] == [1600, 1200]


def test_invalid_images():
    message = Image(height=2, width=3, encoding='rgb8', step=9, data=[0] * 5)
    assert 'found 5 bytes' in preview('/image', 'sensor_msgs/msg/Image', message)['why']
    message = Image(height=1, width=1, encoding='odd', step=1, data=[0])
    assert preview('/image', 'sensor_msgs/msg/Image', message)['why'] == 'no picture of encoding odd'


def test_other_previews():
    head, body = unpacked(preview('/i', 'sensor_msgs/msg/CompressedImage', CompressedImage(format='png', data=[1, 2])))
    assert (head['format'], body) == ('png', b'\1\2')
    scan = LaserScan(range_min=0.5, range_max=5.0, ranges=[1.0, 0.1, math.inf, 6.0])
    assert preview('/scan', 'sensor_msgs/msg/LaserScan', scan)['ranges'] == [1.0, None, None, None]
    assert preview('/chatter', 'std_msgs/msg/String', String()) is None


def test_previews_of_invalid_numbers(monkeypatch):
    scan = LaserScan(angle_min=math.nan, angle_increment=math.inf, range_max=math.inf, ranges=[1.0])
    picture = preview('/scan', 'sensor_msgs/msg/LaserScan', scan)
    assert (picture['begin'], picture['step']) == (0.0, 0.0)
    assert json.loads(json.dumps(picture, allow_nan=False)) == picture
    empty = Image(height=0, width=4_000_000_000, encoding='mono8', step=0)
    assert preview('/image', 'sensor_msgs/msg/Image', empty)['kind'] == 'none'
    monkeypatch.setattr(previews, 'MOST_BYTES', 10)
    large = preview('/i', 'sensor_msgs/msg/CompressedImage', CompressedImage(format='png', data=bytes(11)))
    assert large == {'kind': 'none', 'why': '11 bytes are not shown; at most 10 are'}


def endpoint(node, qos, type_='std_msgs/msg/String'):
    return EndpointInfo(node, '/', type_, '', b'', qos)


def test_hundreds_of_mismatches_are_checked_as_groups(monkeypatch):
    """Only some pairs are listed."""
    looked_at = []

    def incompatible(offered, requested):
        looked_at.append(1)
        return real(offered, requested)

    real = graph_checks.incompatible
    monkeypatch.setattr(graph_checks, 'incompatible', incompatible)
    best_effort = QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT)
    publishers = [endpoint(f'p{i}', best_effort) for i in range(800)] + [endpoint('q', QoSProfile())]
    subscriptions = [endpoint(f's{i}', QoSProfile()) for i in range(800)]
    pairs = list(graph_checks.mismatches(publishers, subscriptions))
    assert len(looked_at) <= 2 and len(pairs) == graph_checks.MOST_PAIRS
    one, other, why = pairs[0]
    assert (one.node_name, other.node_name) == ('p0', 's0') and why == 'reliability best_effort, asked for reliable'
    note, *warnings = graph_checks.check_qualities('/t', publishers, subscriptions)
    assert len(warnings) == graph_checks.MOST_PAIRS and note.text.endswith('and there may be more')
    other_type = [endpoint('t', QoSProfile(), 'std_msgs/msg/Int8')]
    assert [why for *_, why in graph_checks.mismatches(other_type, subscriptions[:1])] == [
        'type std_msgs/msg/Int8, asked for std_msgs/msg/String'
    ]
    assert not list(graph_checks.check_qualities('/t', other_type, subscriptions[:1]))
    assert not list(graph_checks.mismatches(publishers[800:], subscriptions))


def test_a_name_that_ros_2_forbids_is_left_out():
    """A DDS participant without ROS may have such a name."""

    class Graph:
        def topics(self):
            return {'/my-topic': ['std_msgs/msg/String'], '/good': ['std_msgs/msg/String']}

        def publishers_info(self, topic):
            if '-' in topic:
                raise ValueError(f'Invalid topic name: {topic}')
            return [endpoint('n', QoSProfile())]

        subscriptions_info = publishers_info

        def nodes(self):
            return ['/n']

        def services_of(self, node):
            return {}

        clients_of = services_of

    assert [topic['name'] for topic in snapshot(Graph())['topics']] == ['/good']
    assert [*published(Graph())] == ['/good']


def test_queues_of_large_messages_are_short():
    assert taps.fitting_depth(200, 0) == taps.fitting_depth(200, 1000) == 200
    assert taps.fitting_depth(200, 1 << 20) == 32 == taps.fitting_depth(32, 1 << 20)
    assert taps.fitting_depth(32, 700_000) == 32  # no new subscription for little
    assert taps.fitting_depth(200, 1 << 30) == 1 == taps.fitting_depth(1, 1 << 30)


def test_an_outbox_keeps_the_newest_and_the_last():
    async def main():
        box = Outbox()
        for number in range(3):
            box.put('value', {'op': 'value', 'number': number})
            box.add('points', [number], 2, op='points')
        assert await box.next() == [{'op': 'value', 'number': 2}, {'op': 'points', 'items': [1, 2]}]
        assert box.left_out == 1
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(box.next(), 0.01)

    asyncio.run(main())


def test_what_commands_publish_is_a_part_of_the_system():
    """bag play and topic pub are shown by what they publish; commands that only listen and the view itself are not."""
    profile = QoSProfile()

    class Graph:
        def topics(self):
            return {name: ['std_msgs/msg/String'] for name in ('/map', '/rosout', '/seen')}

        def nodes(self):
            return ['/_rxros2_cli_1', '/_rxros2_cli_2', '/_rxros2_view_3']

        def publishers_info(self, topic):
            names = {'/map': ['_rxros2_cli_1', '_rxros2_view_3'], '/rosout': ['_rxros2_cli_1', '_rxros2_cli_2']}
            return [endpoint(name) for name in names.get(topic, [])]

        def subscriptions_info(self, topic):
            return [endpoint('_rxros2_cli_2')] if topic != '/rosout' else []

        def services_of(self, node):
            return {}

        clients_of = services_of

    def endpoint(name):
        return EndpointInfo(name, '/', 'std_msgs/msg/String', '', b'', profile)

    graph = snapshot(Graph())
    assert graph['nodes'] == [{'name': '/_rxros2_cli_1', 'quiet': False}]
    assert [(topic['name'], len(topic['publishers']), topic['subscriptions']) for topic in graph['topics']] == [
        ('/map', 1, [])
    ]
    assert [*published(Graph())] == ['/map']
