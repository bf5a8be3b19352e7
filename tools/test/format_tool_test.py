#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""tools/format.py changes C and C++ sources only."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[1] / 'format.py'


class Format(unittest.TestCase):
    def test_refuses_a_file_that_is_not_cpp(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / 'Test.cmake'
            text = 'function(add_it NAME)\n  message("a"   "b")\nendfunction()\n'
            file.write_text(text)
            done = subprocess.run([sys.executable, '-B', str(TOOL), str(file)], capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f'{file} is not a C or C++ source', done.stderr)
            self.assertEqual(file.read_text(), text)


if __name__ == '__main__':
    unittest.main()
