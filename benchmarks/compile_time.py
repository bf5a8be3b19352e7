#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""CPU time that a source file takes to compile, by the flags of a build tree and without ccache: least and median."""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
from pathlib import Path


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', type=Path, required=True)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('source', help='end of the path of a source file that the tree compiles')
    arguments = parser.parse_args()
    commands = json.loads((arguments.build / 'compile_commands.json').read_text())
    # As the program of its own name: a source may be compiled into others too.
    entries = [
        entry
        for entry in commands
        if entry['file'].endswith(arguments.source) and f'/{Path(entry["file"]).stem}.dir/' in entry['command']
    ]
    if len(entries) != 1:
        print(f'expected one file …{arguments.source} in {arguments.build}, found {len(entries)}', file=sys.stderr)
        return 1
    words = shlex.split(entries[0]['command'])
    if Path(words[0]).name == 'ccache':
        words = words[1:]
    words[words.index('-o') + 1] = os.devnull
    times = []
    for _ in range(arguments.runs):
        before = os.times()
        subprocess.run(words, cwd=entries[0]['directory'], check=True)
        after = os.times()
        times.append(sum(after[2:4]) - sum(before[2:4]))  # user and system time of children
    print(
        json.dumps(
            {
                'format': 1,
                'program': 'compile_time',
                'settings': {'source': arguments.source, 'runs': arguments.runs},
                'figures': [
                    {
                        'name': 'compile',
                        'unit': 's',
                        'count': len(times),
                        'mean': statistics.mean(times),
                        'min': min(times),
                        'p50': statistics.median(times),
                        'max': max(times),
                    }
                ],
            }
        )
    )
    return 0


if __name__ == '__main__':
    sys.exit(main())
