#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""tools/tidy.py finds the same in every clone, whatever the clone's folder is called: faults in sources and headers of every
room, none in tests and generated files."""

import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAULT = 'inline int * {}_pointer() {{ return 0; }}\n'  # modernize-use-nullptr


class Tidy(unittest.TestCase):
    def tidy(self, clone, *options, programs=()):
        """Returns the files with findings of tools/tidy.py in a small room in the folder `clone`, and in `programs` of it."""
        for folder in ('tools', 'bag/src', 'bag/include/bag', 'bag/test', 'build/release/generated'):
            (clone / folder).mkdir(parents=True)
        for tool in ('tidy.py', 'join_tests.py'):
            shutil.copy(ROOT / 'tools' / tool, clone / 'tools')
        shutil.copy(ROOT / '.clang-tidy', clone)
        headers = ('bag/include/bag/public.hpp', 'bag/src/private.hpp', 'bag/test/helper.hpp', 'build/release/generated/generated.hpp')
        for header in headers:
            (clone / header).write_text('#pragma once\n' + FAULT.format(pathlib.Path(header).stem))
        source = clone / 'bag/src/source.cpp'
        source.write_text('#include "bag/public.hpp"\n#include "private.hpp"\n#include "../test/helper.hpp"\n'
                          '#include "generated.hpp"\n' + FAULT.format('source'))
        includes = [clone / 'bag/src', clone / 'bag/include', clone / 'build/release/generated']
        sources = [source]
        for name in programs:
            program = clone / name
            program.parent.mkdir(parents=True)
            (program.parent / f'{program.stem}.hpp').write_text('#pragma once\n' + FAULT.format(program.stem))
            program.write_text(f'#include "{program.stem}.hpp"\n' + FAULT.format('same') + 'int main()\n{\n}\n')
            sources.append(program)
        command = ['c++', '-std=c++20', *(f'-I{folder}' for folder in includes), '-c']
        tree = clone / 'build/release'
        (tree / 'compile_commands.json').write_text(json.dumps([
            {'directory': str(tree), 'file': str(source), 'command': shlex.join([*command, str(source)])}
            for source in sources]))
        done = subprocess.run([sys.executable, '-B', str(clone / 'tools/tidy.py'), *options, str(tree)],
                              capture_output=True, text=True)
        if done.returncode == 77:
            self.skipTest(done.stdout.strip())
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        return sorted(line.split(':')[0] for line in done.stdout.splitlines() if '[modernize-use-nullptr]' in line)

    def test_the_name_of_the_clone_does_not_matter(self):
        expected = ['bag/include/bag/public.hpp', 'bag/src/private.hpp', 'bag/src/source.cpp']
        for name in ('rxros2', 'test', 'build', 'a room with spaces (1)'):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.assertEqual(self.tidy(pathlib.Path(folder, name)), expected)

    def test_programs_that_use_the_same_names_are_read_together(self):
        with tempfile.TemporaryDirectory() as folder:
            clone = pathlib.Path(folder, 'rxros2')
            findings = self.tidy(clone, programs=['bag/examples/one/one.cpp', 'bag/examples/two/two.cpp'])
            self.assertEqual([name for name in findings if 'examples' in name],
                             [f'bag/examples/{name}/{name}.{suffix}' for name in ('one', 'two') for suffix in ('cpp', 'hpp')])
            self.assertEqual(len(list((clone / 'build/release/tidy').glob('*one*.cpp'))), 1)
            self.assertEqual(list((clone / 'build/release/tidy').glob('*two*.cpp')), [])

    def test_headers_of_tests_count_if_all_are_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn('bag/test/helper.hpp', self.tidy(pathlib.Path(folder, 'rxros2'), '--all'))


if __name__ == '__main__':
    unittest.main()
