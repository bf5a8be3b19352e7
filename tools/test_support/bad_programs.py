#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Compiles a file of mistakes and checks that the compiler names the line, the types and the cure of each.

usage: bad_programs.py SOURCE COMPILER [FLAG]...

Each mistake is a function of SOURCE:

    // mistake: a short title in the words of a user
    // says: a part of the compiler's first error about it, one line or more
    void name()
    {
      the code
    }

The first error within each function must say all parts. It is in the line of the user; or it is in a header, and the
line of the user is among the first lines about the instantiation in front of it. No error may be elsewhere. Parts that
name a type (Item = int) are only checked with GCC, because clang does not print all of them.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

FARTHEST = 5  # lines of the compiler, without those about included files, up to the user's line


@dataclass
class Mistake:
    """A function of the file that must not compile."""

    title: str
    first: int
    last: int = 0
    says: list[str] = field(default_factory=list)


def mistakes_of(source: Path) -> list[Mistake]:
    """Returns the mistakes of a file, in their order."""
    mistakes: list[Mistake] = []
    for number, line in enumerate(source.read_text().splitlines(), 1):
        if line.startswith('// mistake: '):
            mistakes.append(Mistake(line.removeprefix('// mistake: '), number))
        elif mistakes and line.startswith('// says: '):
            mistakes[-1].says.append(line.removeprefix('// says: '))
        elif mistakes and line == '}' and not mistakes[-1].last:
            mistakes[-1].last = number
    return mistakes


def reports_of(output: str, source: Path) -> list[tuple[int, int, str]]:
    """Returns (line of the source, lines in front of it, text up to the error) of each error."""
    reports = []
    report: list[str] = []
    for line in output.splitlines():
        if re.match(r'In file included from |\s+from |\s+\d* \|', line):
            continue
        if re.search(r': note: ', line) and not re.search(r'requested here', line):
            continue
        report.append(line)
        if ': error: ' not in line and ' requested here' not in line:
            continue
        text = '\n'.join(report)
        place = re.match(re.escape(str(source)) + r':(\d+):', line) or re.search(
            re.escape(str(source)) + r':(\d+):', text)
        if place is None:
            continue  # clang names the user's line after the error, and GCC repeats errors without it
        reports.append((int(place[1]), 0 if place.string == line else text[: place.start()].count('\n'), text))
        report = []
    return reports


def faults_of(mistakes: list[Mistake], reports: list[tuple[int, int, str]], *, types: bool) -> list[str]:
    """Returns what the compiler does not say, and what it says without a mistake."""
    faults = []
    for mistake in mistakes:
        report = next((r for r in reports if mistake.first <= r[0] <= mistake.last), None)
        where = f'line {mistake.first}, "{mistake.title}"'
        if report is None:
            faults.append(f'{where}: the compiler reports no error')
            continue
        missing = [part for part in mistake.says if part not in report[2] and (types or ' = ' not in part)]
        if not mistake.says:
            faults.append(f'{where}: no line "// says: …"')
        if missing or report[1] > FARTHEST:
            faults.append(f'{where}: missing: {missing}, {report[1]} lines up to the line of the user, in\n{report[2]}')
    for line, _, text in reports:
        if not any(mistake.first <= line <= mistake.last for mistake in mistakes):
            faults.append(f'an error outside of the mistakes, line {line}:\n{text}')
    return faults


def main(source: Path, compiler: list[str]) -> int:
    """Prints the faults and returns the exit code."""
    done = subprocess.run(
        [*compiler, '-fsyntax-only', '-Wno-unused-result', '-fdiagnostics-color=never', str(source)],
        capture_output=True, text=True, env={**os.environ, 'LC_ALL': 'C'}, check=False)
    mistakes = mistakes_of(source)
    if ': fatal error: ' in done.stderr:
        print(done.stderr)
        return 1
    faults = faults_of(mistakes, reports_of(done.stderr, source), types='clang' not in compiler[0])
    if not mistakes:
        faults.append(f'{source} has no mistakes')
    print('\n\n'.join([*faults, f'{len(mistakes)} mistakes, {len(faults)} faults']))
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
