# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The Interface that definition.py returns, and its two forms.

Structures of the package `definitions` are what headers and type descriptions are computed from;
rosidl_parser's objects of the same content are what Debian's templates read.
"""

import pathlib

from definitions.model import (
    IDL_NAMES,
    STRINGS,
    Collection,
    FieldType,
    Structure,
    service_structures,
)
from rosidl_parser import definition as idl


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


def idl_message(structure, annotations=None):
    """Returns the object that rosidl_parser would build from .idl text.

    `annotations` are (name, value) by the name of the field or constant; of the structure by ''.
    """
    annotations = annotations or {}
    *namespaces, name = structure.name.split('/')
    result = idl.Structure(idl.NamespacedType(namespaces, name))
    result.annotations += _annotations(annotations, '')
    for field in structure.members:
        member = idl.Member(_idl_type(field.type), field.name)
        member.annotations += _annotations(annotations, field.name)
        result.members.append(member)
    message = idl.Message(result)
    for constant in structure.constants:
        bound = len(constant.value) if constant.base in STRINGS else 0
        item = idl.Constant(
            constant.name, _idl_type(FieldType(constant.base, bound)), constant.value
        )
        item.annotations += _annotations(annotations, constant.name)
        message.constants.append(item)
    return message


def _annotations(annotations, item):
    return [idl.Annotation(name, value) for name, value in annotations.get(item, ())]


def annotations_of(specification, structure):
    """Returns the annotations that rosidl_adapter writes into the .idl text of a message."""
    annotations = {item.name: _comment(item) for item in specification.constants}
    if '/msg/' in structure.name:  # rosidl_parser keeps no comment of other messages
        annotations[''] = _comment(specification)
    defaults = {field.name: field.default for field in structure.fields}
    for field in specification.fields:
        annotations[field.name] = _comment(field)
        value = defaults[field.name]
        if value is not None:
            value = repr(tuple(value)) if isinstance(value, list) else value
            annotations[field.name].append(('default', {'value': value}))
        if 'unit' in field.annotations:
            annotations[field.name].append(('unit', {'value': field.annotations['unit']}))
    return annotations


def _comment(item):
    if not item.annotations.get('comment'):
        return []
    text = '\n'.join(item.annotations['comment'])
    return [('verbatim', {'language': 'comment', 'text': text})]


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
        base = idl.BasicType(IDL_NAMES.get(type_.base, type_.base.removeprefix('IDL ')))
    if type_.collection is Collection.NONE:
        return base
    if type_.collection is Collection.ARRAY:
        return idl.Array(base, type_.length)
    return idl.BoundedSequence(base, type_.length) if type_.length else idl.UnboundedSequence(base)
