# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The services that read and set a node's parameters, run by its executor like its other callbacks."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any

from .callback_groups import MutuallyExclusiveCallbackGroup
from .exceptions import ParameterException, ParameterNotDeclaredException, ParameterUninitializedException
from .impl.reexports import reexports
from .parameter import Parameter
from .qos import qos_profile_parameters

if TYPE_CHECKING:
    from .node import Node

__getattr__ = reexports(__name__)


class ParameterService:
    """The parameter services of a node."""

    def __init__(self, node: Node) -> None:
        from rxros2.interfaces.rcl_interfaces import srv

        self._node = node
        group = MutuallyExclusiveCallbackGroup()
        for name in ('describe', 'get', 'get_types', 'list', 'set', 'set_atomically'):
            first = name.partition('_')[0]
            names = {
                'get_types': ('GetParameterTypes', 'get_parameter_types'),
                'set_atomically': ('SetParametersAtomically', 'set_parameters_atomically'),
            }
            kind, service = names.get(name, (f'{first.title()}Parameters', f'{first}_parameters'))
            node.create_service(
                getattr(srv, kind),
                f'~/{service}',
                getattr(self, f'_{name}'),
                qos_profile=qos_profile_parameters,
                callback_group=group,
            )

    def _describe(self, request: Any, response: Any) -> Any:
        try:
            response.descriptors = self._node.describe_parameters(request.names)
        except ParameterNotDeclaredException:
            response.descriptors = []
        return response

    def _get(self, request: Any, response: Any) -> Any:
        for name in request.names:
            try:
                response.values.append(self._node.get_parameter(name).get_parameter_value())
            except (ParameterNotDeclaredException, ParameterUninitializedException):
                response.values = []
                return response
        return response

    def _get_types(self, request: Any, response: Any) -> Any:
        try:
            response.types = [kind.value for kind in self._node.get_parameter_types(request.names)]
        except ParameterNotDeclaredException:
            response.types = []
        return response

    def _list(self, request: Any, response: Any) -> Any:
        response.result = self._node.list_parameters(request.prefixes, request.depth)
        return response

    def _set(self, request: Any, response: Any) -> Any:
        response.results = [self._set_all([parameter]) for parameter in request.parameters]
        return response

    def _set_atomically(self, request: Any, response: Any) -> Any:
        response.result = self._set_all(request.parameters)
        return response

    def _set_all(self, messages: Any) -> Any:
        from rxros2.interfaces.rcl_interfaces.msg import SetParametersResult

        try:
            parameters = [Parameter.from_parameter_msg(message) for message in messages]
        except Exception as error:  # an error of the request, which a peer can repeat: it is not logged
            return SetParametersResult(successful=False, reason=f'{type(error).__name__}: {error}')
        try:
            result, stored = self._node._set_parameters_atomically_common(parameters)
        except ParameterException as error:
            return SetParametersResult(successful=False, reason=str(error))
        except Exception as error:  # a callback raised it: nothing was set
            names = ', '.join(message.name for message in messages)
            self._node.get_logger().error(f'{names} not set, as this was raised:\n{traceback.format_exc()}')
            return SetParametersResult(successful=False, reason=f'{type(error).__name__}: {error}')
        try:
            self._node._call_post_set_parameters_callback(stored)
        except Exception:  # the values are set, so the answer is that of a success
            names = ', '.join(parameter.name for parameter in stored)
            self._node.get_logger().error(f'{names} was set, then a callback raised this:\n{traceback.format_exc()}')
        return result
