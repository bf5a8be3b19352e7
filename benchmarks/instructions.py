#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Instructions an item of t1_t2_benchmark, streams against plain, counted by valgrind where there are no counters.

Both ways of an item together, from the 20th item to the end of the executor; what the process does beside (discovery,
acknowledgements) is in it. The pairs are alternated; the median ratio is printed.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def instructions(program, reactive, arguments):
    """Instructions an item of one run of one of its two processes."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [
                'valgrind',
                '--tool=callgrind',
                f'--callgrind-out-file={folder}/%p',
                f'--log-file={folder}/log.%p',
                program,
                '--reactive',
                str(reactive),
                '--bytes',
                str(arguments.bytes),
                '--rate',
                str(arguments.rate),
                '--seconds',
                str(arguments.seconds),
            ],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        items = next(f['value'] for f in json.loads(run.stdout)['figures'] if f['name'] == 'items')
        texts = [p.read_text() for p in Path(folder).iterdir() if not p.name.startswith('log.')]
        measured = [text for text in texts if 'Client Request: measured' in text]
        if len(measured) != 2:
            sys.exit('no count: build t1_t2_benchmark with valgrind installed (valgrind/callgrind.h)')
        # The parent's: its pid is the lower one.
        counts = sorted(
            (int(re.search(r'^pid: (\d+)', text, re.M)[1]), int(re.search(r'^totals: (\d+)', text, re.M)[1]))
            for text in measured
        )
        return counts[0][1] / items


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default=ROOT / 'build/release', type=Path)
    parser.add_argument('--bytes', type=int, default=100)
    parser.add_argument('--rate', type=int, default=100)
    parser.add_argument('--seconds', type=int, default=5)
    parser.add_argument('--rounds', type=int, default=3)
    arguments = parser.parse_args()
    program = arguments.build / 'benchmarks/t1_t2_benchmark'
    pairs = [[instructions(program, reactive, arguments) for reactive in (0, 1)] for _ in range(arguments.rounds)]
    figures = [
        {'name': name, 'unit': unit, 'value': statistics.median(values)}
        for name, unit, values in (
            ('plain', '1/item', [plain for plain, _ in pairs]),
            ('streams', '1/item', [streams for _, streams in pairs]),
            ('streams_to_plain', 'x', [streams / plain for plain, streams in pairs]),
        )
    ]
    settings = {name: getattr(arguments, name) for name in ('bytes', 'rate', 'seconds', 'rounds')}
    print(json.dumps({'format': 1, 'program': 'instructions', 'settings': settings, 'figures': figures}))


if __name__ == '__main__':
    main()
