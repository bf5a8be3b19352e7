# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the recipes of examples/cookbook: streams on recordings, twice with the same result; coroutines in a session."""

import asyncio
import importlib.util
import pathlib
import threading
import time
import weakref

import pytest

pytest.importorskip('reactivex')

from rxros2 import aio, bag, replay, rx
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import PointStamped, PoseStamped, TransformStamped, Twist
from rxros2.interfaces.nav_msgs.msg import Odometry
from rxros2.interfaces.sensor_msgs.msg import Image, Range
from rxros2.interfaces.std_msgs.msg import Bool, Float64, String
from rxros2.interfaces.std_srvs.srv import Trigger
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


cookbook, frames = recipes('cookbook'), recipes('frames')


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


def test_bumper(cook):
    contacts = [(10, True), (15, False), (20, True), (25, False), (30, True), (200, False), (300, True), (500, True)]
    outputs = cook(cookbook.bumper, *(('/bumper', ms, Bool(data=pressed)) for ms, pressed in contacts))
    assert [(topic, ms, message.data) for topic, ms, message in outputs] == [
        ('/events', 60, 'bumped'),
        ('/events', 330, 'bumped'),
    ]


def test_watchdog(cook):
    forward = Twist()
    forward.linear.x = 1.0
    outputs = cook(cookbook.watchdog, *(('/cmd_vel_in', ms, forward) for ms in (0, 100, 600, 1000)))
    assert [(topic, ms, message.linear.x) for topic, ms, message in outputs] == [
        ('/cmd_vel', 0, 1.0),
        ('/cmd_vel', 100, 1.0),
        ('/cmd_vel', 300, 0.0),
        ('/cmd_vel', 600, 1.0),
        ('/cmd_vel', 800, 0.0),
        ('/cmd_vel', 1000, 1.0),
        ('/cmd_vel', 1000, 0.0),  # at the end of the recording the program ends, and with it the silence's wait
    ]


def test_rate_limit(cook):
    outputs = cook(cookbook.rate_limit, *(('/range', ms, Range(range=ms / 1000)) for ms in [*range(5, 250, 10), 500]))
    # The period starts with the first message.
    assert [(topic, ms, round(message.range, 3)) for topic, ms, message in outputs] == [
        ('/range_slow', 105, 0.095),
        ('/range_slow', 205, 0.195),
        ('/range_slow', 305, 0.245),
    ]


def test_fusion(cook):
    odometry = stamped(Odometry(), 'odom', 10)
    odometry.pose.pose.position.x = 5.0
    measured = Range(range=2.0)
    outputs = cook(cookbook.fusion, ('/range', 0, measured), ('/odometry', 10, odometry), ('/range', 20, measured))
    assert [(topic, ms, message.point.x, message.header.frame_id) for topic, ms, message in outputs] == [
        ('/obstacle', 20, 7.0, 'odom')
    ]


def test_mean_of_five(cook):
    outputs = cook(cookbook.mean_of_five, *(('/temperature', ms, Float64(data=float(ms))) for ms in range(1, 8)))
    assert [(ms, message.data) for _, ms, message in outputs] == [(5, 3.0), (6, 4.0), (7, 5.0)]


def in_session(main):
    """Runs a coroutine in a session and a scope."""

    async def run():
        with ros2.auto_context('cook'):
            async with aio.Scope() as scope:
                await main(scope)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_calibrate():
    async def main(scope):
        answer = scope.task_group.create_task(cookbook.calibrate())
        await asyncio.sleep(0.2)
        assert not answer.done()  # there is no server yet

        async def serve():
            async for responder in ros2.Server(Trigger, 'calibrate').listen_reliable():
                responder.send(Trigger.Response(success=True, message='done'))

        server = scope.task_group.create_task(serve())
        assert (await answer).message == 'done'
        server.cancel()

    in_session(main)


def test_dock():
    async def main(scope):
        async def serve():
            async for responder in ros2.Server(Trigger, 'charge').listen_reliable():
                responder.send(Trigger.Response(success=True, message='charging'))

        server = scope.task_group.create_task(serve())
        ranges, commands = ros2.Pub(Range, 'range'), ros2.Sub(Twist, 'cmd_vel')
        docked = scope.task_group.create_task(cookbook.dock())
        await asyncio.gather(ranges.wait_for_matched(timeout=60), commands.wait_for_matched(timeout=60))
        for metres, speed in ((0.4, 0.1), (0.3, 0.1), (0.1, 0.0)):
            command = commands.wait_for_next(timeout=60)
            ranges.publish(Range(range=metres))
            assert (await command).linear.x == speed
        assert await docked == 'charging'
        server.cancel()

    in_session(main)


def test_latest_image():
    threads = set()

    def work(image):
        threads.add(threading.get_ident())
        time.sleep(0.02)
        return String(data=image.header.frame_id)

    with rx.create_node('cook') as node:
        seen = []
        cookbook.latest_image(node, work)
        rx.from_topic(node, String, 'seen').subscribe(
            lambda text: (seen.append(text.data), text.data == '50' and rx.shutdown())
        )
        rx.from_timer(node, 0.002).pipe(
            rx.take(50),
            rx.map(lambda k: stamped(Image(), str(k), 0)),
            rx.publish_to_topic(node, Image, 'image'),
        )
        rx.spin(node)
    assert seen[-1] == '50' and len(seen) < 50
    assert threading.get_ident() not in threads


def test_black_box(tmp_path):
    with rx.BlackBox(tmp_path / 'box', after=0.0) as box, rx.create_node('cook') as node:
        cookbook.black_box(node, box)
        box.saved().subscribe(lambda _: rx.shutdown(), scheduler=node.scheduler)
        ticks = rx.from_timer(node, 0.01)
        ticks.pipe(rx.map(lambda _: Twist()), rx.publish_to_topic(node, Twist, 'cmd_vel'))
        ticks.pipe(rx.map(lambda k: Range(range=0.05 if k > 10 else 1.0)), rx.publish_to_topic(node, Range, 'range'))
        rx.spin(node)
        assert box.statistics().saved == 1
