# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The Interface that definition.py returns: a wrapper around rosidl_parser's objects."""

import pathlib

from rosidl_parser import definition as idl


class DefinitionError(Exception):
    """An error in a definition; the text names file, line, what was found and what was expected."""


class Service(idl.Service):
    """A service with the event message that introspection publishes; rosidl 3.3.1 has none."""

    __slots__ = ('event_message',)

    def __init__(self, namespaced_type, request, response):
        super().__init__(namespaced_type, request, response)
        namespaces = namespaced_type.namespaces

        def optional(suffix):
            return idl.BoundedSequence(
                idl.NamespacedType(namespaces, namespaced_type.name + suffix), 1
            )

        self.event_message = idl.Message(
            idl.Structure(
                idl.NamespacedType(namespaces, namespaced_type.name + '_Event'),
                [
                    idl.Member(
                        idl.NamespacedType(['service_msgs', 'msg'], 'ServiceEventInfo'), 'info'
                    ),
                    idl.Member(optional('_Request'), 'request'),
                    idl.Member(optional('_Response'), 'response'),
                ],
            )
        )


def with_events(element):
    """Adds the event message to services, also to those inside an action."""
    if isinstance(element, idl.Service):
        return Service(element.namespaced_type, element.request_message, element.response_message)
    if isinstance(element, idl.Action):
        element.send_goal_service = with_events(element.send_goal_service)
        element.get_result_service = with_events(element.get_result_service)
    return element


class Interface:
    """One definition: its file, and its rosidl_parser content.

    `element` is a Message, Service or Action; `specifications` are rosidl_adapter's objects (None
    for .idl) and `lines` the places of fields: {(message, field): line number}.
    """

    def __init__(self, package, path, content, specifications=None, lines=None):
        self.package = package
        self.path = pathlib.Path(path)
        self.content = content
        self.specifications = specifications
        self._lines = lines or {}
        self.element = next(
            e for e in content.elements if not isinstance(e, (idl.Include, idl.Constant))
        )

    @property
    def kind(self):
        return {idl.Message: 'msg', Service: 'srv', idl.Action: 'action'}[type(self.element)]

    @property
    def name(self):
        return self.namespaced_type.name

    @property
    def namespaced_type(self):
        element = self.element
        return (
            element.structure.namespaced_type
            if isinstance(element, idl.Message)
            else element.namespaced_type
        )

    @property
    def type_name(self):
        return '/'.join(self.namespaced_type.namespaced_name())

    def messages(self):
        """Returns all messages of the definition, nested ones before their users."""
        return list(_messages(self.element))

    def services(self):
        element = self.element
        if isinstance(element, Service):
            return [element]
        if isinstance(element, idl.Action):
            return [element.send_goal_service, element.get_result_service]
        return []

    def where(self, message_name, member_name):
        """Returns 'file:line' of a field."""
        line = self._lines.get((message_name, member_name))
        return f'{self.path}:{line}' if line else str(self.path)


def _messages(element):
    if isinstance(element, idl.Message):
        yield element
    elif isinstance(element, Service):
        yield from (element.request_message, element.response_message, element.event_message)
    else:
        yield from (element.goal, element.result, element.feedback)
        yield from _messages(element.send_goal_service)
        yield from _messages(element.get_result_service)
        yield element.feedback_message
