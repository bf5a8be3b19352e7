# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Type descriptions, RIHS01 hashes (REP-2011), and their JSON files; used by generate.py."""

import ast
import hashlib
import json
import math
import pathlib

from interface import DefinitionError
from rosidl_parser import definition as idl

TYPE_ID_NESTED = 1
TYPE_IDS = {
    'int8': 2,
    'uint8': 3,
    'int16': 4,
    'uint16': 5,
    'int32': 6,
    'uint32': 7,
    'int64': 8,
    'uint64': 9,
    'float': 10,
    'double': 11,
    'long double': 12,
    'char': 13,
    'wchar': 14,
    'boolean': 15,
    'octet': 16,
    'short': 4,
    'unsigned short': 5,
    'long': 6,
    'unsigned long': 7,
    'long long': 8,
    'unsigned long long': 9,
}
TYPE_ID_STRING, TYPE_ID_WSTRING, TYPE_ID_BOUNDED_STRING, TYPE_ID_BOUNDED_WSTRING = 17, 18, 21, 22
ARRAY, BOUNDED_SEQUENCE, UNBOUNDED_SEQUENCE = 48, 96, 144
MAX_TYPE_NAME = 255  # bound of the names in type_description_interfaces

# The notation of constants' types in the JSON files.
ROS_TYPES = {'boolean': 'bool', 'octet': 'byte', 'float': 'float32', 'double': 'float64'}


def nested_name(type_):
    """Returns the full name of the message inside type_ (also inside a collection), or None."""
    if isinstance(type_, idl.AbstractNestedType):
        type_ = type_.value_type
    return '/'.join(type_.namespaced_name()) if isinstance(type_, idl.NamespacedType) else None


def string_bound(type_):
    """Returns the upper bound of the string inside type_ (also inside a collection), 0 for none."""
    if isinstance(type_, idl.AbstractNestedType):
        type_ = type_.value_type
    return type_.maximum_size if isinstance(type_, (idl.BoundedString, idl.BoundedWString)) else 0


def is_octet(type_):
    """Returns True if type_, or the elements of the collection type_, are `byte`."""
    if isinstance(type_, idl.AbstractNestedType):
        type_ = type_.value_type
    return isinstance(type_, idl.BasicType) and type_.typename == 'octet'


def _field_type(type_):
    offset, capacity = 0, 0
    if isinstance(type_, idl.Array):
        offset, capacity = ARRAY, type_.size
    elif isinstance(type_, idl.BoundedSequence):
        offset, capacity = BOUNDED_SEQUENCE, type_.maximum_size
    elif isinstance(type_, idl.UnboundedSequence):
        offset = UNBOUNDED_SEQUENCE
    base = type_.value_type if isinstance(type_, idl.AbstractNestedType) else type_
    if isinstance(base, idl.NamespacedType):
        type_id = TYPE_ID_NESTED
    elif isinstance(base, idl.BasicType):
        type_id = TYPE_IDS[base.typename]
    else:
        wide = isinstance(base, idl.AbstractWString)
        if base.has_maximum_size():
            type_id = TYPE_ID_BOUNDED_WSTRING if wide else TYPE_ID_BOUNDED_STRING
        else:
            type_id = TYPE_ID_WSTRING if wide else TYPE_ID_STRING
    return {
        'type_id': type_id + offset,
        'capacity': capacity,
        'string_capacity': string_bound(type_),
        'nested_type_name': nested_name(type_) or '',
    }


def _nested(name):
    return {
        'type_id': TYPE_ID_NESTED,
        'capacity': 0,
        'string_capacity': 0,
        'nested_type_name': name,
    }


def _default(member):
    return (
        member.get_annotation_value('default')['value']
        if member.has_annotation('default')
        else None
    )


def default_value(member):
    """Returns the default of a field as a Python value, None if it has none."""
    value = _default(member)
    if value is not None and isinstance(member.type, idl.AbstractNestedType):
        return list(ast.literal_eval(value))
    return value


def _individual(name, fields):
    return {
        'type_name': name,
        'fields': [
            {'name': n, 'type': t, 'default_value': '' if d is None else str(d)}
            for n, t, d in fields
        ],
    }


