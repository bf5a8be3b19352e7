# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests of the report (medians, series, tables, limits, comparisons), and of the names that suites and limits use."""

import itertools
import json
import random
import re
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import documents

from harness import compare, figures, limits, report, view
from harness.model import Figure
from harness.svg import svg, ticks
from suites import ALL

SUITE = documents.sized(10, 1000)
ROOT = Path(__file__).resolve().parents[2]


class Figures(unittest.TestCase):
    def test_the_median_is_over_rounds(self):
        case = documents.case('c', a=[{'age': {'p50': p50, 'p99': 90, 'count': 5}} for p50 in (10, 30, 14)])
        measurement = figures.measured(case, 'a', Figure('age'))
        self.assertEqual(
            (measurement.value, measurement.least, measurement.most, measurement.rounds, measurement.count),
            (14, 10, 30, 3, 15),
        )
        self.assertEqual(figures.measured(case, 'a', Figure('age', 'p99', 1e-3)).value, 0.09)
        self.assertIsNone(figures.measured(case, 'a', Figure('other')))
        self.assertIsNone(figures.measured(case, 'b', Figure('age')))

    def test_numbers_have_three_digits(self):
        texts = [figures.number(value) for value in (None, 0, 0.00012345, 0.12345, 12.345, 1234.5, 123456)]
        self.assertEqual(texts, ['–', '0', '1.2e-04', '0.123', '12.3', '1234', '123456'])


class View(unittest.TestCase):
    def setUp(self):
        self.shown = view.suites((SUITE,), documents.measured_document())[0]

    def test_series_lie_over_the_parameter_and_have_a_slope(self):
        plot = self.shown['plots'][0]
        self.assertEqual([series['name'] for series in plot['series']], ['ours', 'peer'])
        ours = plot['series'][0]
        self.assertEqual(
            [(point['x'], point['y'], point['upper'], point['rounds']) for point in ours['points']],
            [(10, 2, 4, 3), (1000, 20, 40, 2)],
        )
        self.assertEqual(ours['slope'], 0.5)
        self.assertEqual(plot['lines'], [{'label': 'floor', 'y': 0.5}])

    def test_without_a_parameter_series_stand_beside_each_other(self):
        plot = self.shown['plots'][1]
        self.assertEqual(plot['places'], ['10 B', '1000 B'])
        first, second = (series['points'][0]['x'] for series in plot['series'])
        self.assertLess(-0.5, first)
        self.assertLess(first, second)
        self.assertLess(second, 0.5)

    def test_a_program_that_failed_is_a_row_that_says_why(self):
        rows = self.shown['tables'][0]['rows']
        self.assertEqual(rows[0], {'head': ['10 B', 'ours'], 'cells': ['2']})
        self.assertEqual(rows[-1], {'head': ['1000 B', 'peer'], 'failed': 'exit status 3: <broken>'})
        self.assertEqual(self.shown['failed'], ['1000 B: peer: exit status 3: <broken>'])

    def test_a_plot_is_an_image_of_its_points(self):
        for plot in self.shown['plots']:
            image = xml.fromstring(svg(plot))
            circles = [element for element in image if element.tag.endswith('circle') and element.get('r') == '4']
            self.assertEqual(len(circles), 3)
            for circle in circles:
                self.assertTrue(70 < float(circle.get('cx')) < 760 and 30 < float(circle.get('cy')) < 320)

    def test_ticks_are_round(self):
        self.assertEqual(ticks(0.5, 2000, True), [1, 10, 100, 1000])
        self.assertEqual(ticks(3, 30, True), [5, 10, 20])
        self.assertEqual(ticks(0, 9.5, False), [0, 2, 4, 6, 8])

    def test_the_report_says_what_was_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            report.write(documents.measured_document(), (SUITE,), Path(folder))
            text = Path(folder, 'report.md').read_text()
            self.assertIn('| 10 B | peer | 4 |', text)
            self.assertIn('failed: exit status 3', text)
            self.assertIn('](plots/by_size.svg)', text)
            page = Path(folder, 'report.html').read_text()
            self.assertNotIn('<broken>', page)
            self.assertNotIn('{{', page.split('<script>')[0])
            # uPlot's licence requires its notice in each copy.
            self.assertIn('Copyright (c) 2022 Leon Sorokin', page.replace('\n', ' '))
            self.assertIn('The above copyright notice and this permission notice shall be included', page)
            self.assertEqual(json.loads(Path(folder, 'results.json').read_text()), documents.measured_document())
            self.assertEqual(
                sorted(element.name for element in Path(folder, 'plots').iterdir()), ['by_name.svg', 'by_size.svg']
            )


