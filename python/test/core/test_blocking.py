# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Blocking waits for programs without asyncio."""

import asyncio
import gc
import itertools
import signal
import subprocess
import sys
import threading
import time

import pytest
from eventually import eventually

from rxros2 import aio
from rxros2.aio import blocking, ros2
from rxros2.aio.blocking import Blocking
from rxros2.interfaces.std_msgs.msg import Int64
from rxros2.interfaces.std_srvs.srv import SetBool


@pytest.fixture
def later():
    """Calls a function in another thread, a little later."""
    threads = []

    def begin(function, *arguments):
        thread = threading.Timer(0.02, function, arguments)
        threads.append(thread)
        thread.start()

    yield begin
    for thread in threads:
        thread.join()


@pytest.fixture
def sub():
    with Blocking(aio.BaseSub) as sub:
        yield sub


def test_waits_block(sub, later):
    def input_meanwhile(*items):
        later(lambda: (eventually(lambda: sub.statistics().listeners), [sub.sub.input_data(item) for item in items]))

    input_meanwhile(1)
    assert sub.wait_for_next(timeout=60) == 1 and sub.wait_for_value() == 1
    input_meanwhile(2)
    assert sub.wait_for_new(timeout=60) == 2
    input_meanwhile(3, None, 5)
    assert sub.wait_for_next(where=lambda item: item is None, timeout=60) is None
    with pytest.raises(TimeoutError, match='nothing within'):
        sub.wait_for_next(where=lambda item: item == 'never', timeout=0.01)


def test_listeners_are_iterators(sub, later):
    every = sub.listen_reliable(queue_size=3)
    latest = sub.listen()
    for item in range(5):
        sub.sub.input_data(item)
    assert [next(every) for _ in range(3)] == [2, 3, 4] and next(latest) == 4
    assert sub.statistics().dropped == 2
    later(sub.sub.input_data, 5)
    assert next(every) == 5
    with pytest.raises(TimeoutError):
        next(sub.listen(fresh=True, timeout=0.01))
    later(sub.close)
    assert list(every) == []
    with pytest.raises(aio.SubClosed):
        sub.wait_for_next()
    assert sub.statistics().listeners == 1  # `latest`, whose iteration has not ended
    latest.close()
    assert sub.statistics().listeners == 0


def test_topics_and_services_without_asyncio():
    with ros2.auto_context('blocking') as session:
        sub, pub = Blocking(ros2.Sub, Int64, '/blocking', 100), ros2.Pub(Int64, '/blocking', 100)
        blocking.run(pub.wait_for_matched, 60)
        items = sub.listen_reliable(queue_size=100)
        for number in range(50):
            pub.publish(Int64(data=number))
        assert [message.data for message in itertools.islice(items, 50)] == list(range(50))
        # A sub that was made here, where no loop runs.
        with Blocking(ros2.Sub(Int64, '/blocking', 100)) as later:
            pub.publish(Int64(data=7))
            assert later.wait_for_value(timeout=60).data == 7

        server = Blocking(ros2.Server, SetBool, '/blocking/light')

        def serve():
            for responder in server.listen_reliable():
                responder.send(SetBool.Response(success=responder.request.data))

        serving = threading.Thread(target=serve)
        serving.start()
        client = ros2.Client(SetBool, '/blocking/light')
        blocking.run(client.wait_for_service, timeout=60)
        assert blocking.run(client.call, SetBool.Request(data=True), timeout=60).success
        server.close()
        serving.join(60)
        assert not serving.is_alive()
        with pytest.raises(TimeoutError):
            blocking.run(client.call, SetBool.Request(), timeout=0.02)
        blocking.run(client.close)
        assert session.node.name == '/blocking'
        sub.close()
        pub.close()


def test_rates_tick():
    with Blocking(aio.Rate, 500) as rate:
        ticks = [rate.wait_for_next(timeout=60) for _ in range(3)]
        assert ticks == sorted(set(ticks))


def test_errors_are_raised_and_loops_are_not_blocked():
    with pytest.raises(ZeroDivisionError):
        blocking.run(lambda: 1 / 0)
    with pytest.raises(ValueError, match='frequency is 0'):
        Blocking(aio.Rate, 0)

    async def main():
        sub = aio.BaseSub()
        with pytest.raises(ValueError, match='another loop'):
            Blocking(sub)
        with pytest.raises(RuntimeError, match='expected `await`'):
            blocking.run(sub.wait_for_value)

    asyncio.run(main())


@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('timeout', [None, 60])
@pytest.mark.parametrize('place', ['time_limit', 'Future', 'call_soon_threadsafe', 'wait_until_done'])
def test_a_signal_at_any_point_of_a_wait_cancels_it(sub, monkeypatch, place, timeout):
    """A handler of a signal may raise anywhere in the main thread. No coroutine is left that was never awaited."""
    owner = {'Future': blocking.concurrent.futures, 'call_soon_threadsafe': sub._loop}.get(place, blocking)
    unraisable = []
    monkeypatch.setattr(sys, 'unraisablehook', unraisable.append)

    def interrupted(*arguments):
        monkeypatch.undo()
        monkeypatch.setattr(sys, 'unraisablehook', unraisable.append)
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, place, interrupted)
    with pytest.raises(KeyboardInterrupt):
        blocking.run(sub.sub.wait_for_next, timeout=timeout)
    gc.collect()
    eventually(lambda: not sub.statistics().listeners)
    assert not unraisable


def test_ctrl_c_interrupts_a_wait():
    program = (
        'from rxros2 import aio\nfrom rxros2.aio.blocking import Blocking\n'
        'sub = Blocking(aio.BaseSub)\n'
        'try:\n    print("waits", flush=True)\n    sub.wait_for_value()\n'
        'except KeyboardInterrupt:\n    print(sub.statistics().listeners)\n'
    )
    process = subprocess.Popen(
        [sys.executable, '-c', program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        first = process.stdout.readline()
        assert first == 'waits\n', first + process.communicate(timeout=60)[0]
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
        assert process.returncode == 0 and 'Traceback' not in rest, rest
    finally:
        process.kill()
        process.communicate()
