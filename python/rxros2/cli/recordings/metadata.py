# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""QoS of topics from the file of --qos-profile-overrides-path."""

from __future__ import annotations

import pathlib
from dataclasses import replace
from typing import Any

from ...qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSProfile,
    ReliabilityPolicy,
    qos_profile_default,
)
from ..frame import CommandError
from ..yaml_text import load

_FOREVER = {'sec': 9223372036, 'nsec': 854775807}
_POLICIES: dict[str, Any] = {
    'history': HistoryPolicy,
    'reliability': ReliabilityPolicy,
    'durability': DurabilityPolicy,
    'liveliness': LivelinessPolicy,
}
_DURATIONS = ('deadline', 'lifespan', 'liveliness_lease_duration')


def qos_overrides(path: pathlib.Path | None) -> dict[str, QoSProfile]:
    """Returns the profile of each topic in the file. Policies that the file leaves out have their defaults."""
    if path is None:
        return {}
    try:
        profiles = load(path.read_text(encoding='utf-8'), str(path)) or {}
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f'{path} cannot be read: {error}') from None
    if not isinstance(profiles, dict):
        raise CommandError(f'{path}: expected topics with their quality of service, /topic: {{depth: 5}}', 2)
    return {str(topic): _profile(f'{path}: {topic}', profile) for topic, profile in profiles.items()}


def _profile(where: str, given: Any) -> QoSProfile:
    known = ['depth', *_POLICIES, *_DURATIONS, 'avoid_ros_namespace_conventions']
    if not isinstance(given, dict):
        raise CommandError(f'{where}: expected policies such as {{reliability: best_effort, depth: 5}}', 2)
    changes: dict[str, Any] = {}
    for name, value in given.items():
        try:
            if name == 'depth':
                changes[name] = int(value)
            elif name in _POLICIES:
                changes[name] = _policy(_POLICIES[name], value)
            elif name in _DURATIONS:
                changes[name] = None if value == _FOREVER else value['sec'] + value['nsec'] / 1e9 or None
            elif name not in known:
                raise CommandError(f"{where}: '{name}' is not a policy; expected {', '.join(known)}", 2)
        except (KeyError, TypeError, ValueError):
            expected = '{sec: 1, nsec: 0}'
            if name in _POLICIES:
                expected = ', '.join(_POLICIES[name].short_keys())
            raise CommandError(
                f"{where}: {name} is '{value}'; expected {'a number' if name == 'depth' else expected}", 2
            ) from None
    try:
        return replace(qos_profile_default, **changes)
    except ValueError as error:
        raise CommandError(f'{where}: {error}', 2) from None


def _policy(kind: Any, value: Any) -> Any:
    return kind[value.upper()] if isinstance(value, str) else kind(value)
