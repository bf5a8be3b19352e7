#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Formats the C and C++ sources by clang-format with the repository's settings; `make format` calls it.

usage: tools/format.py [--check] [FILE…]     without FILE: all of the repository
  --check   changes nothing; names the files that would change, the lines of more than 100 columns, and the types that are
            spelled otherwise than CONTRIBUTING.md says (exit 1: any)
Needs clang-format 18, by which the sources are formatted: other versions format otherwise.
Debian 12 has older ones; `pip install clang-format==18.1.8` brings it.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = ('.c', '.cpp', '.h', '.hpp')
COLUMNS = 100
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|#include[^\n]*', re.S)
BARE_INTEGER = re.compile(r'(?<![:\w])(size_t|u?int(?:8|16|32|64)_t)\b'), r'std::\1'  # and its right spelling
POINTER = re.compile(r'std::shared_ptr<(rclcpp::[\w:]+)>'), r'\1::SharedPtr'
ROS_2_SPELLS = re.compile(r'^rclcpp/|/test/api/')  # signatures that ROS 2 documents


def clang_format():
    """Beside the Python that runs this (a virtual environment of tools/requirements-test.txt), else in PATH."""
    neighbour = pathlib.Path(sys.executable).parent / 'clang-format'
    program = str(neighbour) if neighbour.is_file() else shutil.which('clang-format')
    if not program:
        sys.exit('format: no clang-format; expected version 18: pip install clang-format==18.1.8')
    version = subprocess.run([program, '--version'], capture_output=True, text=True, check=True).stdout
    if not re.search(r'version 18\.', version):
        sys.exit(f'format: {program} is {version.strip()}; expected version 18')
    return program


def sources():
    listed = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=ROOT,
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.split('\0')
    else:  # an unpacked archive
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob('*')]
    return [name for name in names
            if name.endswith(SUFFIXES) and not name.startswith('build/') and (ROOT / name).is_file()]


def long_lines(name):
    lines = (ROOT / name).read_text(encoding='utf-8').splitlines()
    return [f'{name}:{number}: {len(line)} columns; expected at most {COLUMNS}'
            for number, line in enumerate(lines, 1) if len(line) > COLUMNS]


def odd_types(name):
    """Returns the types of a C++ file that are spelled otherwise than CONTRIBUTING.md says."""
    if not name.endswith(('.cpp', '.hpp')):
        return []
    code = NOT_CODE.sub(lambda part: '\n' * part[0].count('\n'), (ROOT / name).read_text(encoding='utf-8'))
    rules = [BARE_INTEGER] if ROS_2_SPELLS.search(name) else [BARE_INTEGER, POINTER]
    return [f'{name}:{code.count(chr(10), 0, match.start()) + 1}: {match[0]}; expected {match.expand(right)}'
            for pattern, right in rules for match in pattern.finditer(code)]


def run(tool, names, check):
    """Returns what clang-format complains about."""
    options = ['--dry-run', '--Werror'] if check else ['-i']
    done = subprocess.run([tool, *options, *names], cwd=ROOT, capture_output=True, text=True, check=False)
    complaints = re.findall(r'^(\S+):\d+:\d+: (?:error|warning): code should be clang-formatted', done.stderr, re.M)
    if done.returncode != 0 and not complaints:
        sys.exit(f'format: {tool} failed:\n{done.stderr}')
    return sorted(set(complaints))


def main():
    arguments = sys.argv[1:]
    check = '--check' in arguments
    tool = clang_format()
    names = [name for name in arguments if name != '--check'] or sources()
    foreign = [name for name in names if not name.endswith(SUFFIXES)]
    if foreign:  # clang-format would rewrite any text as if it were C++
        sys.exit(f'format: {foreign[0]} is not a C or C++ source; expected files that end with {", ".join(SUFFIXES)}')
    parts = [names[begin:begin + 20] for begin in range(0, len(names), 20)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        unformatted = [name for part in threads.map(lambda part: run(tool, part, check), parts) for name in part]
    faults = [f'{name}: not formatted; tools/format.py {name}' for name in unformatted]
    faults += [line for name in names for line in [*long_lines(name), *odd_types(name)]]
    print('\n'.join([*faults, f'format: {len(names)} files, {len(faults)} faults']))
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
