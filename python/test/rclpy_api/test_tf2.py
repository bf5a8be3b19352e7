# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""tf2_py, tf2_ros and tf2_geometry_msgs: buffers, listeners, broadcasters, clients, and transformed messages."""

import itertools
import math
import threading

import geometry_msgs.msg
import numpy
import pytest
import rclpy
import tf2_geometry_msgs
import tf2_ros
import yaml
from eventually import PATIENCE, eventually
from geometry_msgs.msg import (
    Point,
    PointStamped,
    PoseStamped,
    PoseWithCovarianceStamped,
    Quaternion,
    TransformStamped,
    Vector3Stamped,
)
from rclpy.action import ActionServer
from rclpy.duration import Duration
from rclpy.executors import MultiThreadedExecutor
from rclpy.time import Time
from std_msgs.msg import Header
from tf2_msgs.action import LookupTransform
from tf2_msgs.msg import TF2Error
from tf2_msgs.srv import FrameGraph
from tf2_ros import Buffer, BufferClient, StaticTransformBroadcaster, TransformBroadcaster, TransformListener

LONG = Duration(seconds=PATIENCE)


def transform(parent, child, seconds=0, x=0.0, rotation=(0.0, 0.0, 0.0, 1.0)):
    stamped = TransformStamped(child_frame_id=child)
    stamped.header = Header(frame_id=parent, stamp=Time(seconds=seconds).to_msg())
    stamped.transform.translation.x = x
    x_, y_, z_, w_ = rotation
    stamped.transform.rotation = Quaternion(x=x_, y=y_, z=z_, w=w_)
    return stamped


@pytest.fixture
def node():
    """A node that a thread spins."""
    rclpy.init(args=[])
    node = rclpy.create_node('transforms')
    executor = MultiThreadedExecutor(2)
    executor.add_node(node)
    thread = threading.Thread(target=executor.spin)
    thread.start()
    yield node
    executor.shutdown()
    thread.join()
    rclpy.try_shutdown()


def test_lookups():
    core = tf2_ros.BufferCore(Duration(seconds=5))
    for seconds in (1, 3):
        assert core.set_transform(transform('map', 'base', seconds, x=float(seconds)), 'odometry') is None
    core.set_transform_static(transform('base', 'camera', x=0.5), 'description')
    camera = core.lookup_transform_core('map', 'camera', Time(seconds=2))
    assert (camera.header.frame_id, camera.child_frame_id, camera.header.stamp.sec) == ('map', 'camera', 2)
    assert camera.transform.translation.x == 2.5
    assert core.lookup_transform_core('map', 'camera', Time()).transform.translation.x == 3.5
    assert core.lookup_transform_core('map', 'base', Time(seconds=1).to_msg()).transform.translation.x == 1.0
    between = core.lookup_transform_full_core('base', Time(seconds=3), 'base', Time(seconds=1), 'map')
    assert between.transform.translation.x == -2.0
    assert core.can_transform_full_core('base', Time(seconds=3), 'base', Time(seconds=1), 'map') == (True, '')
    assert core.get_latest_common_time('map', 'camera') == Time(seconds=3)
    core.clear()
    assert core.can_transform_core('map', 'base', Time())[0] is False
    assert core.can_transform_core('base', 'camera', Time()) == (True, '')


def test_errors_of_lookups():
    core = tf2_ros.BufferCore()
    for seconds in (1, 2):
        core.set_transform(transform('map', 'base', seconds), 'a')
    core.set_transform(transform('other', 'island', 1), 'a')
    for arguments, error, text in (
        (('map', 'none', Time()), tf2_ros.LookupException, 'none'),
        (('map', 'island', Time()), tf2_ros.ConnectivityException, 'island'),
        (('map', 'base', Time(seconds=3)), tf2_ros.ExtrapolationException, 'extrapolation into the future'),
        (('map', 'base', Time(nanoseconds=1)), tf2_ros.ExtrapolationException, 'extrapolation into the past'),
        (('', 'base', Time()), tf2_ros.InvalidArgumentException, 'empty'),
    ):
        with pytest.raises(error, match=text) as raised:
            core.lookup_transform_core(*arguments)
        assert core.can_transform_core(*arguments) == (False, str(raised.value))
        assert isinstance(raised.value, tf2_ros.TransformException)


def test_frames_as_text():
    core = tf2_ros.BufferCore()
    assert core.all_frames_as_yaml() == '{}' and core.all_frames_as_string() == ''
    for seconds in (1, 3):
        core.set_transform(transform('map', 'base', seconds), 'odometry')
    assert core.all_frames_as_string() == 'Frame base exists with parent map.\n'
    assert core.all_frames_as_yaml().splitlines() == [
        'base: ',
        "  parent: 'map'",
        "  broadcaster: 'odometry'",
        '  rate: 1.000',
        '  most_recent_transform: 3.000',
        '  oldest_transform: 1.000',
        '  buffer_length: 2.000',
    ]
    assert core._frameExists('map') and not core._frameExists('none')


