# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs programs with a mistake, and compares what they print with what their header says.

A program is a file in `python/test/mistakes/` (.py, .sh, .launch.py) or `rxros2/test/mistakes/` (.cpp). Behind the line of
the licence it has a docstring, or comment lines, with a title, an empty line, and fields:

    An exception in map().

    says: [ERROR] […] [map_error]: … ZeroDivisionError: division by zero …

`says`       a line of the output (stdout and stderr) without its indentation; `…` stands for any text. One field a line.
             A field continues in lines that are indented.
`not`        a text that no line of the output contains.
`exit`       the exit code, 0 without this field; negative: the number of the signal that ends the program.
`arguments`  words of the command line.
`signal`     a name such as INT: the program gets this signal, as by Ctrl-C, one second after its first output.
`beside`     a second program, which starts at the same time and whose output counts too: `other.py argument` of the same
             folder, or `rxros2 topic …`. It may continue to run; SIGINT ends it.
`group`      the table of docs/reference/what-you-see.md that lists the mistake.

Most programs end by themselves after seconds. On a busy machine one may end before the program beside it has started:
programs that do not print all their lines run again, one after another.
"""

import concurrent.futures
import contextlib
import dataclasses
import os
import pathlib
import queue
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIELDS = ('says', 'not', 'exit', 'arguments', 'signal', 'beside', 'group')
RUNNER = 'test_mistakes.py'
PROGRAMS = ('.py', '.sh', '.cpp')
LIMIT = 120  # seconds after which a program is killed
PATIENCE = 3  # seconds for which a program beside the mistake may outlive it
ATTEMPTS = 4  # runs of a program that does not print all its lines
WORKERS = 8  # programs at a time; they mostly wait


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A program with a mistake, and what its user sees."""

    path: pathlib.Path
    title: str
    says: tuple = ()
    forbidden: tuple = ()
    exit: int = 0
    arguments: tuple = ()
    signal: str = ''
    companions: tuple = ()
    group: str = ''

    @property
    def name(self):
        return self.path.name.split('.')[0]


def header_of(path):
    """Returns the lines of the docstring of a Python program, or of the first comment behind the licence of another one."""
    text = path.read_text(encoding='utf-8')
    if path.suffix == '.py':
        docstring = re.search(r'^"""(.*?)"""', text, re.MULTILINE | re.DOTALL)
        return docstring[1].strip().splitlines() if docstring else []
    mark = '//' if path.suffix == '.cpp' else '#'
    lines = []
    for line in text.splitlines():
        if line.startswith('#!') or 'SPDX-License-Identifier' in line:
            continue
        if not line.startswith(mark):
            if lines:
                break
            continue
        lines.append(line.removeprefix(mark).removeprefix(' ').rstrip())
    return '\n'.join(lines).strip().splitlines()


def read_mistake(path):
    """Returns the Mistake of a program; ValueError names the file and the line that is not a field."""
    title, fields, in_title, name = [], {field: [] for field in FIELDS}, True, None
    for line in header_of(path):
        if not line.strip():
            in_title = False
        elif in_title:
            title.append(line.strip())
        elif (field := re.match(r'(\w+):\s*(.*?)\s*$', line)) and field[1] in fields:
            name = field[1]
            fields[name].append(field[2])
        elif name and line.startswith(' '):
            fields[name][-1] += ' ' + line.strip()
        else:
            raise ValueError(f"{path}: '{line}' is not a field; expected one of {', '.join(FIELDS)}")
    one = {field: fields[field][-1] if fields[field] else '' for field in ('exit', 'arguments', 'signal', 'group')}
    return Mistake(
        path=path,
        title=' '.join(title).rstrip('.'),
        says=tuple(fields['says']),
        forbidden=tuple(fields['not']),
        exit=int(one['exit'] or 0),
        arguments=tuple(shlex.split(one['arguments'])),
        signal=one['signal'].removeprefix('SIG'),
        companions=tuple(fields['beside']),
        group=one['group'],
    )


def read_folder(folder):
    """Returns the mistakes in `folder`, sorted by name. A file without `says` must be the program beside another one."""
    paths = sorted(path for path in folder.iterdir() if path.suffix in PROGRAMS and path.name != RUNNER)
    for path in paths:
        if path.stem.startswith('test_') or path.stem.endswith('_test'):
            raise ValueError(f'{path}: pytest would import it; expected a name that is not that of a test')
    programs = [read_mistake(path) for path in paths]
    companions = {shlex.split(command)[0] for program in programs for command in program.companions}
    for program in programs:
        if not program.title or (not program.says and program.path.name not in companions):
            raise ValueError(f"{program.path}: expected a title and a field 'says:' behind the line of the licence")
    return [program for program in programs if program.says]


