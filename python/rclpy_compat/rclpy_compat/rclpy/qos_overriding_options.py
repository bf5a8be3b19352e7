# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""QoSOverridingOptions: policies of a publisher or subscription that read-only parameters may set."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .duration import Duration
from .exceptions import ParameterAlreadyDeclaredException
from .impl.reexports import reexports
from .qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSPolicyEnum,
    QoSPolicyKind,
    QoSProfile,
    ReliabilityPolicy,
)

if TYPE_CHECKING:
    from .node import Node

__getattr__ = reexports(__name__)


@dataclass
class QosCallbackResult:
    """The answer of a callback about a QoS profile."""

    successful: bool = False
    reason: str = ''


QoSProfileAttributes = HistoryPolicy | int | ReliabilityPolicy | DurabilityPolicy | Duration | LivelinessPolicy | bool
QosCallbackType = Callable[[QoSProfile], QosCallbackResult]


class InvalidQosOverridesError(Exception):
    """The parameters contain an invalid policy, or the callback refuses the profile."""


class QoSOverridingOptions:
    """The policies that parameters may set. `callback` gets the resulting profile and may refuse it.

    `entity_id` distinguishes several entities of a topic.
    """

    def __init__(
        self,
        policy_kinds: Iterable[QoSPolicyKind],
        *,
        callback: Callable[[QoSProfile], QosCallbackResult] | None = None,
        entity_id: str | None = None,
    ) -> None:
        self._policy_kinds = tuple(policy_kinds)
        self._callback = callback
        self._entity_id = entity_id

    @property
    def policy_kinds(self) -> tuple[QoSPolicyKind, ...]:
        """The policies that parameters may set."""
        return self._policy_kinds

    @property
    def callback(self) -> QosCallbackType | None:
        """The function that gets the resulting profile; None if there is none."""
        return self._callback

    @property
    def entity_id(self) -> str | None:
        """The text that distinguishes several entities of a topic; None if there is none."""
        return self._entity_id

    @classmethod
    def with_default_policies(
        cls,
        *,
        callback: Callable[[QoSProfile], QosCallbackResult] | None = None,
        entity_id: str | None = None,
    ) -> QoSOverridingOptions:
        """Returns options for history, depth and reliability."""
        kinds = QoSPolicyKind.HISTORY, QoSPolicyKind.DEPTH, QoSPolicyKind.RELIABILITY
        return cls(kinds, callback=callback, entity_id=entity_id)


def overridden(node: Node, topic: str, kind: str, qos: QoSProfile, options: QoSOverridingOptions | None) -> QoSProfile:
    """Declares the parameters `qos_overrides.<topic>.<kind>[_<id>].<policy>` and returns the resulting profile."""
    if options is None:
        return qos
    profile = QoSProfile(**qos.get_c_qos_profile().to_dict())
    _override(profile, node, node.resolve_topic_name(topic), kind, options)
    return profile


def _declare_qos_parameters(
    entity_type: type, node: Node, topic_name: str, qos: QoSProfile, options: QoSOverridingOptions
) -> None:
    """Declares the parameters of a Publisher or Subscription of this full topic name, and changes `qos` by them."""
    _override(qos, node, topic_name, entity_type.__name__.lower(), options)


def _override(profile: QoSProfile, node: Node, topic: str, kind: str, options: QoSOverridingOptions) -> None:
    from rxros2.interfaces.rcl_interfaces.msg import ParameterDescriptor

    entity = f'{kind}_{options.entity_id}' if options.entity_id else kind
    for policy in options.policy_kinds:
        field = policy.name.lower()
        name = f'qos_overrides.{topic}.{entity}.{field}'
        before = _get_qos_policy_parameter(profile, policy)
        try:
            value = node.declare_parameter(name, before, ParameterDescriptor(read_only=True)).value
        except ParameterAlreadyDeclaredException:
            value = node.get_parameter(name).value
        try:
            setattr(profile, field, _from_parameter(value, getattr(profile, field)))
        except (KeyError, ValueError, TypeError) as error:
            raise InvalidQosOverridesError(f'{name}: {value!r} is not a valid value of this policy') from error
    if options.callback is not None:
        result = options.callback(profile)
        if not result.successful:
            raise InvalidQosOverridesError(f'{topic}: the callback refuses the QoS: {result.reason}')


def _get_qos_policy_parameter(qos: QoSProfile, policy: QoSPolicyKind) -> Any:
    """Returns the value of a policy as the value of a parameter."""
    value = getattr(qos, policy.name.lower())
    if isinstance(value, Duration):
        return value.nanoseconds
    return value.short_key if isinstance(value, QoSPolicyEnum) else value


def _from_parameter(value: Any, like: Any) -> Any:
    """Returns the value of a policy, of the kind of `like`, from the value of a parameter."""
    if isinstance(like, Duration):
        return Duration(nanoseconds=value)
    return type(like)[value.upper()] if isinstance(like, QoSPolicyEnum) else value
