# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service: policies, profiles and presets under rclpy's names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from . import durations


class QoSPolicyEnum(IntEnum):
    """Base of the policies. Their short keys are their names in lower case, as on a command line."""

    @classmethod
    def short_keys(cls) -> list[str]:
        """Returns the short keys of all values."""
        return [name.lower() for name in cls.__members__ if not name.startswith('RMW')]

    @classmethod
    def get_from_short_key(cls, name: str) -> int:
        """Returns the value of a short key; KeyError for an unknown one."""
        return cls[name.upper()].value

    @property
    def short_key(self) -> str:
        """The value's short key."""
        return self.name.lower()


class HistoryPolicy(QoSPolicyEnum):
    """The messages that are kept: the last `depth` or all."""

    SYSTEM_DEFAULT = 0
    KEEP_LAST = 1
    KEEP_ALL = 2
    UNKNOWN = 3


class ReliabilityPolicy(QoSPolicyEnum):
    """The delivery of messages: reliable, with retransmission, or best effort."""

    SYSTEM_DEFAULT = 0
    RELIABLE = 1
    BEST_EFFORT = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


class DurabilityPolicy(QoSPolicyEnum):
    """Says whether late subscriptions get the messages that were published before they were matched."""

    SYSTEM_DEFAULT = 0
    TRANSIENT_LOCAL = 1
    VOLATILE = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


class LivelinessPolicy(QoSPolicyEnum):
    """The way in which a publisher shows that it is alive."""

    SYSTEM_DEFAULT = 0
    AUTOMATIC = 1
    MANUAL_BY_TOPIC = 3
    UNKNOWN = 4
    BEST_AVAILABLE = 5


class QoSPolicyKind(IntEnum):
    """The kinds of policies, numbered as in rmw_qos_policy_kind_t."""

    INVALID = 1
    DURABILITY = 2
    DEADLINE = 4
    LIVELINESS = 8
    RELIABILITY = 16
    HISTORY = 32
    LIFESPAN = 64
    DEPTH = 128
    LIVELINESS_LEASE_DURATION = 256
    AVOID_ROS_NAMESPACE_CONVENTIONS = 512


_POLICIES: dict[str, type[QoSPolicyEnum]] = {
    'history': HistoryPolicy,
    'reliability': ReliabilityPolicy,
    'durability': DurabilityPolicy,
    'liveliness': LivelinessPolicy,
}


@dataclass(frozen=True)
class QoSProfile:
    """The quality of service of a publisher or subscription. Durations are in seconds; None means no limit."""

    history: HistoryPolicy = HistoryPolicy.KEEP_LAST
    depth: int = 10
    """The number of messages that keep_last keeps."""
    reliability: ReliabilityPolicy = ReliabilityPolicy.RELIABLE
    durability: DurabilityPolicy = DurabilityPolicy.VOLATILE
    lifespan: float | None = None
    deadline: float | None = None
    liveliness: LivelinessPolicy = LivelinessPolicy.SYSTEM_DEFAULT
    liveliness_lease_duration: float | None = None

    def __post_init__(self) -> None:
        for name, policy in _POLICIES.items():
            value = getattr(self, name)
            if not isinstance(value, int):
                keys = ', '.join(f'{policy.__name__}.{key}' for key in policy.__members__)
                raise TypeError(f'{name} of a QoS profile is {value!r}; expected one of {keys}')
        if self.depth < 0 or (self.depth == 0 and self.history == HistoryPolicy.KEEP_LAST):
            raise ValueError(f'depth of a QoS profile is {self.depth}; expected at least 1 with keep_last')
        for name in ('lifespan', 'deadline', 'liveliness_lease_duration'):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f'{name} of a QoS profile is {value}; expected seconds, more than 0, or None')

    def _values(self) -> tuple[int, int, int, int, int, int, int, int]:
        def nanoseconds(duration: float | None) -> int:
            limited = 0 if duration is None else max(durations.nanoseconds('a duration of a QoS profile', duration), 1)
            return 0 if limited >= durations.FOREVER else limited

        return (
            int(self.history),
            self.depth,
            int(self.reliability),
            int(self.durability),
            nanoseconds(self.deadline),
            nanoseconds(self.lifespan),
            int(self.liveliness),
            nanoseconds(self.liveliness_lease_duration),
        )

    @classmethod
    def _from_values(cls, values: tuple[int, int, int, int, int, int, int, int]) -> QoSProfile:
        history, depth, reliability, durability, deadline, lifespan, liveliness, lease = values
        if history == HistoryPolicy.KEEP_LAST and depth == 0:  # the peer does not announce its depth
            history = HistoryPolicy.UNKNOWN
        return cls(
            HistoryPolicy(history),
            depth,
            ReliabilityPolicy(reliability),
            DurabilityPolicy(durability),
            lifespan / 1e9 or None,
            deadline / 1e9 or None,
            LivelinessPolicy(liveliness),
            lease / 1e9 or None,
        )


qos_profile_default = QoSProfile()
qos_profile_system_default = QoSProfile(
    HistoryPolicy.SYSTEM_DEFAULT, 10, ReliabilityPolicy.SYSTEM_DEFAULT, DurabilityPolicy.SYSTEM_DEFAULT
)
qos_profile_sensor_data = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
qos_profile_services_default = QoSProfile()
qos_profile_best_available = QoSProfile(
    reliability=ReliabilityPolicy.BEST_AVAILABLE,
    durability=DurabilityPolicy.BEST_AVAILABLE,
    liveliness=LivelinessPolicy.BEST_AVAILABLE,
)

_INFINITE = (1 << 63) - 1  # nanoseconds of rclpy's Duration for no limit


def to_profile(qos: Any) -> QoSProfile:
    """Returns a QoSProfile for a depth (keep_last), a QoSProfile, or one of rclpy. TypeError for anything else."""
    if isinstance(qos, QoSProfile):
        return qos
    if all(hasattr(qos, name) for name in ('history', 'depth', 'reliability', 'durability', 'lifespan', 'deadline')):

        def nanoseconds(duration: Any) -> int:
            return duration.nanoseconds if 0 < duration.nanoseconds < _INFINITE else 0

        return QoSProfile._from_values(
            (
                int(qos.history),
                int(qos.depth),
                int(qos.reliability),
                int(qos.durability),
                nanoseconds(qos.deadline),
                nanoseconds(qos.lifespan),
                int(qos.liveliness),
                nanoseconds(qos.liveliness_lease_duration),
            )
        )
    if isinstance(qos, int) and not isinstance(qos, bool):
        return QoSProfile(depth=qos)
    import difflib

    presets = [name for name in globals() if name.startswith('qos_profile_')]
    near = difflib.get_close_matches(f'qos_profile_{qos}', presets, 1) if isinstance(qos, str) else []
    hint = f': write {near[0]}' if near else ''
    raise TypeError(f'expected a QoSProfile or a depth, found {qos!r}{hint}')
