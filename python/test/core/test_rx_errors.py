# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An error without an on_error is logged once, whatever operators follow, as is an error in on_error."""

import asyncio
import concurrent.futures
import inspect
import os
import pathlib

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually_in_loop
from observers import Seen, a_node
from reactivex import operators as ops
from reactivex.observer import Observer

from rxros2 import aio, rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped
from rxros2.interfaces.std_msgs.msg import Int32
from rxros2.interfaces.std_srvs.srv import Trigger

BEHIND = {
    'nothing': [],
    'map': [ops.map(str)],
    'filter': [ops.filter(bool)],
    'scan': [ops.scan(lambda before, item: item)],
    'take': [ops.take(100)],
    'share': [ops.share()],
    'merge': [ops.merge(reactivex.never())],
    'start_with': [ops.start_with(0)],
    'combine_latest': [ops.combine_latest(reactivex.of(1))],
    'with_latest_from': [ops.with_latest_from(reactivex.of(1))],
    'distinct_until_changed': [ops.distinct_until_changed()],
    'pairwise': [ops.pairwise()],
    'buffer_with_count': [ops.buffer_with_count(2)],
    'flat_map': [ops.flat_map(reactivex.of)],
    'concat_map': [ops.concat_map(reactivex.of)],
    'delay': [ops.delay(0.001)],
    'debounce': [ops.debounce(0.001)],
    'sample_with_frequency': [rx.sample_with_frequency(100.0)],
    'traced': [rx.traced('unhandled')],
}


class BrokenError(Exception):
    """The error that the stream's user raises."""


def broken(item):
    raise BrokenError('of the user')


@pytest.mark.parametrize('behind', BEHIND.values(), ids=BEHIND)
def test_an_error_in_front_of_operators_is_logged(capfd, caplog, behind):
    async def main():
        with a_node() as node:
            rx.from_timer(node, 0.001).pipe(ops.map(broken), *behind).subscribe(lambda item: None)
            await logged(capfd, caplog)

    asyncio.run(main())  # its loop logs exceptions of callbacks


@pytest.mark.parametrize('behind', BEHIND.values(), ids=BEHIND)
def test_an_error_of_the_subscriber_is_logged(capfd, caplog, behind):
    async def main():
        with a_node() as node:
            rx.from_timer(node, 0.001).pipe(*behind).subscribe(broken)
            await logged(capfd, caplog)

    asyncio.run(main())  # its loop logs exceptions of callbacks


def test_exceptions_of_on_error_and_on_completed_are_logged(capfd, caplog):
    async def main():
        with a_node() as node:
            rx.from_timer(node, 0.001).pipe(ops.map(lambda _: 1 / 0)).subscribe(lambda item: None, broken)
            await logged(capfd, caplog)
            rx.from_timer(node, 0.001).pipe(ops.take(1)).subscribe(lambda item: None, None, lambda: broken(0))
            await logged(capfd, caplog)

    asyncio.run(main())  # its loop logs exceptions of callbacks


def test_an_error_that_is_handled_is_not_logged(capfd, caplog):
    async def main():
        with a_node() as node:
            errors = []
            rx.from_timer(node, 0.001).pipe(ops.map(broken)).subscribe(lambda item: None, errors.append)
            await eventually_in_loop(lambda: errors)
            rx.from_timer(node, 0.001).pipe(ops.map(broken), ops.catch(reactivex.of(1))).subscribe(errors.append)
            await eventually_in_loop(lambda: len(errors) == 2)
        assert 'BrokenError' not in capfd.readouterr().err

    asyncio.run(main())  # its loop logs exceptions of callbacks


def ticks(node):
    return rx.from_timer(node, 0.001)


def published(node):
    ticks(node).pipe(ops.map(lambda number: Int32(data=number)), rx.publish_to_topic(node, Int32, '/numbers'))


def from_topic(node, tmp_path):
    published(node)
    return rx.from_topic(node, Int32, '/numbers')


def from_parameter(node, tmp_path):
    node.declare_parameter('gain', 1)
    return rx.from_parameter(node, 'gain')


def parameter_events(node, tmp_path):
    node.declare_parameter('gain', 1)
    ticks(node).subscribe(lambda number: node.set_parameter('gain', number))
    return rx.parameter_events(node)


def serve(node, tmp_path):
    ticks(node).pipe(ops.map(lambda _: Trigger.Request()), rx.send_request(node, Trigger, '/go')).subscribe()
    return rx.serve(node, Trigger, '/go')


