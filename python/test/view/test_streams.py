# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Traced streams of a C++ and of a Python process, as the server sends them and as the page draws them."""

import asyncio
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest
from playwright.sync_api import expect
from test_server import frame_of, run, web_socket

from rxros2.view.streams import report_of

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / 'examples'
CPP = pathlib.Path(os.environ['RXROS2_CPP_EXAMPLES']).parent
PROGRAMS = {
    'C++': [CPP / 'streams/traced_streams'],
    'Python': [sys.executable, EXAMPLES / 'streams/traced_streams.py', '--ros-args', '-r', '__node:=brakes_of_python'],
}


@pytest.fixture(scope='module')
def traced(robot):
    """The process ids of the example traced_streams by language; at the end each prints its table."""
    processes = {
        language: subprocess.Popen(command, env=os.environ | {'RXROS2_TRACE': '1'}, stderr=subprocess.PIPE, text=True)
        for language, command in PROGRAMS.items()
    }
    try:
        yield {language: process.pid for language, process in processes.items()}
        for process in processes.values():
            process.send_signal(signal.SIGINT)
        for process in processes.values():
            _, table = process.communicate(timeout=60)
            assert process.returncode == 0 and 'Traceback' not in table and '\nnear ' in table, table
    finally:
        for process in processes.values():
            process.kill()
            process.wait()


def test_reports_of_both_languages(view, traced):
    async def main():
        async with web_socket(view) as connection:
            await connection.send(json.dumps({'op': 'streams', 'on': True}))
            reports = {}
            while len(reports) < 2:
                for report in (await frame_of(connection, 'streams'))['items']:
                    texts = [text for stage, _, kind, text in report['events'] if (stage, kind) == ('brake', 'n')]
                    if texts:
                        reports[report['language']] = report, texts
            assert {language: report['pid'] for language, (report, _) in reports.items()} == traced
            for report, texts in reports.values():
                assert report['process'].startswith('traced_streams') and report['left_out'] == 0
                stages = {stage['name']: stage for stage in report['stages']}
                feeds = {name: stage['feeds'] for name, stage in stages.items()}
                assert feeds == {'distance': ['near'], 'near': ['brake'], 'brake': []}
                for stage in stages.values():
                    assert 'traced_streams.' in stage['place'] and int(stage['place'].rpartition(':')[2]) > 10
                    assert stage['in'] >= stage['out'] > 0 and 0 <= stage['mean'] <= stage['longest'] < 10**9
                assert all(-70 <= float(text) <= 150 for text in texts)
            await connection.send(json.dumps({'op': 'streams', 'on': False}))
            with pytest.raises(asyncio.TimeoutError):  # except for reports in transit
                while True:
                    await asyncio.wait_for(frame_of(connection, 'streams'), 3)

    run(main())


@pytest.mark.parametrize('text', ['no JSON', '3', '{}', '{"process": "x", "stages": 3}', '[]', '[' * 100_000])
def test_invalid_reports(text):
    assert report_of(text) is None


STAGE = {
    **{'name': 'near', 'place': 'a.py:1', 'feeds': ['brake']},
    **dict.fromkeys(('subscriptions', 'in', 'out', 'errors', 'completed', 'mean', 'longest'), 1),
}
REPORT = {
    **{'process': 'p', 'host': 'h', 'pid': 1, 'language': 'C++', 'time': 1.5, 'left_out': 0},
    **{'stages': [STAGE], 'events': [['near', 1.0, 'n', '3']]},
}


@pytest.mark.parametrize(
    'change',
    [
        {'time': math.nan},
        {'time': 10**400},
        {'stages': [1]},
        {'stages': [STAGE | {'feeds': [3]}]},
        {'stages': [STAGE | {'name': None}]},
        {'stages': [STAGE | {'mean': '1'}]},
        {'stages': [STAGE] * 1001},
        {'events': [['near', 1.0, 'n']]},
        {'events': [['near', 1.0, 'n', 3]]},
        {'events': [['near', math.inf, 'n', 'x']]},
        {'events': {}},
        {'host': 'x' * 2_000_000},
    ],
    ids=lambda change: next(iter(change)),
)
def test_reports_with_invalid_values(change):
    assert report_of(json.dumps(REPORT)) == REPORT
    assert report_of(json.dumps(REPORT | change)) is None


