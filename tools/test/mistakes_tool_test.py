#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests tools/test_support/mistakes.py, which runs programs with mistakes, and tools/join_mistakes.py."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tools/test_support'), str(ROOT / 'tools')]

import mistakes
from join_mistakes import program_lines

LICENCE = 'Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0'


def run_python(path):
    return [sys.executable, path]


class Mistakes(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def python(self, name, header, body):
        return mistakes.read_mistake(self.write(name, f'# {LICENCE}\n"""{header}"""\n\n{body}\n'))

    def failure_of(self, mistake):
        with mistakes.Runs([mistake], run_python) as runs:
            return runs.failure_of(mistake)

    def test_reads_headers(self):
        header = 'A title\nof two lines.\n\nsays: one …\nsays: two\n  and more\nnot: x\nexit: -6\narguments: a "b c"\nsignal: SIGINT\ngroup: time\n'
        comment = ''.join(f'// {line}\n' for line in header.splitlines()).replace('// \n', '//\n')
        path = self.write('a.cpp', f'// {LICENCE}\n{comment}\n#include <x>\n')
        for mistake in (self.python('a.py', header, ''), mistakes.read_mistake(path)):
            self.assertEqual(mistake.title, 'A title of two lines')
            self.assertEqual(mistake.says, ('one …', 'two and more'))
            self.assertEqual((mistake.forbidden, mistake.exit, mistake.arguments), (('x',), -6, ('a', 'b c')))
            self.assertEqual((mistake.signal, mistake.group), ('INT', 'time'))

    def test_refuses_unknown_fields_and_programs_that_say_nothing(self):
        with self.assertRaisesRegex(ValueError, "a.py: 'sais: x' is not a field"):
            self.python('a.py', 'A title.\n\nsais: x\n', '')
        self.python('a.py', 'A title.', '')
        with self.assertRaisesRegex(ValueError, "a.py: expected a title and a field 'says:'"):
            mistakes.read_folder(self.folder)
        self.python('test_a.py', 'A title.\n\nsays: x', '')
        with self.assertRaisesRegex(ValueError, 'test_a.py: pytest would import it'):
            mistakes.read_folder(self.folder)

    def test_compares_lines_texts_and_exit_code(self):
        header = 'A.\n\nsays: [WARN] […]: a{} …\nnot: b…d\nexit: 3\n'
        printed = 'import sys; print("  [WARN] [12.5]: a{} now"); print("{}", file=sys.stderr); sys.exit(3)'
        self.assertEqual(self.failure_of(self.python('good.py', header, printed.format('{}', 'bxc'))), '')
        failure = self.failure_of(self.python('bad.py', header, printed.format('', 'bxd') + '\n'))
        self.assertIn('missing:   [WARN] […]: a{} …\nforbidden: b…d\n--- the whole output:\n', failure)
        self.assertIn('[WARN] [12.5]: a now\n', failure)
        failure = self.failure_of(self.python('code.py', 'A.\n\nsays: …\n', 'print(); exit(1)'))
        self.assertIn('expected exit code 0, was 1', failure)

    def test_interrupts_and_ends_companions(self):
        wait = 'import time\nprint("ready", flush=True)\ntry:\n  time.sleep(60)\nexcept KeyboardInterrupt:\n  print("end")'
        self.write('other.py', wait.replace('end', 'other'))
        header = 'A.\n\nsays: end\nsays: other\nsignal: INT\nbeside: python {}\n'.format(self.folder / 'other.py')
        self.assertEqual(self.failure_of(self.python('a.py', header, wait)), '')

    def test_repeats_a_program_that_does_not_print_all_its_lines(self):
        for name, forbidden, runs in (('good', 'none', 2), ('bad', 'first', 1)):
            file = self.folder / name
            body = f'with open({str(file)!r}, "a+") as file:\n  file.write("x")\n  file.seek(0)\n  print(["first", "second"][len(file.read()) - 1])'
            failure = self.failure_of(self.python(f'{name}.py', f'A.\n\nsays: second\nnot: {forbidden}\n', body))
            self.assertEqual(bool(failure), name == 'bad', failure)
            self.assertEqual(file.read_text(), 'x' * runs)

    def test_runs_in_an_empty_folder_and_a_domain(self):
        program = 'import os\nprint(os.listdir(), 20 <= int(os.environ["ROS_DOMAIN_ID"]) < 100)'
        self.assertEqual(self.failure_of(self.python('a.py', 'A.\n\nsays: [] True\n', program)), '')

    def test_joins_programs(self):
        if not (compiler := subprocess.run(['sh', '-c', 'command -v c++'], capture_output=True, text=True).stdout.strip()):
            self.skipTest('there is no C++ compiler')
        text = '// {}\n#include <cstdio>\n\nvoid f() {{ std::puts("{}"); }}\n\nint main(int argc, char ** argv)\n{{\n  f();\n  std::puts(argv[argc - 1]);\n}}\n'
        sources = [self.write(f'{name}.cpp', text.format(LICENCE, name)) for name in ('a', 'b')]
        joined, program = self.folder / 'joined.cpp', self.folder / 'joined'
        subprocess.run([sys.executable, ROOT / 'tools/join_mistakes.py', joined, *sources], check=True)
        subprocess.run([compiler, '-std=c++20', '-Wall', '-Werror', joined, '-o', program], check=True)
        output = subprocess.run([program, 'b', 'x'], check=True, capture_output=True, text=True).stdout
        self.assertEqual(output, 'b\nx\n')
        self.assertEqual(subprocess.run([program, 'c'], capture_output=True, check=False).returncode, 2)
        with self.assertRaisesRegex(SystemExit, 'expected .int main'):
            program_lines(sources[0], 'int main()\n{\n}\n')


if __name__ == '__main__':
    unittest.main()
