#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes the reference of the public headers, build/reference/html, with Doxygen (docs/Doxyfile).

Fails if a class has no comment or Doxygen does not understand something. Members, and ROS 2's C structs, whose names say
all need no comment of their own: they are counted. Without Doxygen the exit status is 77, for ctest "skipped".
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
    quiet = re.compile(r'^(rmw|thin_packages)/.* is not documented|: warning: Member .* is not documented'
                       r'|potential recursive class relation|no matching class member found for')
    uncommented = [line for line in warnings if quiet.search(line)]
    unexpected = [line for line in warnings if line not in uncommented]
    for line in unexpected:
        print(line, file=sys.stderr)
    print(f'{OUTPUT.relative_to(ROOT)}/html/index.html; {len(uncommented)} names have no comment of their own')
    return 1 if unexpected else 0


if __name__ == '__main__':
    sys.exit(main())
