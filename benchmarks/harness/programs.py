# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One run of one program: its command line, its environment, and the JSON object that it prints."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FORMAT = 1  # of what a program prints


class Failed(Exception):
    """A program did not deliver a result; the message says why."""


class Skipped(Exception):
    """A program that may be missing is; the message says what."""


def localhost_configuration():
    """Cyclone DDS set up as rmw sets it up for one host, for programs that use it without us."""
    try:
        limit = int(Path('/proc/sys/net/core/rmem_max').read_text())
    except (OSError, ValueError):
        limit = 0
    buffer = f'<Internal><SocketReceiveBufferSize max="{limit}B"/></Internal>' if limit else ''
    return (
        '<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast>'
        '<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>65000B</FragmentSize></General>'
        '<Discovery><ParticipantIndex>auto</ParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>'
        f'{buffer}</Domain></CycloneDDS>'
    )


class Runner:
    """Runs programs of one build tree, and those of runtime 'ros2' on `peer` (None: they are skipped)."""

    def __init__(self, build, peer=None):
        self.build = Path(build)
        self.peer = peer

    @property
    def python(self):
        """The interpreter of the environment that the test `python_package` makes."""
        return self.build / 'python_env' / 'bin' / 'python'

    def command(self, program):
        """The command line, with {build}, {source} and {python} filled in."""
        ros2 = program.runtime == 'ros2'
        if ros2 and self.peer is None:
            raise Skipped('PEER names no installed ROS 2')
        build = self.peer.build if ros2 else self.build
        python = '/usr/bin/python3' if ros2 else self.python
        words = [
            word.format(build=build, source=ROOT, python=python, own_python=self.python)
            for word in shlex.split(program.command)
        ]
        for need in program.needs:
            if shutil.which(need) is None:
                raise Skipped(f'{need} is not installed')
        if shutil.which(words[0]) is None:
            if ros2:  # it was built as far as the peer's packages go
                raise Skipped(f'{self.peer.prefix} has not the packages that {Path(words[0]).name} is built with')
            raise Failed(f'{words[0]} is not here; `make bench` builds it')
        return words + (['--benchmark_format=json'] if program.google else [])

    def environment(self, program):
        """A domain of its own, this host only."""
        values = self.peer.environment() if program.runtime == 'ros2' else dict(os.environ)
        values.setdefault('ROS_DOMAIN_ID', '231')
        values['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'LOCALHOST'
        if program.loopback:
            values['CYCLONEDDS_URI'] = localhost_configuration()
        return values

    def run(self, program, timeout):
        """The object that the program printed, with the seconds that it took. Raises Failed or Skipped."""
        words = self.command(program)
        began = time.monotonic()
        # A group of its own, so that what it started ends with it.
        with subprocess.Popen(
            words,
            env=self.environment(program),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors='replace',
            start_new_session=True,
        ) as child:
            try:
                output, errors = child.communicate(timeout=timeout)
            except subprocess.TimeoutExpired as error:
                raise Failed(f'no end within {timeout} s') from error
            finally:
                if child.poll() is None:
                    os.killpg(child.pid, signal.SIGKILL)
        if child.returncode != 0:
            raise Failed(f'exit status {child.returncode}: {errors.strip()[-600:]}')
        result = from_google(output, program) if program.google else parse(output)
        return {**result, 'seconds': round(time.monotonic() - began, 2)}


def parse(text):
    """The one line of JSON among what a program printed."""
    lines = [line for line in text.splitlines() if line.startswith('{')]
    if len(lines) != 1:
        raise Failed(f'expected one line of JSON, found {len(lines)}; it printed: {text[-600:]}')
    try:
        result = json.loads(lines[0])
    except json.JSONDecodeError as error:
        raise Failed(f'its JSON cannot be read: {error}') from error
    if result.get('format') != FORMAT:
        raise Failed(f'expected format {FORMAT}, found {result.get("format")}')
    return {'settings': result['settings'], 'figures': result['figures']}


def from_google(text, program):
    """Google Benchmark's JSON in our form: a figure a benchmark, and one a counter, named benchmark:counter."""
    units = {'ns': 1.0, 'us': 1e3, 'ms': 1e6, 's': 1e9}
    figures = []
    for entry in json.loads(text)['benchmarks']:
        if entry.get('error_occurred'):
            raise Failed(f'{entry["name"]}: {entry.get("error_message", "failed")}')
        if entry.get('run_type', 'iteration') != 'iteration':
            continue
        # A figure that crosses threads is measured by the clock and has that in its name.
        spent = entry['real_time' if '/real_time' in entry['name'] else 'cpu_time']
        if 'items_per_second' in entry:
            spent, unit = 1 / entry['items_per_second'], 's'
        else:
            unit = entry['time_unit']
        figures.append({'name': entry['name'], 'unit': 'ns', 'value': spent * units[unit]})
        if 'allocs/item' in entry:
            figures.append({'name': f'{entry["name"]}:allocations', 'unit': '', 'value': entry['allocs/item']})
    return {'settings': {}, 'figures': figures}
