# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the shell blocks of a page, line by line, as its reader would, in a scratch directory.

A command that runs for ever gets Ctrl-C once it has printed something; any other must end by itself. The text that a
block shows after '$ command' is compared with the output; '…' stands for anything. pip installs nothing: it checks its
arguments and makes the metadata.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENDLESS = re.compile(
    r'rxros2 (topic (echo|hz|bw|delay|pub -r)|service echo|bag record|view)|examples/talker_listener/(talker|listener)\.py'
)
PIP = f"""#!{sys.executable}
import subprocess, sys
command, *words = sys.argv[1:]
assert command in ('install', 'wheel'), command
words = [each for each in words if each != '--no-deps']
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
