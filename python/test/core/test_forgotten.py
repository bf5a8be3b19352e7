# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Streams, operators and nodes that were assembled and never ran are reported, and nothing else is."""

import asyncio
import pathlib
import threading

import pytest

pytest.importorskip('reactivex')
from eventually import eventually
from reactivex.testing import TestScheduler

from rxros2 import aio, rx
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import SetBool

FILE = pathlib.Path(__file__)


def line_of(text):
    """Returns 'file:line' of the only line of this file that ends with the comment `text`."""
    lines = [n for n, line in enumerate(FILE.read_text().splitlines(), 1) if line.endswith(f'# {text}')]
    assert len(lines) == 1
    return f'{FILE}:{lines[0]}'


def spin(node):
    """Spins the node for a moment."""
    rx.from_timer(node, 0.01).subscribe(lambda _: node.end())
    node.spin()


def test_a_stream_without_a_subscriber(capfd):
    with rx.create_node('forgetful') as node:
        ticks = rx.from_timer(node, 0.01).pipe(rx.map(str))  # forgotten in a variable
        rx.from_topic(node, String, '/in').pipe(rx.map(str))  # forgotten at once
        spin(node)
        warned = capfd.readouterr().err
        for place in (line_of('forgotten in a variable'), line_of('forgotten at once')):
            assert f'[forgetful]: nothing subscribed to the stream of {place}, so it never ran: end it with' in warned
    assert 'nothing subscribed' not in capfd.readouterr().err  # once
    del ticks


def test_what_follows_a_publisher_needs_a_subscriber(capfd):
    with rx.create_node('forgetful') as node:
        source = rx.from_timer(node, 0.01).pipe(rx.map(lambda n: String(data=str(n))))
        source.pipe(rx.publish_to_topic(node, String, '/out'), rx.map(print))  # the map behind it
        spin(node)
    warned = capfd.readouterr().err
    assert line_of('the map behind it') in warned and warned.count('[WARN]') == 1


def test_a_pipe_of_operators_that_make_streams(capfd):
    with rx.create_node('forgetful') as node:
        source = rx.from_topic(node, String, '/in')
        source.pipe(rx.while_active(node), rx.sample_with_frequency(10.0), rx.map(str))  # of three operators
        rx.change_state(node, '/other', 'configure')  # made by the library
        spin(node)
    warned = capfd.readouterr().err
    assert line_of('of three operators') in warned and line_of('made by the library') in warned
    assert warned.count('[WARN]') == 2


def test_an_operator_in_no_pipe(capfd):
    with rx.create_node('forgetful') as node:
        rx.publish_to_topic(node, String, '/never')  # in no pipe
        spin(node)
    assert (
        f'publish_to_topic(/never) of {line_of("in no pipe")} is in no pipe, so it did nothing'
        in capfd.readouterr().err
    )


def test_a_node_that_nothing_spins(capfd):
    with rx.create_node('unspun') as node:  # made here
        rx.from_timer(node, 0.01).subscribe(print)
    warned = capfd.readouterr().err
    assert f'nothing spins the node /unspun of {line_of("made here")}' in warned and 'call rx.spin(node)' in warned


def test_streams_in_virtual_time_need_no_spin(capfd):
    with rx.create_node('tested') as node:
        seen, scheduler = [], TestScheduler()
        rx.from_timer(node, 1.0).pipe(rx.map(str)).subscribe(seen.append, scheduler=scheduler)
        scheduler.advance_to(2.5)
    assert seen == ['1', '2'] and '[WARN]' not in capfd.readouterr().err


def test_a_pipe_of_a_node_that_nothing_spins(capfd):
    with rx.create_node('unspun') as node:
        rx.from_topic(node, String, '/in').pipe(rx.publish_to_topic(node, String, '/out'))
    assert 'nothing spins the node /unspun' in capfd.readouterr().err


