# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service: rclpy's names and presets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class HistoryPolicy(IntEnum):
    SYSTEM_DEFAULT = 0
    KEEP_LAST = 1
    KEEP_ALL = 2


class ReliabilityPolicy(IntEnum):
    SYSTEM_DEFAULT = 0
    RELIABLE = 1
    BEST_EFFORT = 2
    BEST_AVAILABLE = 4


class DurabilityPolicy(IntEnum):
    SYSTEM_DEFAULT = 0
    TRANSIENT_LOCAL = 1
    VOLATILE = 2
    BEST_AVAILABLE = 4


class LivelinessPolicy(IntEnum):
    SYSTEM_DEFAULT = 0
    AUTOMATIC = 1
    MANUAL_BY_TOPIC = 3
    BEST_AVAILABLE = 5


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
            if value is not None and value <= 0:
                raise ValueError(f'{name} of a QoS profile is {value}; expected seconds, more than 0, or None')

    def _values(self) -> tuple[int, int, int, int, int, int, int, int]:
        def nanoseconds(duration: float | None) -> int:
            return 0 if duration is None else round(duration * 1e9)

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


qos_profile_default = QoSProfile()
qos_profile_system_default = QoSProfile(
    HistoryPolicy.SYSTEM_DEFAULT, 10, ReliabilityPolicy.SYSTEM_DEFAULT, DurabilityPolicy.SYSTEM_DEFAULT
)
qos_profile_sensor_data = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
qos_profile_best_available = QoSProfile(
    reliability=ReliabilityPolicy.BEST_AVAILABLE,
    durability=DurabilityPolicy.BEST_AVAILABLE,
    liveliness=LivelinessPolicy.BEST_AVAILABLE,
)


def to_profile(qos: QoSProfile | int) -> QoSProfile:
    """A number stands for keep_last of that depth. TypeError for anything else."""
    if isinstance(qos, QoSProfile):
        return qos
    if isinstance(qos, int) and not isinstance(qos, bool):
        return QoSProfile(depth=qos)
    raise TypeError(f'expected a QoSProfile or a depth, found {qos!r}')
