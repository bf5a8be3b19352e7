# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.rx with nodes of rclpy, ours or the installed one (test/on_installed_ros.sh)."""

import asyncio
import queue
import threading

import pytest
import rclpy
from std_msgs.msg import Int64, String
from std_srvs.srv import SetBool

reactivex = pytest.importorskip('reactivex')

from rxros2 import rx


@pytest.fixture
def node():
    rclpy.init(args=[])
    node = rclpy.create_node('theirs')
    yield node
    node.destroy_node()
    rclpy.try_shutdown()


class Seen(queue.Queue):
    """An observer whose notifications can be awaited."""

    def subscribe(self, stream):
        return stream.subscribe(
            self.put, lambda error: self.put(('error', error)), on_completed=lambda: self.put('completed')
        )

    def next(self):
        return self.get(timeout=60)


def connected(node, topic):
    """Waits until a publisher and a subscription are matched; pytest's timeout limits it."""
    while not (node.count_publishers(topic) and node.count_subscribers(topic)):
        pass


def test_a_topic_through_a_pipe(node):
    seen = Seen()
    collected = Seen()
    with_seen = seen.subscribe(rx.from_topic(node, Int64, '/out'))
    rx.from_topic(node, Int64, '/in').pipe(
        rx.map(lambda message: Int64(data=2 * message.data)), rx.publish_to_topic(node, Int64, '/out')
    )
    source = node.create_publisher(Int64, '/in', 10)
    tries = rx.interval(0.05).subscribe(lambda i: source.publish(Int64(data=i)))  # until both are connected
    first = seen.next().data
    assert first % 2 == 0 and seen.next().data > first
    tries.dispose()
    collected.subscribe(rx.from_topic(node, Int64, '/in').pipe(rx.to_list()))
    rx.shutdown()
    assert collected.next() == [] and collected.next() == 'completed'
    while seen.next() != 'completed':
        pass
    with_seen.dispose()


def test_time_and_age(node):
    seen = Seen()
    ticks = rx.from_timer(node, 0.01).pipe(rx.take(3))
    seen.subscribe(ticks)
    assert [seen.next() for _ in range(4)] == [1, 2, 3, 'completed']
    seen.subscribe(rx.from_topic(node, String, '/nothing').pipe(rx.timeout(0.01)))
    assert seen.next()[0] == 'error'
    seen.subscribe(rx.from_topic(node, String, '/nothing').pipe(rx.freshness(0.01)))
    assert seen.next() is False


def test_services(node):
    rx.serve(node, SetBool, '/light').subscribe(
        lambda request: request.respond(SetBool.Response(success=request.request.data, message='done'))
    )
    seen = Seen()
    requests = reactivex.of(SetBool.Request(data=True), SetBool.Request(data=False))
    seen.subscribe(requests.pipe(rx.send_request(node, SetBool, '/light', timeout=60)))
    answers = [seen.next() for _ in range(2)]
    assert [answer.success for answer in answers] == [True, False] and answers[0].message == 'done'
    assert seen.next() == 'completed'


def test_a_parameter(node):
    node.declare_parameter('gain', 1.0)
    seen = Seen()
    seen.subscribe(rx.from_parameter(node, 'gain'))
    assert seen.next() == 1.0
    node.set_parameters([rclpy.parameter.Parameter('gain', value=2.0)])
    assert seen.next() == 2.0


def test_parameter_events(node):
    seen = Seen()
    seen.subscribe(rx.parameter_events(node).pipe(rx.filter(lambda event: event.node == '/theirs')))
    connected(node, '/parameter_events')
    node.declare_parameter('gain', 1.0)
    assert seen.next().new_parameters[0].name == 'gain'


def test_transforms(node):
    pytest.importorskip('tf2_msgs.msg')
    messages = pytest.importorskip('geometry_msgs.msg')

    def between(parent, child, second, x):
        transform = messages.TransformStamped(child_frame_id=child)
        transform.header.frame_id, transform.header.stamp.sec = parent, second
        transform.transform.translation.x, transform.transform.rotation.w = x, 1.0
        return transform

    seen, moved = Seen(), Seen()
    seen.subscribe(rx.from_transform(node, 'map', 'laser'))
    points = reactivex.Subject()
    moved.subscribe(points.pipe(rx.transform_to(node, 'map', wait=60)))
    point = messages.PointStamped()
    point.header.frame_id, point.header.stamp.sec, point.point.x = 'laser', 3, 2.0
    points.on_next(point)
    rx.publish_static_transform(node, between('base', 'laser', 0, 1.0))
    tries = (
        rx.interval(0.05)
        .pipe(rx.map(lambda _: [between('map', 'base', second, 10.0) for second in (1, 5)]), rx.publish_transform(node))
        .subscribe()
    )  # until both are connected
    first = seen.next()
    assert isinstance(first, messages.TransformStamped) and first.transform.translation.x == 11
    assert moved.next().point.x == 13
    tries.dispose()
    assert rx.transform_buffer(node).lookup('map', 'laser').transform.translation.x == 11


def test_in_an_asyncio_loop(run, node):
    async def main():
        arrived = asyncio.get_running_loop().create_future()
        main_thread = threading.get_ident()
        rx.from_topic(node, String, '/text').subscribe(
            lambda message: arrived.done() or arrived.set_result((message.data, threading.get_ident()))
        )
        source = node.create_publisher(String, '/text', 10)
        while not arrived.done():
            source.publish(String(data='x'))
            await asyncio.sleep(0.01)
        assert arrived.result() == ('x', main_thread)
        rx.shutdown()

    run(main())


def test_spin_returns_when_rclpy_is_shut_down(node):
    seen = Seen()
    seen.subscribe(rx.from_topic(node, String, '/nothing'))
    timer = threading.Timer(0.05, node.context.shutdown)
    timer.start()
    rx.spin(node)
    timer.join()
    assert seen.next() == 'completed'


def test_refuses_features_that_rclpy_has_itself(node):
    with pytest.raises(TypeError, match='events'):
        rx.from_topic(node, String, '/x', events=rx.qos_events())
    with pytest.raises(TypeError, match='expected a node of rxros2.rx, or one of rclpy, found 7'):
        rx.from_topic(7, String, '/x')


def test_logs_streams_of_a_node_with_several_severities(node, capfd):
    for level in (rx.LogLevel.INFO, rx.LogLevel.WARN, rx.LogLevel.ERROR):
        rx.of(1, 2).pipe(rx.log(node.get_logger(), level.name.lower(), level=level)).subscribe()
    text = capfd.readouterr().err
    assert [text.count(f'{name}: {item}') for name in ('info', 'warn', 'error') for item in (1, 2)] == [1] * 6
