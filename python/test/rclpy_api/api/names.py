# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads names.txt: the public names of rclpy with their signatures."""

import ast
import dataclasses
import pathlib
import re

_LINE = re.compile(
    r'(?P<indent> *)(?P<modifiers>(?:static |classmethod |async )*)'
    r'(?P<kind>class|def|property|constant|attribute|special|also) (?P<name>[\w ]+?)(?P<rest>\(.*\)| settable)?'
)


@dataclasses.dataclass
class Name:
    """A name of rclpy. `owner` is the class that it belongs to, '' for a name of the module."""

    module: str
    owner: str
    kind: str
    name: str
    modifiers: tuple[str, ...]
    rest: str
    """The signature of a function, the bases of a class, or 'settable'."""

    @property
    def path(self):
        """The name behind its module's, like 'Node.create_publisher'."""
        return f'{self.owner}.{self.name}' if self.owner else self.name

    @property
    def full_name(self):
        """The name with its module."""
        return f'{self.module}.{self.path}'

    def bases(self):
        """Returns the names of the bases of a class."""
        return [base.strip() for base in self.rest.strip('()').split(',') if base.strip()]

    def arguments(self):
        """Returns the arguments of a function."""
        return ast.parse(f'def f{self.rest}: pass').body[0].args


def read_names():
    """Returns the list of Names in the order of the file, and the list of modules."""
    names, modules, owners = [], [], []
    for line in (pathlib.Path(__file__).parent / 'names.txt').read_text().splitlines():
        if line.startswith('#'):
            continue
        if line.startswith('['):
            modules.append(line.strip('[]'))
            continue
        match = _LINE.fullmatch(line)
        assert match is not None, f'names.txt: cannot read {line!r}'
        depth = len(match['indent']) // 2
        owners = owners[:depth]
        several = match['kind'] in ('also', 'special')
        for name in match['name'].split() if several else [match['name']]:
            names.append(
                Name(
                    modules[-1],
                    '.'.join(owners),
                    match['kind'],
                    name,
                    tuple(match['modifiers'].split()),
                    (match['rest'] or '').strip(),
                )
            )
        if match['kind'] == 'class':
            owners.append(match['name'])
    return names, modules