def test_frames_as_yaml_with_any_names():
    core = tf2_ros.BufferCore()
    names = ["it's: a", 'line\nfeed', '# none', 'robot_1/base-link.2']
    for child, parent in itertools.pairwise(names):
        core.set_transform(transform(parent, child), 'it: [is]')
    frames = yaml.safe_load(core.all_frames_as_yaml())
    assert {child: frame['parent'] for child, frame in frames.items()} == dict(itertools.pairwise(names))
    assert {frame['broadcaster'] for frame in frames.values()} == {'it: [is]'}


def test_senders_of_refused_and_cleared_transforms_are_not_kept():
    core = tf2_ros.BufferCore()
    core.set_transform(transform('base', 'base'), 'a')
    assert core._authorities == {}
    core.set_transform(transform('map', 'base'), 'a')
    core.set_transform_static(transform('base', 'camera'), 'b')
    core.clear()
    assert core._authorities == {'camera': 'b'}


def test_a_refused_transform_is_reported_once(capfd):
    core = tf2_ros.BufferCore()
    for _ in range(3):
        core.set_transform(transform('base\n[ERROR]', 'base\n[ERROR]'), 'a')
    error = capfd.readouterr().err
    assert error.count('a transform of frame [base\\u000a[ERROR]] from a was refused: TF_SELF_TRANSFORM') == 1


def test_a_wait_ends_with_the_transform():
    buffer = Buffer()
    assert buffer.can_transform('map', 'base', Time(), Duration(nanoseconds=1)) is False
    thread = threading.Thread(target=buffer.set_transform, args=(transform('map', 'base', 1, x=4.0), 'a'))
    threading.Timer(0.01, thread.start).start()
    assert buffer.lookup_transform('map', 'base', Time(), LONG).transform.translation.x == 4.0
    thread.join()
    possible, reason = buffer.can_transform('map', 'none', Time(), return_debug_tuple=True)
    assert not possible and 'none' in reason


def test_futures_of_transforms():
    buffer = Buffer()
    first = buffer.wait_for_transform_async('map', 'base', Time())
    second = buffer.wait_for_transform_full_async('map', Time(), 'base', Time(), 'map')
    dropped = buffer.wait_for_transform_async('map', 'base', Time())
    dropped.cancel()
    assert not first.done()
    buffer.set_transform(transform('map', 'other'), 'a')
    assert not first.done()
    buffer.set_transform_static(transform('map', 'base', x=2.0), 'a')
    assert first.result().transform.translation.x == second.result().transform.translation.x == 2.0
    assert dropped.cancelled() and buffer._waiting == []
    assert buffer.wait_for_transform_async('map', 'base', Time()).done()


def test_a_jump_back_of_time_clears_the_buffer(capfd):
    buffer = Buffer()
    buffer.set_transform(transform('map', 'base'), 'a')
    buffer.time_jump_callback(None)
    assert not buffer.can_transform('map', 'base', Time())
    assert 'time has jumped back' in capfd.readouterr().err


def test_broadcasters_and_a_listener(node):
    buffer = Buffer(node=node)
    listener = TransformListener(buffer, node)
    moving, static = TransformBroadcaster(node), StaticTransformBroadcaster(node)
    static.sendTransform(transform('base', 'camera', x=0.5))
    static.sendTransform([transform('base', 'laser', x=0.25), transform('base', 'camera', x=1.0)])
    eventually(lambda: moving.pub_tf.get_subscription_count())
    moving.sendTransform((transform('map', 'odom', 5), transform('odom', 'base', 5, x=1.0)))
    assert buffer.lookup_transform('map', 'laser', Time(), LONG).transform.translation.x == 1.25
    eventually(lambda: buffer.lookup_transform('map', 'camera', Time()).transform.translation.x == 2.0)
    client = node.create_client(FrameGraph, 'tf2_frames')
    assert client.wait_for_service(PATIENCE)
    assert "parent: 'odom'" in client.call(FrameGraph.Request()).frame_yaml
    listener.unregister()
    eventually(lambda: moving.pub_tf.get_subscription_count() == 0)


def test_a_listener_with_a_thread_of_its_own(capfd):
    rclpy.init(args=[])
    node = rclpy.create_node('listener')
    buffer = Buffer()
    listener = TransformListener(buffer, node, spin_thread=True)
    broadcaster = StaticTransformBroadcaster(node)
    broadcaster.sendTransform(transform('map', 'base', x=3.0))
    assert buffer.lookup_transform('map', 'base', Time(), LONG).transform.translation.x == 3.0
    unregistered, called = threading.Event(), threading.Event()
    callbacks = [lambda: (listener.unregister(), unregistered.set()), called.set]
    timer = node.create_timer(0.001, lambda: callbacks.pop(0)() if callbacks else None)
    assert unregistered.wait(PATIENCE) and called.wait(PATIENCE)  # in callbacks of the thread, which still spins
    timer.cancel()
    thread = listener.dedicated_listener_thread
    rclpy.shutdown()
    node.destroy_node()
    thread.join(PATIENCE)
    assert not thread.is_alive() and capfd.readouterr().err == ''


