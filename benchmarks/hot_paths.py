#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Instructions an item of the ways that each message takes, counted by valgrind and held against hot_paths.json.

Counts do not depend on what else the machine does, but on its processor and the compiler: others than the bounds were
made with are no failure (exit status 77). `--accept` writes what is counted as the new bounds; a commit that does so
says why.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOUNDS = HERE / 'hot_paths.json'
TOLERANCE = 1.05
COUNTS = {'rx': 20000, 'serialize': 2000}  # items, by the first word of a path's name
ITEMS = 1000
ENVIRONMENT = {
    'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST',
    'LD_BIND_NOW': '1',  # functions are looked up before they are counted
    'GLIBC_TUNABLES': 'glibc.cpu.hwcaps=-AVX2,-ERMS,-FSRM',  # the same memcpy on each CPU
}


def compiler():
    """Returns what the counts depend on: the compiler's version and the processor that it compiles for."""
    answers = [
        subprocess.run(['c++', option], capture_output=True, text=True, check=True).stdout.strip()
        for option in ('-dumpfullversion', '-dumpmachine')
    ]
    return ' for '.join(answers)


def counted(program, name):
    """Instructions an item of the thread that runs this path."""
    items = COUNTS.get(name.split('_')[0], ITEMS)
    with tempfile.TemporaryDirectory() as folder:
        words = [
            'valgrind',
            '--tool=callgrind',
            '--toggle-collect=measured',
            f'--callgrind-out-file={folder}/out',
            program,
            name,
        ]
        done = subprocess.run(
            [*words, str(items)],
            env={**os.environ, **ENVIRONMENT},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if done.returncode != 0:
            raise SystemExit(f'hot_paths: {name}: exit status {done.returncode}:\n{done.stderr[-2000:]}')
        total = sum(map(int, re.findall(r'^(?:totals|summary): (\d+)', Path(folder, 'out').read_text(), re.M)[-1:]))
    return round(total / items, 1)


def judge(bounds, counts):
    """Lines that say what each path needs, and whether one exceeds its bound or has none."""
    lines, good = [], True
    for name, value in counts.items():
        bound = bounds.get(name)
        if bound is None:
            word = 'has no bound; --accept makes one'
        elif value > bound * TOLERANCE:
            word = f'{value / bound:.3f} of {bound}: MORE than {TOLERANCE} times the bound'
        else:
            word = f'{value / bound:.3f} of {bound}'
        good = good and bound is not None and value <= bound * TOLERANCE
        lines.append(f'{name:36} {value:10.1f}  {word}')
    for name in bounds.keys() - counts.keys():
        lines.append(f'{name}: has a bound, but is not measured')
        good = False
    return lines, good


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program', nargs='?', default=HERE.parent / 'build/release/benchmarks/hot_paths')
    parser.add_argument('--accept', action='store_true', help='write what is counted as the new bounds')
    arguments = parser.parse_args()
    if shutil.which('valgrind') is None:
        print('hot_paths: skipped: valgrind is not installed')
        return 77
    kept = json.loads(BOUNDS.read_text()) if BOUNDS.is_file() else {'compiler': '', 'instructions': {}}
    if kept['compiler'] != compiler() and not arguments.accept:
        print(f'hot_paths: skipped: the bounds are those of GCC {kept["compiler"]}, this is {compiler()}')
        return 77
    names = subprocess.run([arguments.program], capture_output=True, text=True, check=True).stdout.split()
    with ThreadPoolExecutor(2) as pool:
        counts = dict(zip(names, pool.map(lambda name: counted(arguments.program, name), names), strict=False))
    lines, good = judge(kept['instructions'], counts)
    print('\n'.join(['path                                 instructions an item', *lines]))
    if arguments.accept:
        BOUNDS.write_text(json.dumps({'compiler': compiler(), 'instructions': counts}, indent=1) + '\n')
        print(f'written: {BOUNDS}')
        return 0
    if not good:
        print(
            'hot_paths: if this is what a change is to cost: benchmarks/hot_paths.py --accept, and say so in its commit'
        )
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