def pattern_of(text):
    return '.*'.join(re.escape(part) for part in text.split('…'))


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The printed lines of a program, and its exit code; None if it was killed."""

    output: str
    code: int | None

    def missing(self, mistake):
        """Returns the lines of the header that were not printed."""
        lines = [line.strip() for line in self.output.splitlines()]
        return [text for text in mistake.says if not any(re.fullmatch(pattern_of(text), line) for line in lines)]

    def forbidden(self, mistake):
        """Returns the texts that must not be printed and were."""
        return [text for text in mistake.forbidden if re.search(pattern_of(text), self.output)]

    def is_late(self, mistake):
        """Returns whether only lines are missing, as on a busy machine. A crash is a fault whenever it happens."""
        return bool(self.missing(mistake)) and not self.forbidden(mistake) and self.code == mistake.exit

    def faults(self, mistake):
        """Returns what differs from the header, a text for each field."""
        yield from (f'missing:   {text}' for text in self.missing(mistake))
        yield from (f'forbidden: {text}' for text in self.forbidden(mistake))
        if self.code is None:
            yield f'expected an end within {LIMIT} s'
        elif self.code != mistake.exit:
            yield f'expected exit code {mistake.exit}, was {self.code}'


class Run:
    """One program in an empty folder, with the programs beside it."""

    def __init__(self, mistake, command_of, domain):
        self._mistake, self._command_of, self._domain = mistake, command_of, domain
        self._output, self._has_output, self._processes = [], threading.Event(), []

    def outcome(self):
        with tempfile.TemporaryDirectory(prefix='rxros2_mistake_') as scratch:
            self._scratch = pathlib.Path(scratch)
            for folder in ('bin', 'empty', 'log'):
                (self._scratch / folder).mkdir()
            # Scripts: a link to the interpreter of a virtual environment would not find the environment.
            for name, arguments in {'rxros2': '-m rxros2.cli ', 'python': ''}.items():
                script = self._scratch / 'bin' / name
                script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments}"$@"\n')
                script.chmod(0o755)
            try:
                code = self._run()
            finally:
                for process in self._processes:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
            for reader in self._readers:
                reader.join()
        return Outcome(b''.join(self._output).decode(errors='replace'), code)

    def _run(self):
        deadline = time.monotonic() + LIMIT
        self._readers = []
        words = [(self._command_of(self._mistake.path), self._mistake.arguments)]
        for companion in self._mistake.companions:
            name, *arguments = shlex.split(companion)
            other = self._mistake.path.parent / name
            words.append((self._command_of(other) if other.exists() else [name], arguments))
        for command, arguments in words:
            self._start([*command, *arguments])
        process, *companions = self._processes
        if self._mistake.signal:
            self._has_output.wait(LIMIT)
            time.sleep(1)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, getattr(signal, 'SIG' + self._mistake.signal))
        try:
            code = process.wait(max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            return None
        self._end(companions)
        return code

    def _end(self, companions):
        """Waits a little for the programs beside the mistake, then interrupts them."""
        for patience in (PATIENCE, PATIENCE):
            deadline = time.monotonic() + patience
            for process in companions:
                try:
                    process.wait(max(deadline - time.monotonic(), 0))
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGINT)

    def _start(self, command):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(('COVERAGE', 'PYTEST'))}
        environment.setdefault('ROS_AUTOMATIC_DISCOVERY_RANGE', 'LOCALHOST')
        environment |= {
            'COLUMNS': '200',
            'PATH': f'{self._scratch / "bin"}:{os.environ["PATH"]}',
            'PYTHONDONTWRITEBYTECODE': '1',
            'PYTHONSAFEPATH': '1',  # so that the names of the other mistakes hide no module
            'PYTHONUNBUFFERED': '1',
            'ROS_DOMAIN_ID': self._domain,
            'ROS_LOG_DIR': str(self._scratch / 'log'),
        }
        process = subprocess.Popen(
            command,
            cwd=self._scratch / 'empty',
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._processes.append(process)
        is_first = len(self._processes) == 1
        reader = threading.Thread(target=self._read, args=(process.stdout, is_first))
        reader.start()
        self._readers.append(reader)

    def _read(self, stream, is_first):
        with stream:
            for line in stream:
                self._output.append(line)
                if is_first:
                    self._has_output.set()
        if is_first:
            self._has_output.set()


class Runs:
    """Runs mistakes, several at a time, each in a DDS domain that no other program of this host uses."""

    def __init__(self, mistakes, command_of):
        self._mistakes, self._command_of = mistakes, command_of

    def __enter__(self):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))  # some programs abort
        workers = max(min(WORKERS, len(self._mistakes)), 1)
        self._holders, self._domains = [], queue.SimpleQueue()
        for _ in range(0, workers, 2):  # own_domain.sh reserves two domains
            holder = subprocess.Popen(
                [ROOT / 'cmake/own_domain.sh', 'sh', '-c', 'echo $ROS_DOMAIN_ID; exec cat'],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._holders.append(holder)
            domain = int(holder.stdout.readline())
            self._domains.put(str(domain))
            self._domains.put(str(domain + 1))
        self._repeating = threading.Lock()  # held while a program runs again
        self._pool = concurrent.futures.ThreadPoolExecutor(workers)
        self._outcomes = {
            mistake.path: self._pool.submit(self._outcome, mistake) for mistake in self._mistakes
        }
        return self

    def __exit__(self, *_):
        self._pool.shutdown(cancel_futures=True)
        for holder in self._holders:
            holder.communicate()

    def _outcome(self, mistake):
        domain = self._domains.get()
        try:
            outcome = Run(mistake, self._command_of, domain).outcome()
            for _ in range(ATTEMPTS - 1):
                if not outcome.is_late(mistake):
                    break
                with self._repeating:
                    outcome = Run(mistake, self._command_of, domain).outcome()
            return outcome
        finally:
            self._domains.put(domain)

    def failure_of(self, mistake):
        """Waits for the end of the program. Returns what differs, with the whole output; empty if nothing does."""
        outcome = self._outcomes[mistake.path].result()
        faults = list(outcome.faults(mistake))
        if not faults:
            return ''
        return '\n'.join([f'{mistake.path}: {mistake.title}', *faults, '--- the whole output:', outcome.output])
