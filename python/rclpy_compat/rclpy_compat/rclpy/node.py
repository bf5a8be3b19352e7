# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: rclpy's node."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from rxros2 import _core
from rxros2._caller import place_of, user_frame
from rxros2.messages.codec import encode

from .callback_groups import CallbackGroup, MutuallyExclusiveCallbackGroup
from .client import Client
from .clock import Clock, ROSClock
from .context import Context
from .endpoint_info import EndpointTypeEnum, ServiceEndpointInfo
from .entity import Entity
from .event_handler import EventHandler, PublisherEventCallbacks, SubscriptionEventCallbacks
from .exceptions import of_parameters
from .expand_topic_name import expand_topic_name
from .guard_condition import GuardCondition
from .impl.handle import Handle
from .impl.implementation import NodeNameNonExistentError as NodeNameNonExistentError
from .impl.implementation import of_arguments
from .impl.rcutils_logger import RcutilsLogger
from .impl.reexports import reexports
from .impl.service_endpoints import service_endpoints
from .impl.waits import wait_until
from .node_parameters import NodeParameters
from .parameter import Parameter
from .publisher import Publisher
from .qos import QoSProfile, qos_profile_rosout_default, qos_profile_services_default, to_profile
from .qos_overriding_options import QoSOverridingOptions, overridden
from .service import Service
from .subscription import Subscription
from .timer import Rate, Timer
from .topic_endpoint_info import TopicEndpointInfo, TopicEndpointTypeEnum
from .type_hash import TypeHash
from .utilities import get_default_context
from .validate_full_topic_name import validate_full_topic_name
from .validate_namespace import validate_namespace
from .validate_node_name import validate_node_name
from .validate_topic_name import validate_topic_name
from .waitable import Waitable, WaitableEntity

if TYPE_CHECKING:
    from .executors import Executor

__getattr__ = reexports(__name__)

_E = TypeVar('_E')
MsgType = TypeVar('MsgType')
SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')

HIDDEN_NODE_PREFIX = '_'
"""The first character of names of nodes that tools do not list."""


