# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The report's page in a real browser: nothing on the console; hover, zoom, keyboard, series, dark, narrow and wide.

PAGE_TEST_SCREENSHOTS=folder keeps what it looked like; PAGE_TEST_REPORT=file opens another report.
"""

import os
import tempfile
import unittest
from pathlib import Path

import documents
from browser import browser, watched

from harness import report


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(browser())
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        report.write(documents.measured_document(), (documents.sized(10, 1000),), folder)
        cls.file = folder / 'report.html'

    def open(self, width=1200, dark=False, file=None):
        page = self.browser.new_page(viewport={'width': width, 'height': 900}, color_scheme='dark' if dark else 'light')
        self.addCleanup(page.close)
        self.troubles = watched(page)
        page.goto(f'file://{file or self.file}')
        page.wait_for_selector('.chart canvas')
        return page

    def tearDown(self):
        self.assertEqual(self.troubles, [])

    def shot(self, page, name):
        folder = os.environ.get('PAGE_TEST_SCREENSHOTS')
        if folder:
            page.screenshot(path=Path(folder, f'{name}.png'))

    def drag(self, page, start, end):
        """Along the middle of the first plot, from one share of its width to another."""
        box = page.locator('.plot .u-over').first.bounding_box()
        middle = box['y'] + box['height'] / 2
        page.mouse.move(box['x'] + start * box['width'], middle)
        page.mouse.down()
        page.mouse.move(box['x'] + end * box['width'], middle, steps=4)
        page.mouse.up()

    def test_pointing_at_a_dot_says_its_values(self):
        page = self.open()
        page.locator('#plot-by_size').scroll_into_view_if_needed()
        box = page.locator('#plot-by_size .u-over').bounding_box()
        page.mouse.move(box['x'] + 30, box['y'] + box['height'] / 2)
        readout = page.locator('#plot-by_size .readout')
        page.wait_for_function('document.querySelector("#plot-by_size .readout").textContent')
        self.assertRegex(readout.inner_text(), r'(ours|peer), 10 B: \d')

    def test_dragging_zooms_and_a_double_click_shows_all(self):
        page = self.open()
        page.locator('#plot-by_size').scroll_into_view_if_needed()
        chart = page.locator('#plot-by_size .chart')
        self.drag(page, 0.3, 0.7)
        self.assertEqual(chart.get_attribute('data-zoomed'), 'true')
        page.locator('#plot-by_size .u-over').dblclick()
        self.assertEqual(chart.get_attribute('data-zoomed'), 'false')

    def test_the_keyboard_steps_zooms_and_resets(self):
        page = self.open()
        chart, readout = page.locator('#plot-by_size .chart'), page.locator('#plot-by_size .readout')
        chart.focus()
        self.assertIn('ours, 10 B: 2 (µs); p99 4; 3 rounds: 1 to 3', readout.inner_text())
        page.keyboard.press('ArrowRight')
        self.assertIn('ours, 1000 B: 20', readout.inner_text())
        page.keyboard.press('ArrowLeft')
        page.keyboard.press('ArrowDown')
        self.assertIn('peer, 10 B: 4', readout.inner_text())
        page.keyboard.press('+')
        self.assertEqual(chart.get_attribute('data-zoomed'), 'true')
        page.keyboard.press('0')
        self.assertEqual(chart.get_attribute('data-zoomed'), 'false')

    def test_a_button_hides_and_shows_its_series(self):
        page = self.open()
        button = page.locator('#plot-by_size .series button', has_text='peer')
        painted = "document.querySelector('#plot-by_size canvas').toDataURL()"
        before = page.evaluate(painted)
        button.click()
        self.assertEqual(button.get_attribute('aria-pressed'), 'false')
        self.assertNotEqual(page.evaluate(painted), before)
        button.click()
        self.assertEqual(page.evaluate(painted), before)

    def test_the_theme_is_the_systems_until_it_is_chosen(self):
        ground = 'getComputedStyle(document.body).backgroundColor'
        light, dark = (self.open(dark=dark) for dark in (False, True))
        self.assertNotEqual(light.evaluate(ground), dark.evaluate(ground))
        light.locator('#theme').click()
        self.assertEqual(light.evaluate(ground), dark.evaluate(ground))

    def test_narrow_or_wide_nothing_runs_out_of_the_page(self):
        for width in (400, 800, 1600):
            page = self.open(width)
            self.assertEqual(page.evaluate('document.documentElement.scrollWidth'), width)
            canvas = page.locator('#plot-by_size .uplot').bounding_box()
            self.assertLessEqual(canvas['x'] + canvas['width'], width)

    def test_another_report_opens_as_well(self):
        other = os.environ.get('PAGE_TEST_REPORT', documents.HERE.parent / 'report' / 'report.html')
        if not Path(other).is_file():
            self.troubles = []
            self.skipTest('no report is kept')
        for width, dark in ((1200, False), (1200, True), (400, False)):
            page = self.open(width, dark, other)
            self.assertEqual(page.evaluate('document.documentElement.scrollWidth'), width)
            for i, plot in enumerate(page.locator('.plot').all()):
                plot.scroll_into_view_if_needed()
                plot.locator('.chart').focus()
                self.assertTrue(plot.locator('.readout').inner_text())
                self.shot(page, f'{width}{"d" if dark else ""}_{i:02d}')


if __name__ == '__main__':
    unittest.main()
