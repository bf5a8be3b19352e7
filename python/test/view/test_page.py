# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The page in a browser: its contents, by pointer and by keyboard, light and dark, wide and narrow."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures('robot')


def box(kind, name):
    return f'[data-id="{kind[0]}:{name}"]'


def test_the_graph_shows_rates_and_mismatches(open_page):
    page = open_page()
    expect(page.locator('#state')).to_have_text('live')
    expect(page.locator(f'{box("topic", "/cmd_vel")} .note')).to_contain_text('Hz')
    expect(page.locator('.edge.mismatch')).to_have_count(1)
    expect(page.locator('.edge.mismatch title')).to_contain_text('asked for reliable')
    expect(page.locator(box('topic', '/battery'))).to_have_class('box topic unfed')
    expect(page.locator(box('topic', '/scan'))).to_have_class(re.compile('hinted warning'))
    expect(page.locator('.edge.flowing').nth(2)).to_be_attached()
    # Images are subscribed to only while they are shown.
    assert page.locator(f'{box("topic", "/camera/image_raw")} .note').text_content() == 'sensor_msgs/msg/Image'
    assert page.locator(box('topic', '/rosout')).count() == 0
    page.get_by_role('button', name='Hidden').click()
    assert page.locator(box('topic', '/rosout')).count() == 1


def test_boxes_stay_where_they_are(open_page):
    page = open_page()
    page.wait_for_selector(box('service', '/lights'))
    place = page.locator(box('node', '/base')).get_attribute('transform')
    page.get_by_role('button', name='Services').click()
    page.get_by_role('button', name='Services').click()
    page.wait_for_selector(box('service', '/lights'))
    assert page.locator(box('node', '/base')).get_attribute('transform') == place


def test_a_topic_with_values_and_a_plot(open_page):
    page = open_page()
    page.locator(box('topic', '/cmd_vel')).click()
    expect(page.locator('.figures dd').first).to_contain_text('Hz')
    page.get_by_role('button', name='Plot linear.x').click()
    page.locator('.plot canvas').wait_for()
    value = page.locator('.row.number .value').first
    expect(value).not_to_have_text(value.text_content())
    page.get_by_role('button', name='Pause').click()
    assert page.locator('.ends .link').all_text_contents() == ['/navigator', '/base']
    page.locator('.ends .link').first.click()
    assert page.locator('#panel h2').text_content() == '/navigator'


@pytest.mark.parametrize(('topic', 'text'), [('/camera/image_raw', ', rgb8'), ('/scan', '90 ranges')])
def test_pictures(open_page, topic, text):
    page = open_page(scheme='dark')
    page.locator(box('topic', topic)).click()
    expect(page.locator('.pictures p')).to_contain_text(text)
    colors = page.evaluate(
        """() => {
          const canvas = document.querySelector('canvas.picture');
          const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    assert colors >= 2


def test_a_parameter_is_changed(open_page):
    page = open_page()
    page.locator(box('node', '/base')).click()
    field = page.get_by_label('max_speed')
    for text, answer in (('2.5', 'max_speed is set'), ('8', 'too fast'), ('fast', 'max_speed: expected a number')):
        field.click()
        page.keyboard.press('Control+A')
        page.keyboard.type(text)
        page.keyboard.press('Enter')
        page.locator('.toast', has_text=answer).wait_for()
        page.locator('.toast', has_text=answer).wait_for(state='detached')


def test_by_keyboard_alone(open_page):
    page = open_page()
    page.keyboard.press('/')
    page.keyboard.type('/cmd_vel')
    page.keyboard.press('Enter')
    page.locator('#panel h2', has_text='/cmd_vel').wait_for()
    page.locator('body').press('Escape')
    assert page.locator('#panel').is_hidden()
    page.locator(box('topic', '/scan')).focus()
    page.keyboard.press('Enter')
    page.locator('#panel .finding', has_text='asked for reliable').wait_for()
    page.locator('body').press('3')
    page.locator('.log .line', has_text='goal').first.wait_for()
    page.locator('body').press('4')
    page.locator('#page-hints .finding', has_text='asked for reliable').wait_for()
    page.get_by_role('button', name='Look at this machine').press('Enter')
    page.locator('#page-hints .finding.ok').first.wait_for()


@pytest.mark.parametrize('scheme', ['light', 'dark'])
@pytest.mark.parametrize('width', [380, 1280, 2400])
def test_nothing_overflows(open_page, width, scheme):
    page = open_page(width=width, height=800, scheme=scheme)
    page.locator(box('topic', '/cmd_vel')).click()
    page.locator('#panel').wait_for()
    assert page.evaluate('document.documentElement.scrollWidth') <= width
    assert page.locator('#panel').evaluate('e => e.scrollWidth <= e.clientWidth')
    luminance = page.evaluate('parseInt(getComputedStyle(document.body).backgroundColor.slice(4))')
    assert luminance < 80 if scheme == 'dark' else luminance > 180


def test_the_theme_can_be_chosen(open_page):
    page = open_page()
    page.get_by_role('button', name='Light or dark').click()
    assert page.evaluate('document.documentElement.dataset.theme') == 'dark'
    page.reload()
    page.wait_for_selector('.box.topic')
    assert page.evaluate('document.documentElement.dataset.theme') == 'dark'


def test_a_large_graph_is_laid_out(open_page):
    """1000 topics between 40 nodes, each pair with other topics: more than a human can distinguish."""
    page = open_page()
    layout = page.evaluate(
        """async () => {
          const { drawn } = await import('/static/js/graph/model.js');
          const { Layout } = await import('/static/js/graph/layout.js');
          const side = (i) => [{ node: `/node_${i % 40}`, count: 1, qos: 'reliable' }];
          const topics = Array.from({ length: 1000 }, (_, i) => ({
            name: `/topic_${i}`, types: ['a/msg/B'], quiet: false, mismatches: [],
            publishers: side(i), subscriptions: side(i + Math.floor(i / 40) + 1),
          }));
          const graph = { nodes: [], topics, services: [], actions: [], findings: {} };
          const { boxes, edges } = drawn(graph, { services: true, quiet: false });
          for (const box of boxes) Object.assign(box, { width: 150, height: 44 });
          const layout = new Layout();
          const [first, again] = [layout.update(boxes, edges), layout.update(boxes, edges)];
          const places = [...first.values()];
          const over = places.filter((one, i) => places.some((other, k) => k > i &&
            Math.abs(one.x - other.x) < 150 && Math.abs(one.y - other.y) < 44));
          const all = (axis) => places.map((each) => each[axis]);
          const size = (axis) => Math.max(...all(axis)) - Math.min(...all(axis));
          return {
            boxes: boxes.length, edges: edges.length, over: over.length, shape: size('x') / size('y'),
            names: boxes.filter(({ kind }) => kind === 'bundle').map(({ name }) => name),
            kept: boxes.every(({ id }) => again.get(id).x === first.get(id).x && again.get(id).y === first.get(id).y),
          };
        }"""
    )
    assert (layout['boxes'], layout['edges'], layout['over'], layout['kept']) == (80, 1040, 0, True)
    assert set(layout['names']) == {'25 topics'} and 0.5 < layout['shape'] < 3
