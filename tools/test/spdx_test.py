#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that each source file names its licence, and that the origin of each data file is documented.

CONTRIBUTING.md states the rule: programs, libraries, scripts, pages, build files and the generator's templates name the
licence in one of their first five lines. The table in licenses/data.md lists data files with their origin.
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
    listing = subprocess.run(['git', 'ls-files', '-z'], cwd=ROOT, capture_output=True, check=False)
    if listing.returncode != 0:
        sys.exit(77)  # not a Git repository, such as an unpacked archive: the test is skipped
    return [name for name in listing.stdout.decode().split('\0') if name and (ROOT / name).is_file()]


def is_source(name):
    path = pathlib.PurePath(name)
    return '/vendor/' not in name.replace('thin_packages/vendor/', '') and (path.suffix in SOURCES or path.name in NAMES)


def is_data(name):
    return any(fnmatch.fnmatch(name, pattern) for pattern in DATA)


def main():
    names = tracked()
    problems = []
    for name in filter(is_source, names):
        text = (ROOT / name).read_text(encoding='utf-8', errors='replace')
        if text.strip() and not is_data(name) and LINE not in ''.join(text.splitlines(keepends=True)[:5]):
            problems.append(f"{name}: expected '{LINE}' in one of the first five lines")
    patterns = re.findall(r'^\| `([^`]+)` \|', (ROOT / 'licenses/data.md').read_text(), re.M)
    for name in filter(is_data, names):
        if not any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
            problems.append(f'{name}: expected a row in licenses/data.md that states its origin')
    for pattern in patterns:
        if not any(fnmatch.fnmatch(name, pattern) for name in names):
            problems.append(f"licenses/data.md: no file matches '{pattern}'; remove the row")
    print('\n'.join(problems) or f'{sum(map(is_source, names))} source files name their licence')
    return bool(problems)


if __name__ == '__main__':
    sys.exit(main())
