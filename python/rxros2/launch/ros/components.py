# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions for containers and for the nodes that are loaded into them."""

from __future__ import annotations

import asyncio
import pathlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...parameters import named
from ...printable import one_line
from ..entity import Action, Condition, LaunchDescriptionEntity
from ..errors import LaunchError, place_of_caller, words_of
from ..substitution import SomeSubstitutionsType, described, text_of
from .node import Node, Remappings, name_of, namespace_of, parameters_of, remappings_of
from .parameters import checked, evaluate_parameters, of_node

if TYPE_CHECKING:
    from ..context import LaunchContext


class ComposableNode:
    """A node to load into a container."""

    def __init__(
        self,
        *,
        package: SomeSubstitutionsType,
        plugin: SomeSubstitutionsType,
        name: SomeSubstitutionsType | None = None,
        namespace: SomeSubstitutionsType | None = None,
        parameters: Iterable[Any] | None = None,
        remappings: Remappings | None = None,
        extra_arguments: Iterable[Any] | None = None,
        condition: Condition | None = None,
    ) -> None:
        self.place = place_of_caller()
        self.package = package
        self.node_plugin = plugin
        self.node_name = name
        self.node_namespace = namespace
        subject = f'ComposableNode {described(plugin)}'
        self.parameters = checked(parameters or [], subject)
        self.remappings = list(remappings or ())
        self.extra_arguments = checked(extra_arguments or [], subject)
        self._condition = condition

    def condition(self) -> Condition | None:
        """Returns the condition for loading the node, or None."""
        return self._condition


def _request(context: LaunchContext, node: ComposableNode) -> Any:
    from ...messages import interface

    request = interface('composition_interfaces/srv/LoadNode').Request()
    request.package_name = text_of(context, node.package)
    request.plugin_name = text_of(context, node.node_plugin)
    request.node_name = name_of(context, node.node_name) or ''
    request.node_namespace = namespace_of(context, node.node_namespace) or ''
    request.remap_rules = [f'{source}:={target}' for source, target in remappings_of(context, node.remappings)]
    values: dict[str, Any] = {}
    for parameter_set in parameters_of(context, node.parameters):
        if isinstance(parameter_set, pathlib.Path):
            parameter_set = of_node(parameter_set, f'{request.node_namespace.rstrip("/")}/{request.node_name}')
        values |= parameter_set
    request.parameters = [named(name, value) for name, value in values.items()]
    extra: dict[str, Any] = {}
    for parameter_set in evaluate_parameters(context, node.extra_arguments):
        extra |= of_node(parameter_set, '/') if isinstance(parameter_set, pathlib.Path) else parameter_set
    request.extra_arguments = [named(name, value) for name, value in extra.items()]
    return request


class LoadComposableNodes(Action):
    """Loads nodes into a container, one after the other, as soon as the container is running."""

    def __init__(
        self,
        *,
        composable_node_descriptions: Iterable[ComposableNode],
        target_container: SomeSubstitutionsType | ComposableNodeContainer,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._descriptions = list(composable_node_descriptions)
        self._target = target_container
        self._task: asyncio.Future[None] | None = None

    def describe(self) -> str:
        """Returns the class name, the plugins and the container."""
        nodes = ', '.join(described(description.node_plugin) for description in self._descriptions)
        where = self._target.describe() if isinstance(self._target, Node) else described(self._target)
        return f'LoadComposableNodes {nodes} into {where}'

    def execute(self, context: LaunchContext) -> None:
        """Starts a task that loads the nodes; it skips nodes whose condition is false.

        Raises LaunchError if the arguments of a node are invalid.
        """
        from .client import client

        container = self._target.node_name if isinstance(self._target, Node) else text_of(context, self._target)
        if not container.startswith('/'):
            container = f'{(namespace_of(context, None) or "/").rstrip("/")}/{container}'
        requests = []
        for description in self._descriptions:
            condition = description.condition()
            if condition is None or condition.evaluate(context):
                try:
                    requests.append(_request(context, description))
                except (LaunchError, OSError, RuntimeError, TypeError, ValueError) as error:
                    raise LaunchError(
                        f'{described(description.node_plugin)}: {words_of(error)}', description.place
                    ) from error
        if not requests or context.is_shutdown:
            return
        load_client = client(context, 'composition_interfaces/srv/LoadNode', f'{container}/_container/load_node')
        self._task = asyncio.ensure_future(self._load(context, load_client, container, requests))
        context.cancel_at_shutdown(self._task)
        self._task.add_done_callback(lambda _: load_client.close())

    async def _load(self, context: LaunchContext, load_client: Any, container: str, requests: list[Any]) -> None:
        from .client import called, served

        await served(context, load_client, f'the container {container}')
        for request in requests:
            try:
                response = await called(load_client, request, f'the container {container}')
            except (ConnectionError, ValueError) as error:
                context.error(f'{request.plugin_name} was not loaded: {error}')
                return
            if response.success:
                context.info(f'{container} has loaded {one_line(response.full_node_name)}, number {response.unique_id}')
            else:
                reason = one_line(response.error_message)
                context.error(f'{container} has not loaded {request.plugin_name}: {reason}')

    def get_asyncio_future(self) -> asyncio.Future[None] | None:
        """Returns the task that loads the nodes; None before execute(), or if there is nothing to load."""
        return self._task


class ComposableNodeContainer(Node):
    """Starts a container and loads its nodes."""

    def __init__(
        self,
        *,
        name: SomeSubstitutionsType,
        namespace: SomeSubstitutionsType,
        composable_node_descriptions: Iterable[ComposableNode] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, namespace=namespace, **kwargs)
        self._nodes = list(composable_node_descriptions or ())

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the actions of `on_exit` and the action that loads the nodes."""
        return [*super().get_sub_entities(), *self._load()]

    def _load(self) -> list[LaunchDescriptionEntity]:
        if not self._nodes:
            return []
        load = LoadComposableNodes(composable_node_descriptions=self._nodes, target_container=self)
        load.place = self.place
        return [load]

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Starts the container and returns the action that loads its nodes."""
        super().execute(context)
        return self._load()