def send_request(node, tmp_path):
    rx.serve(node, Trigger, '/go').subscribe(lambda request: request.respond(Trigger.Response()))
    return ticks(node).pipe(ops.map(lambda _: Trigger.Request()), rx.send_request(node, Trigger, '/go'))


def synchronize(node, tmp_path):
    points = ticks(node).pipe(ops.map(lambda _: PointStamped()))
    return rx.synchronize(points, points).matched()


def from_device(node, tmp_path):
    (tmp_path / 'device').write_bytes(b'abc')
    return rx.from_device(str(tmp_path / 'device'), 'B')


def from_future(node, tmp_path):
    future = concurrent.futures.Future()
    future.set_result(1)
    return rx.from_future(future)


def from_sub(node, tmp_path):
    return rx.from_sub(aio.Rate(1000.0, scope=None))


def from_bag(node, tmp_path):
    reactivex.of(Int32(data=1)).pipe(rx.to_bag(tmp_path / 'a.mcap', Int32, '/numbers')).subscribe()
    return rx.from_bag(tmp_path / 'a.mcap', Int32, '/numbers')


def qos_events(node, tmp_path):
    events = rx.qos_events()
    published(node)
    rx.from_topic(node, Int32, '/numbers', events=events).subscribe()
    return events.stream()


SOURCES = {
    'from_timer': lambda node, tmp_path: ticks(node),
    'interval': lambda node, tmp_path: rx.interval(0.001),
    'interval of the node': lambda node, tmp_path: rx.interval(0.001, node.scheduler),
    'from_topic': from_topic,
    'from_parameter': from_parameter,
    'parameter_events': parameter_events,
    'serve': serve,
    'send_request': send_request,
    'synchronize': synchronize,
    'from_device': from_device,
    'from_future': from_future,
    'from_sub': from_sub,
    'from_bag': from_bag,
    'qos_events': qos_events,
}


class Broken:
    """An observer whose function raises."""

    on_next = staticmethod(broken)

    def on_error(self, error):
        raise error

    def on_completed(self):
        pass


def ends(*operators):
    """Returns a function that subscribes to a source behind operators."""
    return lambda source, node, path: source.pipe(*operators).subscribe(lambda item: None)


ENDS = {
    'map, function': ends(ops.map(broken)),
    'sample_with_frequency': ends(ops.map(broken), rx.sample_with_frequency(100.0)),
    'to_device': ends(ops.map(broken), rx.to_device(os.devnull)),
    'exhaust_map': ends(ops.map(broken), rx.exhaust_map(reactivex.of)),
    'flat_map': ends(rx.flat_map(broken)),
    'retry': ends(ops.map(broken), rx.retry(1)),
    'fluent map': lambda source, node, path: source.map(broken).subscribe(lambda item: None),
    'map, no function': lambda source, node, path: source.pipe(ops.map(broken)).subscribe(),
    'map, Observer': lambda source, node, path: source.pipe(ops.map(broken)).subscribe(Observer(lambda item: None)),
    'function': lambda source, node, path: source.subscribe(broken),
    'Observer': lambda source, node, path: source.subscribe(Observer(broken)),
    'any observer': lambda source, node, path: source.subscribe(Broken()),
    'on_error raises': lambda source, node, path: source.subscribe(lambda item: 1 / 0, broken),
    'publish_to_topic': lambda source, node, path: source.pipe(
        ops.map(broken), rx.publish_to_topic(node, Int32, '/out')
    ),
    'to_bag': lambda source, node, path: ends(ops.map(broken), rx.to_bag(path / 'out.mcap', Int32, '/out'))(
        source, node, path
    ),
    'observe_on': lambda source, node, path: ends(ops.map(broken), rx.observe_on(node.scheduler))(source, node, path),
    'function behind observe_on': lambda source, node, path: source.pipe(rx.observe_on(node.scheduler)).subscribe(
        broken
    ),
    'merge of reactivex': lambda source, node, path: reactivex.merge(
        source.pipe(ops.map(broken)), reactivex.never()
    ).subscribe(),
    'coroutine': lambda source, node, path: source.pipe(rx.flat_map(broken_coroutine)).subscribe(),
    'publish and connect': lambda source, node, path: connected(source.pipe(ops.map(broken), ops.publish())),
}


async def broken_coroutine(item):
    raise BrokenError('of the user')


def connected(stream):
    stream.subscribe(lambda item: None)
    stream.connect()