def test_a_second_node(capfd):
    with rx.create_node('spun') as node, rx.create_node('second') as second:
        rx.from_timer(second, 0.01).subscribe(print)
        spin(node)
    warned = capfd.readouterr().err
    assert 'nothing spins the node /second' in warned and 'make this node with share=<that node>' in warned


def test_a_second_node_is_reported_while_the_first_one_is_spun(capfd, monkeypatch):
    monkeypatch.setattr('rxros2.rx.node._UNSPUN_AFTER', 0.01)
    warned = []

    def look(_):
        warned.append(capfd.readouterr().err)
        if 'nothing spins the node /second' in ''.join(warned):
            assert ' yet, so its streams do not run: spin() of /spun runs' in ''.join(warned)
            node.end()

    with rx.create_node('spun') as node, rx.create_node('second') as second:
        rx.from_timer(second, 1).subscribe(print)
        rx.from_timer(node, 0.01).subscribe(look)
        node.spin()
    assert ''.join(warned).count('nothing spins') == 1 and 'nothing spins' not in capfd.readouterr().err


def test_a_run_that_ignores_the_end(capfd, monkeypatch):
    monkeypatch.setattr('rxros2.rx.node._RUN_ENDS_WITHIN', 0.01)
    ended = threading.Event()
    warned = []

    class Deaf(rx.Node):
        def run(self):
            ended.wait()  # in run()

    def release():
        eventually(lambda: warned.append(capfd.readouterr().err) or 'waits for its run()' in warned[-1])
        ended.set()

    node = Deaf('deaf')
    node.start()
    releasing = threading.Thread(target=release)
    releasing.start()
    node.close()
    releasing.join()
    assert f'close() of /deaf waits for its run(), which is still at {line_of("in run()")}' in ''.join(warned)


def test_a_wait_that_nothing_awaits(capfd):
    async def main():
        with ros2.auto_context('hasty'):
            async with aio.Scope():
                sub = ros2.Sub(String, '/in', 10)
                sub.wait_for_next()  # not awaited
                task = asyncio.create_task(sub.wait_for_next())
                await asyncio.sleep(0)
                task.cancel()
                sub.wait_for_next().close()

    asyncio.run(main())
    warned = capfd.readouterr().err
    assert f'[hasty]: a wait of ros2.Sub(/in) was never awaited at {line_of("not awaited")}' in warned
    assert warned.count('[WARN]') == 1


def test_a_sub_that_is_dropped_at_once(capfd):
    async def main():
        with ros2.auto_context('hasty') as session:
            async with aio.Scope():
                ros2.Sub(String, '/in', 10)  # dropped
                ros2.Server(SetBool, '/door')
                kept = ros2.Sub(String, '/in', 10)
                ros2.Sub(String, '/in', 10).asap_callback.append(print)
                session.node.create_subscription(String, '/in', print, 10)
                del kept

    asyncio.run(main())
    warned = capfd.readouterr().err
    assert f'nothing can use ros2.Sub(/in) of {line_of("dropped")}' in warned
    assert 'nothing can use ros2.Server(/door) of ' in warned and warned.count('[WARN]') == 2


def used_in_many_ways(node):
    """Assembles streams of which each is used, or kept for later."""
    ticks = rx.from_timer(node, 0.01)
    ticks.pipe(rx.merge(rx.from_timer(node, 0.02)), rx.take(1)).subscribe(str)
    ticks.pipe(rx.combine_latest(rx.from_timer(node, 0.02))).subscribe(str)
    ticks.pipe(rx.flat_map(lambda n: rx.from_timer(node, 0.01).pipe(rx.map(str)))).subscribe(str)
    later, holder = rx.from_timer(node, 1), {'kept': rx.from_timer(node, 1)}
    node.later = rx.from_timer(node, 1)
    ticks.pipe(rx.map(lambda n: later if n < 0 else rx.never()), rx.switch_latest()).subscribe(str)
    publish = rx.publish_to_topic(node, String, '/out')
    ticks.pipe(rx.map(lambda n: String(data=str(n))), publish)
    rx.synchronize(rx.from_topic(node, String, '/a'), rx.from_topic(node, String, '/b')).matched().subscribe(str)
    ticks.pipe(rx.sample_with_frequency(100)).subscribe(str)
    return holder


