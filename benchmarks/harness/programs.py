# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs a benchmark program: its command line, its environment, and the JSON object that it prints."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FORMAT = 1  # version of the format that programs print


class Failed(Exception):
    """A program delivered no result; the message states the reason."""


class Skipped(Exception):
    """A program was not run, as something optional is not installed; the message names it."""


def localhost_configuration():
    """Returns the Cyclone DDS configuration that rmw uses on a single host, for programs without RxROS2."""
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
    """Runs the programs of one build tree.

    Programs of the runtime 'ros2' run on the ROS 2 installation `peer`, or are skipped if it is None.
    """

    def __init__(self, build, peer=None):
        self.build = Path(build)
        self.peer = peer

    @property
    def python(self):
        """The Python interpreter in the environment that the test `python_package` creates."""
        return self.build / 'python_env' / 'bin' / 'python'

    def command(self, program):
        """Returns the command line as a list without placeholders. Raises Skipped, or Failed if it is not built."""
        uses_ros2 = program.runtime == 'ros2'
        if uses_ros2 and self.peer is None:
            raise Skipped('PEER names no installed ROS 2')
        build = self.peer.build if uses_ros2 else self.build
        python = '/usr/bin/python3' if uses_ros2 else self.python
        words = [
            word.format(build=build, source=ROOT, python=python, own_python=self.python)
            for word in shlex.split(program.command)
        ]
        for requirement in program.needs:
            command = requirement.format(build=build)
            if shutil.which(command) is None:
                raise Skipped(f'{command} is not installed')
        if shutil.which(words[0]) is None:
            if uses_ros2:  # the peer lacks a package that the program is built with
                raise Skipped(f'{self.peer.prefix} has not the packages that {Path(words[0]).name} is built with')
            raise Failed(f'{words[0]} is not here; `make bench` builds it')
        return words + (['--benchmark_format=json'] if program.google else [])

    def environment(self, program):
        """Returns the environment variables: domain 231 unless ROS_DOMAIN_ID is set, discovery on this host only."""
        variables = self.peer.environment() if program.runtime == 'ros2' else dict(os.environ)
        variables.setdefault('ROS_DOMAIN_ID', '231')
        variables['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'LOCALHOST'
        if program.loopback:
            variables['CYCLONEDDS_URI'] = localhost_configuration()
        return variables

    def run(self, program, timeout):
        """Runs the program; returns its JSON object with its duration as 'seconds'. Raises Failed or Skipped.

        `timeout` is in seconds.
        """
        words = self.command(program)
        start_time = time.monotonic()
        # The program leads a new process group, so that killpg() also ends the processes that it started.
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
        return {**result, 'seconds': round(time.monotonic() - start_time, 2)}


def parse(text):
    """Returns the settings and figures from the line of JSON in a program's output. Raises Failed without one."""
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
    """Converts Google Benchmark's JSON to the form of parse(): one figure for each benchmark.

    A benchmark that counts its allocations gets a second figure, named benchmark:allocations.
    """
    units = {'ns': 1.0, 'us': 1e3, 'ms': 1e6, 's': 1e9}
    figures = []
    for entry in json.loads(text)['benchmarks']:
        if entry.get('error_occurred'):
            raise Failed(f'{entry["name"]}: {entry.get("error_message", "failed")}')
        if entry.get('run_type', 'iteration') != 'iteration':
            continue
        # A benchmark that uses several threads measures wall-clock time; its name then contains '/real_time'.
        duration = entry['real_time' if '/real_time' in entry['name'] else 'cpu_time']
        if 'items_per_second' in entry:
            duration, unit = 1 / entry['items_per_second'], 's'
        else:
            unit = entry['time_unit']
        figures.append({'name': entry['name'], 'unit': 'ns', 'value': duration * units[unit]})
        if 'allocs/item' in entry:
            figures.append({'name': f'{entry["name"]}:allocations', 'unit': '', 'value': entry['allocs/item']})
    return {'settings': {}, 'figures': figures}
