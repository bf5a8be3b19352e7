#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""tools/progress.py estimates the time left from what ninja and ctest print."""

import pathlib
import subprocess
import sys
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOOLS))
import progress  # noqa: E402


class Progress(unittest.TestCase):
    def test_counts_the_steps_of_a_build(self):
        estimate = progress.Estimate('release:build', {})
        steps = progress.STEPS['release']
        self.assertTrue(estimate.read(f'[{steps // 2}/{steps}] Building CXX object a.o\n'))
        self.assertAlmostEqual(estimate.seconds_left(progress.TYPICAL['release:build'] / 2),
                               progress.TYPICAL['release:build'] / 2, delta=1)

    def test_a_build_of_few_steps_is_short(self):
        estimate = progress.Estimate('release:build', {})
        estimate.read('[1/10] Building CXX object a.o\n')
        self.assertLess(estimate.seconds_left(1), progress.TYPICAL['release:build'] / 20)

    def test_weights_tests_by_what_they_took(self):
        estimate = progress.Estimate('asan:tests', {'short_test': 1.0, 'long_test': 99.0})
        self.assertTrue(estimate.read(' 1/2 Test   #7: short_test ....   Passed    1.00 sec\n'))
        self.assertAlmostEqual(estimate.done_share, 0.01)

    def test_ignores_other_lines(self):
        estimate = progress.Estimate('tsan:build', {})
        for line in ('error: expected 3/4\n', '        Start 12: base_test\n', '[  OK  ] Suite.Test\n'):
            self.assertFalse(estimate.read(line))

    def test_passes_its_input_on(self):
        text = '[1/2] Building\nsome error\n[2/2] Linking\n'
        done = subprocess.run([sys.executable, '-B', str(TOOLS / 'progress.py'), 'tsan:build', 'tsan:tests'],
                              input=text, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, text)


if __name__ == '__main__':
    unittest.main()
