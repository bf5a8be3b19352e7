# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 view --foxglove, seen by an independent client of Foxglove's protocol."""

import json
import socket
import struct
import sys
import time

import pytest
from eventually import eventually_in_loop
from foxglove_client import PROTOCOL, client_of, run, started

from rxros2.aio import ros2
from rxros2.cli import frame
from rxros2.interfaces.std_msgs.msg import Float64, String, UInt8MultiArray
from rxros2.node import Node
from rxros2.qos import DurabilityPolicy, QoSProfile

KEPT = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


@pytest.fixture(scope='module')
def foxglove(robot):
    with started() as (process, address):
        yield address
        process.terminate()
        assert process.wait(60) in (0, 130)


def listeners(node, topic):
    """Returns the number of subscriptions of rxros2 view."""
    return sum('_rxros2_view_' in subscription.node_name for subscription in node.subscriptions_info(topic))


def test_topics_are_advertised_with_their_definitions(foxglove):
    async def main():
        async with client_of(foxglove) as client:
            expected = {'/scan', '/cmd_vel', '/camera/image_raw', '/map_name', '/rosout'}
            await client.until(lambda: expected <= client.channels.keys())
            assert client.info['name'] == f'rxros2 view on {socket.gethostname()}'
            assert client.info['capabilities'] == ['connectionGraph', 'assets']  # nothing can be changed
            assert not client.services
            assert client.channels['/scan']['schemaName'] == 'sensor_msgs/msg/LaserScan'
            assert '/battery' not in client.channels  # it has no publisher
            assert not [topic for topic in client.channels if '/_' in topic]

    run(main())


def test_messages_are_forwarded_unchanged(foxglove):
    async def main():
        async with client_of(foxglove) as client:
            await client.subscribe('/cmd_vel', 7)
            await client.subscribe('/scan', 8)
            seen = {}
            while len(seen) < 2:
                number, stamp, payload = await client.message()
                assert abs(stamp / 1e9 - time.time()) < 60
                seen[number] = payload
            twist = client.decoded('/cmd_vel', seen[7])
            assert -1 <= twist.linear.x <= 1 and twist.angular.z == 0
            assert len(client.decoded('/scan', seen[8]).ranges) == 90

    run(main())


def test_only_topics_that_a_client_wants_are_subscribed_to(foxglove):
    async def main():
        with Node('_looks_at_the_graph') as node:
            await eventually_in_loop(lambda: node.publishers_info('/camera/image_raw'))
            assert listeners(node, '/camera/image_raw') == 0
            async with client_of(foxglove) as client:
                await client.subscribe('/camera/image_raw', 1)
                await client.message()
                await eventually_in_loop(lambda: listeners(node, '/camera/image_raw') == 1)
                await client.unsubscribe(1)
                await eventually_in_loop(lambda: listeners(node, '/camera/image_raw') == 0)
                await client.subscribe('/camera/image_raw', 2)
                await eventually_in_loop(lambda: listeners(node, '/camera/image_raw') == 1)
            await eventually_in_loop(lambda: listeners(node, '/camera/image_raw') == 0)  # the client has disconnected

    run(main())


def test_channels_come_and_go_with_their_topics(foxglove):
    async def main():
        async with client_of(foxglove) as client:
            with Node('comes_and_goes') as node:
                pub = ros2.Pub(String, '/short_lived', 10, node, scope=None)
                await client.until(lambda: '/short_lived' in client.channels)
                pub.close()
                await client.until(lambda: '/short_lived' not in client.channels)
                other = ros2.Pub(Float64, '/short_lived', 10, node, scope=None)  # another type
                await client.until(lambda: '/short_lived' in client.channels)
                assert client.channels['/short_lived']['schemaName'] == 'std_msgs/msg/Float64'
                other.close()

    run(main())


def test_each_client_gets_transient_local_messages(foxglove):
    """For example maps, which are published once."""

    async def main():
        async with client_of(foxglove) as one, client_of(foxglove) as other:
            for client in (one, other):
                await client.subscribe('/map_name', 3)
                _, _, payload = await client.message()
                assert client.decoded('/map_name', payload).data == 'kitchen'

    run(main())


def test_it_ends_although_a_client_has_stalled(robot):
    """The client stalls in the middle of a message that its socket has no room for."""
    with started() as (process, address), Node('publishes_much') as node:
        pub = ros2.Pub(UInt8MultiArray, '/large', KEPT, node, scope=None)
        pub.publish(UInt8MultiArray(data=bytes(16_000_000)))
        host, _, port = address.removeprefix('ws://').rpartition(':')

        async def main():
            async with client_of(address) as client:
                await client.until(lambda: '/large' in client.channels)
                return client.channels['/large']['id']

        request = json.dumps({'op': 'subscribe', 'subscriptions': [{'id': 1, 'channelId': run(main())}]}).encode()
        with socket.socket() as stalled:
            stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stalled.connect((host, int(port)))
            stalled.sendall(
                f'GET / HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                f'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {PROTOCOL}\r\n'
                'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'.encode()
            )
            assert stalled.recv(4096).startswith(b'HTTP/1.1 101 ')
            stalled.sendall(struct.pack('>BB', 0x81, 0x80 | len(request)) + bytes(4) + request)  # its mask: zeros
            stalled.settimeout(60)
            came, large = b'', b'\x82\x7f' + bytes(4)  # a binary frame of more than 64 kB
            while large not in came:
                came += stalled.recv(64)
            process.terminate()
            assert process.wait(60) in (0, 130)
        pub.close()


def test_a_type_without_a_definition_is_reported(robot):
    async def main():
        with Node('_foreign') as node:
            pub = ros2.Pub('nobody_msgs/msg/Knows', '/unknown_here', 10, node, scope=None)
            reports = []
            from rxros2.view.foxglove_server import serving

            with Node('_rxros2_view_foxglove_test') as looking:
                async with serving(looking, '127.0.0.1', 0, reports.append) as address:
                    async with client_of(address) as client:
                        await client.until(lambda: '/scan' in client.channels)
                        await eventually_in_loop(lambda: reports)
                        assert '/unknown_here' not in client.channels
            pub.close()
            why = 'nobody_msgs/msg/Knows is unknown here; source its workspace before'
            assert reports == [f'/unknown_here is not shown in Foxglove: {why}']

    run(main())


def test_ports_that_cannot_be_used(foxglove, capsys):
    taken = foxglove.rpartition(':')[2]
    for port, expected in ((taken, 'Address already in use'), ('70000', 'is 70000; expected 0 to 65535')):
        assert frame.run(['view', '--port', '0', '--foxglove', port]) == 1
        error = capsys.readouterr().err
        assert error.startswith('rxros2: port') and expected in error and error.count('\n') == 1


def test_without_the_required_package(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, 'foxglove', None)
    monkeypatch.setitem(sys.modules, 'foxglove.websocket', None)
    assert frame.run(['view', '--foxglove']) == 1
    expected = "rxros2 view --foxglove needs the package foxglove-sdk: pip install 'rxros2[foxglove]'"
    assert capsys.readouterr().err == f'rxros2: {expected}\n'
