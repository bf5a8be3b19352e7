#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes the reference of the public headers, build/reference/html, with Doxygen (docs/Doxyfile).

Fails if a class or a member has no comment, or if Doxygen does not understand something. Overloads and second names of
a function share the comment of the first: Doxygen does not warn about them. The names of RxCpp are counted: their
meaning is that of RxCpp's documentation. Without Doxygen the exit status is 77, for ctest "skipped".
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUTPUT = ROOT / 'build/reference'


def main():
    if not shutil.which('doxygen'):
        print('doxygen is not installed; make reference installs it')
        return 77
    OUTPUT.mkdir(parents=True, exist_ok=True)
    subprocess.run(['doxygen', 'docs/Doxyfile'], cwd=ROOT, check=True)
    warnings = sorted(set((OUTPUT / 'warnings.txt').read_text().replace(f'{ROOT}/', '').splitlines()))
    warnings = [line for line in warnings if ': warning: ' in line]
    # A type that derives from itself with other arguments, and a friend of a nested template, are beyond Doxygen 1.9.
    quiet = re.compile(r'^rx/include/rxcpp/.* is not documented|potential recursive class relation|no matching class member found for')
    unexpected = [line for line in warnings if not quiet.search(line)]
    rxcpp = sum(line.startswith('rx/include/rxcpp/') for line in warnings)
    for line in unexpected:
        print(line, file=sys.stderr)
    print(f'{OUTPUT.relative_to(ROOT)}/html/index.html; {rxcpp} names of RxCpp have no comment of their own')
    return 1 if unexpected else 0


if __name__ == '__main__':
    sys.exit(main())
