# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""metadata.yaml of a recording, written again from its files."""

from __future__ import annotations

import errno
import os
import pathlib
import re
import sys
import tempfile
from dataclasses import dataclass, replace
from typing import Any

from ...bag import Topic
from ...printable import one_line
from ...qos import QoSProfile
from ..frame import CommandError
from ..yaml_text import yaml_library
from . import Bag

_ZSTD = b'\x28\xb5\x2f\xfd'
"""The first bytes of compressed data. An encoded message begins with 0."""
_SHORTAGES = [
    'cannot be unpacked',
    *(os.strerror(code) for code in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)),
]
"""What errors say if the machine, not the file, is at fault."""
_FOREVER = 9223372036, 854775807
_POLICIES = 'history', 'depth', 'reliability', 'durability', 'deadline', 'lifespan', 'liveliness'


@dataclass
class _File:
    """The facts about a file that metadata.yaml contains."""

    storage: str
    topics: list[Topic]
    count: int
    begin: int
    end: int


def reindex(folder: pathlib.Path, storage: str | None = None) -> dict[str, int]:
    """Writes metadata.yaml from the files of a folder, and returns the numbers of files, topics and messages.

    Data of the user in an old metadata.yaml is kept. CommandError if no file of the folder is a recording, if the
    machine cannot read one, or if the files have another storage than `storage`; metadata.yaml is then unchanged.
    """
    custom_data, distribution = _kept(folder)
    bags = {}
    for file in _files(folder):
        _check_access(file)
        try:
            bag = Bag(file, skip_damage=True)
        except CommandError as error:
            if any(text in str(error) for text in _SHORTAGES):
                raise
            print(f'warning: {one_line(str(error))}; it is left out', file=sys.stderr)
        else:  # only one file is open at a time, because a recording may have thousands
            bags[file] = _File(bag.storage, bag.topics, bag.count, bag.begin, bag.end)
            del bag
    if not bags:
        raise CommandError(f'no file of {folder} is a recording; expected .mcap or .db3 files in a folder')
    storages = {bag.storage for bag in bags.values()}
    if len(storages) > 1:
        raise CommandError(f'{folder} has files of the storages {" and ".join(sorted(storages))}; expected one storage')
    if storage not in (None, *storages):
        raise CommandError(f'{folder} is of storage {storages.pop()}; expected {storage}')
    is_packed = all(file.suffix == '.zstd' for file in bags)
    metadata = _metadata(bags, storages.pop(), 'FILE' if is_packed else '')
    metadata |= {'custom_data': custom_data or None, 'ros_distro': distribution}
    first = next((file for file, facts in bags.items() if facts.count), None)
    if not is_packed and first is not None and _has_packed_messages(first, bags[first]):
        metadata |= {'compression_format': 'zstd', 'compression_mode': 'MESSAGE'}
    _write(folder, metadata)
    topics = metadata['topics_with_message_count']
    return {'files': len(bags), 'topics': len(topics), 'messages': metadata['message_count']}


def _check_access(file: pathlib.Path) -> None:
    """Raises CommandError for a file that cannot be opened: what is wrong with the machine is no damage of the file."""
    try:
        file.open('rb').close()
    except OSError as error:
        raise CommandError(f'{file} cannot be read: {error.strerror}; metadata.yaml is unchanged') from None


def _files(folder: pathlib.Path) -> list[pathlib.Path]:
    """Returns the files of recordings in a folder; of a file and its compressed copy only the file."""
    try:
        names = {file.name for file in folder.iterdir() if file.is_file()}
    except OSError as error:
        raise CommandError(f'{folder} cannot be read: {error.strerror}; expected the folder of a recording') from None
    storages = [name for name in names if re.search(r'\.(mcap|db3)(\.zstd)?$', name)]
    kept = [name for name in storages if not (name.endswith('.zstd') and name.removesuffix('.zstd') in names)]
    return [folder / name for name in sorted(kept, key=_by_numbers)]


def _by_numbers(name: str) -> list[tuple[int, str]]:
    """Returns a key that sorts x_2 before x_10."""
    return [(len(part) if part.isdigit() else 0, part) for part in re.split(r'(\d+)', name)]


