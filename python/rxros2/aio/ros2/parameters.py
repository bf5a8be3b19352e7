# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Param: the values of a parameter of this node. ParameterClient: the parameters of another node."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ..._caller import place_of, user_frame
from ...backing.rclpy_node import refuse_rclpy
from ...messages import interface
from ...missing_peers import missing_parameters
from ...names import text
from ...node import Node
from ...parameters import (
    ParameterRefused,
    ParameterType,
    ParameterUninitializedException,
    from_message,
    named,
    to_message,
)
from ..core import AUTO_SCOPE, BaseSub, Scope
from ..core.scope import Owned
from .services import Client
from .session import Session, auto_session


class Param(BaseSub[Any]):
    """Emits the values of a parameter of this node: the present one, then each that is set.

    Closing it leaves the parameter declared.
    """

    def __init__(
        self,
        name: str,
        default: Any = None,
        descriptor: Any = None,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """Declares the parameter if necessary, as Node.declare_parameter(). `default` may also be a ParameterType."""
        text('parameter', name)
        super().__init__(scope=None)
        self.session = auto_session(session)
        self._logger = self.session.node.logger
        self._parameter = name
        node = self.session.node
        # Registered before the first value is read: no value is missed, at worst one is emitted twice.
        self._callback = node.add_post_set_parameters_callback(self._set)
        try:
            if not node.has_parameter(name):
                node.declare_parameter(name, default, descriptor)
            elif default is not None:
                self._compare(node, default)
            with suppress(ParameterUninitializedException):
                self.input_data(node.get_parameter(name))
            self.session._register(self)
            self._enter(scope)
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The class and the parameter's name."""
        return f'ros2.Param({self._parameter})'

    def _compare(self, node: Any, default: Any) -> None:
        """Reports a default that has no effect, because the parameter was declared with another one."""
        first, place = getattr(node, '_declared', {}).get(self._parameter, (default, ''))
        if isinstance(default, ParameterType) or isinstance(first, ParameterType):
            return
        one, other = from_message(to_message(first)), from_message(to_message(default))
        if one != other and not (one != one and other != other):  # NaN differs from itself
            node.logger.warning(
                f"parameter '{self._parameter}' was declared with the default {first!r} at {place}: the default "
                f'{default!r} of {place_of(user_frame())} has no effect'
            )

    def _set(self, values: dict[str, Any]) -> None:
        if self._parameter in values:
            self.input_data(values[self._parameter])

    def close(self) -> None:
        """Ends the sub; the parameter stays declared."""
        self._callback.remove()
        super().close()


class _PartClient(Client):
    """The client of one of the parameter services of another node."""

    def __init__(self, owner: str, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._node_name = owner

    def _why_no_server(self) -> str:
        return missing_parameters(self.session.node, self._node_name)


class ParameterClient(Owned):
    """Gets and sets parameters of another node by its services. Closed with its scope or by close().

    Each call waits at most `timeout` seconds for the service and for its answer, and then raises TimeoutError.
    """

    def __init__(
        self, node_name: str, session: Session | Node | None = None, *, scope: Scope | None = AUTO_SCOPE
    ) -> None:
        """`node_name` is the name in the graph, '/namespace/name'."""
        self.node_name = node_name
        self.session = auto_session(session)
        refuse_rclpy(self.session.backing, 'a ParameterClient')
        self._clients: dict[str, Client] = {}
        self._enter(scope)

    async def list(self, prefixes: list[str] | None = None, depth: int = 0, timeout: float | None = 5) -> list[str]:
        """Returns the names of the parameters below the prefixes (none: all), at most `depth` levels deep (0: all)."""
        response = await self._call('ListParameters', timeout, prefixes=prefixes or [], depth=depth)
        return sorted(response.result.names)

    async def get(self, *names: str, timeout: float | None = 5) -> dict[str, Any]:
        """Returns the values of parameters; None for one that is not set.

        LookupError if the node does not know one of them.
        """
        response = await self._call('GetParameters', timeout, names=[*names])
        if len(response.values) != len(names):
            raise LookupError(f'{self.node_name} did not return all of {", ".join(names)}: one is not declared')
        return {name: from_message(value) for name, value in zip(names, response.values, strict=True)}

    async def set(self, values: Mapping[str, Any], *, atomically: bool = False, timeout: float | None = 5) -> None:
        """Sets parameters one by one, or `atomically` all or none.

        ParameterRefused names those that were not set and why. Integers become floats, and an empty list a list of the
        right type, where the node has such a parameter.
        """
        kinds = await self.types(*values, timeout=timeout)
        messages = [named(name, value, kinds[name] or None) for name, value in values.items()]
        if atomically:
            response = await self._call('SetParametersAtomically', timeout, parameters=messages)
            results = {', '.join(values): response.result}
        else:
            response = await self._call('SetParameters', timeout, parameters=messages)
            results = dict(zip(values, response.results, strict=False))
        refused = [f'{name}: {result.reason}' for name, result in results.items() if not result.successful]
        if refused:
            raise ParameterRefused(f'{self.node_name}: not set: {"; ".join(refused)}')

    async def types(self, *names: str, timeout: float | None = 5) -> dict[str, ParameterType]:
        """Returns the types of parameters; NOT_SET also for parameters that are not declared."""
        response = await self._call('GetParameterTypes', timeout, names=[*names])
        kinds = [ParameterType(kind) for kind in response.types]
        kinds += [ParameterType.NOT_SET] * (len(names) - len(kinds))
        return dict(zip(names, kinds, strict=True))

    async def describe(self, *names: str, timeout: float | None = 5) -> dict[str, Any]:
        """Returns the ParameterDescriptors of parameters. LookupError if the node does not know one of them."""
        response = await self._call('DescribeParameters', timeout, names=[*names])
        if len(response.descriptors) != len(names):
            raise LookupError(f'{self.node_name} does not describe all of {", ".join(names)}: one is not declared')
        return dict(zip(names, response.descriptors, strict=True))

    async def _call(self, service: str, timeout: float | None, **request: Any) -> Any:
        if service not in self._clients:
            cls = interface(f'rcl_interfaces/srv/{service}')
            words = ''.join('_' + c.lower() if c.isupper() else c for c in service).strip('_')
            self._clients[service] = _PartClient(
                self.node_name, cls, f'{self.node_name}/{words}', session=self.session, scope=None
            )
        client = self._clients[service]
        await client.wait_for_service(timeout=timeout)
        return await client.call(interface(f'rcl_interfaces/srv/{service}').Request(**request), timeout)

    def close(self) -> None:
        """Ends the client and cancels calls that wait. A second call does nothing."""
        self._leave()
        for client in self._clients.values():
            client.close()