def open_streams(open_page, **options):
    page = open_page(**options)
    page.locator('body').press('2')
    expect(page.locator('.process')).to_have_count(2)
    return page


def test_live_marbles(open_page, traced):
    page = open_streams(open_page)
    for language, pid in traced.items():
        process = page.locator('.process', has_text=f'{language}, process {pid} on ')
        expect(process.locator('.stage .who b')).to_have_text(['distance', 'near', 'brake'])
        expect(process.locator('[data-stage=near] .who')).to_contain_text('→ brake')
        place = re.compile(r'traced_streams\.cpp:\d+$' if language == 'C++' else r'traced_streams\.py:\d+$')
        expect(process.locator('[data-stage=near] .code')).to_have_attribute('title', place)
        expect(process.locator('[data-stage=distance] dd').first).to_contain_text('Hz')
        item = process.locator('[data-stage=brake] .marble.item').last
        item.wait_for()
        title, number = item.evaluate("e => ['title', 'text'].map((name) => e.querySelector(name).textContent)")
        assert -70 <= float(number) <= 150 and title.startswith(f'{number}\n')


def test_beside_the_details_of_a_topic(open_page, traced):
    page = open_page()
    page.locator('[data-id="t:/cmd_vel"]').click()
    page.locator('#panel').wait_for()
    page.locator('body').press('2')
    lane = page.locator('[data-stage=brake] .lane').first
    lane.wait_for()
    assert lane.bounding_box()['width'] > 500
    page.locator('body').press('Escape')
    assert lane.bounding_box()['width'] > 500


def distance(one, other):
    """Returns the pixels between two marbles."""
    places = [float(re.search(r'\((\S+)', marble.get_attribute('transform'))[1]) for marble in (one, other)]
    return places[1] - places[0]


def test_paused_looked_back_and_zoomed(open_page, traced):
    page = open_streams(open_page)
    lane = page.locator('[data-stage=distance] .lane').first
    lane.locator('.marble.item').nth(5).wait_for()
    moving = lane.locator('svg > g')
    before = moving.get_attribute('transform')
    expect(moving).not_to_have_attribute('transform', before)
    page.get_by_role('button', name='Pause').click()
    page.evaluate('new Promise(requestAnimationFrame)')
    position = moving.get_attribute('transform')
    pair = [lane.locator('.marble.item').nth(index).element_handle() for index in (-2, -1)]
    spacing = distance(*pair)
    page.get_by_label('Look back, seconds').press('ArrowLeft')
    expect(page.locator('#page-streams output')).to_have_text('0.1 s back')
    assert moving.get_attribute('transform') != position
    page.get_by_role('button', name='Zoom in').click()
    assert distance(*pair) == pytest.approx(2.5 * spacing, abs=2)  # from 5 s to 2 s
    page.get_by_role('button', name='Go on').click()
    expect(page.locator('#page-streams output')).to_have_text('now')
    page.locator('body').press('1')  # nothing is subscribed to now
    page.locator('.box.topic').first.wait_for()


@pytest.mark.parametrize('scheme', ['light', 'dark'])
@pytest.mark.parametrize('width', [380, 1280, 2400])
def test_nothing_overflows(open_page, traced, width, scheme):
    page = open_streams(open_page, width=width, scheme=scheme)
    page.locator('.marble.item').first.wait_for(state='attached')
    assert page.evaluate('document.documentElement.scrollWidth') <= width
    assert page.locator('.streams').evaluate('e => e.scrollWidth <= e.clientWidth')
