# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Running: the order of programs, those that fail or may be missing, an installed ROS 2, the time that is left."""

import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import documents
from eventually import eventually

from harness.model import Case, Program, Suite
from harness.peer import NoPeer, Peer
from harness.programs import Runner, from_google
from harness.progress import Progress
from harness.run import durations, run, run_case, steps

LINE = json.dumps({'format': 1, 'program': 'p', 'settings': {}, 'figures': documents.figures(x=1)})


class Quiet(Progress):
    """Keeps what it says."""

    def __init__(self):
        super().__init__([], io.StringIO())
        self.steps = []

    def start(self, step):
        self.steps.append(step)


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def script(self, name, body, folder=None):
        """A program of one shell line."""
        path = (folder or self.path) / name
        path.write_text(f'#!/bin/sh\n{body}\n')
        path.chmod(0o755)
        return Program(name, str(path))


class Running(InAFolder):
    def run_case(self, *programs, rounds=2, timeout=60):
        self.progress = Quiet()
        return run_case(Case('c', programs, rounds=rounds, timeout=timeout), Runner(self.path), self.progress)

    def test_programs_alternate_and_the_order_turns(self):
        one = Case('c', (Program('a', ''), Program('b', '')), rounds=2)
        self.assertEqual(
            [(turn, program.name) for turn, program in steps(one)], [(1, 'a'), (1, 'b'), (2, 'b'), (2, 'a')]
        )
        results = self.run_case(self.script('a', f"echo '{LINE}'"), self.script('b', f"echo '{LINE}'"))
        self.assertEqual([element['round'] for element in results['results']['a']], [1, 2])
        self.assertEqual(self.progress.steps[0], 'c: a, round 1 of 2')

    def test_a_failing_program_is_named_with_its_reason_and_the_others_go_on(self):
        results = self.run_case(
            self.script('bad', 'echo broken >&2; exit 3'),
            self.script('mute', 'true'),
            self.script('old', 'echo \'{"format": 0}\''),
            self.script('good', f"echo '{LINE}'"),
            Program('absent', '/proc/nowhere/program'),
            Program('spare', 'sh', needs=('/proc/nowhere/command',)),
            Program('theirs', 'sh', 'ros2'),
        )
        self.assertEqual({name: len(runs) for name, runs in results['results'].items()}, {'good': 2})
        self.assertEqual(list(results['failed']), ['bad', 'mute', 'old', 'absent'])
        self.assertIn('exit status 3: broken', results['failed']['bad'])
        self.assertEqual(list(results['skipped']), ['spare', 'theirs'])
        self.assertEqual(len([step for step in self.progress.steps if 'bad' in step]), 1)

    def test_a_program_that_does_not_end_is_stopped_with_what_it_started(self):
        started = self.path / 'started'
        results = self.run_case(self.script('long', f'sleep 1000 & echo $! >{started}; wait'), rounds=1, timeout=2)
        self.assertIn('no end within 2 s', results['failed']['long'])
        stat = Path(f'/proc/{started.read_text().strip()}/stat')

        def has_ended():
            try:
                return stat.read_text().rpartition(') ')[2][0] == 'Z'
            except OSError:  # also if it goes while it is read
                return True

        eventually(has_ended, 'the end of what it started')

    def test_an_interrupted_run_keeps_what_it_has(self):
        class Interrupted(Runner):
            def run(self, program, timeout):
                if program.name == 'b':
                    raise KeyboardInterrupt
                return {'settings': {}, 'figures': [], 'seconds': 0}

        cases = tuple(Case(name, (Program(name, 'true'),), rounds=1) for name in 'abc')
        results = run((Suite('s', 'S', cases), Suite('t', 'T', cases)), Interrupted(self.path), {})
        self.assertEqual([[case['name'] for case in suite['cases']] for suite in results['suites']], [['a']])
        self.assertTrue(results['settings']['interrupted'])

    def test_google_benchmark_becomes_our_form(self):
        text = json.dumps(
            {
                'benchmarks': [
                    {'name': 'encode', 'run_type': 'iteration', 'cpu_time': 1.5, 'time_unit': 'us', 'allocs/item': 2},
                    {
                        'name': 'hop/real_time',
                        'run_type': 'iteration',
                        'cpu_time': 1,
                        'real_time': 2,
                        'time_unit': 'ns',
                    },
                    {
                        'name': 'bytes',
                        'run_type': 'iteration',
                        'cpu_time': 100,
                        'time_unit': 'us',
                        'items_per_second': 1e8,
                    },
                    {'name': 'encode_mean', 'run_type': 'aggregate', 'cpu_time': 9, 'time_unit': 'us'},
                ]
            }
        )
        results = {element['name']: element['value'] for element in from_google(text, None)['figures']}
        self.assertEqual(results, {'encode': 1500, 'encode:allocations': 2, 'hop/real_time': 2, 'bytes': 10})

    def test_what_programs_took_plans_the_next_run(self):
        self.assertEqual(durations(documents.measured_document())['10 B', 'ours'], 1)


