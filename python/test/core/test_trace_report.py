# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The reports of traced streams: sent to listeners only, and bounded."""

import json
import os
import signal
import subprocess
import sys

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually_in_loop
from reactivex import operators as ops
from reactivex.subject import Subject

from rxros2 import rx
from rxros2.aio import ros2
from rxros2.interfaces.rcl_interfaces.msg import Log
from rxros2.interfaces.std_msgs.msg import Int32
from rxros2.rx import trace, trace_report


@pytest.fixture(autouse=True)
def tracing():
    rx.trace.reset()
    rx.trace.enable()
    yield
    rx.trace.enable(False)


class Reports:
    """The reports of this process, while a listener exists."""

    def __init__(self, session):
        self._sub = ros2.Sub(Log, trace_report.TOPIC, 100, session)
        self._messages = self._sub.listen_reliable()

    async def until(self, done):
        async for message in self._messages:
            report = json.loads(message.msg)
            if report['pid'] == os.getpid() and done(report):
                return report
        raise AssertionError('no more reports')

    def close(self):
        self._sub.close()


def events(report, stage):
    return [(kind, text) for name, _, kind, text in report['events'] if name == stage]


def stage_of(report, name):
    return next((stage for stage in report['stages'] if stage['name'] == name), None)


def test_reports_of_stages(run):
    async def main():
        with ros2.Session('listener') as session:
            words = Subject()
            words.pipe(rx.traced('upper', ops.map(str.upper)), ops.map(len), rx.traced('sizes')).subscribe(
                on_error=lambda _: None
            )
            words.on_next('unheard')
            reports = Reports(session)
            first = await reports.until(lambda report: stage_of(report, 'upper'))
            assert events(first, 'upper') == []
            upper = stage_of(first, 'upper')
            assert upper['feeds'] == ['sizes'] and upper['place'].startswith(f'{__file__}:')
            assert (upper['in'], upper['out'], first['language'], first['left_out']) == (1, 1, 'Python', 0)
            words.on_next('heard')
            shown = await reports.until(lambda report: events(report, 'sizes'))
            assert (events(shown, 'upper'), events(shown, 'sizes')) == ([('n', 'HEARD')], [('n', '5')])
            assert all(abs(at - shown['time']) < 30 for _, at, _, _ in shown['events'])
            words.on_error(OSError('gone'))
            ended = await reports.until(lambda report: events(report, 'upper'))
            assert events(ended, 'upper') == events(ended, 'sizes') == [('e', 'gone')]
            reports.close()
            await eventually_in_loop(lambda: not trace._reporter.listening)
            assert trace._stages['upper'].next_marble == trace._NEVER

    run(main())


def test_a_flood_of_events_is_bounded_and_counted(run, monkeypatch):
    async def main():
        with ros2.Session('listener') as session:
            reactivex.of(1).pipe(rx.traced('flood')).subscribe()
            reports = Reports(session)
            await reports.until(lambda report: stage_of(report, 'flood'))
            reactivex.range(5000).pipe(rx.traced('flood')).subscribe()
            report = await reports.until(lambda report: stage_of(report, 'flood')['out'] == 5001)
            assert len(events(report, 'flood')) < 1000
            monkeypatch.setattr(trace_report, 'MOST_MARBLES', 20)  # a slow machine, too, exceeds it within a period
            for _ in range(2000):
                reactivex.throw(OSError()).pipe(rx.traced('fails')).subscribe(on_error=lambda _: None)
            report = await reports.until(lambda report: report['left_out'])
            assert len(report['events']) <= trace_report.MOST_MARBLES
            assert ('e', 'OSError') in events(report, 'fails')
            reports.close()

    run(main())


class Odd:
    @property
    def data(self):
        raise ValueError('no data')


@pytest.mark.parametrize(
    ('item', 'text'),
    [
        (True, 'true'),
        (7, '7'),
        (0.123456, '0.1235'),
        ('x' * 50, 'x' * 40),
        (Int32(data=3), '3'),
        (None, 'None'),
        ([1, 2], ''),
        (Odd(), ''),
    ],
)
def test_texts_of_marbles(item, text):
    assert trace._text_of(item) == text


def test_a_reporting_process_ends_cleanly():
    program = (
        'from rxros2 import rx\n'
        'with rx.create_node("ends") as node:\n'
        '    rx.from_timer(node, 0.01).pipe(rx.traced("ticks"), rx.take(3)).subscribe(\n'
        '        on_completed=lambda: print("ready", flush=True))\n'
        '    rx.spin(node)\n'
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen(
            [sys.executable, '-c', program],
            env=os.environ | {'RXROS2_TRACE': '1'},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout.readline() == 'ready\n'
            process.send_signal(number)
            _, errors = process.communicate(timeout=60)
            assert process.returncode == 0 and errors.startswith('stage ') and 'Traceback' not in errors
        finally:
            process.kill()
            process.wait()
