# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An error without an on_error is logged, whatever operators follow, as is an error in on_error."""

import asyncio

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually_in_loop
from observers import a_node
from reactivex import operators as ops

from rxros2 import rx

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


async def logged(capfd, caplog):
    """Waits until the user's error is logged: by the node or, for a scheduled action, by the loop."""
    text = ''

    def has_come():
        nonlocal text
        text += capfd.readouterr().err + caplog.text
        caplog.clear()
        return 'BrokenError: of the user' in text

    await eventually_in_loop(has_come, patience=20)
    assert text.count('BrokenError: of the user') == 1, text