class Limits(unittest.TestCase):
    def test_a_later_run_takes_the_place_of_its_suites_and_says_when_it_ran(self):
        old_case, new_case = (documents.case('10 B', {'bytes': 10}, ours=[{'age': age}]) for age in (7, 3))
        kept_document = documents.document(old_case)
        other_suite = {**documents.document(documents.case('far', ours=[{'age': 5}]), suite='range')['suites'][0]}
        kept_document['suites'].append(other_suite)
        later_document = {**documents.document(new_case), 'began': '2026-02-02T00:00:00+00:00', 'commit': 'def5678'}
        joined = report.joined(kept_document, later_document)
        self.assertEqual([suite['name'] for suite in joined['suites']], ['speed', 'range'])
        self.assertEqual(joined['suites'][0]['cases'], [new_case])
        self.assertIs(joined['suites'][1], other_suite)
        self.assertEqual((joined['commit'], kept_document['suites'][0]['cases']), ('abc1234', [old_case]))
        with tempfile.TemporaryDirectory() as folder:
            report.write(joined, (SUITE,), Path(folder))
            for name in ('report.md', 'report.html'):
                text = Path(folder, name).read_text()
                self.assertIn('Measured by itself: 2026-02-02T00:00:00+00:00, commit def5678', text)
            self.assertEqual(
                json.loads(Path(folder, 'results.json').read_text())['suites'][0]['later'][:10], '2026-02-02'
            )

    def test_limits_are_met_missed_or_not_measured(self):
        document = documents.document(documents.case('c', a=[{'x': 12, 'y': 12}], b=[{'x': 10}]))
        base = {'case': 'c', 'program': 'a', 'figure': 'x', 'source': 'page.md#claims'}
        rows = limits.check(
            [
                {**base, 'at_most': 1.25, 'to': {'program': 'b'}},
                {**base, 'at_most': 1.1, 'to': {'program': 'b'}},
                {**base, 'at_most': 1, 'to': {'figure': 'y'}},
                {**base, 'at_most': 12},
                {**base, 'at_most': 11},
                {**base, 'at_least': 12},
                {**base, 'at_least': 13},
                {**base, 'case': 'gone', 'at_most': 1},
            ],
            document,
        )
        self.assertEqual([row['met'] for row in rows], [True, False, True, True, False, True, False, None])
        self.assertEqual((rows[0]['bound'], limits.bound(rows[0])), (12.5, '≤ 1.25 × b'))

    def test_each_names_programs_of_a_case_and_the_page_that_claims_it(self):
        cases = {case.name: {program.name for program in case.programs} for suite in ALL for case in suite.cases}
        for limit in limits.read():
            name, _, anchor = limit['source'].partition('#')
            headings = re.findall(r'^#+ (.+)$', (ROOT / name).read_text(), re.M)
            if anchor:
                self.assertIn(anchor, [heading.lower().replace(' ', '-') for heading in headings], limit)
            self.assertEqual(len({'at_most', 'at_least'} & limit.keys()), 1, limit)
            for selection in (limit, {**limit, **limit.get('to', {})}):
                self.assertIn(selection['program'], cases.get(selection['case'], ()), limit)


class Compare(unittest.TestCase):
    def rows(self, before, after):
        documents_ = [[documents.document(documents.case('c', a=[{'x': x} for x in side]))] for side in (before, after)]
        return compare.compare(*documents_)

    def test_what_lies_apart_differs_and_what_overlaps_does_not(self):
        row = self.rows([10, 11, 10.5, 10.2, 10.8], [20, 21, 20.5, 19, 22])[0]
        self.assertTrue(row['differs'])
        low, high = row['interval']
        self.assertTrue(low < 1.95 < high and low > 1.7)
        self.assertFalse(self.rows([10, 11, 12, 10, 13], [11, 10, 12, 13, 10])[0]['differs'])

    def test_few_rounds_are_not_judged(self):
        row = self.rows([10, 11, 12], [20, 21, 22])[0]
        self.assertIsNone(row['differs'])
        self.assertIn('not judged', compare.text([row]))

    def test_the_test_is_exact(self):
        self.assertAlmostEqual(compare.mann_whitney([1, 2, 3, 4], [5, 6, 7, 8]), 2 / 70)
        self.assertAlmostEqual(compare.mann_whitney([1, 2, 3], [4, 5]), 2 / 10)
        self.assertEqual(compare.mann_whitney([1, 2], [1, 2]), 1)

    def test_ties_are_not_rounded_towards_a_difference(self):
        self.assertAlmostEqual(compare.mann_whitney([1, 2, 3, 4], [4, 5, 6, 7]), 4 / 70)
        self.assertAlmostEqual(compare.mann_whitney([4, 5, 6, 7], [1, 2, 3, 4]), 4 / 70)
        self.assertEqual(compare.mann_whitney([1, 1, 1], [1, 1]), 1)
        generator = random.Random(1)
        for _ in range(20):  # against every way to divide the values
            before, after = ([generator.randrange(5) for _ in range(length)] for length in (4, 5))
            distances = [
                abs(sum((b > a) - (b < a) for a in chosen for b in rest))
                for places in itertools.combinations(range(9), 4)
                for chosen, rest in [self.divided(before + after, places)]
            ]
            observed = abs(sum((b > a) - (b < a) for a in before for b in after))
            expected = sum(distance >= observed for distance in distances) / len(distances)
            self.assertAlmostEqual(compare.mann_whitney(before, after), expected)

    @staticmethod
    def divided(values, places):
        return [values[i] for i in places], [value for i, value in enumerate(values) if i not in places]


class Suites(unittest.TestCase):
    def test_names_are_unique_and_plots_show_cases_of_theirs(self):
        names = [case.name for suite in ALL for case in suite.cases]
        self.assertEqual(len(set(names)), len(names))
        for kind in ('plots', 'tables'):
            element_names = [element.name for suite in ALL for element in getattr(suite, kind)]
            self.assertEqual(len({*element_names}), len(element_names))
        for suite in ALL:
            case_names = {case.name for case in suite.cases}
            for element in suite.plots + suite.tables:
                self.assertLessEqual(set(element.cases), case_names, element.name)
                self.assertTrue(element.see.endswith('.'), element.name)
            for case in suite.cases:
                self.assertEqual(len({program.name for program in case.programs}), len(case.programs))

    def test_lines_name_programs_of_the_suite_machine(self):
        programs = {(case.name, program.name) for case in ALL[0].cases for program in case.programs}
        for line in (line for suite in ALL for plot in suite.plots for line in plot.lines):
            self.assertIn((line.case, line.program), programs)

    def test_the_whole_takes_at_most_45_minutes(self):
        self.assertLessEqual(sum(suite.seconds for suite in ALL), 45 * 60)


if __name__ == '__main__':
    unittest.main()
