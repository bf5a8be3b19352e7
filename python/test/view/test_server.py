# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Access to the page, the frames of the protocol, and errors at the start."""

import asyncio
import contextlib
import http.client
import json
import socket
import sys
from urllib.parse import urlsplit

import pytest
from eventually import eventually, eventually_in_loop
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rxros2.aio import ros2
from rxros2.cli import frame
from rxros2.interfaces.std_msgs.msg import String
from rxros2.messages import interface
from rxros2.node import Node
from rxros2.qos import QoSProfile
from rxros2.view import browser, definitions, taps
from rxros2.view.server import serving
from rxros2.view.system import System


def get(address, path='', **headers):
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    connection.request('GET', path or f'/?{parts.query}', headers=headers)
    response = connection.getresponse()
    return response.status, response.read().decode()


def web_socket(address, origin=None, **options):
    parts = urlsplit(address)
    origin = f'http://{parts.netloc}' if origin is None else origin
    return connect(f'ws://{parts.netloc}/ws?{parts.query}', origin=origin, max_size=None, **options)


async def frame_of(connection, op, **expected):
    """Returns the next frame of this op with these values."""
    async for text in connection:
        if isinstance(text, str):
            frame = json.loads(text)
            if frame['op'] == op and all(frame.get(name) == value for name, value in expected.items()):
                return frame
    raise AssertionError(f'the connection ended without {op}')


def run(work):
    return asyncio.run(asyncio.wait_for(work, 60))


def test_the_page_needs_its_token(view):
    assert get(view)[0] == 200
    for path in ('/', '/?token=', '/?token=wrong', '/ws?token=wrong'):
        assert get(view, path)[0] == 403
    assert get(view, '/?token=wrong')[1].startswith('open the address that rxros2 view printed')


def test_only_files_of_the_page_are_served(view):
    assert get(view, '/static/js/main.js')[0] == 200
    for path in ('/static/../server.py', '/static/%2e%2e/server.py', '/static/nothing.js', '/static/', '/other'):
        assert get(view, path)[0] == 404


def test_refuses_foreign_host_names(view):
    status, text = get(view, Host='robot.example:80')
    assert (status, text) == (403, "Host is 'robot.example:80': not a name of this server\n")
    assert get(view, Host=f'localhost:{urlsplit(view).port}')[0] == 200


def test_other_pages_get_no_web_socket(view):
    async def main():
        for origin in ('http://example.org', ''):
            with pytest.raises(InvalidStatus) as error:
                async with web_socket(view, origin or None if origin else 'null'):
                    pass
            assert error.value.response.status_code == 403

    run(main())


def test_the_graph_with_mismatches(view):
    async def main():
        async with web_socket(view) as connection:
            while True:
                graph = await frame_of(connection, 'graph')
                topics = {entry['name']: entry for entry in graph['topics']}
                if '/scan' in graph['findings'] and graph['services'] and '/map_name' in topics:
                    break
            assert {'/lidar', '/base', '/camera', '/navigator', '/monitor'} <= {node['name'] for node in graph['nodes']}
            assert not [node for node in graph['nodes'] if 'rxros2_view' in node['name']]
            (mismatch,) = topics['/scan']['mismatches']
            assert (mismatch['publisher'], mismatch['subscription']) == ('/lidar', '/navigator')
            assert mismatch['why'] == 'reliability best_effort, asked for reliable'
            assert topics['/rosout']['quiet'] and not topics['/scan']['quiet']
            assert topics['/battery']['publishers'] == []
            (lights,) = [entry for entry in graph['services'] if entry['name'] == '/lights']
            assert (lights['servers'], lights['clients'], lights['quiet']) == (['/base'], ['/navigator'], False)

    run(main())


def test_a_stream_that_ended_by_an_error_is_a_finding_of_its_node(view, broken_driver):
    async def main():
        async with web_socket(view) as connection:
            while '/driver' not in (graph := await frame_of(connection, 'graph'))['findings']:
                pass
            (finding,) = graph['findings']['/driver']
            assert finding['level'] == 'error' and finding['advice']
            assert 'stage map of publish_to_topic(/text) has ended by an error: IndexError' in finding['text']

    run(main())