def individual_descriptions(interface):
    """Returns the IndividualTypeDescriptions of all types that a definition defines."""
    for message in interface.messages():
        structure = message.structure
        yield _individual(
            '/'.join(structure.namespaced_type.namespaced_name()),
            [(m.name, _field_type(m.type), _default(m)) for m in structure.members],
        )
    for service in interface.services():
        name = '/'.join(service.namespaced_type.namespaced_name())
        yield _individual(
            name,
            [
                (f'{part}_message', _nested(f'{name}_{part.title()}'), None)
                for part in ('request', 'response', 'event')
            ],
        )
    if interface.kind == 'action':
        name = interface.type_name
        yield _individual(
            name,
            [
                (field, _nested(f'{name}_{suffix}'), None)
                for field, suffix in (
                    ('goal', 'Goal'),
                    ('result', 'Result'),
                    ('feedback', 'Feedback'),
                    ('send_goal_service', 'SendGoal'),
                    ('get_result_service', 'GetResult'),
                    ('feedback_message', 'FeedbackMessage'),
                )
            ],
        )


class Registry:
    """All types known to one run: those being generated, and those of packages built before."""

    def __init__(self):
        self._individual = {}
        self._hash = {}
        self._package_dirs = {}

    def add_package(self, name, share_dir):
        """Adds a package; its types are read from <share_dir>/<kind>/<Name>.json unless added."""
        self._package_dirs[name] = pathlib.Path(share_dir)

    def add(self, interface):
        for description in individual_descriptions(interface):
            name = description['type_name']
            if len(name) > MAX_TYPE_NAME:
                raise DefinitionError(
                    f"{interface.path}: type name '{name}' has {len(name)} characters; "
                    f'expected at most {MAX_TYPE_NAME}'
                )
            self._individual[name] = description

    def find(self, name):
        """Returns the IndividualTypeDescription of a type, None if it does not exist."""
        if name not in self._individual:
            package, kind, type_ = name.split('/')
            path = self._package_dirs.get(package, pathlib.Path()) / kind / f'{type_}.json'
            if package not in self._package_dirs or not path.is_file():
                return None
            description = json.loads(path.read_text(encoding='utf-8'))['type_description_msg']
            for item in (
                description['type_description'],
                *description['referenced_type_descriptions'],
            ):
                self._individual.setdefault(item['type_name'], item)
        return self._individual.get(name)

    def types_of(self, package):
        return sorted(n for n in self._individual if n.startswith(package + '/msg/'))

    def description(self, name):
        """Returns the TypeDescription of a type: the type and all nested types."""
        referenced, todo = {}, [name]
        while todo:
            for field in self.find(todo.pop())['fields']:
                nested = field['type']['nested_type_name']
                if nested and nested not in referenced:
                    referenced[nested] = self.find(nested)
                    todo.append(nested)
        return {
            'type_description': self.find(name),
            'referenced_type_descriptions': [referenced[n] for n in sorted(referenced)],
        }

    def hash(self, name):
        """Returns 'RIHS01_' and the SHA-256 of the description in the layout of REP-2011."""
        if name not in self._hash:
            text = json.dumps(
                _without_defaults(self.description(name)),
                separators=(', ', ': '),
                ensure_ascii=True,
            )
            self._hash[name] = 'RIHS01_' + hashlib.sha256(text.encode()).hexdigest()
        return self._hash[name]


def _without_defaults(description):
    def strip(individual):
        return {
            'type_name': individual['type_name'],
            'fields': [{'name': f['name'], 'type': f['type']} for f in individual['fields']],
        }

    return {
        'type_description': strip(description['type_description']),
        'referenced_type_descriptions': [
            strip(d) for d in description['referenced_type_descriptions']
        ],
    }


def json_document(registry, interface):
    """Returns the content of <share>/<package>/<kind>/<Name>.json.

    `type_description_msg` and `type_hashes` are those of ROS 2 Jazzy; RxROS2 adds `constants` and
    `defaults` of the types that this file defines, as JSON values.
    """
    description = registry.description(interface.type_name)
    names = [interface.type_name] + [
        d['type_name'] for d in description['referenced_type_descriptions']
    ]
    constants, defaults = {}, {}
    for message in interface.messages():
        name = '/'.join(message.structure.namespaced_type.namespaced_name())
        if message.constants:
            constants[name] = [
                {'name': c.name, 'type': _constant_type(c.type), 'value': _json_value(c.value)}
                for c in message.constants
            ]
        values = {
            m.name: _json_value(default_value(m))
            for m in message.structure.members
            if default_value(m) is not None
        }
        if values:
            defaults[name] = values
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


def _constant_type(type_):
    if isinstance(type_, idl.AbstractGenericString):
        return 'wstring' if isinstance(type_, idl.AbstractWString) else 'string'
    return ROS_TYPES.get(type_.typename, type_.typename)


def _json_value(value):
    if isinstance(value, list):
        return [_json_value(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
