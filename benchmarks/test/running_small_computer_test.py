# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""small_computer.py: the figures of two processes, and the limits of their memory."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import documents  # noqa: F401  # the path of the modules

import small_computer

PROGRAM = pathlib.Path(small_computer.__file__)
# The listener reports at once, and then often, on the core that it was given.
PAIR = """import os, sys, time
assert len(os.sched_getaffinity(0)) == 1
for count in range(1, 1000):
    if sys.argv[1] == 'listen':
        print(100 * count, flush=True)
    time.sleep(0.1)
"""


class SmallComputer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_measures_both_processes(self):
        (self.folder / 'pair.py').write_text(PAIR)
        command = [sys.executable, str(PROGRAM), '--seconds', '0.2', sys.executable, str(self.folder / 'pair.py')]
        output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
        result = json.loads(output)
        figures = {figure['name']: figure['value'] for figure in result['figures']}
        self.assertEqual(result['program'], 'small_computer')
        self.assertGreater(figures['rate'], 0)
        self.assertGreater(figures['first_message'], 0)
        self.assertAlmostEqual(figures['memory'], figures['talker_memory'] + figures['listener_memory'])
        self.assertIn('memory', result['settings'])

    def limit(self, controllers):
        if controllers is not None:
            (self.folder / 'cgroup.subtree_control').write_text(controllers)
        with mock.patch.object(small_computer, 'ROOT_CGROUP', self.folder), mock.patch.object(pathlib.Path, 'rmdir'):
            with small_computer.memory_limit(256) as (prefix, enter, text):
                enter()
        return prefix, text

    def test_limits_the_memory_by_a_cgroup(self):
        self.assertEqual(self.limit('cpu memory\n'), ([], 'cgroup, 256 MB'))
        group = self.folder / f'small_computer_{os.getpid()}'
        self.assertEqual((group / 'memory.max').read_text(), str(256 << 20))
        self.assertEqual((group / 'cgroup.procs').read_text(), '0')

    def test_says_why_the_memory_is_not_limited(self):
        self.assertEqual(self.limit(None), ([], f'not limited: {self.folder} is not a cgroup of version 2'))
        self.assertIn('does not have memory', self.limit('cpu\n')[1])


if __name__ == '__main__':
    unittest.main()
