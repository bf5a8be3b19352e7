# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the blocks of a page from top to bottom as its reader would, in an empty folder.

run_code(): Python blocks run one after the other and share their names; their tests run at once. A page says more in
comments, which its readers do not see:
    <!-- file: NAME -->      before a block of any language: the block is written to this file.
    <!-- program: NAME -->   before a block: the same, and the file runs in a process of its own beside the following
                             blocks. In the end it has to end cleanly at Ctrl-C (rx.spin), or at SIGTERM.
    <!-- python              runs the following lines up to -->: they prepare the next block or check the last one.
Blocks behind <!-- snippet: … --> are copied from programs that other tests run (tools/snippets.py).

run_page(): shell commands. A command that runs for ever gets Ctrl-C once it has printed something; any other must end
by itself. The text that a block shows after '$ command' is compared with the output; '…' stands for anything. pip
installs nothing: it checks its arguments and makes the metadata. A wheel of a release stands for the sources.
"""

import ast
import asyncio
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from eventually import eventually

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENDLESS = re.compile(
    r'rxros2 (topic (echo|hz|bw|delay|pub -r)|service echo|bag record|view)|'
    r'examples/talker_listener/(talker|listener)\.py'
)
PIP = f"""#!{sys.executable}
import re, subprocess, sys
command, *words = sys.argv[1:]
assert command in ('install', 'wheel'), command
words = [each for each in words if each != '--no-deps']
wheel = r'\\./rxros2-[0-9.]+-(cp311-cp311|cp312-abi3)-manylinux_2_28_(x86_64|aarch64)\\.whl'
words = [re.sub(wheel, '.', each) for each in words]
options = ['--dry-run', '--quiet', '--no-deps', '--no-build-isolation', '--disable-pip-version-check']
done = subprocess.run([sys.executable, '-m', 'pip', 'install', *options, *words], cwd={str(ROOT)!r},
                      capture_output=True, text=True)
