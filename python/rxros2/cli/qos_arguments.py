# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Quality-of-service options of the command line, named as in ROS 2."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from ..qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSProfile,
    ReliabilityPolicy,
    qos_profile_best_available,
    qos_profile_default,
    qos_profile_sensor_data,
    qos_profile_system_default,
)
from .frame import CommandError

_PROFILES = {
    'default': qos_profile_default,
    'sensor_data': qos_profile_sensor_data,
    'system_default': qos_profile_system_default,
    'best_available': qos_profile_best_available,
}
_POLICIES: dict[str, Any] = {
    'history': HistoryPolicy,
    'reliability': ReliabilityPolicy,
    'durability': DurabilityPolicy,
    'liveliness': LivelinessPolicy,
}


def add_qos_arguments(parser: argparse.ArgumentParser, default: str) -> None:
    """Adds the QoS options; `default` is the name of the profile that is used without --qos-profile."""
    group = parser.add_argument_group('quality of service')
    group.add_argument(
        '--qos-profile', choices=list(_PROFILES), default=default, help=f'a predefined profile (default: {default})'
    )
    group.add_argument('--qos-depth', type=int, metavar='N', help='queue size of keep_last')
    for name, policy in _POLICIES.items():
        group.add_argument(f'--qos-{name}', choices=policy.short_keys())
    group.add_argument(
        '--qos-liveliness-lease-duration-seconds', type=float, metavar='SECONDS', help='lease duration of liveliness'
    )


def chosen_qos(args: argparse.Namespace) -> QoSProfile:
    """Returns the chosen profile with the given policies. CommandError if they do not fit together."""
    changes: dict[str, Any] = {}
    if args.qos_depth is not None:
        changes['depth'] = args.qos_depth
    for name, policy in _POLICIES.items():
        given = getattr(args, f'qos_{name}')
        if given is not None:
            changes[name] = policy[given.upper()]
    if args.qos_liveliness_lease_duration_seconds is not None:
        changes['liveliness_lease_duration'] = args.qos_liveliness_lease_duration_seconds
    try:
        return replace(_PROFILES[args.qos_profile], **changes)
    except ValueError as error:
        raise CommandError(str(error), 2) from None


def policies(qos: QoSProfile) -> dict[str, Any]:
    """Returns the policies of a profile by ROS 2's names; durations in seconds, None if unset."""
    return {
        'reliability': qos.reliability.short_key,
        'history': qos.history.short_key,
        'depth': qos.depth,
        'durability': qos.durability.short_key,
        'lifespan': qos.lifespan,
        'deadline': qos.deadline,
        'liveliness': qos.liveliness.short_key,
        'liveliness_lease_duration': qos.liveliness_lease_duration,
    }
