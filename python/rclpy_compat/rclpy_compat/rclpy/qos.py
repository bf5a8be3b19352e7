# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service: rclpy's profiles and policies."""

from __future__ import annotations

import sys
import warnings
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any

from rxros2 import _core
from rxros2.qos import DurabilityPolicy as DurabilityPolicy
from rxros2.qos import HistoryPolicy as HistoryPolicy
from rxros2.qos import LivelinessPolicy as LivelinessPolicy
from rxros2.qos import QoSPolicyEnum as QoSPolicyEnum
from rxros2.qos import QoSPolicyKind as QoSPolicyKind
from rxros2.qos import ReliabilityPolicy as ReliabilityPolicy

from .duration import Duration, Infinite


class InvalidQoSProfileException(Exception):
    """A QoSProfile was made without a depth."""

    def __init__(self, *args: Any) -> None:
        super().__init__('Invalid QoSProfile', *args)


QoSHistoryPolicy = HistoryPolicy
QoSReliabilityPolicy = ReliabilityPolicy
QoSDurabilityPolicy = DurabilityPolicy
QoSLivelinessPolicy = LivelinessPolicy

_DEFAULTS: dict[str, Any] = {
    'history': HistoryPolicy.KEEP_LAST,
    'depth': 10,
    'reliability': ReliabilityPolicy.RELIABLE,
    'durability': DurabilityPolicy.VOLATILE,
    'lifespan': Duration(),  # not specified, as in rclpy, which means infinite
    'deadline': Duration(),
    'liveliness': LivelinessPolicy.SYSTEM_DEFAULT,
    'liveliness_lease_duration': Duration(),
    'avoid_ros_namespace_conventions': False,
}
_KINDS: dict[str, type] = {
    'history': HistoryPolicy,
    'depth': int,
    'reliability': ReliabilityPolicy,
    'durability': DurabilityPolicy,
    'lifespan': Duration,
    'deadline': Duration,
    'liveliness': LivelinessPolicy,
    'liveliness_lease_duration': Duration,
    'avoid_ros_namespace_conventions': bool,
}


class CoreProfile(tuple[int, int, int, int, int, int, int, int]):
    """The values of a QoSProfile as rxros2._core takes them."""

    _profile: QoSProfile

    def __new__(cls, profile: QoSProfile) -> CoreProfile:
        def nanoseconds(duration: Duration) -> int:
            return 0 if duration == Infinite else duration.nanoseconds

        values = super().__new__(
            cls,
            (
                int(profile.history),
                profile.depth,
                int(profile.reliability),
                int(profile.durability),
                nanoseconds(profile.deadline),
                nanoseconds(profile.lifespan),
                int(profile.liveliness),
                nanoseconds(profile.liveliness_lease_duration),
            ),
        )
        values._profile = profile
        return values

    def to_dict(self) -> dict[str, Any]:
        """Returns the policies by name, as QoSProfile takes them."""
        return {name: getattr(self._profile, name) for name in _KINDS}


class QoSProfile:
    """The quality of service of a publisher or subscription."""

    __slots__ = [f'_{name}' for name in _KINDS]

    if TYPE_CHECKING:
        _depth: int
        history: HistoryPolicy
        depth: int
        reliability: ReliabilityPolicy
        durability: DurabilityPolicy
        lifespan: Duration
        deadline: Duration
        liveliness: LivelinessPolicy
        liveliness_lease_duration: Duration
        avoid_ros_namespace_conventions: bool

    def __init__(self, **kwargs: Any) -> None:
        """Raises TypeError for an unknown keyword or a wrong type, InvalidQoSProfileException without a depth."""
        unknown = sorted(set(kwargs) - set(_KINDS))
        if unknown:
            raise TypeError(
                f'QoSProfile: there is no policy {", ".join(unknown)}; expected some of {", ".join(_KINDS)}'
            )
        if 'history' not in kwargs and 'depth' not in kwargs:
            raise InvalidQoSProfileException('QoSProfile: found neither history nor depth; expected one')
        if kwargs.get('history') == HistoryPolicy.KEEP_LAST and 'depth' not in kwargs:
            raise InvalidQoSProfileException('QoSProfile: history is KEEP_LAST; expected a depth beside it')
        for name, default in _DEFAULTS.items():
            setattr(self, name, kwargs.get(name, default))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QoSProfile):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in _KINDS)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f'{type(self).__name__}({", ".join(f"{name}={getattr(self, name)!s}" for name in _KINDS)})'

    __str__ = __repr__

    def get_c_qos_profile(self) -> CoreProfile:
        """Returns the values for rxros2._core, which to_dict() converts back."""
        return CoreProfile(self)

    @classmethod
    def _from_values(cls, values: tuple[int, ...]) -> QoSProfile:
        history, depth, reliability, durability, deadline, lifespan, liveliness, lease = values

        def duration(nanoseconds: int) -> Duration:
            return Duration(nanoseconds=nanoseconds) if nanoseconds else Infinite

        profile = cls(
            history=HistoryPolicy(history),
            depth=depth or 1,
            reliability=ReliabilityPolicy(reliability),
            durability=DurabilityPolicy(durability),
            deadline=duration(deadline),
            lifespan=duration(lifespan),
            liveliness=LivelinessPolicy(liveliness),
            liveliness_lease_duration=duration(lease),
        )
        profile._depth = depth  # without the warning, since another program may have chosen it
        return profile