def test_used_streams_are_not_reported(capfd):
    with rx.create_node('diligent') as node:
        holder = used_in_many_ways(node)
        spin(node)
    assert holder and '[WARN]' not in capfd.readouterr().err


def test_what_only_a_function_keeps_for_later_is_not_reported(capfd):
    def assemble(node):
        watchdog = rx.from_topic(node, String, '/in').pipe(rx.map(str))
        ask = rx.send_request(node, SetBool, '/door')
        commands = rx.from_topic(node, String, '/never')
        commands.pipe(rx.flat_map(lambda _: watchdog.pipe(rx.take(1)))).subscribe(str)
        commands.pipe(rx.flat_map(lambda _: rx.of(SetBool.Request()).pipe(ask))).subscribe(str)

    with rx.create_node('diligent') as node:
        assemble(node)
        spin(node)
    assert '[WARN]' not in capfd.readouterr().err


def test_a_run_that_fails_is_reported_once(capfd):
    class Failing(rx.Node):
        def run(self):
            rx.from_timer(self, 0.01)
            raise KeyError

    with Failing('failing') as node:
        node._run()
    logged = capfd.readouterr().err
    assert 'run() of /failing failed' in logged and '[WARN]' not in logged


def test_a_place_is_quiet_if_one_of_its_streams_is_used(capfd):
    with rx.create_node('diligent') as node:
        streams = [rx.from_timer(node, 0.01) for _ in range(3)]
        streams[0].subscribe(str)
        del streams
        spin(node)
    assert '[WARN]' not in capfd.readouterr().err


def test_a_failed_program_is_not_reported(capfd):
    with pytest.raises(KeyError), rx.create_node('failing') as node:
        rx.from_timer(node, 0.01)
        rx.from_timer(node, 0.01).subscribe(print)
        raise KeyError
    assert '[WARN]' not in capfd.readouterr().err


def test_streams_of_asyncio_are_reported_at_the_end_of_their_node(capfd):
    async def main():
        with rx.create_node('forgetful') as node:
            rx.from_timer(node, 0.01).pipe(rx.map(str))  # under asyncio
            rx.from_timer(node, 0.01).subscribe(str)
            await asyncio.sleep(0)

    asyncio.run(main())
    warned = capfd.readouterr().err
    assert line_of('under asyncio') in warned and warned.count('[WARN]') == 1


def test_nothing_is_kept_of_a_used_stream():
    with rx.create_node('diligent') as node:
        for _ in range(100):
            rx.from_timer(node, 0.01).subscribe(str).dispose()
        assert len(node._assembly._parts) == 1


def test_a_function_that_makes_an_operator_is_refused():
    with (
        rx.create_node('forgetful') as node,
        pytest.raises(TypeError, match=r'found the function map .*: write map\(…\)'),
    ):
        rx.from_timer(node, 1).pipe(rx.map)


@pytest.mark.parametrize('name', ['retry', 'flat_map', 'observe_on', 'publish_to_topic'])
def test_our_functions_that_make_operators_are_refused_too(name):
    with (
        rx.create_node('forgetful') as node,
        pytest.raises(TypeError, match=rf'found the function {name} that makes one: write {name}\(…\)'),
    ):
        rx.from_timer(node, 1).pipe(getattr(rx, name))


def test_to_sub_is_an_operator():
    async def main():
        with rx.create_node('forgetful') as node:
            assert await rx.from_timer(node, 0.01).pipe(rx.to_sub).wait_for_next() == 1

    asyncio.run(main())


def test_the_start_does_not_look_for_what_publishes():
    with rx.create_node('diligent') as node:
        rx.from_topic(node, String, '/in').pipe(rx.publish_to_topic(node, String, '/out'))
        assert all(part.used or part.last is None for part in node._assembly._parts.values())
