#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests tools/headers_alone.py on folders of small headers."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[1] / 'headers_alone.py'


class HeadersAlone(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / 'include/detail').mkdir(parents=True)
        (self.folder / 'table').write_text('outer.hpp: inner.hpp\n')

    def header(self, name, *includes, text=''):
        lines = [f'#ifndef {name[0].upper()}_', f'#define {name[0].upper()}_', *(f'#include "{path}"' for path in includes), text, '#endif']
        (self.folder / 'include' / name).write_text('\n'.join(lines) + '\n')

    def sources(self):
        done = subprocess.run([sys.executable, '-B', TOOL, self.folder / 'out', self.folder / 'include', self.folder / 'table'],
                              capture_output=True, text=True, check=True)
        return sorted(pathlib.Path(name) for name in done.stdout.split(';'))

    def errors(self):
        texts = ''
        for source in self.sources():
            texts += subprocess.run(['g++', '-fsyntax-only', '-I', self.folder / 'include', source], capture_output=True,
                                    text=True, check=False).stderr
        return texts

    def test_headers_that_include_each_other_share_a_source(self):
        self.header('inner.hpp')
        self.header('outer.hpp', 'inner.hpp')
        self.header('aside.hpp', 'detail/private.hpp')
        self.header('detail/private.hpp')
        self.assertEqual([source.name for source in self.sources()], ['aside_hpp.cpp', 'outer_hpp.cpp'])
        self.assertEqual(self.errors(), '')

    def test_header_that_needs_another_fails(self):
        self.header('inner.hpp', text='struct Inner {};')
        self.header('outer.hpp', 'inner.hpp')
        self.header('aside.hpp', text='inline Inner inner;')
        self.assertIn('aside.hpp', self.errors())

    def test_header_that_does_not_bring_another_fails(self):
        self.header('inner.hpp')
        self.header('outer.hpp')
        self.assertIn('outer.hpp does not bring inner.hpp', self.errors())


if __name__ == '__main__':
    unittest.main()
