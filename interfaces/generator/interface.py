# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The Interface that definition.py returns, and its two forms.

Structures of the package `definitions` are what headers and type descriptions are computed from;
rosidl_parser's objects of the same content are what Debian's templates read.
"""

import ast
import pathlib

from definitions.model import (
    EMPTY_MEMBER,
    IDL_NAMES,
    STRINGS,
    Collection,
    Constant,
    Field,
    FieldType,
    Structure,
    action_structures,
    service_structures,
)
from rosidl_parser import definition as idl

# The names of primitive types in .idl files.
BASES = {idl_name: base for base, idl_name in IDL_NAMES.items() if base != 'char'} | {
    'short': 'int16',
    'unsigned short': 'uint16',
    'long': 'int32',
    'unsigned long': 'uint32',
    'long long': 'int64',
    'unsigned long long': 'uint64',
    'char': 'IDL char',
}


class Interface:
    """One definition: its file, and its content in both forms.

    `structures` are all that the file defines, by name, nested ones before their users; `content`
    has rosidl_parser's objects; `specifications` are rosidl_adapter's (None for .idl).
    """

    def __init__(self, package, path, kind, structures, content, specifications=None):
        self.package = package
        self.path = pathlib.Path(path)
        self.kind = kind
        self.name = self.path.stem
        self.type_name = f'{package}/{kind}/{self.name}'
        self.structures = structures
        self.content = content
        self.specifications = specifications

    def services(self):
        """Returns the structures of services."""
        names = {
            'msg': (),
            'srv': (self.type_name,),
            'action': (f'{self.type_name}_SendGoal', f'{self.type_name}_GetResult'),
        }[self.kind]
        return [self.structures[name] for name in names]

    def messages(self):
        """Returns the structures of messages, nested ones before their users."""
        excluded = {service.name for service in self.services()}
        if self.kind == 'action':
            excluded.add(self.type_name)
        return [s for s in self.structures.values() if s.name not in excluded]

    def where(self, field):
        """Returns 'file:line' of a field."""
        return f'{self.path}:{field.line}' if field.line else str(self.path)


class Service(idl.Service):
    """A service with the event message that introspection publishes; rosidl 3.3.1 has none."""

    __slots__ = ('event_message',)

    def __init__(self, namespaced_type, request, response):
        super().__init__(namespaced_type, request, response)
        name = '/'.join(namespaced_type.namespaced_name())
        halves = (Structure(f'{name}_{half}') for half in ('Request', 'Response'))
        self.event_message = idl_message(service_structures(name, *halves)[f'{name}_Event'])


def with_events(element):
    """Adds the event message to services, also to those inside an action."""
    if isinstance(element, idl.Service):
        return Service(element.namespaced_type, element.request_message, element.response_message)
    if isinstance(element, idl.Action):
        element.send_goal_service = with_events(element.send_goal_service)
        element.get_result_service = with_events(element.get_result_service)
    return element


def idl_message(structure, specification=None):
    """Returns the object that rosidl_parser would build from rosidl_adapter's .idl text."""
    annotations = {}
    if specification:
        for item in (*specification.fields, *specification.constants):
            annotations[item.name] = item.annotations
    *namespaces, name = structure.name.split('/')
    result = idl.Structure(idl.NamespacedType(namespaces, name))
    for field in structure.members:
        member = idl.Member(_idl_type(field.type), field.name)
        _annotate(member, annotations.get(field.name, {}))
        if field.default is not None:
            value = field.default
            value = repr(tuple(value)) if isinstance(value, list) else value
            member.annotations.append(idl.Annotation('default', {'value': value}))
        if 'unit' in annotations.get(field.name, {}):
            unit = {'value': annotations[field.name]['unit']}
            member.annotations.append(idl.Annotation('unit', unit))
        result.members.append(member)
    message = idl.Message(result)
    if specification and namespaces[1] == 'msg':  # it keeps no comment of other messages
        _annotate(result, specification.annotations)
    for constant in structure.constants:
        bound = len(constant.value) if constant.base in STRINGS else 0
        item = idl.Constant(
            constant.name, _idl_type(FieldType(constant.base, bound)), constant.value
        )
        _annotate(item, annotations[constant.name])
        message.constants.append(item)
    return message


def _annotate(item, annotations):
    if annotations.get('comment'):
        text = '\n'.join(annotations['comment'])
        item.annotations.append(idl.Annotation('verbatim', {'language': 'comment', 'text': text}))


def _idl_type(type_):
    if type_.is_message:
        *namespaces, name = type_.base.split('/')
        base = idl.NamespacedType(namespaces, name)
    elif type_.base in STRINGS:
        bounded, unbounded = {
            'string': (idl.BoundedString, idl.UnboundedString),
            'wstring': (idl.BoundedWString, idl.UnboundedWString),
        }[type_.base]
        base = bounded(type_.string_bound) if type_.string_bound else unbounded()
    else:
        base = idl.BasicType(IDL_NAMES.get(type_.base, type_.base))
    if type_.collection is Collection.NONE:
        return base
    if type_.collection is Collection.ARRAY:
        return idl.Array(base, type_.length)
    return idl.BoundedSequence(base, type_.length) if type_.length else idl.UnboundedSequence(base)


def structures_of(element):
    """Returns the structures of a Message, Service or Action of rosidl_parser, by name."""
    if isinstance(element, idl.Message):
        structure = _structure(element)
        return {structure.name: structure}
    name = '/'.join(element.namespaced_type.namespaced_name())
    if isinstance(element, idl.Service):
        parts, make = (element.request_message, element.response_message), service_structures
    else:
        parts, make = (element.goal, element.result, element.feedback), action_structures
    return make(name, *map(_structure, parts))


def _structure(message):
    fields = [
        Field(m.name, _field_type(m.type), _default(m))
        for m in message.structure.members
        if m.name != EMPTY_MEMBER
    ]
    constants = [Constant(c.name, _field_type(c.type).base, c.value) for c in message.constants]
    name = '/'.join(message.structure.namespaced_type.namespaced_name())
    return Structure(name, tuple(fields), tuple(constants))


def _default(member):
    if not member.has_annotation('default'):
        return None
    value = member.get_annotation_value('default')['value']
    return (
        list(ast.literal_eval(value)) if isinstance(member.type, idl.AbstractNestedType) else value
    )


def _field_type(type_):
    collection, length, base = Collection.NONE, 0, type_
    if isinstance(type_, idl.AbstractNestedType):
        base, collection = type_.value_type, Collection.SEQUENCE
        if isinstance(type_, idl.Array):
            collection, length = Collection.ARRAY, type_.size
        elif isinstance(type_, idl.BoundedSequence):
            length = type_.maximum_size
    if isinstance(base, idl.NamespacedType):
        return FieldType('/'.join(base.namespaced_name()), 0, collection, length)
    if isinstance(base, idl.BasicType):
        return FieldType(BASES.get(base.typename, base.typename), 0, collection, length)
    bound = base.maximum_size if base.has_maximum_size() else 0
    name = 'wstring' if isinstance(base, idl.AbstractWString) else 'string'
    return FieldType(name, bound, collection, length)