def test_figures_of_watched_topics(view):
    async def main():
        async with web_socket(view) as connection:
            await connection.send(json.dumps({'op': 'watch', 'topics': ['/cmd_vel', '/nothing']}))
            while True:
                topics = (await frame_of(connection, 'rates'))['topics']
                if topics and topics['/cmd_vel']['received'] > 20:
                    break
            assert set(topics) == {'/cmd_vel'}
            figures = topics['/cmd_vel']
            assert figures['rate'] > 0 and figures['size'] == 52 and figures['lost'] == 0
            assert 0 <= figures['age'] < 30 and figures['latency'] < 30

    run(main())


def test_values_points_and_pictures(view):
    async def main():
        async with web_socket(view) as connection:
            await connection.send(json.dumps({'op': 'look', 'topics': {'/cmd_vel': ['linear.x'], '/scan': []}}))
            value = await frame_of(connection, 'value', topic='/cmd_vel')
            assert set(value['message']) == {'linear', 'angular'}
            points = await frame_of(connection, 'points', topic='/cmd_vel')
            assert points['fields'] == ['linear.x'] and all(-1 <= x <= 1 for _, x in points['items'])
            scan = await frame_of(connection, 'picture', topic='/scan')
            assert scan['kind'] == 'scan' and len(scan['ranges']) == 90
            await connection.send(json.dumps({'op': 'look', 'topics': {'/map_name': []}}))
            value = await frame_of(connection, 'value', topic='/map_name')  # published long ago, and kept
            assert value['message'] == {'data': 'kitchen'}

    run(main())


def test_parameters_are_shown_and_changed(view):
    async def main():
        async with web_socket(view) as connection:

            async def answer(**request):
                while True:  # on a busy machine a node may not answer in time
                    await connection.send(json.dumps(request))
                    frame = await frame_of(connection, request['op'], node='/base')
                    if 'within 3 s' not in frame.get('why', ''):
                        return frame

            async def items():
                frame = await answer(op='parameters', node='/base')
                return {item['name']: item for item in frame['items']}

            async def set_(value):
                return (await answer(op='set', node='/base', name='max_speed', value=value)).get('why')

            shown = await items()
            assert (shown['max_speed']['type'], shown['brakes']['value']) == ('double', True)
            assert await set_(2) is None
            assert 'too fast' in await set_(9)
            assert (await items())['max_speed']['value'] == 2.0
            await connection.send(json.dumps({'op': 'parameters', 'node': '/nobody'}))
            assert 'within 3 s' in (await frame_of(connection, 'parameters', node='/nobody'))['why']

    run(main())


def test_log_lines_and_this_machine(view):
    async def main():
        async with web_socket(view) as connection:
            await connection.send(json.dumps({'op': 'log', 'on': True}))
            lines = []
            while not lines:
                lines = (await frame_of(connection, 'log'))['items']
            assert lines[0]['node'] == 'navigator' and lines[0]['text'].startswith('goal ')
            await connection.send(json.dumps({'op': 'doctor'}))
            assert {'versions', 'network'} <= {
                item['check'] for item in (await frame_of(connection, 'doctor'))['items']
            }

    run(main())


def test_a_request_of_another_version(view):
    async def main():
        async with web_socket(view) as connection:
            for request in ('{}', 'no json', '{"op": "fly"}'):
                await connection.send(request)
                (report,) = (await frame_of(connection, 'said'))['items']
                assert report['text'].startswith('a request was not understood')

    run(main())


@contextlib.asynccontextmanager
async def served(reports):
    """Yields a system and its address."""
    with Node('_rxros2_view_test') as node:
        system = System(node, reports.append, list)
        try:
            async with serving(system, '127.0.0.1', 0) as address:
                yield system, address
        finally:
            await system.close()


