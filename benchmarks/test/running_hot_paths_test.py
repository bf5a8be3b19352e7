# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Bounds of instructions: what exceeds one fails, and so does a path without a bound or a bound without a path."""

import contextlib
import io
import platform
import unittest
from unittest import mock

import documents  # noqa: F401  # the path of the modules

import hot_paths


class Bounds(unittest.TestCase):
    def test_more_than_the_bound_fails_and_less_does_not(self):
        for count, good in ((104, True), (50, True), (106, False)):
            lines, judged = hot_paths.judge({'a': 100}, {'a': count})
            self.assertEqual((judged, len(lines)), (good, 1))
        self.assertIn('MORE than', lines[0])

    def test_paths_and_bounds_belong_together(self):
        self.assertFalse(hot_paths.judge({}, {'a': 1})[1])
        self.assertFalse(hot_paths.judge({'a': 1}, {})[1])

    def test_another_processor_has_other_bounds(self):
        self.assertIn(platform.machine(), hot_paths.compiler())
        with (
            mock.patch.object(hot_paths, 'compiler', return_value='12.2.0 for riscv64-linux-gnu'),
            mock.patch('shutil.which', return_value='/usr/bin/valgrind'),
            mock.patch('sys.argv', ['hot_paths.py', '/nowhere']),
            contextlib.redirect_stdout(io.StringIO()) as output,
        ):
            self.assertEqual(hot_paths.main(), 77)
        self.assertIn('this is 12.2.0 for riscv64-linux-gnu', output.getvalue())


if __name__ == '__main__':
    unittest.main()
