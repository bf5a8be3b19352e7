#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that the models of the lock-free structures (tools/models) transcribe the C++ as it is now.

The header of a model names C++ files and functions, each with its atomic operations, fences, locks and calls of the
other functions in their order. `elsewhere` stands for the rest of the file. --write writes these lists anew, after the
model itself was changed.
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / 'tools' / 'models' / 'tests'
SOURCE = '//! Transcribes '
FUNCTION = re.compile(r'//!   (\w+):(.*)')
CONTINUED = '//!       '
ORDER = r'(?<![.\w])(?:std::)?(?:memory_order_)?(relaxed|acquire|release|acq_rel|seq_cst)\b'
OPERATION = re.compile(
    r'(?P<atomic>\w+)(?:\[[^\[\]]*\])?(?:\.|->)'
    r'(?P<name>load|store|exchange|fetch_\w+|compare_exchange_\w+|sequence)\s*\('
    r'|(?P<fence>atomic_thread_fence|atomic_signal_fence)\s*\('
    r'|(?P<barrier>\bmembarrier\(\)|\bSYS_futex\b|\buse_count\(\))'
    r'|\b(?P<notify>notify_one|notify_all)\(\)'
    r'|\b(?P<lock>lock_guard|unique_lock|CoreLock)\b(?=\s*(?:<[^<>]*>)?\s*(?:\w+\s*)?[({])'
    r'|(?<![\w~])(?P<call>\w+)\s*\(')
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def closing(text, start):
    """Returns the position behind the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] in '({[':
            depth += 1
        elif text[index] in ')}]':
            depth -= 1
            if depth == 0:
                return index + 1
    return len(text)


def definitions(text, name):
    """Yields begin and end of each function, or class, of that name."""
    end_of_last = 0
    for match in re.finditer(rf'(?:\b(?:class|struct)\s+(?:\w+::)*|(?<![\w.>])){name}\b', text):
        if match.start() < end_of_last:
            continue
        at = match.end()
        if not re.match(r'class|struct', match[0]):
            parameters = re.match(r'\s*\(', text[at:])
            if not parameters:
                continue
            at = closing(text, at + parameters.end() - 1)
            if not re.match(r'\s*(?:const\b|noexcept\b|override\b|final\b|:|->|\{)', text[at:]):
                continue
        body = re.search(r'[{;]', text[at:])
        if body and body[0] == '{':
            end_of_last = closing(text, at + body.start())
            yield match.start(), end_of_last


def operations(text, functions):
    """Returns the atomic operations, fences, locks and calls of `functions` in a text, in order."""
    result = []
    for match in OPERATION.finditer(text):
        if match['call']:
            if match['call'] in functions:
                result.append(match['call'] + '()')
            continue
        if match['barrier'] or match['notify']:
            result.append((match['barrier'] or match['notify']).removesuffix('()'))
            continue
        if match['lock']:
            result.append('lock')
            continue
        start = text.index('(', match.end() - 1)
        arguments = text[start + 1:closing(text, start) - 1]
        while (inner := re.sub(r'\([^()]*\)', '', arguments)) != arguments:
            arguments = inner
        orders = re.findall(ORDER, arguments) or ['seq_cst' if not re.search(r'\border\b', arguments) else 'order']
        name = match['fence'] or f'{match["atomic"]}.{match["name"]}'
        result.append(' '.join([name, *orders]))
    return result


def inside(text):
    """Returns a definition without its name: parameters, initialisers and body."""
    return re.sub(r'^(?:class|struct)?\s*[\w:]+', '', text)


def transcribed(path, names, functions):
    """Returns the operations of each of `names` in a C++ file; None for a function that does not exist."""
    text = COMMENT.sub(' ', (ROOT / path).read_text(encoding='utf-8'))
    bodies = {name: list(definitions(text, name)) for name in names if name != 'elsewhere'}
    result = {name: [op for begin, end in spans for op in operations(inside(text[begin:end]), functions)]
              if spans else None
              for name, spans in bodies.items()}
    if 'elsewhere' in names:
        for begin, end in (span for spans in bodies.values() for span in spans):
            text = text[:begin] + ' ' * (end - begin) + text[end:]
        result['elsewhere'] = operations(text, ())
    return result


def listed(lines):
    """Yields each C++ file of a header with the lists of its functions."""
    source, functions, last = None, {}, None
    for line in lines:
        if line.startswith(SOURCE):
            if source:
                yield source, functions
            source, functions = line.removeprefix(SOURCE), {}
        elif source and line.startswith(CONTINUED):
            functions[last] += ' ' + line.removeprefix(CONTINUED)
        elif source and (match := FUNCTION.fullmatch(line)):
            last = match[1]
            functions[last] = match[2].strip()
        elif source:
            break
    if source:
        yield source, functions


def write(model):
    """Writes the lists of a model's header anew."""
    lines = model.read_text(encoding='utf-8').splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(SOURCE))
    end = next(i for i in range(begin, len(lines)) if not lines[i].startswith('//!'))
    header = []
    sources = list(listed(lines[begin:end]))
    functions = {name for _, names in sources for name in names}
    for source, names in sources:
        header.append(SOURCE + source)
        for name, operations_now in transcribed(source, names, functions).items():
            header += textwrap.wrap(f'{name}: {", ".join(operations_now or ["none"])}', 120, initial_indent='//!   ',
                                    subsequent_indent=CONTINUED, break_on_hyphens=False)
    lines[begin:end] = header
    model.write_text('\n'.join(lines) + '\n', encoding='utf-8')


def problems(model):
    """Yields what differs between a model's header and the C++."""
    name = model.relative_to(ROOT).as_posix()
    sources = list(listed(model.read_text(encoding='utf-8').splitlines()))
    if not sources:
        yield f'{name}: expected a header with "{SOURCE}FILE" and the functions, found none'
    functions = {name for _, names in sources for name in names}
    for source, names in sources:
        for function, operations_now in transcribed(source, names, functions).items():
            if operations_now is None:
                yield (f'{name}: transcribes {function}() of {source}, which has no such function now. Update the '
                       'model and its header')
                continue
            now = ', '.join(operations_now or ['none'])
            if now != names[function]:
                yield (f'{source}: the atomic operations of {function}() are not those that {name} transcribes.\n'
                       f'  model: {names[function]}\n  C++:   {now}\n'
                       f'  Update the model, explore it (tools/models/run.sh build/models {model.stem}), then run '
                       'tools/test/model_sources_test.py --write')


def main():
    models = sorted(MODELS.glob('*.rs'))
    if sys.argv[1:] == ['--write']:
        for model in models:
            write(model)
    differences = [problem for model in models for problem in problems(model)]
    print('\n'.join(differences) or f'{len(models)} models transcribe the C++')
    return bool(differences) or not models


if __name__ == '__main__':
    sys.exit(main())
