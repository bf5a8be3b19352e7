# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rxros2 import _core
from rxros2.messages.codec import encode
from rxros2.parameters import unpack

from .callback_groups import CallbackGroup, MutuallyExclusiveCallbackGroup
from .client import Client
from .clock import Clock, ROSClock
from .context import Context
from .entity import Entity
from .event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from .exceptions import (
    InvalidNodeNameException,
    InvalidServiceNameException,
    InvalidTopicNameException,
    of_names,
    of_parameters,
)
from .guard_condition import GuardCondition
from .impl.deadline import Deadline
from .impl.rcutils_logger import RcutilsLogger
from .parameter import Parameter, parameter_value_to_python
from .publisher import Publisher
from .qos import QoSProfile, qos_profile_services_default, to_profile
from .qos_overriding_options import QoSOverridingOptions, overridden
from .service import Service
from .subscription import Subscription
from .timer import Rate, Timer
from .topic_endpoint_info import TopicEndpointInfo, TopicEndpointTypeEnum, TypeHash
from .utilities import get_default_context

if TYPE_CHECKING:
    from .executors import Executor

_E = TypeVar('_E')

HIDDEN_NODE_PREFIX = '_'
"""Names of nodes that tools do not list begin with it."""


class Node:
    """A node and what is made through it. All functions are thread-safe."""

    def __init__(
        self,
        node_name: str,
        *,
        context: Context | None = None,
        cli_args: list[str] | None = None,
        namespace: str | None = None,
        use_global_arguments: bool = True,
        enable_rosout: bool = True,
        start_parameter_services: bool = True,
        parameter_overrides: list[Parameter] | None = None,
        allow_undeclared_parameters: bool = False,
        automatically_declare_parameters_from_overrides: bool = False,
        enable_logger_service: bool = False,
    ) -> None:
        """NotInitializedException if the context is not valid, ValueError for a name that ROS 2 does not allow."""
        self._context = get_default_context() if context is None else context
        self._lock = threading.RLock()
        self._executor: Executor | None = None
        self._publishers: list[Publisher[Any]] = []
        self._entities: list[Entity] = []
        self._default_callback_group: CallbackGroup = MutuallyExclusiveCallbackGroup()
        self._allow_undeclared = allow_undeclared_parameters
        self._callbacks: dict[tuple[str, Any], _core.ParameterCallback] = {}
        with of_names(InvalidNodeNameException):
            self._core = _core.Node(
                self._context.core,
                node_name,
                namespace or '',
                cli_args or [],
                use_global_arguments=use_global_arguments,
                enable_rosout=enable_rosout,
                enable_logger_service=enable_logger_service,
                start_parameter_services=False,
                allow_undeclared_parameters=allow_undeclared_parameters,
                declare_parameters_from_overrides=automatically_declare_parameters_from_overrides,
                parameter_overrides=[encode(each.to_parameter_msg()) for each in parameter_overrides or []],
            )
        self._full_name = self._core.name()
        self._logger = RcutilsLogger(self._core.logger_name())
        self._clock = ROSClock._of(self._core)
        if start_parameter_services:
            from .parameter_service import ParameterService

            self._parameter_service = ParameterService(self)

    # --- what it is ---

    @property
    def context(self) -> Context:
        return self._context

    @property
    def default_callback_group(self) -> CallbackGroup:
        return self._default_callback_group

    @property
    def executor(self) -> Executor | None:
        return self._executor

    @executor.setter
    def executor(self, new_executor: Executor | None) -> None:
        if self._executor is not new_executor:
            if self._executor is not None:
                self._executor.remove_node(self)
            if new_executor is not None:
                new_executor.add_node(self)

    @property
    def handle(self) -> _core.Node:
        return self._core

    def get_name(self) -> str:
        return self._full_name.rpartition('/')[2]

    def get_namespace(self) -> str:
        return self._full_name.rpartition('/')[0] or '/'

    def get_fully_qualified_name(self) -> str:
        return self._full_name

    def get_logger(self) -> RcutilsLogger:
        return self._logger

    def get_clock(self) -> Clock:
        return self._clock

    def __repr__(self) -> str:
        return f'<rclpy node {self._full_name}>'

    # --- entities ---

    def _all_entities(self) -> list[Entity]:
        with self._lock:
            entities = list(self._entities)
            for endpoint in [*self._publishers, *entities]:
                entities += getattr(endpoint, 'event_handlers', [])
            return entities

    def _of(self, kind: type[_E]) -> Iterator[_E]:
        with self._lock:
            return iter([each for each in self._entities if isinstance(each, kind)])

    @property
    def publishers(self) -> Iterator[Publisher[Any]]:
        with self._lock:
            return iter(list(self._publishers))

    @property
    def subscriptions(self) -> Iterator[Subscription[Any]]:
        return self._of(Subscription)

    @property
    def clients(self) -> Iterator[Client[Any]]:
        return self._of(Client)

    @property
    def services(self) -> Iterator[Service[Any]]:
        return self._of(Service)

    @property
    def timers(self) -> Iterator[Timer]:
        return self._of(Timer)

    @property
    def guards(self) -> Iterator[GuardCondition]:
        return self._of(GuardCondition)

    def _added(self, entity: _E) -> _E:
        """Of this node, and of its executor, from now on."""
        with self._lock:
            if isinstance(entity, Publisher):
                self._publishers.append(entity)
            elif isinstance(entity, Entity):
                self._entities.append(entity)
            executor = self._executor
        if executor is not None:
            for each in [*([entity] if isinstance(entity, Entity) else []), *getattr(entity, 'event_handlers', [])]:
                executor._add_entity(each)
            executor.wake()
        return entity

    def _destroy(self, entity: Any) -> bool:
        """Whether it was there."""
        with self._lock:
            there: list[Any] = self._publishers if isinstance(entity, Publisher) else self._entities
            if entity not in there:
                return False
            there.remove(entity)
        entity.destroy()
        return True

    def _group(self, callback_group: CallbackGroup | None) -> CallbackGroup:
        return self._default_callback_group if callback_group is None else callback_group

    def _resolve_action(self, name: str, service: bool, only_expand: bool) -> str:
        with of_names(InvalidTopicNameException):
            return self._core.resolve(name, service, only_expand)

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
        """InvalidQosOverridesError if `qos_overriding_options` do not allow what the parameters say."""
        with of_names(InvalidTopicNameException):
            self._core.resolve(topic, False, True)
        return self._added(
            publisher_class(
                self._core,
                self._logger,
                msg_type,
                topic,
                overridden(self, topic, 'publisher', to_profile(qos_profile), qos_overriding_options),
                event_callbacks or PublisherEventCallbacks(),
                self._group(callback_group),
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
        """`raw`: the callback gets the sample as bytes, or, if it is large, another object with a buffer.

        InvalidQosOverridesError as create_publisher; NotImplementedError for a content filter.
        """
        if content_filter_options is not None:
            raise NotImplementedError(f'{topic}: content filters are not supported; filter in the callback')
        with of_names(InvalidTopicNameException):
            self._core.resolve(topic, False, True)
        return self._added(
            Subscription(
                self._core,
                self._logger,
                msg_type,
                topic,
                callback,
                overridden(self, topic, 'subscription', to_profile(qos_profile), qos_overriding_options),
                self._group(callback_group),
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
    ) -> Client[Any]:
        with of_names(InvalidServiceNameException):
            self._core.resolve(srv_name, True, True)
        group = self._group(callback_group)
        return self._added(
            Client(self._context, self._core, self._logger, srv_type, srv_name, to_profile(qos_profile), group)
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
        with of_names(InvalidServiceNameException):
            self._core.resolve(srv_name, True, True)
        group = self._group(callback_group)
        return self._added(
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
        """In the time of `clock`, else the node's."""
        period = int(float(timer_period_sec) * 1e9)
        used = self._clock if clock is None else clock
        return self._added(Timer(callback, self._group(callback_group), period, used, self._core, autostart))

    def create_guard_condition(
        self, callback: Callable[[], Any], callback_group: CallbackGroup | None = None
    ) -> GuardCondition:
        return self._added(GuardCondition(callback, self._group(callback_group)))

    def add_waitable(self, waitable: Any) -> None:
        """NotImplementedError: executors here have no wait sets."""
        raise NotImplementedError(
            'Waitables of your own are not supported: executors here have no wait sets; use a GuardCondition, or a Task'
        )

    def create_rate(self, frequency: float, clock: Clock | None = None) -> Rate:
        """ValueError unless the frequency, in Hz, is more than 0."""
        if frequency <= 0:
            raise ValueError(f'create_rate: the frequency is {frequency} Hz; expected more than 0')
        group = MutuallyExclusiveCallbackGroup()
        return Rate(self.create_timer(1 / frequency, None, group, clock), context=self._context)

    def destroy_publisher(self, publisher: Publisher[Any]) -> bool:
        return self._destroy(publisher)

    def destroy_subscription(self, subscription: Subscription[Any]) -> bool:
        return self._destroy(subscription)

    def destroy_client(self, client: Client[Any]) -> bool:
        return self._destroy(client)

    def destroy_service(self, service: Service[Any]) -> bool:
        return self._destroy(service)

    def destroy_timer(self, timer: Timer) -> bool:
        return self._destroy(timer)

    def destroy_guard_condition(self, guard: GuardCondition) -> bool:
        return self._destroy(guard)

    def destroy_rate(self, rate: Rate) -> bool:
        found = self._destroy(rate._timer)
        rate.destroy()
        return found

    def destroy_node(self) -> None:
        """Ends it and all that was made through it. A second call does nothing."""
        executor = self._executor
        if executor is not None:
            executor.remove_node(self)
        for each in [*self._publishers, *self._entities]:
            self._destroy(each)
        for callback in self._callbacks.values():
            callback.close()
        self._core.close()

    def __enter__(self) -> Node:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy_node()

    # --- parameters ---

    def declare_parameter(
        self, name: str, value: Any = None, descriptor: Any = None, ignore_override: bool = False
    ) -> Parameter:
        """`value`: or a Parameter.Type. Without one the parameter may be of any type."""
        from rxros2.interfaces.rcl_interfaces.msg import ParameterDescriptor, ParameterValue
        from rxros2.messages.codec import decode

        described = ParameterDescriptor() if descriptor is None else descriptor
        with of_parameters(name):
            if isinstance(value, Parameter.Type):
                if value is Parameter.Type.NOT_SET:
                    raise ValueError(
                        f"declare_parameter: '{name}' is given the type NOT_SET; expected one that values have"
                    )
                sample = self._core.declare_parameter_type(name, value.value, encode(described), ignore_override)
            else:
                if value is None:
                    described.dynamic_typing = True
                message = Parameter(name, value=value).get_parameter_value()
                sample = self._core.declare_parameter(name, encode(message), encode(described), ignore_override)
        result = decode(ParameterValue, sample)
        return Parameter(name, Parameter.Type(result.type), parameter_value_to_python(result))

    def declare_parameters(
        self, namespace: str, parameters: Sequence[Sequence[Any]], ignore_override: bool = False
    ) -> list[Parameter]:
        """Tuples of name, value and descriptor, of which the last may be left out."""
        prefix = f'{namespace}.' if namespace else ''
        declared = []
        for each in parameters:
            name, value, descriptor = (*each, None, None)[:3]
            declared.append(self.declare_parameter(prefix + name, value, descriptor, ignore_override))
        return declared

    def undeclare_parameter(self, name: str) -> None:
        with of_parameters(name):
            self._core.undeclare_parameter(name)

    def has_parameter(self, name: str) -> bool:
        return self._core.has_parameter(name)

    def get_parameters(self, names: list[str]) -> list[Parameter]:
        if not all(isinstance(name, str) for name in names):
            raise TypeError(f'get_parameters: found {names!r}; expected names, each a str')
        with of_parameters(*names):
            found = unpack('Parameter', self._core.get_parameters(names))
        return [Parameter.from_parameter_msg(each) for each in found]

    def get_parameter(self, name: str) -> Parameter:
        return self.get_parameters([name])[0]

    def get_parameter_or(self, name: str, alternative_value: Parameter | None = None) -> Parameter:
        if self.has_parameter(name):
            return self.get_parameter(name)
        return Parameter(name, Parameter.Type.NOT_SET) if alternative_value is None else alternative_value

    def get_parameter_types(self, names: list[str]) -> list[Parameter.Type]:
        with of_parameters(*names):
            return [Parameter.Type(kind) for kind in self._core.parameter_types(names)]

    def get_parameter_type(self, name: str) -> Parameter.Type:
        return self.get_parameter_types([name])[0]

    def get_parameters_by_prefix(self, prefix: str) -> dict[str, Parameter]:
        """Those below it, by their names without it."""
        start = f'{prefix}.' if prefix else ''
        names = [name for name in self.list_parameters([], 0).names if name.startswith(start)]
        return {each.name[len(start) :]: each for each in self.get_parameters(names)}

    def set_parameters(self, parameter_list: list[Parameter]) -> list[Any]:
        """One by one: a SetParametersResult for each."""
        with of_parameters(*(each.name for each in parameter_list)):
            samples = self._core.set_parameters([encode(each.to_parameter_msg()) for each in parameter_list])
        return unpack('SetParametersResult', samples)

    def set_parameters_atomically(self, parameter_list: list[Parameter]) -> Any:
        """All or none."""
        with of_parameters(*(each.name for each in parameter_list)):
            sample = self._core.set_parameters_atomically([encode(each.to_parameter_msg()) for each in parameter_list])
        return unpack('SetParametersResult', [sample])[0]

    def list_parameters(self, prefixes: list[str], depth: int) -> Any:
        """A ListParametersResult."""
        return unpack('ListParametersResult', [self._core.list_parameters(prefixes, depth)])[0]

    def describe_parameters(self, names: list[str]) -> list[Any]:
        with of_parameters(*names):
            return unpack('ParameterDescriptor', self._core.describe_parameters(names))

    def describe_parameter(self, name: str) -> Any:
        return self.describe_parameters([name])[0]

    def _add_callback(self, kind: str, callback: Callable[..., Any], call: Callable[[list[bytes]], Any]) -> None:
        self._callbacks[kind, callback] = self._core.add_parameter_callback(kind, call)

    def _remove_callback(self, kind: str, callback: Callable[..., Any]) -> None:
        try:
            self._callbacks.pop((kind, callback)).close()
        except KeyError:
            raise ValueError(f'no callback {callback!r} of this kind ({kind}) was added') from None

    def add_pre_set_parameters_callback(self, callback: Callable[[list[Parameter]], list[Parameter]]) -> None:
        def call(samples: list[bytes]) -> list[bytes]:
            given = [Parameter.from_parameter_msg(each) for each in unpack('Parameter', samples)]
            return [encode(each.to_parameter_msg()) for each in callback(given)]

        self._add_callback('pre_set', callback, call)

    def add_on_set_parameters_callback(self, callback: Callable[[list[Parameter]], Any]) -> None:
        """It returns a SetParametersResult."""

        def call(samples: list[bytes]) -> bytes:
            return encode(callback([Parameter.from_parameter_msg(each) for each in unpack('Parameter', samples)]))

        self._add_callback('on_set', callback, call)

    def add_post_set_parameters_callback(self, callback: Callable[[list[Parameter]], None]) -> None:
        def call(samples: list[bytes]) -> None:
            callback([Parameter.from_parameter_msg(each) for each in unpack('Parameter', samples)])

        self._add_callback('post_set', callback, call)

    def remove_pre_set_parameters_callback(self, callback: Callable[..., Any]) -> None:
        self._remove_callback('pre_set', callback)

    def remove_on_set_parameters_callback(self, callback: Callable[..., Any]) -> None:
        self._remove_callback('on_set', callback)

    def remove_post_set_parameters_callback(self, callback: Callable[..., Any]) -> None:
        self._remove_callback('post_set', callback)

    # --- the graph ---

    def resolve_topic_name(self, topic: str, *, only_expand: bool = False) -> str:
        with of_names(InvalidTopicNameException):
            return self._core.resolve(topic, False, only_expand)

    def resolve_service_name(self, service: str, *, only_expand: bool = False) -> str:
        with of_names(InvalidServiceNameException):
            return self._core.resolve(service, True, only_expand)

    def get_topic_names_and_types(self, no_demangle: bool = False) -> list[tuple[str, list[str]]]:
        return list(self._core.topics(no_demangle).items())

    def get_service_names_and_types(self) -> list[tuple[str, list[str]]]:
        return list(self._core.services().items())

    def get_publisher_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> list[tuple[str, list[str]]]:
        return list(self._core.publishers_by_node(node_name, node_namespace).items())

    def get_subscriber_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> list[tuple[str, list[str]]]:
        return list(self._core.subscriptions_by_node(node_name, node_namespace).items())

    def get_service_names_and_types_by_node(self, node_name: str, node_namespace: str) -> list[tuple[str, list[str]]]:
        return list(self._core.services_by_node(node_name, node_namespace).items())

    def get_client_names_and_types_by_node(self, node_name: str, node_namespace: str) -> list[tuple[str, list[str]]]:
        return list(self._core.clients_by_node(node_name, node_namespace).items())

    def get_node_names(self) -> list[str]:
        return [name for name, _, _ in self._core.nodes_with_enclaves()]

    def get_fully_qualified_node_names(self) -> list[str]:
        return self._core.nodes()

    def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
        return [(name, namespace) for name, namespace, _ in self._core.nodes_with_enclaves()]

    def get_node_names_and_namespaces_with_enclaves(self) -> list[tuple[str, str, str]]:
        return self._core.nodes_with_enclaves()

    def count_publishers(self, topic_name: str) -> int:
        return self._core.count_publishers(topic_name)

    def count_subscribers(self, topic_name: str) -> int:
        return self._core.count_subscribers(topic_name)

    def count_clients(self, service_name: str) -> int:
        return self._core.count_clients(service_name)

    def count_services(self, service_name: str) -> int:
        return self._core.count_services(service_name)

    def get_publishers_info_by_topic(self, topic_name: str, no_mangle: bool = False) -> list[TopicEndpointInfo]:
        return _infos(self._core.publishers_of(topic_name, no_mangle), TopicEndpointTypeEnum.PUBLISHER)

    def get_subscriptions_info_by_topic(self, topic_name: str, no_mangle: bool = False) -> list[TopicEndpointInfo]:
        return _infos(self._core.subscriptions_of(topic_name, no_mangle), TopicEndpointTypeEnum.SUBSCRIPTION)

    def wait_for_node(self, fully_qualified_node_name: str, timeout: float) -> bool:
        """Whether it is known within timeout seconds."""
        wanted = '/' + fully_qualified_node_name.removeprefix('/')
        deadline = Deadline(max(timeout, 0.0))
        while wanted not in self._core.nodes():
            if deadline.over():
                return False
            time.sleep(0.02)
        return True


def _infos(endpoints: list[Any], kind: TopicEndpointTypeEnum) -> list[TopicEndpointInfo]:
    return [
        TopicEndpointInfo(name, namespace, type_, TypeHash(hash_), kind, list(gid), QoSProfile._from_values(qos))
        for name, namespace, type_, hash_, gid, qos in endpoints
    ]
