#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Looks for faults in the C++ sources by clang-tidy, with the checks that `.clang-tidy` chooses; all of them are errors.

usage: tools/tidy.py [--all] TREE [FOLDER…]
  --all    also tests, benchmarks and fuzzers, which takes several times as long
  TREE     a configured tree whose interfaces are generated, e.g. build/release
  FOLDER   only sources below it, relative to the repository
Most of clang-tidy's time goes into headers, so several sources are read as one file; programs each in a namespace.
Needs clang-tidy 14: other versions find other things. Without it the exit code is 77.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import join_tests

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOGETHER = 24  # sources that are read as one file
ASIDE = {'test', 'benchmark', 'benchmarks', 'fuzz'}
MAIN = re.compile(r'^int main\(', re.MULTILINE)
FINDING = re.compile(r'^(/[^:]+):(\d+):(\d+): (?:warning|error): (.*)$')


def clang_tidy():
    """Returns the path of the system's clang-tidy; PyPI's lacks the headers of the compiler, which it needs."""
    for name in ('clang-tidy-14', 'clang-tidy'):
        program = shutil.which(name)
        if program:
            version_text = subprocess.run([program, '--version'], capture_output=True, text=True, check=True).stdout
            if re.search(r'version 14\.', version_text):
                return program
    print('tidy: skipped, there is no clang-tidy of version 14; expected e.g. that of apt install clang-tidy-14')
    sys.exit(77)


def options_of(command):
    """Returns the options that decide how a file is parsed: definitions, include folders, the standard."""
    kept = []
    words = iter(shlex.split(command)[1:])
    for word in words:
        if word in ('-isystem', '-I'):
            kept.append(f'{word}{next(words)}')
        elif word.startswith(('-I', '-D', '-std=')):
            kept.append(word)
    return tuple(kept)


def sources_of(file, tree):
    """Returns the source of an entry of compile_commands.json, or the sources that it joins (CMake's unity builds, and
    tools/join_tests.py)."""
    path = pathlib.Path(file).resolve()
    joins = path.name.endswith(('_tests.cpp', '_cxx.cxx'))
    if joins and path.is_relative_to(tree) and path.is_file():
        return [pathlib.Path(name) for name in re.findall(r'^#include "(/.*\.cpp)"$', path.read_text(), re.MULTILINE)]
    return [path]


def is_program(path):
    """Returns whether a source is a program of one file outside of a library's sources."""
    return 'src' not in path.relative_to(ROOT).parts and MAIN.search(path.read_text()) is not None


def batches(tree, folders, everything):
    """Sources of one part of a room (`rclcpp/src`), or programs of one room, TOGETHER at a time; of each batch, its options
    and its files."""
    parts = collections.defaultdict(dict)
    entries = json.loads((tree / 'compile_commands.json').read_text())
    for entry, path in ((entry, path) for entry in entries for path in sources_of(entry['file'], tree)):
        if path.suffix != '.cpp' or not path.is_relative_to(ROOT) or path.is_relative_to(tree):
            continue
        name = path.relative_to(ROOT)
        if place_in_repository(path, everything) is None:
            continue
        if any(name.is_relative_to(folder) for folder in folders):
            part = (name.parts[0], 'programs') if is_program(path) else name.parts[:2]
            parts[part][path] = options_of(entry['command'])
    for options in parts.values():
        paths = sorted(options)
        for begin in range(0, len(paths), TOGETHER):
            batch = paths[begin:begin + TOGETHER]
            yield tuple(dict.fromkeys(option for path in batch for option in options[path])), batch


def place_in_repository(path, everything):
    """Returns the path relative to the repository, or None if findings there do not count.

    A path that the compiler names may lead through `..` or a symbolic link. Generated files do not count, and tests only
    with `everything`. The folder of the clone must not matter, so clang-tidy's HeaderFilterRegex, which matches anywhere
    in a path, does not decide this.
    """
    resolved = pathlib.Path(path).resolve()
    if not resolved.is_relative_to(ROOT):
        return None
    place = resolved.relative_to(ROOT)
    if place.parts[0] == 'build' or (not everything and ASIDE.intersection(place.parts)):
        return None
    return str(place)


def look(tool, scratch, options, paths, everything):
    """Returns the findings of one batch. Sources that can't be read together are read by halves.

    Only sources of libraries are given to the static analyzer, which takes ten times as long for tests of templates.
    """
    of_library = 'src' in paths[0].relative_to(ROOT).parts
    name = '_'.join(paths[0].relative_to(ROOT).with_suffix('').parts)
    joined = scratch / f'{name}_{len(paths)}.cpp'
    if all(map(is_program, paths)):
        joined.write_text(join_tests.joined(paths))
        options = [*options, *dict.fromkeys(f'-I{path.parent}' for path in paths)]
    else:
        joined.write_text(''.join(f'#include "{path}"  // NOLINT(bugprone-suspicious-include)\n' for path in paths))
    command = [tool, '--quiet', f'--config-file={ROOT / ".clang-tidy"}', '--header-filter=.*',
               *([] if of_library else ['--checks=-clang-analyzer-*']), str(joined), '--', *options, '-w']
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    matches = [match for match in map(FINDING.match, done.stdout.splitlines()) if match]
    compile_errors = [match[0] for match in matches if match[4].endswith('[clang-diagnostic-error]')]
    if compile_errors and len(paths) > 1:
        half = len(paths) // 2
        return (look(tool, scratch, options, paths[:half], everything)
                | look(tool, scratch, options, paths[half:], everything))
    if compile_errors or (done.returncode != 0 and not matches):
        sys.exit(f'tidy: clang-tidy failed for {joined}:\n' + ('\n'.join(compile_errors) or done.stderr))
    findings = set()
    for match in matches:
        path, row, column, text = match.groups()
        place = place_in_repository(path, everything)
        if place is not None:
            findings.add((place, int(row), int(column), text))
    return findings


def main():
    arguments = [word for word in sys.argv[1:] if word != '--all']
    if not arguments:
        sys.exit(__doc__)
    tree = pathlib.Path(arguments[0]).resolve()
    if not (tree / 'compile_commands.json').is_file():
        sys.exit(f'tidy: {tree} has no compile_commands.json; expected a configured tree, e.g. build/release')
    folders = [pathlib.Path(name) for name in arguments[1:]] or [pathlib.Path()]
    tool = clang_tidy()
    scratch = tree / 'tidy'
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    everything = '--all' in sys.argv
    work = list(batches(tree, folders, everything))
    if not work:
        sys.exit(f'tidy: no source of {tree} is below {", ".join(map(str, folders))}')
    findings = set()
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        waiting = [threads.submit(look, tool, scratch, options, paths, everything) for options, paths in work]
        for number, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            for path, row, column, text in sorted(done.result() - findings):
                print(f'{path}:{row}:{column}: {text}', flush=True)
            findings |= done.result()
            print(f'tidy: {number} of {len(work)} parts, {time.monotonic() - began:.0f} s', file=sys.stderr)
    files = sum(len(paths) for _, paths in work)
    print(f'tidy: {files} sources, {len(findings)} findings')
    sys.exit(1 if findings else 0)


if __name__ == '__main__':
    main()
