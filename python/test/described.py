# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Answers of a node that is asked for the definition of a type, also forged ones."""

from rxros2.messages import interface

UINT8, FLOAT32, NESTED, ARRAY, SEQUENCE = 3, 10, 1, 48, 144


def described(name, *fields):
    """Returns an IndividualTypeDescription; fields are tuples of name, type number, capacity and nested name."""
    individual = interface('type_description_interfaces/msg/IndividualTypeDescription')
    field, kind = (interface(f'type_description_interfaces/msg/{name_}') for name_ in ('Field', 'FieldType'))
    field_messages = [
        field(name=field_name, type=kind(type_id=number, capacity=capacity, nested_type_name=nested))
        for field_name, number, capacity, nested in fields
    ]
    return individual(type_name=name, fields=field_messages)


def response(main, *referenced, successful=True):
    """Returns a GetTypeDescription response."""
    description = interface('type_description_interfaces/msg/TypeDescription')
    return interface('type_description_interfaces/srv/GetTypeDescription').Response(
        successful=successful,
        failure_reason='' if successful else 'I do not say\x1b[2J',
        type_description=description(type_description=main, referenced_type_descriptions=list(referenced)),
    )
