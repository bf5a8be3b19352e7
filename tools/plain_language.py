#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Counts names and sentences of the repository that a reader probably has to read twice.

usage: tools/plain_language.py [PATH...]                 one line a habit
       tools/plain_language.py --list HABIT [PATH...]    each place
       tools/plain_language.py --check                   fails if a habit is more frequent than tools/plain_language.json allows

The rules are in CONTRIBUTING.md. A place is a hint to read the sentence again, not a verdict; a low count alone does not
make prose plain.
"""

import argparse
import ast
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = pathlib.Path(__file__).with_suffix('.json')
GENERATED = re.compile(
    r'/vendor/(?!CMake|\w+-extras|modules|include)|^benchmarks/report/|^docs/reference/(python|operators|compatibility|what-you-see)\.md$|'
    r'/interop/rust/|/test/mistakes/|^licenses/|^tools/plain_language\.py$'
)
HABITS = {
    'riddle-name': 'Python names that are a pronoun, an adverb or a participle',
    'cpp-riddle-name': 'C++ names of that kind: variables, parameters, members and functions',
    'docstring-opening': 'docstrings that open neither with a verb nor with a noun',
    'comment-opening': 'comments that open with What, Who or Of',
    'clause': "clauses in place of a noun: 'of which', 'whoever', 'any more' …",
    'tell': "'tell' and 'told' in place of notify, report or say",
    'undocumented': 'public Python classes and functions of the packages without a docstring',
}
RIDDLES = frozenset(
    """again apart aside asked away beside both coming each ever found gone heard hers here how it left lent living made
    meant much said so_said still such theirs them there these those thus told wanted went what whence which who whom whose
    wrong yet""".split()
)
# "it" is an iterator in C++, and "left" has a "right".
CPP_RIDDLES = '|'.join(sorted(RIDDLES - {'it', 'left'}))
# A type, then the name, then the rest of a declaration.
CPP_DECLARATION = re.compile(
    r'(?<![\w.>:])(?!(?:case|co_await|co_return|co_yield|delete|else|goto|namespace|new|not|operator|return|sizeof|throw|'
    r'typename|using)\b)[A-Za-z_][\w:]*(?:<[^;(){}]*>)?(?:\s+const)?\s+[&*]{0,2}\s*(?:const\s+)?'
    rf'((?:{CPP_RIDDLES})_?)\s*(?=[=;,(){{\[]|:[^:])'
)
CPP_BINDINGS = re.compile(r'\bauto\s*&{0,2}\s*\[([\w, ]+)\]')
CPP_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
DOCSTRING_OPENINGS = frozenset(
    """as by from how in its like neither nobody none nothing of so that to what where whether who whom whose""".split()
)
COMMENT_OPENING = re.compile(r'(?:What|Who|Whom|Whose|Of)\b')
CLAUSE = re.compile(
    r'\b(?:(?:by|for|from|of|to|with) whom|whom|(?:of|in) which each|of which|(?:of|by) what|whoever|whosoever|any more|'
    r'thereof|whereof|wherein)\b',
    re.IGNORECASE,
)
TELL = re.compile(r'\b(?:tells?|telling|told)\b', re.IGNORECASE)
C_COMMENT = re.compile(r'^\s*(?://[/!]?|\*)\s?(.*)|\S.*?\s//\s?(.*)')
HASH_COMMENT = re.compile(r'^\s*#\s?(.*)|\S.*?\s#\s(.*)')


def paths(arguments):
    """Returns the tracked text files below the paths, without generated files and files of others."""
    listed = subprocess.run(
        ['git', 'ls-files', '-z', '--', *(arguments or ['.'])], cwd=ROOT, capture_output=True, check=True
    )
    names = listed.stdout.decode().split('\0')
    suffixes = ('.py', '.cpp', '.hpp', '.h', '.c', '.js', '.md', '.cmake', '.sh', 'CMakeLists.txt')
    return [name for name in names if name.endswith(suffixes) and not GENERATED.search(name) and (ROOT / name).exists()]


def python_places(name, text):
    """Yields (habit, line, text) of the names and docstrings of a Python file."""
    tree = ast.parse(text)
    shipped = name.startswith(('python/rxros2/', 'python/rclpy_compat/')) and '/_' not in name
    hidden = set()
    for node in ast.walk(tree):
        bound = None
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound = node.id
        elif isinstance(node, ast.arg):
            bound = node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound = node.name
        if bound and bound.strip('_') in RIDDLES:
            yield 'riddle-name', node.lineno, bound
        if not isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        docstring = ast.get_docstring(node)
        if docstring:
            opening = re.match(r"[\w']*", docstring)[0]
            if opening.lower() in DOCSTRING_OPENINGS:
                yield 'docstring-opening', node.body[0].lineno, docstring.split('\n')[0]
        if isinstance(node, ast.Module):
            continue
        decorators = {getattr(decorator, 'attr', getattr(decorator, 'id', '')) for decorator in node.decorator_list}
        private = node in hidden or node.name.startswith('_')
        if shipped and not docstring and not private and not decorators & {'overload', 'override', 'setter'}:
            yield 'undocumented', node.lineno, node.name
        # Members of private classes, and functions inside of functions, are not public.
        if private or not isinstance(node, ast.ClassDef):
            hidden.update(child for child in ast.walk(node) if child is not node)


def cpp_names(lines):
    """Yields (habit, line, text) of the declared names of a C++ file."""
    for number, line in enumerate(lines, 1):
        code = CPP_STRING.sub('""', line).split('//')[0]
        if code.lstrip().startswith('*'):
            continue
        names = [match[1] for match in CPP_DECLARATION.finditer(code)]
        for match in CPP_BINDINGS.finditer(code):
            names += [name for name in match[1].replace(' ', '').split(',') if re.fullmatch(f'({CPP_RIDDLES})_?', name)]
        for name in names:
            yield 'cpp-riddle-name', number, name


def comments(name, lines):
    """Yields (line number, comment, whether the comment begins there)."""
    if name.endswith('.md'):
        yield from ((number, line, False) for number, line in enumerate(lines, 1))
        return
    pattern = C_COMMENT if name.endswith(('.cpp', '.hpp', '.h', '.c', '.js')) else HASH_COMMENT
    previous = False
    for number, line in enumerate(lines, 1):
        match = pattern.match(line)
        if match:
            yield number, match[1] if match[1] is not None else match[2], not previous
        previous = bool(match) and match[1] is not None


def places(name):
    """Yields (habit, line, text) of a file."""
    text = (ROOT / name).read_text(encoding='utf-8', errors='replace')
    lines = text.split('\n')
    if name.endswith('.py'):
        yield from python_places(name, text)
    elif name.endswith(('.cpp', '.hpp', '.h')):
        yield from cpp_names(lines)
    for number, comment, begins in comments(name, lines):
        if CLAUSE.search(comment):
            yield 'clause', number, comment.strip()
        if begins and COMMENT_OPENING.match(comment):
            yield 'comment-opening', number, comment.strip()
    for number, line in enumerate(lines, 1):
        if TELL.search(line):
            yield 'tell', number, line.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--list', choices=HABITS, metavar='HABIT', help=', '.join(HABITS))
    parser.add_argument('--check', action='store_true')
    parser.add_argument('paths', nargs='*')
    arguments = parser.parse_args()
    if subprocess.run(['git', 'rev-parse', '--git-dir'], cwd=ROOT, capture_output=True, check=False).returncode:
        print('skipped: not a git repository')
        return 77
    counts = {habit: [] for habit in HABITS}
    for name in paths(arguments.paths):
        for habit, number, text in places(name):
            counts[habit].append(f'{name}:{number}: {text}')
    if arguments.list:
        print('\n'.join(counts[arguments.list]))
        return 0
    limits = json.loads(LIMITS.read_text()) if arguments.check else {}
    failed = False
    for habit, text in HABITS.items():
        limit = limits.get(habit)
        print(f'{len(counts[habit]):5} {habit}: {text}' + ('' if limit is None else f' (at most {limit})'))
        if limit is not None and len(counts[habit]) > limit:
            failed = True
            print(f'      more than before; tools/plain_language.py --list {habit} shows each. The rules are in CONTRIBUTING.md')
    return int(failed)


if __name__ == '__main__':
    sys.exit(main())