@pytest.mark.parametrize('end', ENDS.values(), ids=ENDS)
@pytest.mark.parametrize('source', SOURCES.values(), ids=SOURCES)
def test_the_error_of_each_source_is_logged(capfd, caplog, tmp_path, source, end):
    async def main():
        with a_node() as node:
            end(source(node, tmp_path), node, tmp_path)
            line = await logged(capfd, caplog)
            assert f'BrokenError: of the user ({__file__}:' in line

    asyncio.run(main())  # its loop logs exceptions of callbacks


OUR_ERRORS = {
    'freshness': (rx.freshness(1), 'freshness: expected a message with a header.stamp, found int'),
    'max_age': (rx.max_age(1), 'max_age: expected a message with a header.stamp, found int'),
    'stale': (
        lambda source: source.pipe(ops.map(lambda _: PointStamped()), rx.max_age(1)),
        'StaleError: max_age: no message newer than 1 s',
    ),
    'flat_map': (rx.flat_map(lambda item: 3), 'flat_map: expected an observable, a coroutine, a future or an iterable'),
    'concat_map': (rx.concat_map(lambda item: 3), 'concat_map: expected an observable'),
    'switch_map': (rx.switch_map(lambda item: 3), 'switch_map: expected an observable'),
    'exhaust_map': (rx.exhaust_map(lambda item: 3), 'exhaust_map: expected an observable'),
    'to_device': (rx.to_device(os.devnull), 'to_device(/dev/null): expected bytes, found int'),
    'synchronize': (lambda source: rx.synchronize(source, source).matched(), 'synchronize: expected a message with'),
}


@pytest.mark.parametrize(('operator', 'text'), OUR_ERRORS.values(), ids=OUR_ERRORS)
def test_our_own_errors_name_the_line_that_subscribes(capfd, operator, text):
    async def main():
        with a_node() as node:
            operator(ticks(node)).subscribe(lambda item: None)
            line = await entry(capfd, text)
            assert f'{__file__}:{inspect.currentframe().f_lineno - 2}' in line
            assert 'reactivex' not in line and str(pathlib.Path(rx.__file__).parent) not in line

    asyncio.run(main())


def test_one_entry_names_the_error_the_stream_and_the_node(capfd):
    async def main():
        with a_node() as node:
            published(node)
            numbers = rx.from_topic(node, Int32, '/numbers')
            numbers.pipe(rx.traced('halved', ops.map(broken)), ops.share()).subscribe(lambda item: None)
            line_number = inspect.currentframe().f_lineno - 1
            line = await entry(capfd, 'BrokenError')
            code = broken.__code__
            assert line.endswith(
                f'[rx_test]: BrokenError: of the user ({__file__}:{code.co_firstlineno + 1} in broken): '
                f'stage halved of from_topic(/numbers) (subscribed to at {__file__}:{line_number}) ended by '
                'an error that nothing handles: give subscribe() an on_error, or put catch() or retry() before it'
            )

    asyncio.run(main())


def test_an_error_that_several_subscribers_share_is_logged_once(capfd):
    async def main():
        with a_node() as node:
            shared = ticks(node).pipe(ops.map(broken), ops.publish())
            shared.subscribe(lambda item: None)
            shared.subscribe(lambda item: None)
            shared.connect()
            await entry(capfd, 'BrokenError')
            ended = Seen()
            rx.from_timer(node, 0.001).pipe(ops.take(1)).subscribe(ended)
            await ended.until(lambda seen: seen.completions)
            assert 'BrokenError' not in capfd.readouterr().err

    asyncio.run(main())


def test_the_same_exception_raised_again_is_logged_again(capfd):
    error = BrokenError('of the user')

    def raising(_):
        raise error

    async def main():
        with a_node() as node:
            for _ in range(2):
                ticks(node).pipe(ops.map(raising)).subscribe()
                await entry(capfd, 'BrokenError')

    asyncio.run(main())


def test_an_error_that_nothing_raised_is_logged_once_for_all_subscribers(capfd):
    async def main():
        with a_node() as node:
            shared = ticks(node).pipe(ops.flat_map(reactivex.throw(BrokenError('of the user'))), ops.publish())
            shared.subscribe(lambda item: None)
            shared.subscribe(lambda item: None)
            shared.connect()
            await entry(capfd, 'BrokenError')
        assert 'BrokenError' not in capfd.readouterr().err

    asyncio.run(main())


def test_errors_that_come_again_and_again_are_logged_at_a_low_rate(capfd):
    async def main():
        with a_node() as node:
            for _ in range(100):
                ticks(node).pipe(ops.map(broken)).subscribe()
            await eventually_in_loop(lambda: node._stream_failures == 100)
        assert capfd.readouterr().err.count('BrokenError') == 10

    asyncio.run(main())


