# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes headers that give messages other names; for generate.py and installed ROS 2 messages:

aliases.py [--alias PACKAGE] [--ros1-headers] package include_dir message [message ...]
"""

import argparse
import pathlib

from files import NOTICE, write_if_changed
from naming import snake_case


def write_aliases(package, messages, alias, ros1_headers, include_dir):
    """Writes the headers for `messages` (names) of `package` below include_dir.

    Package `alias` gets the same C++ types. The ROS 1 headers <package>/<Name>.h define
    `package::Name` as `package::msg::Name`, also for the alias package.
    """
    for name in messages:
        stem = snake_case(name)
        source = f'{package}/msg/{name}.msg'
        if alias:
            _write(
                include_dir,
                f'{alias}/msg/{stem}.hpp',
                source,
                [f'{package}/msg/{stem}.hpp'],
                f'namespace {alias}::msg\n{{\nusing {name} = ::{package}::msg::{name};\n'
                f'}}  // namespace {alias}::msg\n',
            )
        if ros1_headers:
            includes = [f'{package}/msg/{stem}.hpp'] + (
                [f'{alias}/msg/{stem}.hpp'] if alias else []
            )
            body = ''.join(
                f'namespace {p}\n{{\nusing {name} = msg::{name};\n}}  // namespace {p}\n'
                for p in (package, alias)
                if p
            )
            _write(include_dir, f'{package}/{name}.h', source, includes, body)
            if alias:
                _write(include_dir, f'{alias}/{name}.h', source, [f'{package}/{name}.h'], '')


def _write(include_dir, path, source, includes, body):
    guard = path.replace('/', '__').replace('.', '_').upper() + '_'
    text = (
        NOTICE.format(source=source)
        + f'#ifndef {guard}\n#define {guard}\n\n'
        + ''.join(f'#include "{i}"\n' for i in includes)
        + ('\n' + body if body else '')
        + f'\n#endif  // {guard}\n'
    )
    write_if_changed(pathlib.Path(include_dir) / path, text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--alias')
    parser.add_argument('--ros1-headers', action='store_true')
    parser.add_argument('package')
    parser.add_argument('include_dir')
    parser.add_argument('messages', nargs='+')
    arguments = parser.parse_args()
    write_aliases(**vars(arguments))


if __name__ == '__main__':
    main()