print(done.stdout, done.stderr, file=sys.stderr)
sys.exit(done.returncode or 'does not provide the extra' in done.stderr)
"""


def blocks(page):
    """Yields (commands, expected output) of every shell block; the output is None where the page shows none."""
    text = (ROOT / page).read_text()
    for kind, body in re.findall(r'^```(sh|bash|text)\n(.*?)^```', text, re.DOTALL | re.MULTILINE):
        if kind == 'text' and not body.startswith('$ '):
            continue
        commands = []
        for line in body.replace('\\\n', ' ').splitlines():
            if kind == 'text' and not line.startswith('$ '):
                commands[-1][1].append(line)
            elif line.strip() and not line.startswith('#'):
                commands.append((re.sub(r'\s+#.*', '', line.removeprefix('$ ')), [] if kind == 'text' else None))
        yield commands


BLOCK = re.compile(
    r'^<!-- python\n(?P<hidden>.*?)^-->$|'
    r'^(?:<!-- (?P<mark>snippet|file|program): (?P<name>.*?) -->\n)?^```(?P<kind>\w*)\n(?P<body>.*?)^```$',
    re.DOTALL | re.MULTILINE,
)
NAMED = re.compile(r"""\b(?:create_node|auto_context|__init__|[A-Z]\w*)\('(\w+)'""")  # a node, or something else


def run_code(page, folder):
    """Runs the Python blocks of a page in this process, and its programs in others, with `folder` as working folder."""
    text = (ROOT / page).read_text()
    scope = {'__name__': pathlib.Path(page).stem, 'ROOT': ROOT}
    programs = []
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    path = os.environ['PATH']
    os.environ['PATH'] = f'{pathlib.Path(sys.executable).parent}:{path}'  # as in an environment that is activated
    try:
        for block in BLOCK.finditer(text):
            part = 'body' if block['hidden'] is None else 'hidden'
            code = block[part]
            if block['mark'] in ('file', 'program'):
                pathlib.Path(block['name']).write_text(code)
                if block['mark'] == 'program':
                    programs.append(Program(page, block['name'], code))
            elif part == 'hidden' or (block['kind'] == 'python' and block['mark'] is None):
                _execute('\n' * text[: block.start(part)].count('\n') + code, ROOT / page, scope)
                for name in [name for name in scope if name.startswith('test_')]:
                    scope.pop(name)()
        for program in programs:
            program.end()
    finally:
        for program in programs:
            program.close()
        os.environ['PATH'] = path
        sys.path.remove(str(folder))
        os.chdir(ROOT)


def _execute(code, path, scope):
    """Executes a block; `await` is allowed in it."""
    waiting = eval(compile(code, path, 'exec', flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), scope)
    if waiting is not None:
        asyncio.run(asyncio.wait_for(waiting, 60))


class Program:
    """A program of a page, which runs until end()."""

    def __init__(self, page, name, code):
        from rxros2.aio import ros2

        self.place = f'{page}: {name}'
        self.signal = signal.SIGINT if 'rx.spin(' in code else signal.SIGTERM
        self.process = subprocess.Popen(
            [sys.executable, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        names = {f'/{name}' for name in NAMED.findall(code)}
        with ros2.Node('reader_of_a_page') as witness:
            eventually(lambda: names.intersection(witness.nodes()) or self.process.poll() is not None)

    def _waits(self):
        """Returns whether the process used almost no CPU time for a moment, or has ended."""

        def ticks():
            try:
                return sum(map(int, pathlib.Path(f'/proc/{self.process.pid}/stat').read_text().split()[13:15]))
            except (FileNotFoundError, ProcessLookupError):
                return 0

        before = ticks()
        time.sleep(0.2)
        return ticks() - before < 3

    def close(self):
        """Kills the program and prints its output, if end() was not called or failed."""
        if not self.process.stdout.closed:
            self.process.kill()
            print(f'{self.place}:\n{self.process.communicate()[0]}')

    def end(self):
        """Ends the program. AssertionError unless it ends cleanly."""
        eventually(self._waits)  # it has its node, but perhaps does not spin yet
        self.process.send_signal(self.signal)
        out, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0 and 'Traceback' not in out, f'{self.place}\n{out}'


def run_page(page, scratch, environment=()):
    """Runs all blocks; AssertionError names the line."""
    programs = scratch / 'programs'
    programs.mkdir()
    (programs / 'pip').write_text(PIP)
    (programs / 'pip').chmod(0o755)
    path = [str(programs), str(pathlib.Path(sys.executable).parent), os.environ['PATH']]
    always = {'PATH': ':'.join(path), 'PYTHONUNBUFFERED': '1', 'PYTHONFAULTHANDLER': '1'}
    env = os.environ | always | dict(environment)
    env.pop('COVERAGE_PROCESS_CONFIG', None)  # coverage keeps its lock for ever if Ctrl-C meets it there
    count = 0
    for block in blocks(page):
        for command, shown in block:
            count += 1
            ends = re.search(r'--once|timeout |kill %', command)
            endless = shown is None and ENDLESS.search(command) is not None and ends is None
            code, out = run_line(command, scratch, env, endless)
            failure = f'{page}: {command}\nended with {code}\n{out}'
            assert 'Traceback' not in out, failure
            if shown is None:
                assert code == 0, failure
            else:
                pattern = '.*'.join(map(re.escape, '\n'.join(shown).split('…')))
                assert re.fullmatch(pattern, out.strip(), re.DOTALL), failure
    assert count


def ended(process, endless):
    """Returns its output. Sends Ctrl-C again if it continues: Python loses one that arrives in a destructor."""
    for _ in range(6):
        if endless:
            os.killpg(process.pid, signal.SIGINT)
        try:
            return process.communicate(timeout=20)[0]
        except subprocess.TimeoutExpired:
            pass
    os.killpg(process.pid, signal.SIGABRT)  # faulthandler prints where its threads are
    raise AssertionError(f'{process.args} did not end:\n{process.communicate(timeout=20)[0][-20_000:]}')


def run_line(command, cwd, env, endless):
    process = subprocess.Popen(
        ['bash', '-c', command],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    first = ''
    try:
        if endless:
            first = process.stdout.readline()
            time.sleep(1 if 'bag record' in command else 0.2)  # a recording is named by the second
            assert process.poll() is None, f'{command} ended by itself: {first}{process.stdout.read()}'
        out = ended(process, endless)
        code = 0 if endless and process.returncode in (130, -signal.SIGINT) else process.returncode
        return code, first + out
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