def test_an_exception_of_a_scheduled_action_is_logged_by_the_node(capfd):
    async def main():
        with a_node() as node:
            node.scheduler.schedule(lambda *_: broken(0))
            assert '[rx_test]: BrokenError: of the user (' in await entry(capfd, 'scheduled action has failed')
            node.scheduler.schedule_relative(0.001, lambda *_: broken(0))
            assert '[rx_test]: BrokenError: of the user (' in await entry(capfd, 'scheduled action has failed')

    asyncio.run(main())


def test_subscribers_behind_a_broken_one_still_get_items(capfd):
    async def main():
        with a_node() as node:
            shared = ticks(node).pipe(ops.share())
            shared.subscribe(broken)
            seen = Seen()
            shared.subscribe(seen)
            await seen.count(3)
            assert capfd.readouterr().err.count('BrokenError') == 1

    asyncio.run(main())


# --- functions that return streams ---


def test_flat_map_takes_coroutine_functions():
    async def doubled(number):
        await asyncio.sleep(0)
        return 2 * number

    async def main():
        with a_node() as node:
            for operator in (rx.flat_map, rx.concat_map, rx.exhaust_map):
                seen = Seen()
                ticks(node).pipe(ops.take(3), operator(doubled)).subscribe(seen)
                await seen.until(lambda seen: seen.completions)
                assert seen.items[0] == 2 and not seen.errors

    asyncio.run(main())


def test_switch_map_cancels_a_coroutine():
    cancelled = []

    async def slow(number):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(number)
            raise

    async def main():
        with a_node() as node:
            seen = Seen()
            ticks(node).pipe(ops.take(2), rx.switch_map(slow)).subscribe(seen)
            await eventually_in_loop(lambda: cancelled == [1])
            assert not seen.errors

    asyncio.run(main())


@pytest.mark.parametrize('operator', [rx.flat_map, rx.concat_map, rx.switch_map, rx.exhaust_map])
def test_a_coroutine_may_run_at_the_end_of_its_node(capfd, operator):
    async def endless(_):
        await asyncio.Event().wait()

    with rx.create_node('rx_test', on_stream_error='shutdown') as node:
        ticks(node).pipe(operator(endless)).subscribe()
        rx.from_timer(node, 0.02).subscribe(lambda _: node.end())
        node.spin()
    assert capfd.readouterr().err == ''


def test_a_coroutine_without_a_node_may_run_at_the_end_of_asyncio(capfd, caplog):
    async def endless(_):
        await asyncio.Event().wait()

    async def main():
        rx.interval(0.001).pipe(ops.take(1), rx.flat_map(endless)).subscribe()
        await eventually_in_loop(lambda: len(asyncio.all_tasks()) > 1)

    asyncio.run(main())
    assert 'Cancelled' not in capfd.readouterr().err + caplog.text


@pytest.mark.parametrize('operator', [rx.flat_map, rx.concat_map, rx.switch_map, rx.exhaust_map])
def test_the_stage_is_the_operator_that_calls_the_function(capfd, operator):
    async def main():
        with a_node() as node:
            ticks(node).pipe(operator(broken)).subscribe()
            assert f'stage {operator.__name__} of from_timer' in await entry(capfd, 'BrokenError')
            ticks(node).pipe(rx.traced('part', operator(broken))).subscribe()
            assert 'stage part of from_timer' in await entry(capfd, 'BrokenError')

    asyncio.run(main())


def test_concat_map_calls_its_function_when_it_is_the_items_turn():
    called = []

    def never(item):
        called.append(item)
        return reactivex.never()

    reactivex.of(1, 2, 3).pipe(rx.concat_map(never)).subscribe()
    assert called == [1]


def test_switch_map_without_a_function_takes_streams():
    seen = []
    reactivex.of(reactivex.of(1), reactivex.of(2)).pipe(rx.switch_map()).subscribe(seen.append)
    assert seen == [2]


@pytest.mark.parametrize('name', ['flat_map', 'concat_map', 'switch_map'])
def test_methods_take_coroutine_functions_too(name):
    async def doubled(number):
        return 2 * number

    async def main():
        with a_node() as node:
            seen = Seen()
            getattr(ticks(node), name)(doubled).subscribe(seen)
            await seen.count(1)
            assert seen.items[0] % 2 == 0  # switch_map leaves out an item whose next one came first

    asyncio.run(main())


