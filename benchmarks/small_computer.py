#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Measures a talker and a listener at 1 kHz on a simulated small computer: one core and 256 MB for both.

small_computer.py COMMAND…: runs the command twice, with `talk` and `listen` behind it (small_pair.cpp, small_pair.py).
The core is that of the affinity of the processes. The memory is limited by a cgroup of version 2, by systemd-run where
only that may make one, and else not at all; the settings of the result say which.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

from process import cpu, status

ROOT_CGROUP = pathlib.Path('/sys/fs/cgroup')


def make_group(megabytes):
    """Makes a cgroup with a limit of memory; raises OSError where that is not allowed, as in some containers."""
    group = ROOT_CGROUP / f'small_computer_{os.getpid()}'
    group.mkdir()
    try:
        (group / 'memory.max').write_text(str(megabytes << 20))
        with contextlib.suppress(OSError):  # a kernel without swap has no such file
            (group / 'memory.swap.max').write_text('0')
    except OSError:
        group.rmdir()
        raise
    return group


@contextlib.contextmanager
def memory_limit(megabytes):
    """Yields a prefix of commands, a function that a process calls to enter the limit, and what limits it."""
    controllers = ROOT_CGROUP / 'cgroup.subtree_control'
    if not controllers.is_file():
        reason = f'{ROOT_CGROUP} is not a cgroup of version 2'
    elif 'memory' not in controllers.read_text().split():
        reason = f'{controllers} does not have memory'
    elif os.access(ROOT_CGROUP, os.W_OK):
        try:
            group = make_group(megabytes)
        except OSError as error:
            reason = f'no cgroup can be made: {error}'
        else:
            try:
                yield [], lambda: (group / 'cgroup.procs').write_text('0'), f'cgroup, {megabytes} MB'
            finally:
                group.rmdir()
            return
    else:
        reason = f'only root may write to {ROOT_CGROUP}'
        # Each process gets a scope of its own, and so half of the memory.
        scope = ['systemd-run', '--user', '--scope', '--quiet', f'--property=MemoryMax={megabytes // 2}M']
        if shutil.which(scope[0]) and subprocess.run([*scope, 'true'], capture_output=True).returncode == 0:
            yield scope, lambda: None, f'systemd-run, {megabytes // 2} MB for each process'
            return
        reason += ', and systemd-run --user makes no scope here'
    yield [], lambda: None, f'not limited: {reason}'


class Listener:
    """The listener's process and the numbers that it prints."""

    def __init__(self, process):
        self.process = process
        self.first = None
        self.count = 0
        self._received = threading.Condition()  # guards the members above
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self._received:
                self.count = int(line)
                if self.first is None and self.count > 0:
                    self.first = time.monotonic()
                self._received.notify_all()

    def next_count(self, timeout=30):
        """Returns the next printed number and when it came."""
        with self._received:
            if not self._received.wait(timeout):
                raise SystemExit(f'small_computer: the listener printed nothing for {timeout} s')
            return self.count, time.monotonic()


def measure(command, core, seconds, prefix, enter):
    """Runs both processes and returns the figures."""

    def confine():
        os.sched_setaffinity(0, {core})
        enter()

    def start(role):
        return subprocess.Popen([*prefix, *command, role], stdout=subprocess.PIPE, text=True, preexec_fn=confine)

    began = time.monotonic()
    with start('listen') as listener, start('talk') as talker:
        processes = {'talker': talker, 'listener': listener}
        try:
            lines = Listener(listener)
            while lines.first is None:
                lines.next_count()
            for _ in range(2):  # discovery and caches settle
                lines.next_count()
            (count, begin), before = lines.next_count(), {name: cpu(process.pid) for name, process in processes.items()}
            later, end = count, begin
            while end - begin < seconds:
                later, end = lines.next_count()
            spent = {name: cpu(process.pid) - before[name] for name, process in processes.items()}
            memory = {name: status(process.pid)[0] for name, process in processes.items()}
        finally:
            for process in processes.values():
                process.send_signal(signal.SIGINT)
    figures = [('first_message', 'ms', (lines.first - began) * 1e3), ('rate', 'Hz', (later - count) / (end - begin))]
    for name in processes:
        figures += [(f'{name}_memory', 'MB', memory[name]), (f'{name}_cpu', '%', 100 * spent[name] / (end - begin))]
    figures.append(('memory', 'MB', sum(memory.values())))
    figures.append(('cpu', '%', 100 * sum(spent.values()) / (end - begin)))
    return figures


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seconds', type=float, default=5)
    parser.add_argument('--memory', type=int, default=256, help='MB for both processes')
    parser.add_argument('command', nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    core = max(os.sched_getaffinity(0))
    with memory_limit(arguments.memory) as (prefix, enter, limit):
        figures = measure(arguments.command, core, arguments.seconds, prefix, enter)
    settings = {'core': core, 'memory': limit, 'seconds': arguments.seconds}
    document = {'format': 1, 'program': 'small_computer', 'settings': settings}
    document['figures'] = [{'name': name, 'unit': unit, 'value': number} for name, unit, number in figures]
    print(json.dumps(document))
    return 0


if __name__ == '__main__':
    sys.exit(main())
