# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag convert: writes recordings again, merged, filtered, split or compressed."""

from __future__ import annotations

import argparse
import contextlib
import heapq
import pathlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...printable import one_line
from ..frame import CommandError, existing
from ..graph import is_hidden
from ..recordings import Bag, Options, Topic, Writer
from ..yaml_text import load
from .selection import action_of, selection, service_of

_LISTS = 'topics', 'services', 'actions', 'exclude_topics', 'exclude_services', 'exclude_actions'
_TYPES = 'topic_types', 'exclude_topic_types'
_TEXTS = 'regex', 'exclude_regex'
_FLAGS = 'all', 'all_topics', 'all_services', 'all_actions', 'include_hidden_topics'
_IGNORED = (
    'compression_format',
    'compression_queue_size',
    'compression_threads',
    'compression_threads_priority',
    'storage_config_uri',
    'max_cache_size',
    'snapshot_mode',
    'rmw_serialization_format',
    'input_serialization_format',
    'output_serialization_format',
    'is_discovery_disabled',
    'include_unpublished_topics',
    'ignore_leaf_topics',
    'topic_polling_interval',
    'node_prefix',
    'use_sim_time',
)
"""Options of rosbag2's YAML that have no effect on an existing recording, or not here."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the input recordings and the file with the options of the output."""
    parser.add_argument(
        '-i',
        '--input',
        action='append',
        nargs='+',
        required=True,
        metavar=('BAG', 'STORAGE'),
        help='a recording, and optionally its storage; several recordings are merged by time',
    )
    parser.add_argument(
        '-o',
        '--output-options',
        type=pathlib.Path,
        required=True,
        metavar='FILE',
        help="YAML file: below 'output_bags', a list with 'uri', 'storage_id', 'all_topics' and so on",
    )
    parser.epilog = (
        'Keys of an output: uri, storage_id, storage_preset_profile, compression_mode, max_bagfile_size, '
        'max_bagfile_duration, start_time_ns, end_time_ns, custom_data, '
        f'{", ".join((*_FLAGS, *_LISTS, *_TYPES, *_TEXTS))}.'
    )


def main(args: argparse.Namespace) -> int:
    """Writes the recordings, and prints the number of messages of each. Raises CommandError for wrong options."""
    bags = [_input(words) for words in args.input]
    topics: dict[str, Topic] = {}
    for bag in bags:
        for topic in bag.topics:
            known = topics.setdefault(topic.name, topic)
            if known.type != topic.type:
                raise CommandError(
                    f'{topic.name} is {known.type} and {topic.type} in the recordings; expected one type'
                )
            if known is not topic:
                topics[topic.name] = replace(known, qos=[*known.qos, *topic.qos])
    with contextlib.ExitStack() as stack:
        outputs = [_Output(where, given, topics) for where, given in _given(args.output_options)]
        for output in outputs:  # all options are right
            output.open(stack)
        streams = [stack.enter_context(contextlib.closing(bag.messages())) for bag in bags]
        for message in heapq.merge(*streams, key=lambda message: message.log_time):
            for output in outputs:
                if message.topic in output.names and output.begin <= message.log_time <= output.end:
                    output.writer.write(message.topic, message.sample, message.log_time, message.publish_time)
    for output in outputs:
        print(f'{output.folder}: {output.writer.count} messages of {len(output.names)} topics')
    for bag in bags:
        bag.warn_of_faults()
    return 0


def _input(words: list[str]) -> Bag:
    if len(words) > 2:
        raise CommandError(f'--input has {len(words)} values; expected a recording and its storage', 2)
    bag = Bag(pathlib.Path(words[0]), skip_damage=True)
    if words[1:] not in ([], [bag.storage]):
        raise CommandError(f'{words[0]} is of storage {bag.storage}; expected {words[1]}')
    return bag


