#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that each source file names its licence, and that each file of data has a stated origin.

The rule is written in CONTRIBUTING.md: programs, libraries, scripts, pages, build files and the generator's templates name
the licence in one of their first five lines. Files of data are listed with their origin in licenses/data.md.
"""

import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {
    '.awk', '.bash', '.c', '.cmake', '.cpp', '.css', '.em', '.h', '.hpp', '.html', '.js', '.py', '.pyi', '.rs', '.sh', '.zsh',
}
NAMES = {'CMakeLists.txt', 'Makefile', 'run'}
DATA = ('*.png', '*.mcap', '*.db3', '*.drive', '*_hashes.txt', '*/corpus/*', '*_corpus/*', '*/topologies/*')
LINE = 'SPDX-License-Identifier: Apache-2.0'


def tracked():
    names = subprocess.run(['git', 'ls-files', '-z'], cwd=ROOT, capture_output=True, check=False)
    if names.returncode != 0:
        sys.exit(77)  # an unpacked archive: skipped
    return [name for name in names.stdout.decode().split('\0') if name and (ROOT / name).is_file()]


def is_source(name):
    path = pathlib.PurePath(name)
    return '/vendor/' not in name.replace('compat/vendor/', '') and (path.suffix in SOURCES or path.name in NAMES)


def is_data(name):
    return any(fnmatch.fnmatch(name, pattern) for pattern in DATA)


def main():
    names = tracked()
    faults = []
    for name in filter(is_source, names):
        text = (ROOT / name).read_text(encoding='utf-8', errors='replace')
        if text.strip() and not is_data(name) and LINE not in ''.join(text.splitlines(keepends=True)[:5]):
            faults.append(f"{name}: expected '{LINE}' in one of the first five lines")
    patterns = re.findall(r'^\| `([^`]+)` \|', (ROOT / 'licenses/data.md').read_text(), re.M)
    for name in filter(is_data, names):
        if not any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
            faults.append(f'{name}: expected a row in licenses/data.md that states its origin')
    for pattern in patterns:
        if not any(fnmatch.fnmatch(name, pattern) for name in names):
            faults.append(f"licenses/data.md: no file matches '{pattern}'; remove the row")
    print('\n'.join(faults) or f'{sum(map(is_source, names))} source files name their licence')
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
