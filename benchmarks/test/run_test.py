# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests of the benchmark runner: its arithmetic, its order of runs, and programs that fail."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import run  # noqa: E402


def result(program, **figures):
    """A result with one-value figures, or distributions given as dict."""
    return {'format': 1, 'program': program, 'settings': {}, 'figures': [
        {'name': name, 'unit': 'us', **(value if isinstance(value, dict) else {'value': value})}
        for name, value in figures.items()]}


class Arithmetic(unittest.TestCase):
    def test_median_is_over_rounds(self):
        results = [result('a', one_way={'p50': p50, 'p99': 90}) for p50 in (10, 30, 14)]
        self.assertEqual(run.median_of(results, 'one_way', 'p50'), 14)
        self.assertEqual(run.median_of(results, 'one_way', 'p99'), 90)
        self.assertIsNone(run.median_of(results, 'other', 'p50'))

    def test_ratio_and_limit(self):
        comparison = {'name': 'c', 'checks': [
            {'of': 'a', 'figure': 'x', 'to': 'b', 'at_most_ratio': 1.25},
            {'of': 'a', 'figure': 'x', 'to': 'b', 'at_most_ratio': 1.1},
            {'of': 'a', 'figure': 'x', 'at_most': 12},
            {'of': 'a', 'figure': 'x', 'at_most': 11},
            {'of': 'a', 'figure': 'x'},
            {'of': 'gone', 'figure': 'x', 'at_most': 1}]}
        rows = run.evaluate(comparison, {'a': [result('a', x=12)], 'b': [result('b', x=10)]})
        self.assertEqual([row['reached'] for row in rows], [True, False, True, False, None, None])
        self.assertAlmostEqual(rows[0]['ratio'], 1.2)
        self.assertIn('NOT reached', run.table(rows))

    def test_google_benchmark_becomes_our_form(self):
        text = json.dumps({'benchmarks': [
            {'name': 'encode', 'run_type': 'iteration', 'cpu_time': 1.5, 'time_unit': 'us'},
            {'name': 'hop/real_time', 'run_type': 'iteration', 'cpu_time': 1, 'real_time': 2, 'time_unit': 'ns'},
            {'name': 'encode_mean', 'run_type': 'aggregate', 'cpu_time': 9, 'time_unit': 'us'}]})
        converted = run.from_google(text, {'name': 'codec'})
        self.assertEqual(converted['figures'], [{'name': 'encode', 'unit': 'ns', 'value': 1500.0},
                                                {'name': 'hop/real_time', 'unit': 'ns', 'value': 2.0}])


