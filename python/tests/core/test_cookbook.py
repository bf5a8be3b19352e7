# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The recipes of examples/cookbook do what they say, on recordings that contain /tf too, in each run alike."""

import importlib.util
import pathlib
import weakref

import pytest

pytest.importorskip('reactivex')

from rxros2 import bag, replay, rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped, PoseStamped, TransformStamped
from rxros2.interfaces.nav_msgs.msg import Odometry
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.tf2_msgs.msg import TFMessage
from rxros2.messages import interface, type_name
from rxros2.messages.codec import decode, encode

COOKBOOK = pathlib.Path(__file__).resolve().parents[3] / 'examples/cookbook'
MS = 10**6
BEGIN = 17 * 10**17


def recipes(name):
    spec = importlib.util.spec_from_file_location(f'cookbook_{name}', COOKBOOK / f'{name}.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


frames = recipes('frames')


def stamped(message, frame, ms):
    message.header.frame_id = frame
    message.header.stamp.sec, message.header.stamp.nanosec = divmod(BEGIN + ms * MS, 10**9)
    return message


def point(frame, ms, x=0.0):
    message = stamped(PointStamped(), frame, ms)
    message.point.x = x
    return message


def moved(parent, child, ms, x):
    transform = stamped(TransformStamped(child_frame_id=child), parent, ms)
    transform.transform.translation.x = x
    return TFMessage(transforms=[transform])


@pytest.fixture
def cook(tmp_path):
    """Runs a recipe on tuples (topic, ms, message) and returns its outputs in that form.

    Two runs give the same bytes.
    """

    def run(recipe, *messages):
        path = tmp_path / 'recording.mcap'
        with bag.Writer(path) as writer:
            for topic, type_ in sorted({(topic, type_name(type(message))) for topic, _, message in messages}):
                writer.add_topic(topic, type_)
            for topic, ms, message in messages:
                writer.write(topic, encode(message), BEGIN + ms * MS)

        nodes = []

        def program():
            with rx.create_node('cook') as node:
                nodes.append(weakref.ref(node))
                recipe(node)
                rx.spin(node)

        recordings = [tmp_path / '1.mcap', tmp_path / '2.mcap']
        for recording in recordings:
            warnings_ = replay.run(path, program, record=recording).warnings
            assert nodes.pop()() is None  # else the process stays without network on this domain
            # Not all recordings have both topics of transforms.
            assert not [warning for warning in warnings_ if not warning.startswith('topic /tf')]
        assert recordings[0].read_bytes() == recordings[1].read_bytes()
        reader = bag.Reader(recordings[0])
        types = {topic.name: interface(topic.type) for topic in reader.topics}
        return [
            (message.topic, (message.log_time - BEGIN) / MS, decode(types[message.topic], message.sample))
            for message in reader.messages()
        ]

    return run


def test_in_the_map(cook):
    outputs = cook(
        frames.in_the_map,
        ('/tf_static', 0, moved('base', 'laser', 0, 1.0)),
        ('/tf', 0, moved('map', 'base', 0, 0.0)),
        ('/seen', 50, point('laser', 50)),
        ('/seen', 60, point('laser', 100, 0.5)),
        ('/tf', 110, moved('map', 'base', 100, 10.0)),  # later than its stamp, and than the points
        ('/seen', 200, point('ghost', 200)),
        ('/tf', 1000, moved('map', 'base', 1000, 10.0)),
    )
    assert [(topic, ms) for topic, ms, _ in outputs] == [('/seen_in_map', 110), ('/seen_in_map', 110), ('/lost', 700)]
    assert [message.point.x for _, _, message in outputs[:2]] == [6.0, 11.5]
    assert {message.header.frame_id for _, _, message in outputs[:2]} == {'map'}
    assert isinstance(outputs[2][2], String) and 'ghost' in outputs[2][2].data


def test_robot_pose(cook):
    transforms = [('/tf', ms, moved('map', 'base_link', ms, ms / 100)) for ms in range(0, 300, 20)]
    outputs = cook(frames.robot_pose, *transforms)
    assert [(topic, ms, message.pose.position.x) for topic, ms, message in outputs] == [
        ('/pose', 100, 0.8),  # the timer comes before the message of its instant
        ('/pose', 200, 1.8),
    ]
    assert isinstance(outputs[0][2], PoseStamped) and outputs[0][2].pose.orientation.w == 1.0


def test_odometry_frame(cook):
    wheels = stamped(Odometry(), 'odom', 30)
    wheels.pose.pose.position.x = 2.5
    outputs = cook(frames.odometry_frame, ('/odometry', 30, wheels), ('/odometry', 60, wheels))
    assert [(topic, ms) for topic, ms, _ in outputs] == [('/tf_static', 30), ('/tf', 30), ('/tf', 60)]
    (laser,), (base,) = outputs[0][2].transforms, outputs[1][2].transforms
    assert (laser.child_frame_id, laser.transform.translation.x) == ('laser', 0.2)
    assert (base.header.frame_id, base.child_frame_id, base.transform.translation.x) == ('odom', 'base_link', 2.5)


def test_two_eyes(cook):
    outputs = cook(
        frames.two_eyes,
        (
            '/tf_static',
            0,
            TFMessage(
                transforms=[*moved('map', 'left_eye', 0, 1.0).transforms, *moved('map', 'right_eye', 0, 3.0).transforms]
            ),
        ),
        ('/left', 10, point('left_eye', 10)),
        ('/right', 15, point('right_eye', 20)),
        ('/left', 500, point('left_eye', 500)),
        ('/right', 600, point('right_eye', 600)),  # too late for the left one
    )
    assert [(topic, ms, message.point.x) for topic, ms, message in outputs] == [('/target', 15, 2.0)]