def test_the_method_retry_logs_what_it_swallows(capfd):
    async def main():
        with a_node() as node:
            errors = []
            ticks(node).map(broken).retry(2).subscribe(on_error=errors.append)
            await eventually_in_loop(lambda: errors)
        assert 'retry subscribes to from_timer(0.001) again' in capfd.readouterr().err

    asyncio.run(main())


def test_flat_map_takes_streams_futures_and_lists():
    future = concurrent.futures.Future()
    future.set_result('c')
    results = {1: reactivex.of('a'), 2: ['b'], 3: future}

    async def main():
        with a_node() as node:
            seen = Seen()
            ticks(node).pipe(ops.take(3), rx.flat_map(results.get)).subscribe(seen)
            await seen.until(lambda seen: seen.completions)
            assert sorted(seen.items) == ['a', 'b', 'c']

    asyncio.run(main())


# --- retry ---


def failing(times):
    """Returns a source that fails so many times and then emits the number of its subscriptions."""
    subscriptions = 0

    def subscribe(observer, _=None):
        nonlocal subscriptions
        subscriptions += 1
        if subscriptions <= times:
            observer.on_error(BrokenError(f'number {subscriptions}'))
        else:
            observer.on_next(subscriptions)
            observer.on_completed()

    return reactivex.create(subscribe)


@pytest.mark.parametrize('retry', [rx.retry, lambda: rx.retry_with_backoff(initial=0.001)], ids=['plain', 'backoff'])
def test_retry_reports_what_it_swallows_throttled(capfd, retry):
    async def main():
        with a_node() as node:
            seen = Seen()
            ticks(node).pipe(ops.take(1), rx.flat_map(failing(3)), retry()).subscribe(seen)
            await seen.until(lambda seen: seen.completions)
            assert seen.items == [4]
            text = capfd.readouterr().err
            assert text.count('BrokenError') == 1 and 'BrokenError: number 1: retry' in text
            assert 'subscribes to from_timer(0.001) again' in text

    asyncio.run(main())


@pytest.mark.parametrize(
    'retry', [rx.retry(2), rx.retry_with_backoff(initial=0.001, attempts=2)], ids=['plain', 'backoff']
)
def test_the_last_error_passes_and_is_not_reported(capfd, retry):
    async def main():
        seen = Seen()
        failing(3).pipe(retry).subscribe(seen)
        await seen.until(lambda seen: seen.errors)
        assert str(seen.errors[0]) == 'number 2'
        text = capfd.readouterr().err
        assert 'number 1' in text and 'number 2' not in text

    asyncio.run(main())


def test_retry_with_backoff_refuses_waits_that_shrink():
    with pytest.raises(ValueError, match='factor of 1 or more, found 0.1, 0.5'):
        rx.retry_with_backoff(factor=0.5)


# --- services ---


def test_a_service_whose_stream_ends_says_so(capfd):
    async def main():
        with a_node() as node:
            serve(node, None).pipe(ops.map(broken)).subscribe()
            assert 'its service is closed and calls get no answer' in await entry(capfd, 'BrokenError')
            errors = []
            serve(node, None).pipe(ops.map(broken)).subscribe(on_error=errors.append)
            await entry(capfd, 'serve(/go): its stream ended at a request, which gets no answer; the service is closed')
            assert errors

    asyncio.run(main())


def test_a_service_that_answers_and_ends_is_quiet(capfd):
    async def main():
        with a_node() as node:
            ended = Seen()
            serve(node, None).pipe(
                ops.do_action(lambda request: request.respond(Trigger.Response())), ops.take(1)
            ).subscribe(ended)
            await ended.until(lambda seen: seen.completions)
            assert 'serve' not in capfd.readouterr().err

    asyncio.run(main())


async def entry(capfd, text):
    """Returns the one line of the log that contains the text; it must contain each error in one line."""
    logged = ''

    def has_come():
        nonlocal logged
        logged += capfd.readouterr().err
        return text in logged and logged.endswith('\n')

    await eventually_in_loop(has_come, text, patience=20)
    lines = [line for line in logged.splitlines() if text in line]
    assert len(lines) == 1, logged
    return lines[0]


async def logged(capfd, caplog):
    """Waits until the user's error is logged, and returns its line."""
    text = ''

    def has_come():
        nonlocal text
        text += capfd.readouterr().err + caplog.text
        caplog.clear()
        return 'BrokenError: of the user' in text

    await eventually_in_loop(has_come, patience=20)
    assert text.count('BrokenError: of the user') == 1, text
    return next(line for line in text.splitlines() if 'BrokenError: of the user' in line)
