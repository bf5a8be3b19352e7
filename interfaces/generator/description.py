# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""All types of a run, and the JSON files of type descriptions; used by generate.py."""

import json
import math
import pathlib

from definitions.description import describe, nested_structures, type_hash
from definitions.files import definition_file, parse_file
from definitions.model import DefinitionError

MAX_TYPE_NAME = 255  # bound of the names in type_description_interfaces


class UnknownTypeError(DefinitionError, LookupError):
    """Raised for a type that a definition uses and no package defines."""


class Registry:
    """All types known to one run: those being generated, and those of packages built before."""

    def __init__(self):
        self._structures = {}
        self._hashes = {}
        self._package_dirs = {}

    def add_package(self, name, share_dir):
        """Adds a package; its types are read from <share_dir>/<kind>/<Name>.* unless added."""
        self._package_dirs[name] = pathlib.Path(share_dir)

    def add(self, interface):
        for name in interface.structures:
            if len(name) > MAX_TYPE_NAME:
                raise DefinitionError(
                    f"{interface.path}: type name '{name}' has {len(name)} characters; "
                    f'expected at most {MAX_TYPE_NAME}'
                )
        self._structures.update(interface.structures)

    def find(self, name):
        """Returns the structure of a type, None if it does not exist."""
        package, kind, type_ = name.split('/')
        if name not in self._structures and package in self._package_dirs:
            path = definition_file(self._package_dirs[package], kind, type_)
            if path is not None:
                self._structures.update(parse_file(name, path))
        return self._structures.get(name)

    def types_of(self, package):
        return sorted(n for n in self._structures if n.startswith(package + '/msg/'))

    def require(self, name):
        """Returns the structure of a type; UnknownTypeError if it does not exist."""
        structure = self.find(name)
        if structure is None:
            owner = name.split('/')[0]
            folder = self._package_dirs.get(owner)
            cause = (
                f"package '{owner}' in {folder} lacks it"
                if folder
                else f"no package '{owner}' was found"
            )
            raise UnknownTypeError(
                f"type '{name}' is unknown: {cause}; expected {owner} installed, or its source in "
                f'the workspace, and ament_export_dependencies({owner}) in the package that uses it'
            )
        return structure

    def nested(self, name):
        """Returns the structures of all types that a type contains, by name."""
        return nested_structures(self.require(name), self.require)

    def hash(self, name):
        if name not in self._hashes:
            self._hashes[name] = type_hash(self.require(name), self.require)
        return self._hashes[name]


def json_document(registry, interface):
    """Returns the content of <share>/<package>/<kind>/<Name>.json.

    `type_description_msg` and `type_hashes` are those of ROS 2 Jazzy; RxROS2 adds `constants` and
    `defaults` of the types that this file defines, as JSON values.
    """
    description = describe(registry.require(interface.type_name), registry.require)
    described = [description['type_description'], *description['referenced_type_descriptions']]
    for item in described:
        members = registry.require(item['type_name']).members
        for field, member in zip(item['fields'], members, strict=True):
            field['default_value'] = _default_text(member.default)
    names = [item['type_name'] for item in described]
    constants, defaults = {}, {}
    for message in interface.messages():
        if message.constants:
            constants[message.name] = [
                {
                    'name': c.name,
                    'type': 'uint8' if c.base == 'char' else c.base,
                    'value': _json_value(c.value),
                }
                for c in message.constants
            ]
        values = {f.name: _json_value(f.default) for f in message.fields if f.default is not None}
        if values:
            defaults[message.name] = values
    return (
        json.dumps(
            {
                'type_description_msg': description,
                'type_hashes': [{'type_name': n, 'hash_string': registry.hash(n)} for n in names],
                'constants': constants,
                'defaults': defaults,
            },
            indent=1,
        )
        + '\n'
    )


def _default_text(value):
    if value is None:
        return ''
    return str(tuple(value) if isinstance(value, list) else value)


def _json_value(value):
    if isinstance(value, list):
        return [_json_value(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):  # possible in .idl files
        return str(value)
    return value
