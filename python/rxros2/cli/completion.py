# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 completion: prints the completion script of a shell, and the words that the script offers.

The script calls `rxros2 completion words WORD...` with the words of the command line so far; each line of the output
is a completion of the last word.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable

from .frame import ALIASES, COMMANDS, ENGINES, CommandError, command, resolve

_SAFE = re.compile(r'[\w./:=~{}+-]+')
_BASH = """\
_rxros2() {
  local IFS=$'\\n'
  # bash also splits words at colons; split at spaces only.
  local line="${COMP_LINE:0:$COMP_POINT}" words
  read -ra words <<< "${line// /$'\\n'}" -d ''
  [[ "$line" == *' ' ]] && words+=('')
  COMPREPLY=($("${words[0]}" completion words -- "${words[@]:1}" 2> /dev/null))
  # bash replaces only the end of the word, behind a colon or '='.
  local word="${words[-1]}" breaks="${COMP_WORDBREAKS//[^=:]/}"
  if [[ -n "$breaks" && "$word" == *["$breaks"]* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*["$breaks"]}"}"}")
  fi
}
complete -o default -F _rxros2 rxros2
"""

_ZSH = """\
#compdef rxros2
_rxros2() {
  local -a found
  found=("${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
  [[ -n "${found[1]}" ]] && compadd -a found || _files
}
compdef _rxros2 rxros2
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the shell, and the words before the cursor, which the completion scripts pass."""
    parser.epilog = 'bash: eval "$(rxros2 completion bash)" in ~/.bashrc; zsh: the same with zsh, after compinit'
    parser.add_argument(
        'shell', choices=['bash', 'zsh', 'words'], help='shell of the script; words: used by the scripts'
    )
    parser.add_argument('line', nargs='*', metavar='WORD', help=argparse.SUPPRESS)


def main(args: argparse.Namespace) -> int:
    """Prints the completion script of the shell, or the words that can follow those before the cursor."""
    if args.shell == 'words':
        last = args.line[-1] if args.line else ''
        for word in _words(args.line[:-1], last):
            if word.startswith(last) and _SAFE.fullmatch(word):  # other characters would need quoting in a shell
                print(word)
    else:
        print(_BASH if args.shell == 'bash' else _ZSH, end='')
    return 0


def _words(before: list[str], last: str) -> Iterable[str]:
    """Returns the words that can follow the words `before`."""
    if not before and last.startswith('--engine='):
        return [f'--engine={engine}' for engine in ENGINES]
    if before == ['--engine']:
        return list(ENGINES)
    first, equals, engine = before[0].partition('=') if before else ('', '', '')
    if first == '--engine':
        # Names come from this engine.
        os.environ['RMW_IMPLEMENTATION'] = ENGINES.get(engine if equals else before[1], '')
        before = before[1:] if equals else before[2:]
    if not before:
        return [*COMMANDS, '--engine', '--help', '--version'] if last.startswith('-') else list(COMMANDS)
    if before[0] not in COMMANDS and before[0] not in ALIASES:
        return []
    name, arguments = resolve(before)
    entry = COMMANDS[name[0]]
    if isinstance(entry, dict) and len(name) == 1:
        return [] if arguments else list(entry)
    _, parser = command(name)
    return _arguments(parser, arguments, last)


def _arguments(parser: argparse.ArgumentParser, before: list[str], last: str) -> Iterable[str]:
    options = {name: action for action in parser._actions for name in action.option_strings}
    positionals = [action for action in parser._actions if not action.option_strings]
    given: list[str] = []
    rest = iter(before)
    for word in rest:
        action = options.get(word)
        if action is None:
            given.append(word)
        elif action.nargs != 0 and next(rest, None) is None:
            return _values(action, given)
    if last.startswith('-'):
        return [name for name in options if name.startswith('--')]
    if not positionals:
        return []
    following = positionals[min(len(given), len(positionals) - 1)]
    if len(given) >= len(positionals) and following.nargs not in ('*', '+'):
        return []
    return _values(following, given)


def _values(action: argparse.Action, given: list[str]) -> Iterable[str]:
    """Returns the values of an argument. They depend on its name, which means the same in all commands."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    try:
        return _of_graph(action.dest) if action.dest in _GRAPH else _of_files(action.dest, given)
    except CommandError:
        return []


def _of_files(argument: str, given: list[str]) -> Iterable[str]:
    from .definitions import all_names
    from .packages import executables, packages

    if argument == 'type':
        return all_names(['msg', 'srv', 'action'])
    if argument in ('package', 'packages'):
        return packages()
    if argument == 'component':
        from .components import registered

        return [
            component for package, components in registered().items() if package in given for component in components
        ]
    if argument == 'executable' and given:
        return [program.name for program in executables(given[0])]
    if argument == 'words' and given:
        from .launch import next_words

        return next_words(given)
    return []


_GRAPH = ('topic', 'topics', 'node', 'service', 'action', 'container')


def _of_graph(argument: str) -> Iterable[str]:
    from .action_graph import shown_names
    from .components import containers
    from .graph import command_node

    with command_node(spin_time=float(os.environ.get('RXROS2_COMPLETION_TIME', '0.6'))) as node:
        node.settle()
        if argument == 'action':
            return shown_names(node)
        if argument == 'container':
            return containers(node)
        return {'node': node.node_names, 'service': node.service_names}.get(argument, node.topic_names)()
