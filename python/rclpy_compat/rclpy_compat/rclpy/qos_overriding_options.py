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


def _to_parameter(value: Any) -> Any:
    if isinstance(value, Duration):
        return value.nanoseconds
    return value.short_key if isinstance(value, QoSPolicyEnum) else value


def _from_parameter(value: Any, like: Any) -> Any:
    if isinstance(like, Duration):
        return Duration(nanoseconds=value)
    return type(like)[value.upper()] if isinstance(like, QoSPolicyEnum) else value


def overridden(node: Node, topic: str, kind: str, qos: QoSProfile, options: QoSOverridingOptions | None) -> QoSProfile:
    """Declares the parameters `qos_overrides.<topic>.<kind>[_<id>].<policy>` and returns the resulting profile."""
    if options is None:
        return qos
    from rxros2.interfaces.rcl_interfaces.msg import ParameterDescriptor

    entity = f'{kind}_{options.entity_id}' if options.entity_id else kind
    profile = QoSProfile(**{slot[1:]: getattr(qos, slot[1:]) for slot in QoSProfile.__slots__})
    for policy in options.policy_kinds:
        field = policy.name.lower()
        name = f'qos_overrides.{node.resolve_topic_name(topic)}.{entity}.{field}'
        before = getattr(qos, field)
        try:
            value = node.declare_parameter(name, _to_parameter(before), ParameterDescriptor(read_only=True)).value
        except ParameterAlreadyDeclaredException:
            value = node.get_parameter(name).value
        try:
            setattr(profile, field, _from_parameter(value, before))
        except (KeyError, ValueError, TypeError) as error:
            raise InvalidQosOverridesError(f'{name}: {value!r} is not a valid value of this policy') from error
    if options.callback is not None:
        result = options.callback(profile)
        if not result.successful:
            raise InvalidQosOverridesError(f'{topic}: the callback refuses the QoS: {result.reason}')
    return profile