class Node(NodeParameters):
    """A node and the entities that are made through it. Thread-safe."""

    PARAM_REL_TOL = 1e-6
    """The relative difference that the steps of a range allow."""

    def __init__(
        self,
        node_name: str,
        *,
        context: Context | None = None,
        cli_args: list[str] | None = None,
        namespace: str | None = None,
        use_global_arguments: bool = True,
        enable_rosout: bool = True,
        rosout_qos_profile: QoSProfile | int = qos_profile_rosout_default,
        start_parameter_services: bool = True,
        parameter_overrides: list[Parameter] | None = None,
        allow_undeclared_parameters: bool = False,
        automatically_declare_parameters_from_overrides: bool = False,
        enable_logger_service: bool = False,
    ) -> None:
        """Raises NotInitializedException for an invalid context, ValueError for a name that ROS 2 does not allow."""
        self._context = get_default_context() if context is None else context
        self.__lock = threading.RLock()  # guards the four members below
        self.__executor: Executor | None = None
        self.__tasks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []  # for the next executor
        self._publishers: list[Publisher[Any]] = []
        self.__entities: list[Entity] = []
        self._default_callback_group: CallbackGroup = MutuallyExclusiveCallbackGroup()
        with of_arguments(), of_parameters(), self.__valid_names(node_name, namespace or ''):
            self._core = _core.Node(
                self._context.core,
                node_name,
                namespace or '',
                cli_args or [],
                use_global_arguments=use_global_arguments,
                enable_rosout=enable_rosout,
                rosout_qos=to_profile(rosout_qos_profile).get_c_qos_profile(),
                enable_logger_service=enable_logger_service,
                start_parameter_services=False,
                allow_undeclared_parameters=True,  # NodeParameters decides
                parameter_overrides=[encode(parameter.to_parameter_msg()) for parameter in parameter_overrides or []],
            )
        self.__full_name = self._core.name()
        self.__handle = Handle(f'the node {self.__full_name}', self._core.close, self._core)
        self.__late_use_reported = False
        self._logger = RcutilsLogger(self._core.logger_name())
        self._clock = ROSClock._of(self._core)
        self._start_parameters(allow_undeclared_parameters, automatically_declare_parameters_from_overrides)
        if start_parameter_services:
            from .parameter_service import ParameterService

            self._parameter_service = ParameterService(self)

    # --- properties ---

    @property
    def context(self) -> Context:
        """The context of the node."""
        return self._context

    @property
    def default_callback_group(self) -> CallbackGroup:
        """The callback group of entities that are made without one; mutually exclusive."""
        return self._default_callback_group

    @property
    def executor(self) -> Executor | None:
        """The executor that has the node; None if none has. Assigning adds the node to an executor."""
        return self.__executor

    @executor.setter
    def executor(self, new_executor: Executor | None) -> None:
        old_executor = self.__executor
        if old_executor is new_executor:
            return
        if old_executor is not None:
            old_executor.remove_node(self)
        if new_executor is not None:
            new_executor.add_node(self)
        self.__executor = new_executor

    def _create_task(self, callback: Callable[..., Any], *args: Any) -> None:
        """Runs a function or coroutine in the executor that has the node, or else in the next one that gets it."""
        with self.__lock:
            executor = self.__executor
            if executor is None:
                self.__tasks.append((callback, args))
                return
        executor.create_task(callback, *args)

    def _report_if_destroyed(self) -> None:
        """Logs, once, that an executor gets the node after destroy_node()."""
        if self.__handle.is_ended and not self.__late_use_reported:
            self.__late_use_reported = True
            place = place_of(user_frame())
            self.get_logger().warning(
                f'the node {self.__full_name} was destroyed before {place or "the program"} gave it to an executor, '
                'which runs nothing of it: spin the node before destroy_node()'
            )

    def _taken_by(self, executor: Executor | None) -> None:
        """Takes note of the executor that has the node from now on, and hands it what has waited for one."""
        with self.__lock:
            self.__executor = executor
            tasks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
            if executor is not None:
                tasks, self.__tasks = self.__tasks, tasks
        if executor is not None:
            for callback, args in tasks:
                executor.create_task(callback, *args)

    @property
    def handle(self) -> Handle:
        """The handle, which keeps the node alive in a `with` block."""
        return self.__handle

    def get_name(self) -> str:
        """Returns the name without the namespace."""
        return self.__full_name.rpartition('/')[2]

    def get_namespace(self) -> str:
        """Returns the namespace."""
        return self.__full_name.rpartition('/')[0] or '/'

    def get_fully_qualified_name(self) -> str:
        """Returns the name with the namespace."""
        return self.__full_name

    def get_logger(self) -> RcutilsLogger:
        """Returns the node's logger."""
        return self._logger

    def get_clock(self) -> Clock:
        """Returns the node's clock, of ROS time."""
        return self._clock

    def __repr__(self) -> str:
        return f'<rclpy node {self.__full_name}>'

    # --- entities ---

    def _all_entities(self) -> list[Entity]:
        with self.__lock:
            entities = list(self.__entities)
            for endpoint in [*self._publishers, *entities]:
                entities += getattr(endpoint, 'event_handlers', [])
            return entities

    def __entities_of(self, kind: type[_E]) -> Iterator[_E]:
        with self.__lock:
            return iter([entity for entity in self.__entities if isinstance(entity, kind)])

    @property
    def publishers(self) -> Iterator[Publisher[Any]]:
        """The publishers of the node."""
        with self.__lock:
            return iter(list(self._publishers))

    @property
    def subscriptions(self) -> Iterator[Subscription[Any]]:
        """The subscriptions of the node."""
        return self.__entities_of(Subscription)

    @property
    def clients(self) -> Iterator[Client[Any]]:
        """The clients of the node."""
        return self.__entities_of(Client)

    @property
    def services(self) -> Iterator[Service[Any]]:
        """The services of the node."""
        return self.__entities_of(Service)

    @property
    def timers(self) -> Iterator[Timer]:
        """The timers of the node."""
        return self.__entities_of(Timer)

    @property
    def guards(self) -> Iterator[GuardCondition]:
        """The guard conditions of the node."""
        return self.__entities_of(GuardCondition)

    def __added(self, entity: _E) -> _E:
        """Adds an entity to this node and to its executor."""
        with self.__lock:
            if isinstance(entity, Publisher):
                self._publishers.append(entity)
            elif isinstance(entity, Entity):
                self.__entities.append(entity)
            executor = self.__executor
        if executor is not None:
            for part in [*([entity] if isinstance(entity, Entity) else []), *getattr(entity, 'event_handlers', [])]:
                executor._add_entity(part, self)
            executor.wake()
        return entity

    def __destroy(self, entity: Any) -> bool:
        """Destroys an entity. Returns False if it is not of this node."""
        with self.__lock:
            entities: list[Any] = self._publishers if isinstance(entity, Publisher) else self.__entities
            if entity not in entities:
                return False
            entities.remove(entity)
        entity.destroy()
        return True

    def _callback_group_of(self, callback_group: CallbackGroup | None) -> CallbackGroup:
        return self._default_callback_group if callback_group is None else callback_group

    @staticmethod
    @contextmanager
    def __valid_names(node_name: str, namespace: str) -> Iterator[None]:
        """Translates an error of rxros2._core about the name or the namespace into rclpy's."""
        try:
            yield
        except ValueError:
            validate_node_name(node_name)
            validate_namespace(namespace if namespace.startswith('/') else f'/{namespace}')
            raise

    def _resolved(self, name: str, service: bool, only_expand: bool) -> str:
        """Returns the full name of a topic or service.

        Raises InvalidTopicNameException or InvalidServiceNameException for an invalid name, and ValueError for an
        unknown substitution.
        """
        try:
            return self._core.resolve(name, service, only_expand)
        except ValueError:
            validate_topic_name(name, is_service=service)
            full_name = expand_topic_name(name, self.get_name(), self.get_namespace())
            validate_full_topic_name(full_name, is_service=service)
            raise

    def create_publisher(
        self,
        msg_type: Any,
        topic: str,
        qos_profile: QoSProfile | int,
        *,
        callback_group: CallbackGroup | None = None,
        event_callbacks: PublisherEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
        publisher_class: type[Publisher[Any]] = Publisher,
    ) -> Publisher[Any]:
        """Makes a publisher.

        Raises InvalidQosOverridesError if `qos_overriding_options` do not allow the values of the parameters,
        TypeError for a class that is not a message, InvalidTopicNameException for an invalid name.
        """
        self._resolved(topic, False, True)
        return self.__added(
            publisher_class(
                self.context,
                self._core,
                self._logger,
                msg_type,
                topic,
                overridden(self, topic, 'publisher', to_profile(qos_profile), qos_overriding_options),
                event_callbacks or PublisherEventCallbacks(),
                self._callback_group_of(callback_group),
            )
        )

    def create_subscription(
        self,
        msg_type: Any,
        topic: str,
        callback: Callable[..., Any],
        qos_profile: QoSProfile | int,
        *,
        callback_group: CallbackGroup | None = None,
        event_callbacks: SubscriptionEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
        raw: bool = False,
        content_filter_options: Any = None,
    ) -> Subscription[Any]:
        """Makes a subscription. `raw`: the callback gets the encoded sample as bytes or, if large, a zero-copy buffer.

        Raises the errors of create_publisher(), and NotImplementedError for a content filter.
        """
        if content_filter_options is not None:
            raise NotImplementedError(f'{topic}: content filters are not supported; filter in the callback')
        self._resolved(topic, False, True)
        return self.__added(
            Subscription(
                self.context,
                self._core,
                self._logger,
                msg_type,
                topic,
                callback,
                overridden(self, topic, 'subscription', to_profile(qos_profile), qos_overriding_options),
                self._callback_group_of(callback_group),
                raw,
                event_callbacks or SubscriptionEventCallbacks(),
            )
        )

    def create_client(
        self,
        srv_type: Any,
        srv_name: str,
        *,
        qos_profile: QoSProfile = qos_profile_services_default,
        callback_group: CallbackGroup | None = None,
        client_class: type[Client[Any]] = Client,
    ) -> Client[Any]:
        """Makes a client of a service. Raises InvalidServiceNameException for an invalid name."""
        self._resolved(srv_name, True, True)
        group = self._callback_group_of(callback_group)
        return self.__added(
            client_class(self._context, self._core, self._logger, srv_type, srv_name, to_profile(qos_profile), group)
        )

    def create_service(
        self,
        srv_type: Any,
        srv_name: str,
        callback: Callable[..., Any],
        *,
        qos_profile: QoSProfile = qos_profile_services_default,
        callback_group: CallbackGroup | None = None,
        service_class: type[Service[Any]] = Service,
    ) -> Service[Any]:
        """Makes a server of a service. Raises InvalidServiceNameException for an invalid name."""
        self._resolved(srv_name, True, True)
        group = self._callback_group_of(callback_group)
        return self.__added(
            service_class(self._core, self._logger, srv_type, srv_name, callback, group, to_profile(qos_profile))
        )

    def create_timer(
        self,
        timer_period_sec: float,
        callback: Callable[..., Any] | None,
        callback_group: CallbackGroup | None = None,
        clock: Clock | None = None,
        autostart: bool = True,
    ) -> Timer:
        """Makes a timer in the time of `clock`, by default of the node's clock."""
        period = int(float(timer_period_sec) * 1e9)
        used = self._clock if clock is None else clock
        return self.__added(
            Timer(callback, self._callback_group_of(callback_group), period, used, self._core, autostart)
        )

    def create_guard_condition(
        self, callback: Callable[[], Any], callback_group: CallbackGroup | None = None
    ) -> GuardCondition:
        """Makes a guard condition."""
        return self.__added(GuardCondition(callback, self._callback_group_of(callback_group)))

    def add_waitable(self, waitable: Waitable) -> None:
        """Makes the node's executor run a waitable."""
        is_entity = isinstance(waitable, EventHandler)  # the executor runs it itself
        self.__added(waitable if is_entity else WaitableEntity(waitable))

    def remove_waitable(self, waitable: Waitable) -> None:
        """Stops running a waitable. Does nothing for one that was not added."""
        for entity in self.__entities_of(Entity):
            if getattr(entity, 'waitable', entity) is waitable:
                self.__destroy(entity)

    @property
    def waitables(self) -> Iterator[Waitable]:
        """The waitables that add_waitable() has added."""
        added = [entity.waitable for entity in self.__entities_of(WaitableEntity)]
        return iter([*added, *self.__entities_of(EventHandler)])

    def create_rate(self, frequency: float, clock: Clock | None = None) -> Rate:
        """Makes a rate. Raises ValueError unless the frequency, in Hz, is more than 0."""
        if frequency <= 0:
            raise ValueError(f'create_rate: the frequency is {frequency} Hz; expected more than 0')
        group = MutuallyExclusiveCallbackGroup()
        return Rate(self.create_timer(1 / frequency, None, group, clock), context=self._context)

    def destroy_publisher(self, publisher: Publisher[Any]) -> bool:
        """Destroys a publisher. Returns False if it is not of this node."""
        return self.__destroy(publisher)

    def destroy_subscription(self, subscription: Subscription[Any]) -> bool:
        """Destroys a subscription. Returns False if it is not of this node."""
        return self.__destroy(subscription)

    def destroy_client(self, client: Client[Any]) -> bool:
        """Destroys a client. Returns False if it is not of this node."""
        return self.__destroy(client)

    def destroy_service(self, service: Service[Any]) -> bool:
        """Destroys a service. Returns False if it is not of this node."""
        return self.__destroy(service)

    def destroy_timer(self, timer: Timer) -> bool:
        """Destroys a timer. Returns False if it is not of this node."""
        return self.__destroy(timer)

    def destroy_guard_condition(self, guard: GuardCondition) -> bool:
        """Destroys a guard condition. Returns False if it is not of this node."""
        return self.__destroy(guard)

    def destroy_rate(self, rate: Rate) -> bool:
        """Destroys a rate. Returns False if it is not of this node."""
        is_destroyed = self.__destroy(rate._timer)
        rate.destroy()
        return is_destroyed

    def destroy_node(self) -> None:
        """Ends the node and everything that was made through it. A second call does nothing."""
        executor = self.__executor
        if executor is not None:
            executor.remove_node(self)
        for entity in [*self._publishers, *self.__entities]:
            self.__destroy(entity)
        self.__handle.destroy_when_not_in_use()

    def __enter__(self) -> Node:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy_node()

    # --- the graph ---

    def resolve_topic_name(self, topic: str, *, only_expand: bool = False) -> str:
        """Returns the full name of a topic, after namespace and remapping."""
        return self._resolved(topic, False, only_expand)

    def resolve_service_name(self, service: str, *, only_expand: bool = False) -> str:
        """Returns the full name of a service, after namespace and remapping."""
        return self._resolved(service, True, only_expand)

    def get_topic_names_and_types(self, no_demangle: bool = False) -> list[tuple[str, list[str]]]:
        """Returns the topics in the graph: pairs of a name and its types."""
        return list(self._core.topics(no_demangle).items())

    def get_service_names_and_types(self) -> list[tuple[str, list[str]]]:
        """Returns the services in the graph: pairs of a name and its types."""
        return list(self._core.services().items())

    def get_publisher_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> list[tuple[str, list[str]]]:
        """Returns the topics that a node publishes: pairs of a name and its types."""
        return list(self._core.publishers_by_node(node_name, node_namespace).items())

    def get_subscriber_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> list[tuple[str, list[str]]]:
        """Returns the topics that a node subscribes to: pairs of a name and its types."""
        return list(self._core.subscriptions_by_node(node_name, node_namespace).items())

    def get_service_names_and_types_by_node(self, node_name: str, node_namespace: str) -> list[tuple[str, list[str]]]:
        """Returns the services that a node offers: pairs of a name and its types."""
        return list(self._core.services_by_node(node_name, node_namespace).items())

    def get_client_names_and_types_by_node(self, node_name: str, node_namespace: str) -> list[tuple[str, list[str]]]:
        """Returns the services that a node calls: pairs of a name and its types."""
        return list(self._core.clients_by_node(node_name, node_namespace).items())

    def get_node_names(self) -> list[str]:
        """Returns the names of the nodes in the graph, without namespaces."""
        return [name for name, _, _ in self._core.nodes_with_enclaves()]

    def get_fully_qualified_node_names(self) -> list[str]:
        """Returns the names of the nodes in the graph, with namespaces."""
        return self._core.nodes()

    def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
        """Returns the nodes in the graph: pairs of a name and a namespace."""
        return [(name, namespace) for name, namespace, _ in self._core.nodes_with_enclaves()]

    def get_node_names_and_namespaces_with_enclaves(self) -> list[tuple[str, str, str]]:
        """Returns the nodes in the graph: tuples of a name, a namespace and an enclave."""
        return self._core.nodes_with_enclaves()

    def count_publishers(self, topic_name: str) -> int:
        """Returns the number of publishers of a topic."""
        with _valid_name(topic_name):
            return self._core.count_publishers(topic_name)

    def count_subscribers(self, topic_name: str) -> int:
        """Returns the number of subscriptions of a topic."""
        with _valid_name(topic_name):
            return self._core.count_subscribers(topic_name)

    def count_clients(self, service_name: str) -> int:
        """Returns the number of clients of a service."""
        with _valid_name(service_name):
            return self._core.count_clients(service_name)

    def count_services(self, service_name: str) -> int:
        """Returns the number of servers of a service."""
        with _valid_name(service_name):
            return self._core.count_services(service_name)

    def get_publishers_info_by_topic(self, topic_name: str, no_mangle: bool = False) -> list[TopicEndpointInfo]:
        """Returns the publishers of a topic, with their QoS profiles."""
        with _valid_name(topic_name):
            endpoints = self._core.publishers_of(topic_name, no_mangle)
        return _infos(endpoints, TopicEndpointTypeEnum.PUBLISHER)

    def get_subscriptions_info_by_topic(self, topic_name: str, no_mangle: bool = False) -> list[TopicEndpointInfo]:
        """Returns the subscriptions of a topic, with their QoS profiles."""
        with _valid_name(topic_name):
            endpoints = self._core.subscriptions_of(topic_name, no_mangle)
        return _infos(endpoints, TopicEndpointTypeEnum.SUBSCRIPTION)

    def get_clients_info_by_service(self, service_name: str, no_mangle: bool = False) -> list[ServiceEndpointInfo]:
        """Returns the clients of a service, with their QoS profiles; with `no_mangle` of one outside ROS."""
        return self._service_endpoints(service_name, no_mangle, EndpointTypeEnum.CLIENT)

    def get_servers_info_by_service(self, service_name: str, no_mangle: bool = False) -> list[ServiceEndpointInfo]:
        """Returns the servers of a service, with their QoS profiles; with `no_mangle` of one outside ROS."""
        return self._service_endpoints(service_name, no_mangle, EndpointTypeEnum.SERVER)

    def _service_endpoints(self, name: str, no_mangle: bool, kind: EndpointTypeEnum) -> list[ServiceEndpointInfo]:
        full_name = name if no_mangle else self.resolve_service_name(name)
        return service_endpoints(self._core, full_name, no_mangle, kind)

    def wait_for_node(self, fully_qualified_node_name: str, timeout: float) -> bool:
        """Waits for a node at most `timeout` seconds. Returns whether the graph contains it.

        Raises an RCLError when the context is shut down.
        """
        full_name = '/' + fully_qualified_node_name.removeprefix('/')
        return wait_until(
            lambda: full_name in self._core.nodes(), self._context, max(timeout, 0.0), self.__full_name, full_name
        )


@contextmanager
def _valid_name(name: str) -> Iterator[None]:
    """Adds the name to an error of rxros2._core about it."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"the name '{name}' is invalid: {error}") from None


def _infos(endpoints: list[Any], kind: TopicEndpointTypeEnum) -> list[TopicEndpointInfo]:
    return [
        TopicEndpointInfo(name, namespace, type_, TypeHash._of(hash_), kind, list(gid), QoSProfile._from_values(qos))
        for name, namespace, type_, hash_, gid, qos in endpoints
    ]