def test_a_name_that_no_topic_can_have(view):
    """The request is refused, and other pages continue."""

    async def main():
        async with web_socket(view) as good, web_socket(view) as bad:
            await good.send(json.dumps({'op': 'watch', 'topics': ['/cmd_vel']}))
            for request in ({'op': 'watch', 'topics': ['/a b']}, {'op': 'look', 'topics': {'/ä': []}}):
                await bad.send(json.dumps(request))
                (report,) = (await frame_of(bad, 'said'))['items']
                assert 'Invalid topic name' in report['text']
                for page in (good, bad):
                    for _ in range(2):
                        await frame_of(page, 'rates')

    run(main())


def test_an_exception_of_one_part_ends_nothing(monkeypatch):
    """The error is reported once, and everything else is shown."""
    reports = []

    async def main():
        async with served(reports) as (system, address), web_socket(address) as page:

            def fail(*_):
                raise RecursionError('too deep')

            monkeypatch.setattr(system._values, 'turn', fail)
            monkeypatch.setattr(system._taps, 'refresh', fail)
            (first,) = (await frame_of(page, 'said'))['items']
            assert first['text'] == reports[0]
            for _ in range(3):
                await frame_of(page, 'rates')
            await page.send(json.dumps({'op': 'parameters', 'node': 3}))
            monkeypatch.setattr(system.parameters, 'set', fail)
            await page.send(json.dumps({'op': 'set', 'node': '/a', 'name': 'b', 'value': 1}))
            (item,) = (await frame_of(page, 'said'))['items']
            assert 'RecursionError: too deep' in item['text']
            await frame_of(page, 'rates')
        assert sorted(reports) == [
            'the graph cannot be shown: RecursionError: too deep',
            'the values of topics cannot be shown: RecursionError: too deep',
        ]

    run(main())


def test_large_messages_make_the_queue_of_a_tap_short(monkeypatch):
    """A full queue takes no more memory than allowed; the counts continue."""
    monkeypatch.setattr(taps, 'MOST_BYTES', 1000)
    with Node('tap') as node, ros2.Pub(String, '/large', QoSProfile(depth=10), node) as pub:
        tap = taps.Tap(node, '/large', 'std_msgs/msg/String', True, False)

        def takes():
            pub.publish(String(data='x' * 400))
            return tap.take()

        assert tap._depth == taps.VALUES
        eventually(takes)
        assert tap._depth == 2
        before = tap.figures()['received']
        eventually(takes)
        assert tap._depth == 2 and tap.figures()['received'] > before > 0
        tap.close()


def test_data_that_is_not_json_is_left_out():
    reports = []

    async def main():
        async with served(reports) as (system, address), web_socket(address) as page:
            await frame_of(page, 'hello')
            (open_,) = system._browsers
            open_.outbox.put('a', {'op': 'odd', 'value': float('nan')})
            open_.outbox.put('b', {'op': 'odd', 'value': object()})
            open_.outbox.put('c', {'op': 'even', 'value': 'K\udcfcche'})
            assert (await frame_of(page, 'even'))['value'] == 'K\udcfcche'
        assert len(reports) == 2 and all(text.startswith('something of odd cannot be shown') for text in reports)

    run(main())


def test_bad_nodes_do_not_affect_other_topics(strangers):
    """Invalid definitions and a node that never answers do not keep other topics from being shown."""
    reports = []
    topics = ['/good', '/recursive', '/hidden', '/poison', *(f'/silent{i}' for i in range(6))]

    async def main():
        async with served(reports) as (_, address), web_socket(address) as page:
            await page.send(json.dumps({'op': 'look', 'topics': {topic: [] for topic in topics}}))
            seen = {}
            while len(seen) < len(topics):
                value = await frame_of(page, 'value')
                if value['topic'] == '/good' and 'why' in value:
                    assert 'no stranger_msgs/msg/Good: ' in value['why']  # a publisher of invalid samples
                else:
                    seen[value['topic']] = value
            assert seen['/good']['message'] == {'speed': 1.5}
            assert seen['/poison']['message'] == {'good': {'other': 0.0, 'speed': 0.0}}
            assert all('is unknown here' in seen[topic]['why'] for topic in topics if topic not in ('/good', '/poison'))
            while 'message' not in (await frame_of(page, 'value', topic='/good')):
                pass
        assert reports == []

    run(main())