def _given(file: pathlib.Path) -> list[tuple[str, dict[str, Any]]]:
    """Returns the options of each output, with a text that names the output in errors."""
    try:
        tree = load(file.read_text(encoding='utf-8'), str(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f'{file} cannot be read: {reason}') from None
    bags = tree.get('output_bags') if isinstance(tree, dict) else None
    if not isinstance(bags, list) or not bags or not all(isinstance(bag, dict) for bag in bags):
        raise CommandError(f"{file}: expected 'output_bags:' and below it a list with 'uri' and other options", 2)
    return [(f'{file}: output_bags[{number}]', bag) for number, bag in enumerate(bags)]


class _Output:
    """A recording that is being written."""

    def __init__(self, where: str, given: dict[str, Any], topics: dict[str, Topic]) -> None:
        """Reads the options of `given`. Raises CommandError for wrong ones."""
        self._where, self._given, self._used = where, given, {*_IGNORED}
        self.folder = pathlib.Path(self._option('uri', str, ''))
        if self.folder == pathlib.Path():
            raise CommandError(f"{where}: expected 'uri', the new folder", 2)
        self._topics = topics
        self._options = Options(
            self._choice('storage_preset_profile', ['none', 'fastwrite', 'zstd_fast', 'zstd_small']),
            self._choice('compression_mode', ['none', 'file', 'message']),
            self._option('max_bagfile_size', int, 0),
            self._option('max_bagfile_duration', (int, float), 0),
            0,
            {str(key): str(value) for key, value in (self._option('custom_data', dict, {})).items()},
            self._choice('storage_id', ['mcap', 'sqlite3']),
        )
        self.begin = self._option('start_time_ns', int, -(2**63))
        self.end = self._option('end_time_ns', int, 2**63 - 1)
        choose = self._selection()
        unknown = [key for key in given if key not in self._used]
        if unknown:
            raise CommandError(f'{where}: ' + existing('option', str(unknown[0]), self._used - {*_IGNORED}), 2)
        self.names = {name for name, topic in topics.items() if choose(topic)}
        if not self.names:
            raise CommandError(
                f"{where}: no topic is selected; expected 'all_topics: true', 'topics: [...]' or the like; the "
                f'recordings have {one_line(", ".join(sorted(topics)))}',
                2,
            )

    def open(self, stack: contextlib.ExitStack) -> None:
        """Creates the recording; `stack` closes it."""
        self.writer = stack.enter_context(Writer(self.folder, self._options))
        for name in sorted(self.names):
            self.writer.add_topic(self._topics[name])

    def _option(self, key: str, types: type | tuple[type, ...], default: Any) -> Any:
        self._used.add(key)
        value = self._given.get(key, default)
        if value is None:
            return default
        is_wrong = not isinstance(value, types) or (isinstance(value, bool) and types is not bool)
        if is_wrong or (key.startswith('max_') and value < 0):
            names = [kind.__name__ for kind in (types if isinstance(types, tuple) else (types,))]
            raise CommandError(f'{self._where}: {key} is {value!r}; expected a value of type {" or ".join(names)}', 2)
        return value

    def _choice(self, key: str, choices: list[str]) -> str:
        value: str = self._option(key, str, choices[0]).lower() or choices[0]
        if value not in choices:
            raise CommandError(f"{self._where}: {key} is '{value}'; expected {', '.join(choices)}", 2)
        return value

    def _selection(self) -> Callable[[Topic], bool]:
        chosen = argparse.Namespace()
        for key in (*_LISTS, *_TYPES):
            setattr(chosen, key, [str(name) for name in self._option(key, list, [])])
        for key in _TEXTS:
            setattr(chosen, key, self._option(key, str, ''))
        for key in _FLAGS:
            setattr(chosen, key, self._option(key, bool, False))

        def everything(name: str) -> bool:
            if service_of(name):
                return bool(chosen.all or chosen.all_services)
            if action_of(name):
                return bool(chosen.all or chosen.all_actions)
            return bool(chosen.all or chosen.all_topics) and (chosen.include_hidden_topics or not is_hidden(name))

        by_name = selection(chosen, everything, chosen.include_hidden_topics)
        by_type = selection(chosen, lambda name: True, chosen.include_hidden_topics)

        def choose(topic: Topic) -> bool:
            if topic.type in chosen.exclude_topic_types:
                return False
            return by_name(topic.name) or (topic.type in chosen.topic_types and by_type(topic.name))

        return choose
