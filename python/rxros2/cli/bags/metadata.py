# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What both writing and reading a recording know: its topics, and quality of service as metadata.yaml has it."""

from __future__ import annotations

import importlib
import pathlib
from dataclasses import dataclass, field, replace
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


def library(name: str) -> Any:
    """A module of what rxros2[bag] brings; CommandError if it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        package = name.partition('.')[0]
        raise CommandError(f"recordings need {package}, which is not installed: pip install 'rxros2[bag]'") from None


@dataclass
class Topic:
    """A topic of a recording."""

    name: str
    type: str
    hash: str = ''
    qos: list[QoSProfile] = field(default_factory=list)
    """Of those who published."""
    count: int = 0
    format: str = 'cdr'
    """How its messages are encoded."""


def qos_to_yaml(profiles: list[QoSProfile]) -> list[dict[str, Any]]:
    def duration(seconds: float | None) -> dict[str, int]:
        if seconds is None:
            return _FOREVER
        sec, nsec = divmod(round(seconds * 1e9), 10**9)
        return {'sec': sec, 'nsec': nsec}

    return [
        {
            'history': qos.history.name.lower(),
            'depth': qos.depth,
            'reliability': qos.reliability.name.lower(),
            'durability': qos.durability.name.lower(),
            'deadline': duration(qos.deadline),
            'lifespan': duration(qos.lifespan),
            'liveliness': qos.liveliness.name.lower(),
            'liveliness_lease_duration': duration(qos.liveliness_lease_duration),
            'avoid_ros_namespace_conventions': False,
        }
        for qos in profiles
    ]


def qos_from_yaml(text: Any) -> list[QoSProfile]:
    """Depth, reliability and durability, in words or in rmw's numbers; nothing for what is neither."""
    try:
        items = load(text, 'offered_qos_profiles') if isinstance(text, str) else text
    except CommandError:
        return []
    found = []
    for item in items if isinstance(items, list) else []:
        try:
            found.append(
                QoSProfile(
                    HistoryPolicy.KEEP_LAST,
                    max(int(item['depth']), 10),
                    _policy(ReliabilityPolicy, item['reliability']),
                    _policy(DurabilityPolicy, item['durability']),
                    liveliness=LivelinessPolicy.AUTOMATIC,
                )
            )
        except (KeyError, TypeError, ValueError):
            continue
    return found


def qos_overrides(path: pathlib.Path | None) -> dict[str, QoSProfile]:
    """The file of --qos-profile-overrides-path: a profile for each topic; the default one where it says nothing."""
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
                raise CommandError(f"{where}: '{name}' is no policy; expected {', '.join(known)}", 2)
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