class Running(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def script(self, name, body):
        """A program of one shell line."""
        path = self.path / name
        path.write_text(f'#!/bin/sh\n{body}\n')
        path.chmod(0o755)
        return {'name': name, 'command': str(path)}

    def test_programs_alternate_and_the_order_turns(self):
        said = []
        line = json.dumps(result('p', x=1))
        programs = [self.script('a', f"echo '{line}'"), self.script('b', f"echo '{line}'")]
        results, notes = run.run_comparison(
            {'name': 'c', 'programs': programs, 'checks': []}, self.path, 2, lambda text: said.append(text[-1]))
        self.assertEqual(said, ['a', 'b', 'b', 'a'])
        self.assertEqual([entry['round'] for entry in results['a']], [1, 2])
        self.assertEqual(notes, [])

    def test_a_failing_program_is_named_and_the_others_go_on(self):
        line = json.dumps(result('p', x=1))
        programs = [self.script('bad', 'echo broken >&2; exit 3'), self.script('mute', 'true'),
                    self.script('old', "echo '{\"format\": 0}'"), self.script('good', f"echo '{line}'"),
                    {'name': 'absent', 'command': '/nowhere/program'},
                    {'name': 'spare', 'command': '/nowhere/program', 'optional': True}]
        results, notes = run.run_comparison(
            {'name': 'c', 'programs': programs, 'checks': []}, self.path, 2, lambda text: None)
        self.assertEqual(list(results), ['good'])
        self.assertEqual(len(results['good']), 2)
        self.assertEqual([note.split(':')[1].strip() for note in notes], ['bad', 'mute', 'old', 'absent', 'spare'])
        self.assertIn('exit status 3:\nbroken', notes[0])
        self.assertTrue(notes[4].startswith('skipped'))

    def test_a_program_that_does_not_end_is_stopped(self):
        comparison = {'name': 'c', 'programs': [self.script('long', 'exec sleep 1000')], 'checks': [], 'timeout_s': 0.2}
        _, notes = run.run_comparison(comparison, self.path, 1, lambda text: None)
        self.assertIn('no end within 0.2 s', notes[0])

    def test_the_command_line_writes_results_and_tells_by_its_status(self):
        line = json.dumps(result('p', x=5))
        suite = self.path / 'suite.json'
        suite.write_text(json.dumps({'rounds': 1, 'comparisons': [
            {'name': 'fine', 'programs': [self.script('a', f"echo '{line}'")],
             'checks': [{'of': 'a', 'figure': 'x', 'at_most': 4}]},
            {'name': 'broken', 'programs': [self.script('b', 'exit 1')], 'checks': []}]}))

        def call(*more):
            return subprocess.run([sys.executable, str(HERE.parent / 'run.py'), '--suite', str(suite), '--output',
                                   str(self.path / 'out'), *more], capture_output=True, text=True, check=False)
        fine = call('--only', 'fine')
        # A limit that is not reached is a figure, not a fault of the run.
        self.assertEqual(fine.returncode, 0, fine.stderr)
        self.assertIn('NOT reached', fine.stdout)
        written = json.loads(next((self.path / 'out').glob('*.json')).read_text())
        self.assertEqual(written['checks'][0]['value'], 5)
        self.assertEqual(written['machine']['cores'], os.cpu_count())
        self.assertEqual(call().returncode, 1)
        other = self.path / 'other.json'
        other.write_text(json.dumps({'rounds': 2, 'comparisons': [
            {'name': 'more', 'programs': [self.script('c', f"echo '{line}'")], 'checks': []}]}))
        both = call('--only', 'fine,more', '--suite', str(other), '--output', str(self.path / 'both'))
        self.assertEqual(both.returncode, 0, both.stderr)
        written = json.loads(next((self.path / 'both').glob('*.json')).read_text())
        self.assertEqual([(one['name'], len(next(iter(one['results'].values())))) for one in written['comparisons']],
                         [('fine', 1), ('more', 2)])
        self.assertEqual(call('--only', 'nothing').returncode, 2)


class WithRos2(unittest.TestCase):
    """Programs that run on an installed ROS 2; here a folder whose setup.sh says that it is one."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)
        self.build = self.path / 'build'
        self.build.mkdir()
        self.line = json.dumps(result('p', x=1))
        self.comparison = {'name': 'both', 'checks': [], 'programs': [
            {'name': 'ours', 'command': '{build}/program'},
            {'name': 'theirs', 'runtime': 'ros2', 'command': '{build}/program'}]}

    def prefix(self, setup):
        (self.path / 'setup.sh').write_text(setup)
        return self.path

    def program(self, folder, body):
        path = folder / 'program'
        path.write_text(f'#!/bin/sh\n{body}\n')
        path.chmod(0o755)

    def test_each_runs_in_its_own_tree_and_environment(self):
        ours = self.path / 'ours'
        ours.mkdir()
        self.program(ours, f'test -z "$OF_ROS2" && echo \'{self.line}\'')
        self.program(self.build, f'test "$OF_ROS2" = yes && test "$ROS_AUTOMATIC_DISCOVERY_RANGE" = LOCALHOST '
                                 f'&& echo \'{self.line}\'')
        peer = run.Peer(self.prefix('export ROS_DISTRO=rolling OF_ROS2=yes RMW_IMPLEMENTATION=rmw_x'), self.build)
        self.assertEqual(peer.name, 'rolling, rmw_x')
        results, notes = run.run_comparison(self.comparison, ours, 1, lambda text: None, peer)
        self.assertEqual((sorted(results), notes), (['ours', 'theirs'], []))

    def test_variables_of_another_sourced_ros2_are_not_passed_on(self):
        os.environ['AMENT_PREFIX_PATH'] = '/another'
        self.addCleanup(os.environ.pop, 'AMENT_PREFIX_PATH')
        peer = run.Peer(self.prefix('export ROS_DISTRO=rolling'), self.build)
        self.assertNotIn('AMENT_PREFIX_PATH', peer.environment())

    def test_what_is_no_ros2_is_refused_with_what_was_expected(self):
        for setup, expected in (('exit 3', 'cannot be sourced'), ('true', 'ROS_DISTRO')):
            with self.assertRaisesRegex(run.NoPeer, expected):
                run.Peer(self.prefix(setup), self.build)
        with self.assertRaisesRegex(run.NoPeer, 'expected .*/nowhere/setup.sh'):
            run.Peer(self.path / 'nowhere', self.build)

    def test_without_a_peer_the_rest_runs_and_the_report_says_what_did_not(self):
        suite = self.path / 'suite.json'
        suite.write_text(json.dumps({'rounds': 1, 'comparisons': [
            self.comparison, {'name': 'alone', 'checks': [], 'programs': [{'name': 'p', 'command': '{build}/program'}]}]}))
        self.program(self.build, f"echo '{self.line}'")
        done = subprocess.run(
            [sys.executable, str(HERE.parent / 'run.py'), '--suite', str(suite), '--build', str(self.build), '--output',
             str(self.path / 'out')], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('skipped: what is compared with an installed ROS 2', done.stdout)
        written = json.loads(next((self.path / 'out').glob('*.json')).read_text())
        self.assertEqual([one['name'] for one in written['comparisons']], ['alone'])


class Suite(unittest.TestCase):
    def test_checks_name_programs_of_their_comparison(self):
        comparisons = run.comparisons_of(run.SUITES)
        self.assertEqual(len({comparison['name'] for comparison in comparisons}), len(comparisons))
        for comparison in comparisons:
            self.assertGreater(comparison['rounds'], 0)
            names = {program['name'] for program in comparison['programs']}
            for check in comparison['checks']:
                self.assertIn(check['of'], names)
                self.assertIn(check.get('to', check['of']), names)


if __name__ == '__main__':
    unittest.main()
