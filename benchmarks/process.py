#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Measures a whole idle program: resident memory, CPU time, wake-ups and threads."""

import argparse
import json
import signal
import subprocess
import sys
import time
from pathlib import Path


def status(pid):
    """Resident memory in MB and number of threads."""
    fields = dict(line.split(':', 1) for line in Path(f'/proc/{pid}/status').read_text().splitlines())
    return int(fields['VmRSS'].split()[0]) / 1000 * 1.024, int(fields['Threads'])


def cpu(pid):
    """Time on a CPU so far of all threads, in seconds; ticks of 10 ms would hide what an idle program costs."""
    return sum(int((task / 'schedstat').read_text().split()[0]) for task in Path(f'/proc/{pid}/task').iterdir()) / 1e9


def switches(pid):
    """Context switches so far, of all threads: what wakes a process that does nothing."""
    count = 0
    for task in Path(f'/proc/{pid}/task').iterdir():
        for line in (task / 'status').read_text().splitlines():
            if 'ctxt_switches' in line:
                count += int(line.split()[1])
    return count


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--settle', type=float, default=3.0, help='seconds before the measurement')
    parser.add_argument('--seconds', type=float, default=10.0, help='seconds of the measurement')
    parser.add_argument('program', nargs='+')
    arguments = parser.parse_args()
    child = subprocess.Popen(arguments.program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(arguments.settle)
        before, woken, start = cpu(child.pid), switches(child.pid), time.monotonic()
        time.sleep(arguments.seconds)
        spent, woken, real = cpu(child.pid) - before, switches(child.pid) - woken, time.monotonic() - start
        memory, threads = status(child.pid)
    except OSError:
        print(f'{arguments.program[0]} ended by itself, status {child.wait()}', file=sys.stderr)
        return 1
    finally:
        if child.poll() is None:
            child.send_signal(signal.SIGINT)
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
    print(
        json.dumps(
            {
                'format': 1,
                'program': 'process',
                'settings': {'program': Path(arguments.program[0]).name, 'seconds': arguments.seconds},
                'figures': [
                    {'name': 'rss', 'unit': 'MB', 'value': memory},
                    {'name': 'cpu', 'unit': '%', 'value': 100 * spent / real},
                    {'name': 'wakeups', 'unit': '1/s', 'value': woken / real},
                    {'name': 'threads', 'unit': '', 'value': threads},
                ],
            }
        )
    )
    return 0


if __name__ == '__main__':
    sys.exit(main())
