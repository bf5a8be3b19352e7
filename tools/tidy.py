#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Looks for faults in the C++ sources by clang-tidy, with the checks that `.clang-tidy` chooses; all of them are errors.

usage: tools/tidy.py [--all] TREE [FOLDER…]
  --all    also tests, benchmarks and fuzzers, which takes several times as long
  TREE     a configured tree whose interfaces are generated, e.g. build/release
  FOLDER   only sources below it, relative to the repository
Most of clang-tidy's time goes into headers, so several sources are read as one file.
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

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOGETHER = 12  # sources that are read as one file
ASIDE = {'test', 'benchmark', 'benchmarks', 'fuzz'}
FINDING = re.compile(r'^(/[^:]+):(\d+):(\d+): (?:warning|error): (.*)$')


def clang_tidy():
    """The system's: PyPI's has not the headers of the compiler, which it needs."""
    for name in ('clang-tidy-14', 'clang-tidy'):
        found = shutil.which(name)
        if found:
            said = subprocess.run([found, '--version'], capture_output=True, text=True, check=True).stdout
            if re.search(r'version 14\.', said):
                return found
    print('tidy: skipped, there is no clang-tidy of version 14; expected e.g. that of apt install clang-tidy-14')
    sys.exit(77)


def options_of(command):
    """What decides how a file is read: definitions, folders of headers, the standard."""
    kept = []
    words = iter(shlex.split(command)[1:])
    for word in words:
        if word in ('-isystem', '-I'):
            kept.append(f'{word}{next(words)}')
        elif word.startswith(('-I', '-D', '-std=')):
            kept.append(word)
    return tuple(kept)


def batches(tree, folders, everything):
    """Sources of one part of a room (`rclcpp/src`), TOGETHER at a time; of each batch, its options and its files."""
    parts = collections.defaultdict(dict)
    for entry in json.loads((tree / 'compile_commands.json').read_text()):
        path = pathlib.Path(entry['file'])
        if path.suffix != '.cpp' or not path.is_relative_to(ROOT) or path.is_relative_to(tree):
            continue
        name = path.relative_to(ROOT)
        if name.parts[0] == 'build' or (not everything and ASIDE.intersection(name.parts)):
            continue
        if any(name.is_relative_to(folder) for folder in folders):
            parts[name.parts[:2]][path] = options_of(entry['command'])
    for options in parts.values():
        paths = sorted(options)
        for begin in range(0, len(paths), TOGETHER):
            batch = paths[begin:begin + TOGETHER]
            yield tuple(dict.fromkeys(option for path in batch for option in options[path])), batch


def look(tool, scratch, options, paths):
    """Returns the findings of one batch. Sources that can't be read together are read by halves.

    Only sources of libraries are given to the static analyzer, which takes ten times as long for tests of templates.
    """
    of_library = 'src' in paths[0].relative_to(ROOT).parts
    name = '_'.join(paths[0].relative_to(ROOT).with_suffix('').parts)
    joined = scratch / f'{name}_{len(paths)}.cpp'
    joined.write_text(''.join(
        f'#define main main_{number}\n#include "{path}"  // NOLINT(bugprone-suspicious-include)\n#undef main\n'
        for number, path in enumerate(paths)))
    command = [tool, '--quiet', f'--config-file={ROOT / ".clang-tidy"}',
               *([] if of_library else ['--checks=-clang-analyzer-*']), str(joined), '--', *options, '-w']
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    findings = set()
    for line in done.stdout.splitlines():
        found = FINDING.match(line)
        if found:
            path, row, column, text = found.groups()
            findings.add((os.path.relpath(os.path.normpath(path), ROOT), int(row), int(column), text))
    if any(text.endswith('[clang-diagnostic-error]') for *_, text in findings) and len(paths) > 1:
        half = len(paths) // 2
        return look(tool, scratch, options, paths[:half]) | look(tool, scratch, options, paths[half:])
    if done.returncode != 0 and not findings:
        sys.exit(f'tidy: clang-tidy failed for {joined}:\n{done.stderr}')
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
    work = list(batches(tree, folders, '--all' in sys.argv))
    if not work:
        sys.exit(f'tidy: no source of {tree} is below {", ".join(map(str, folders))}')
    findings = set()
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        waiting = [threads.submit(look, tool, scratch, options, paths) for options, paths in work]
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
