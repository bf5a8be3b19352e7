# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service on the command line: ROS 2's options."""

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
    group = parser.add_argument_group('quality of service')
    group.add_argument('--qos-profile', choices=list(_PROFILES), default=default, help=f'a preset (default: {default})')
    group.add_argument('--qos-depth', type=int, metavar='N', help='how many messages keep_last keeps')
    for name, policy in _POLICIES.items():
        group.add_argument(f'--qos-{name}', choices=policy.short_keys())
    group.add_argument(
        '--qos-liveliness-lease-duration-seconds', type=float, metavar='SECONDS', help='how long it may be silent'
    )


def chosen_qos(args: argparse.Namespace) -> QoSProfile:
    """The preset with the policies that were given. CommandError for what is no profile."""
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
    """What a profile says, by the names of ROS 2; durations in seconds, None for none."""
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