def _kept(folder: pathlib.Path) -> tuple[dict[str, str], str]:
    """Returns the user's data and the distribution in the old metadata.yaml, as far as it can be read."""
    yaml = yaml_library()

    try:
        information = yaml.safe_load((folder / 'metadata.yaml').read_bytes())['rosbag2_bagfile_information']
        custom = {str(key): str(value) for key, value in (information.get('custom_data') or {}).items()}
        return custom, str(information.get('ros_distro') or '')
    except (OSError, yaml.YAMLError, AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return {}, ''


def _has_packed_messages(file: pathlib.Path, facts: _File) -> bool:
    """Returns whether the messages of a file that is not marked as compressed begin as compressed data."""
    with tempfile.TemporaryDirectory(prefix='rxros2_bag_') as name:
        folder = pathlib.Path(name)
        (folder / file.name).symlink_to(file.absolute())
        _write(folder, _metadata({file: facts}, facts.storage, ''))  # a file without metadata.yaml is unpacked
        bag = Bag(folder, skip_damage=True)
        formats = {topic.name: topic.format for topic in bag.topics}
        first = next(bag.messages(in_file_order=True), None)
        return first is not None and formats[first.topic] == 'cdr' and first.sample[:4] == _ZSTD


def _metadata(bags: dict[pathlib.Path, _File], storage: str, compression: str) -> dict[str, Any]:
    topics: dict[tuple[str, str], Topic] = {}
    for bag in bags.values():
        for topic in bag.topics:
            known = topics.setdefault((topic.name, topic.type), replace(topic, count=0, qos=[]))
            known.count += topic.count
            known.qos += [profile for profile in topic.qos if profile not in known.qos]
    names = [file.name.removesuffix('.zstd') if not compression else file.name for file in bags]
    filled = [bag for bag in bags.values() if bag.count]
    begin, end = min((bag.begin for bag in filled), default=0), max((bag.end for bag in filled), default=0)
    return {
        'version': 9,
        'storage_identifier': storage,
        **_times(begin, end),
        'message_count': sum(bag.count for bag in filled),
        'topics_with_message_count': [_topic(topics[key]) for key in sorted(topics)],
        'compression_format': 'zstd' if compression else '',
        'compression_mode': compression,
        'relative_file_paths': names,
        'files': [
            {'path': name, **_times(bag.begin, bag.end), 'message_count': bag.count}
            for name, bag in zip(names, bags.values(), strict=True)
        ],
    }


def _times(begin: int, end: int) -> dict[str, Any]:
    return {
        'duration': {'nanoseconds': min(end - begin, 2**63 - 1)},
        'starting_time': {'nanoseconds_since_epoch': begin},
    }


def _topic(topic: Topic) -> dict[str, Any]:
    metadata = {
        'name': topic.name,
        'type': topic.type,
        'serialization_format': topic.format,
        'offered_qos_profiles': [_profile(profile) for profile in topic.qos],
        'type_description_hash': topic.hash,
    }
    return {'topic_metadata': metadata, 'message_count': topic.count}


def _profile(profile: QoSProfile) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in (*_POLICIES, 'liveliness_lease_duration'):
        value = getattr(profile, name)
        if name in ('deadline', 'lifespan', 'liveliness_lease_duration'):
            sec, nsec = _FOREVER if value is None else divmod(round(value * 1e9), 10**9)
            value = {'sec': sec, 'nsec': nsec}
        values[name] = getattr(value, 'short_key', value)
    return values | {'avoid_ros_namespace_conventions': False}


def _write(folder: pathlib.Path, metadata: dict[str, Any]) -> None:
    yaml = yaml_library()

    fresh = folder / 'metadata.yaml.new'
    try:
        fresh.write_text(yaml.safe_dump({'rosbag2_bagfile_information': metadata}, sort_keys=False), encoding='utf-8')
        fresh.replace(folder / 'metadata.yaml')
    except OSError as error:
        raise CommandError(f'{folder / "metadata.yaml"} cannot be written: {error.strerror}') from None
