# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names of the Python modules and classes that ROS 2 generates of an interface, which programs and pickles contain."""

from __future__ import annotations

import re

_SERVICE = ('', '_Request', '_Response', '_Event')
_SENT_AND_RESULT = tuple(f'_{service}{part}' for service in ('SendGoal', 'GetResult') for part in _SERVICE)

# For each kind of file, the suffixes of the classes that its module contains.
PARTS = {
    'msg': ('',),
    'srv': _SERVICE,
    'action': ('', '_Goal', '_Result', '_Feedback', *_SENT_AND_RESULT, '_FeedbackMessage'),
}


def snake_case(name: str) -> str:
    """Returns the name of a type in lower case with underscores: 'u_int8_multi_array' of 'UInt8MultiArray'."""
    words = re.sub('(.)([A-Z][a-z]+)', r'\1_\2', name)
    return re.sub('([a-z0-9])([A-Z])', r'\1_\2', words).lower()


def module_name(name: str) -> str:
    """Returns the module of a type: 'std_srvs.srv._set_bool' of 'std_srvs/srv/SetBool_Request'."""
    package, kind, type_ = name.split('/')
    return f'{package}.{kind}._{snake_case(type_.partition("_")[0])}'