def _depth_of_caller() -> int:
    """Returns the `stacklevel` of a warning for the line outside this file that sets a policy."""
    frame, depth = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename == __file__:
        frame, depth = frame.f_back, depth + 1
    return depth


def _policy(name: str, kind: type) -> property:
    slot = f'_{name}'

    def put(self: QoSProfile, value: Any) -> None:
        if issubclass(kind, IntEnum) and isinstance(value, int):
            value = kind(value)
        if not isinstance(value, kind):
            raise TypeError(f"'{name}' of a QoSProfile: expected a {kind.__name__}, found {value!r}")
        if isinstance(value, int) and value < 0:
            raise ValueError(f"'{name}' of a QoSProfile: expected at least 0, found {value}")
        if name == 'depth' and value == 0 and self.history is HistoryPolicy.KEEP_LAST:
            warnings.warn(
                "A zero depth with KEEP_LAST doesn't make sense, since nothing would be kept: it means SYSTEM_DEFAULT",
                stacklevel=_depth_of_caller(),
            )
        setattr(self, slot, value)

    return property(lambda self: getattr(self, slot), put)


for _name, _kind in _KINDS.items():
    setattr(QoSProfile, _name, _policy(_name, _kind))

DeadlineBestAvailable = Duration(nanoseconds=2**63 - 2)
LivelinessLeaseDurationeBestAvailable = Duration(nanoseconds=2**63 - 2)

qos_profile_default = QoSProfile(depth=10)
qos_profile_unknown = QoSProfile(
    history=HistoryPolicy.UNKNOWN,
    depth=0,
    reliability=ReliabilityPolicy.UNKNOWN,
    durability=DurabilityPolicy.UNKNOWN,
    liveliness=LivelinessPolicy.UNKNOWN,
)
qos_profile_system_default = QoSProfile(
    history=HistoryPolicy.SYSTEM_DEFAULT,
    depth=10,
    reliability=ReliabilityPolicy.SYSTEM_DEFAULT,
    durability=DurabilityPolicy.SYSTEM_DEFAULT,
)
qos_profile_sensor_data = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
qos_profile_services_default = QoSProfile(depth=10)
qos_profile_parameters = QoSProfile(depth=1000)
qos_profile_parameter_events = QoSProfile(depth=1000)
qos_profile_action_status_default = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
qos_profile_rosout_default = QoSProfile(
    depth=1000, durability=DurabilityPolicy.TRANSIENT_LOCAL, lifespan=Duration(seconds=10)
)
qos_profile_best_available = QoSProfile(
    depth=10,
    reliability=ReliabilityPolicy.BEST_AVAILABLE,
    durability=DurabilityPolicy.BEST_AVAILABLE,
    liveliness=LivelinessPolicy.BEST_AVAILABLE,
)


class QoSPresetProfiles(Enum):
    """The profiles by name."""

    UNKNOWN = qos_profile_unknown
    DEFAULT = qos_profile_default
    SYSTEM_DEFAULT = qos_profile_system_default
    SENSOR_DATA = qos_profile_sensor_data
    SERVICES_DEFAULT = qos_profile_services_default
    PARAMETERS = qos_profile_parameters
    PARAMETER_EVENTS = qos_profile_parameter_events
    ACTION_STATUS_DEFAULT = qos_profile_action_status_default
    BEST_AVAILABLE = qos_profile_best_available

    @classmethod
    def short_keys(cls) -> list[str]:
        """Returns the short keys of all profiles."""
        return [name.lower() for name in cls.__members__]

    @classmethod
    def get_from_short_key(cls, name: str) -> QoSProfile:
        """Returns the profile of a short key."""
        return cls[name.upper()].value


def qos_policy_name_from_kind(policy_kind: int) -> str:
    """Returns the name of a policy."""
    return QoSPolicyKind(policy_kind).name


class QoSCompatibility(IntEnum):
    """The result of qos_check_compatible()."""

    OK = 0
    WARNING = 1
    ERROR = 2


def qos_check_compatible(publisher_qos: QoSProfile, subscription_qos: QoSProfile) -> tuple[QoSCompatibility, str]:
    """Returns whether the two profiles would match, with the reason if they do not or may not."""
    level, reason = _core.check_compatible(publisher_qos.get_c_qos_profile(), subscription_qos.get_c_qos_profile())
    return QoSCompatibility(level), reason


def to_profile(qos: QoSProfile | int) -> QoSProfile:
    """Returns a QoSProfile; a number is the depth of keep_last.

    Raises TypeError for another object, ValueError for a depth below 0 and for avoid_ros_namespace_conventions.
    """
    if isinstance(qos, QoSProfile):
        if qos.avoid_ros_namespace_conventions:
            raise ValueError('avoid_ros_namespace_conventions: topics outside ROS are not supported')
        return qos
    if isinstance(qos, int) and not isinstance(qos, bool):
        if qos < 0:
            raise ValueError(f'the depth of the QoS is {qos}; it must be greater than or equal to zero')
        return QoSProfile(depth=qos)
    raise TypeError(f'{qos!r} is not a QoS. Expected QoSProfile or int')
