# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Describes the environment of a measurement: the machine, the commit, and versions of compilers and libraries."""

import os
import platform
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ('g++', 'cyclonedds-dev', 'libbenchmark-dev', 'librosidl-runtime-c-cpp-dev', 'cyclonedds-tools', 'valgrind')
PYTHON_PACKAGES = ('numpy', 'uvloop', 'reactivex', 'eclipse-zenoh', 'asyncio-for-robotics', 'rosbags', 'nanobind')


def _output(*words):
    """Returns the output of a command, or an empty text if it cannot run."""
    try:
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ''


def _field(path, names, separator):
    """Returns the value of the first line `name separator value` of a file whose name is one of `names`.

    Returns an empty text if there is no such line or file.
    """
    try:
        for line in Path(path).read_text().splitlines():
            name, found_separator, value = line.partition(separator)
            if found_separator and name.strip() in names:
                return value.strip().strip('"')
    except OSError:
        pass
    return ''


def machine():
    """Returns the CPU, its cores, the memory, the versions of kernel and system, and the load average of one minute."""
    memory = _field('/proc/meminfo', ('MemTotal',), ':').split()
    return {
        'cpu': _field('/proc/cpuinfo', ('model name', 'Model'), ':'),
        'cores': os.cpu_count(),
        'memory_mib': int(memory[0]) // 1024 if memory else 0,
        'kernel': platform.release().partition('-')[0],  # only the version: the suffix may name the host of a VM
        'os': _field('/etc/os-release', ('PRETTY_NAME',), '='),
        'load': round(os.getloadavg()[0], 2),
    }


def commit():
    """Returns the commit, with the suffix '-dirty' if the sources differ from it."""
    return _output('git', 'describe', '--always', '--dirty') or 'unknown'


def versions(python):
    """Returns the versions of Debian's packages and of the packages in the environment of the interpreter `python`."""
    versions_by_name = {}
    query = _output('dpkg-query', '-W', '-f=${db:Status-Status} ${Package} ${Version}\n', *PACKAGES)
    for line in query.splitlines():
        state, package, version = ([*line.split(' '), '', ''])[:3]
        if state == 'installed':
            versions_by_name[package] = version
    program = 'import importlib.metadata as m, sys\nprint("python", sys.version.split()[0])\n'
    program += 'for name in sys.argv[1:]:\n try: print(name, m.version(name))\n except m.PackageNotFoundError: pass'
    for line in _output(str(python), '-c', program, *PYTHON_PACKAGES).splitlines():
        name, _, version = line.partition(' ')
        versions_by_name[name] = version
    return versions_by_name