def test_many_definitions_are_requested_in_turns(monkeypatch):
    """A node gets some requests at a time; when it is silent, waiting requests are dropped with the first."""
    monkeypatch.setattr(definitions, 'PATIENCE', 0.5)
    monkeypatch.setattr(definitions, 'is_known', lambda _: False)
    requested = []

    async def main():
        with Node('asks') as node, Node('silent', parameters={'start_type_description_service': False}) as silent:
            service = interface(definitions.SERVICE_TYPE)
            server = ros2.Server(service, '/silent/get_type_description', session=silent, scope=None)
            server.asap_callback.append(lambda request: requested.append(request.request.type_name))
            pubs = [ros2.Pub(String, f'/t{i}', QoSProfile(depth=1), silent, scope=None) for i in range(20)]
            await eventually_in_loop(lambda: all(node.publishers_info(f'/t{i}') for i in range(20)))
            await eventually_in_loop(lambda: '/silent/get_type_description' in node.services())
            asks = definitions.Definitions(node)
            topics = [pub.topic_info.topic for pub in pubs]
            answers = await asyncio.gather(*(asks.ask(topic, 'std_msgs/msg/String') for topic in topics))
            assert answers == [None] * 20 and 1 <= len(requested) <= definitions._MOST_SENT
            assert await asks.ask('/t0', 'std_msgs/msg/String') is None and len(requested) <= definitions._MOST_SENT
            server.close()

    run(main())


def test_a_page_that_stalls_is_dropped(monkeypatch):
    """The server does not wait for it, so other pages continue."""
    monkeypatch.setattr(browser, 'PATIENCE', 0.2)
    reports = []

    async def main():
        with Node('_rxros2_view_test') as node:
            system = System(node, reports.append, list)
            try:
                async with serving(system, '127.0.0.1', 0) as address:
                    async with web_socket(address) as good:
                        parts = urlsplit(address)
                        stalled = socket.create_connection((parts.hostname, parts.port))
                        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                        stalled.sendall(
                            f'GET /ws?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: http://{parts.netloc}\r\n'
                            'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
                            'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'.encode()
                        )
                        while len(system._browsers) < 2:
                            await frame_of(good, 'rates')
                        slow = system._browsers[-1]
                        while slow in system._browsers:
                            slow.outbox.put('large', b'x' * 4_000_000)
                            await frame_of(good, 'rates')
                        stalled.close()
                        assert reports == ['a page took nothing for 0.2 s, and was dropped']
            finally:
                await system.close()

    run(main())


@pytest.mark.parametrize(
    ('words', 'expected'),
    [
        (['--port', '70000'], 'port is 70000; expected 0 to 65535'),
        (['--host', 'no.such.host.invalid'], "no host 'no.such.host.invalid'; expected a name or an address"),
        (['--host', '203.0.113.9'], '203.0.113.9 is not an address of this machine'),
        (['--port', 'x'], "argument --port: invalid int value: 'x'"),
    ],
)
def test_invalid_arguments(capsys, words, expected):
    assert frame.run(['view', *words]) in (1, 2)
    error = capsys.readouterr().err
    assert error.startswith('rxros2: ') and expected in error


def test_a_port_in_use(view, capsys):
    port = urlsplit(view).port
    assert frame.run(['view', '--port', str(port)]) == 1
    assert (
        capsys.readouterr().err == f'rxros2: port {port} of 127.0.0.1 is in use; another one: --port N, or 0 for any\n'
    )


def test_without_the_required_package(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, 'websockets', None)
    assert frame.run(['view']) == 1
    assert capsys.readouterr().err == "rxros2: rxros2 view needs the package websockets: pip install 'rxros2[view]'\n"