class Left(unittest.TestCase):
    def test_the_pace_so_far_corrects_what_was_planned(self):
        now = [0.0]
        progress = Progress([60, 60, 60], io.StringIO(), lambda: now[0])
        self.assertEqual(progress.seconds_left, 180)
        now[0] = 120  # twice as long as planned
        progress.step()
        self.assertEqual(progress.seconds_left, 180)

    def test_a_terminal_gets_a_bar_and_a_log_gets_lines(self):
        class Terminal(io.StringIO):
            def isatty(self):
                return True

        for stream, expected in (
            (Terminal(), '\r\x1b[K[############............]  50%, 1:00 left  b\r\x1b[K'),
            (io.StringIO(), ' 50%, 1:00 left  b\n'),
        ):
            progress = Progress([60, 60], stream, lambda: 0.0)
            progress.step()
            progress._began = -60.0
            progress.start('b')
            progress.end()
            self.assertEqual(stream.getvalue(), expected)


class WithRos2(InAFolder):
    """Programs that run on an installed ROS 2; here a folder whose setup.sh says that it is one."""

    def prefix(self, setup):
        (self.path / 'setup.sh').write_text(setup)
        return self.path

    def test_each_runs_in_its_own_tree_and_environment(self):
        trees = [self.path / 'ours', self.path / 'theirs']
        for tree in trees:
            tree.mkdir()
        self.script('program', f'test -z "$OF_ROS2" && echo \'{LINE}\'', trees[0])
        self.script(
            'program',
            f'test "$OF_ROS2" = yes && test "$ROS_AUTOMATIC_DISCOVERY_RANGE" = LOCALHOST && echo \'{LINE}\'',
            trees[1],
        )
        peer = Peer(self.prefix('export ROS_DISTRO=rolling OF_ROS2=yes RMW_IMPLEMENTATION=rmw_x'), trees[1])
        self.assertEqual(peer.name, 'rclcpp ?, rmw_x')
        manifest = peer.prefix / 'share' / 'rclcpp' / 'package.xml'
        manifest.parent.mkdir(parents=True)
        manifest.write_text('<package><name>rclcpp</name><version>28.1.6</version></package>')
        self.assertEqual(peer.name, 'rclcpp 28.1.6, rmw_x')
        programs = (Program('ours', '{build}/program'), Program('theirs', '{build}/program', 'ros2'))
        results = run_case(Case('c', programs, rounds=1), Runner(trees[0], peer), Quiet())
        self.assertEqual((sorted(results['results']), results['failed']), (['ours', 'theirs'], {}))
        programs = (Program('ours', '{build}/another'), Program('theirs', '{build}/another', 'ros2'))
        results = run_case(Case('c', programs, rounds=1), Runner(trees[0], peer), Quiet())
        self.assertIn('has not the packages', results['skipped']['theirs'])
        self.assertIn('make bench', results['failed']['ours'])

    def test_variables_of_another_sourced_ros2_are_not_passed_on(self):
        os.environ['AMENT_PREFIX_PATH'] = '/another'
        self.addCleanup(os.environ.pop, 'AMENT_PREFIX_PATH')
        self.assertNotIn('AMENT_PREFIX_PATH', Peer(self.prefix('export ROS_DISTRO=rolling'), self.path).environment())

    def test_what_is_no_ros2_is_refused_with_what_was_expected(self):
        for setup, expected in (('exit 3', 'cannot be sourced'), ('true', 'ROS_DISTRO')):
            with self.assertRaisesRegex(NoPeer, expected):
                Peer(self.prefix(setup), self.path)
        with self.assertRaisesRegex(NoPeer, 'expected .*/nowhere/setup.sh'):
            Peer(self.path / 'nowhere', self.path)


class CommandLine(InAFolder):
    def call(self, *words):
        program = documents.HERE.parent / 'bench.py'
        return subprocess.run([sys.executable, '-B', program, *words], capture_output=True, text=True, check=False)

    def test_a_run_whose_programs_are_missing_says_so_and_still_reports(self):
        done = self.call('run', '--only', 'node', '--build', str(self.path), '--output', str(self.path / 'out'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('failed: node: RxROS2: ', done.stdout)
        kept = json.loads((self.path / 'out' / 'results.json').read_text())
        self.assertEqual(kept['machine']['cores'], os.cpu_count())
        self.assertIn('failed: ', (self.path / 'out' / 'report.md').read_text())
        self.assertEqual(self.call('report', str(self.path / 'out' / 'results.json')).returncode, 0)
        self.assertEqual(self.call('compare', str(self.path / 'out'), str(self.path / 'out')).returncode, 0)

    def test_an_unknown_suite_is_refused_with_those_that_are_there(self):
        done = self.call('run', '--only', 'nothing')
        self.assertEqual(done.returncode, 2)
        self.assertIn('there are machine, rxros2', done.stderr)


if __name__ == '__main__':
    unittest.main()
