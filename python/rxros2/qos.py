# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service: rclpy's names and presets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from . import durations


class QoSPolicyEnum(IntEnum):
    """Base of the policies. Short keys are their names in lower case, as on a command line."""

    @classmethod
    def short_keys(cls) -> list[str]:
        return [name.lower() for name in cls.__members__ if not name.startswith('RMW')]

    @classmethod
    def get_from_short_key(cls, name: str) -> int:
        return cls[name.upper()].value

    @property
    def short_key(self) -> str:
        return self.name.lower()


class HistoryPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    KEEP_LAST = 1
    KEEP_ALL = 2
    UNKNOWN = 3


class ReliabilityPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    RELIABLE = 1
    BEST_EFFORT = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


class DurabilityPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    TRANSIENT_LOCAL = 1
    VOLATILE = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


class LivelinessPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    AUTOMATIC = 1
    MANUAL_BY_TOPIC = 3
    UNKNOWN = 4
    BEST_AVAILABLE = 5


class QoSPolicyKind(IntEnum):
    """rmw_qos_policy_kind_t."""

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


@dataclass(frozen=True)
class QoSProfile:
    """How messages of a publisher or subscription are kept and delivered. Durations are seconds, None for none."""

    history: HistoryPolicy = HistoryPolicy.KEEP_LAST
    depth: int = 10
    """How many messages keep_last keeps."""
    reliability: ReliabilityPolicy = ReliabilityPolicy.RELIABLE
    durability: DurabilityPolicy = DurabilityPolicy.VOLATILE
    lifespan: float | None = None
    deadline: float | None = None
    liveliness: LivelinessPolicy = LivelinessPolicy.SYSTEM_DEFAULT
    liveliness_lease_duration: float | None = None

    def __post_init__(self) -> None:
        if self.depth < 0 or (self.depth == 0 and self.history == HistoryPolicy.KEEP_LAST):
            raise ValueError(f'depth of a QoS profile is {self.depth}; expected at least 1 with keep_last')
        for name in ('lifespan', 'deadline', 'liveliness_lease_duration'):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f'{name} of a QoS profile is {value}; expected seconds, more than 0, or None')

    def _values(self) -> tuple[int, int, int, int, int, int, int, int]:
        def nanoseconds(duration: float | None) -> int:
            found = 0 if duration is None else max(durations.nanoseconds('a duration of a QoS profile', duration), 1)
            return 0 if found >= durations.FOREVER else found

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
        if history == HistoryPolicy.KEEP_LAST and depth == 0:  # a peer that does not tell
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
    """A number stands for keep_last of that depth; rclpy's QoSProfile is taken too. TypeError for anything else."""
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
    raise TypeError(f'expected a QoSProfile or a depth, found {qos!r}')