def test_a_client_of_a_buffer_server(node):
    def execute(handle):
        goal = handle.request
        handle.succeed()
        result = LookupTransform.Result(transform=transform(goal.target_frame, goal.source_frame, x=7.0))
        if goal.source_frame == 'none':
            result.error = TF2Error(error=TF2Error.LOOKUP_ERROR, error_string='no frame none')
        return result

    client = BufferClient(node, 'lookup', timeout_padding=LONG)
    with pytest.raises(tf2_ros.TimeoutException, match='no buffer server answers the action'):
        client.lookup_transform('map', 'base', Time())
    server = ActionServer(node, LookupTransform, 'lookup', execute)
    assert client.action_client.wait_for_server(PATIENCE)
    assert client.lookup_transform('map', 'base', Time()).transform.translation.x == 7.0
    assert client.lookup_transform_full('map', Time(), 'base', Time(), 'map').child_frame_id == 'base'
    with pytest.raises(tf2_ros.LookupException, match='no frame none'):
        client.lookup_transform('map', 'none', Time())
    assert client.can_transform('map', 'base', Time()) and not client.can_transform('map', 'none', Time())
    client.destroy()
    server.destroy()


def test_messages_are_importable_beside_their_transformation():
    for name in 'Point', 'Polygon', 'Pose', 'PoseWithCovariance', 'Transform', 'Vector3', 'Wrench':
        message = getattr(geometry_msgs.msg, f'{name}Stamped')
        assert getattr(tf2_geometry_msgs, f'{name}Stamped') is message
        assert getattr(tf2_geometry_msgs.tf2_geometry_msgs, f'{name}Stamped') is message
    assert tf2_geometry_msgs.Pose is tf2_geometry_msgs.tf2_geometry_msgs.Pose is geometry_msgs.msg.Pose


def test_messages_are_transformed():
    quarter = math.sqrt(0.5)
    buffer = Buffer()
    buffer.set_transform_static(transform('map', 'base', x=1.0, rotation=(0.0, 0.0, quarter, quarter)), 'a')
    point = PointStamped(header=Header(frame_id='base'), point=Point(x=2.0))
    moved = buffer.transform(point, 'map')
    assert (moved.header.frame_id, round(moved.point.x, 9), round(moved.point.y, 9)) == ('map', 1.0, 2.0)
    assert point.point == Point(x=2.0) and point.header.frame_id == 'base'
    vector = Vector3Stamped(header=Header(frame_id='base'))
    vector.vector.x = 2.0
    turned = buffer.transform_full(vector, 'map', Time(), 'map')
    assert (round(turned.vector.x, 9), round(turned.vector.y, 9)) == (0.0, 2.0)
    pose = PoseStamped(header=Header(frame_id='base'))
    pose.pose.orientation = Quaternion(z=quarter, w=-quarter)
    assert buffer.transform(pose, 'map', new_type=PoseStamped).pose.orientation.w >= 0
    uncertain = PoseWithCovarianceStamped(header=Header(frame_id='base'))
    uncertain.pose.covariance[0] = 4.0
    covariance = buffer.transform(uncertain, 'map').pose.covariance
    expected = tf2_geometry_msgs.transform_covariance(
        uncertain.pose.covariance, buffer.lookup_transform('map', 'base', Time())
    )
    assert numpy.allclose(covariance, expected) and math.isclose(covariance[7], 4.0)
    with pytest.raises(tf2_ros.TypeException, match='no package has registered'):
        buffer.transform(Header(frame_id='base'), 'map')


def test_conversions():
    registration = tf2_ros.ConvertRegistration()
    registration.add_to_msg(float, lambda value: PointStamped(point=Point(x=value)))
    registration.add_from_msg(str, lambda message: str(message.point.x))
    registration.add_convert((float, int), int)
    assert (tf2_ros.convert(2.5, str), tf2_ros.convert(2.5, int)) == ('2.5', 2)
    original = PointStamped()
    assert tf2_ros.convert(original, PointStamped) == original is not tf2_ros.convert(original, PointStamped)
    assert tf2_ros.Stamped(PointStamped(), Time(seconds=3).to_msg(), 'map').header.frame_id == 'map'
    with pytest.raises(tf2_ros.NotImplementedException):
        tf2_ros.BufferInterface().can_transform('a', 'b', Time())
