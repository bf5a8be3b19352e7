# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names of tests have one style a language, and tests wait by what tools/test_support/ has (CONTRIBUTING.md, "One test"). Each operator
of rx has a file of tests."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEST = re.compile(r'^ *(?:TYPED_)?TEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\)', re.M)
NAME = re.compile(r'[A-Z][A-Za-z0-9]*|DISABLED_\w+')  # DISABLED_: what a child process does for a test


def sources(suffixes):
    for folder in sorted(path for path in ROOT.iterdir() if path.is_dir() and path.name not in ('build', '.git')):
        for path in folder.rglob('*'):
            if path.suffix in suffixes and path.is_file():
                yield path, path.read_text(encoding='utf-8')


class TestNames(unittest.TestCase):
    def test_names_in_cpp(self):
        names = [(path, name) for path, text in sources(('.cpp', '.hpp')) for name in TEST.findall(text)]
        self.assertGreater(len(names), 1000)
        self.assertEqual([f'{path.relative_to(ROOT)}: {name}' for path, name in names if not NAME.fullmatch(name)], [])

    def test_each_operator_has_a_file(self):
        operators = {path.stem for path in (ROOT / 'rx/include/rx/operators').glob('*.hpp')}
        tested = {path.name.removesuffix('_test.cpp') for path in (ROOT / 'rx/test/operators').glob('*.cpp')}
        self.assertGreater(len(operators), 40)
        self.assertEqual(sorted(operators ^ tested), [])

    def test_one_definition(self):
        definitions = [
            str(path.relative_to(ROOT))
            for path, text in sources(('.cpp', '.hpp', '.py'))
            if re.search(r'^(?:inline )?(?:bool|(?:async )?def) eventually\(', text, re.M)
        ]
        self.assertEqual(sorted(definitions), ['tools/test_support/eventually.hpp', 'tools/test_support/eventually.py'])


if __name__ == '__main__':
    unittest.main()
