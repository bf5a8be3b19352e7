# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Bounds of instructions: what exceeds one fails, and so does a path without a bound or a bound without a path."""

import unittest

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


if __name__ == '__main__':
    unittest.main()
