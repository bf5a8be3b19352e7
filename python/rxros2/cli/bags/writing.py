# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes a recording: one file after the other, and metadata.yaml, which is true whenever a file was begun or ended."""

from __future__ import annotations

import contextlib
import pathlib
import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any

from ...messages import DefinitionError, InterfaceNotFound, find
from ...messages.definition import EMPTY_MEMBER, Collection, Field, FieldType, Structure
from ...messages.description import nested_structures, type_hash
from ...qos import QoSProfile
from ..frame import CommandError
from ..yaml_text import dump
from .metadata import Topic, library, qos_to_yaml
from .reading import McapFile, cut_off

_SEPARATOR = '=' * 80
_CHUNK = 1024 * 1024
_OVERHEAD = 47
"""Bytes that a message takes in a file besides its own, with its entry in the index."""


@dataclass
class Options:
    """How a recording is written."""

    preset: str = 'none'
    """As of rosbag2's MCAP: 'none', 'fastwrite' (no chunks, no checksums), 'zstd_fast' or 'zstd_small' (chunks)."""
    compression: str = 'none'
    """'file': each when it is complete; 'message': each by itself; both by zstd."""
    max_size: int = 0
    """Bytes after which another file is begun; 0: never."""
    max_duration: float = 0.0
    """Seconds after which another file is begun; 0: never."""
    max_files: int = 0
    """So many are kept, the oldest is removed; 0: all."""
    custom_data: dict[str, str] = field(default_factory=dict)


@dataclass
class _File:
    path: pathlib.Path
    begin: int = 0
    end: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    def times(self) -> dict[str, Any]:
        return {
            'duration': {'nanoseconds': self.end - self.begin},
            'starting_time': {'nanoseconds_since_epoch': self.begin},
            'message_count': self.count,
        }


class Writer:
    """Writes a recording into a new folder. Within `with`; one thread.

    CommandError for a folder that exists or cannot be made, and for what cannot be written (a full disk); what was
    written before then can be read, and is what the error's text and metadata.yaml count.
    """

    def __init__(self, folder: pathlib.Path, options: Options) -> None:
        self._mcap = library('mcap.writer')
        self._options = options
        self.folder = folder
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            raise CommandError(f'{folder} exists; expected a new folder: -o DIR') from None
        except OSError as error:
            raise CommandError(f'{folder} cannot be made: {error.strerror}') from None
        self._topics: dict[str, tuple[Topic, str, str]] = {}  # with the definition and its format
        self._files: list[_File] = []
        self._unfinished: _File | None = None
        self._number = 0
        self._written = self._unwritten = 0  # bytes of the file, and of messages that wait for it
        self._failed = False
        self.size = 0
        """Bytes of the messages so far."""
        self.count = 0
        """Of the messages so far."""
        self._compressor = None
        if options.compression == 'message':
            self._compressor = library('zstandard').ZstdCompressor()
        self._pool = ThreadPoolExecutor(1) if options.compression == 'file' else None
        self._compressions: list[Future[None]] = []
        with self._writing():
            self._open()

    @property
    def files(self) -> list[pathlib.Path]:
        return [file.path for file in self._files]

    def add_topic(self, name: str, type_: str, qos: list[QoSProfile]) -> bool:
        """False if the type's definition is unknown here, so that it does not stand in the file."""
        text, encoding, hash_ = _definition(type_)
        self._topics[name] = Topic(name, type_, hash_, qos), text, encoding
        with self._writing():
            self._register(*self._topics[name])
        return bool(text)

    def add(self, topic: str, sample: Any, received: int, published: int) -> None:
        """A message; times in nanoseconds of the system clock."""
        data = bytes(sample)
        self.size += len(data)
        self.count += 1
        if self._compressor is not None:
            data = self._compressor.compress(data)
        with self._writing():
            if self._is_full(received):
                self._close()
                self._open()
            self._writer.add_message(
                channel_id=self._channels[topic], log_time=received, data=data, publish_time=published
            )
        self._unwritten += len(data) + _OVERHEAD
        file = self._files[-1]
        if not file.counts:
            file.begin = file.end = received
        file.begin, file.end = min(file.begin, received), max(file.end, received)
        file.counts[topic] = file.counts.get(topic, 0) + 1

    def _is_full(self, now: int) -> bool:
        file, options = self._files[-1], self._options
        if not file.counts:
            return False
        if options.max_duration and now - file.begin >= options.max_duration * 1e9:
            return True
        if options.max_size:
            written = self._stream.tell()
            if written != self._written:  # a chunk more
                self._written, self._unwritten = written, 0
            return written + self._unwritten >= options.max_size
        return False

    def _open(self) -> None:
        path = self.folder / f'{self.folder.name}_{self._number}.mcap'
        self._number += 1
        self._stream = path.open('wb')
        fast = self._options.preset == 'fastwrite'
        zstd = self._options.preset.startswith('zstd')
        self._writer = self._mcap.Writer(
            self._stream,
            chunk_size=min(_CHUNK, max(self._options.max_size // 8, 1024)) if self._options.max_size else _CHUNK,
            compression=self._mcap.CompressionType.ZSTD if zstd else self._mcap.CompressionType.NONE,
            use_chunking=not fast,
            enable_crcs=not fast,
        )
        self._writer.start(profile='ros2', library='rxros2')
        self._unfinished = _File(path)
        self._files.append(self._unfinished)
        self._written = self._unwritten = 0
        self._schemas: dict[str, int] = {}
        self._channels: dict[str, int] = {}
        for topic in self._topics.values():
            self._register(*topic)
        while 0 < self._options.max_files < len(self._files):
            for each in self._compressions:
                each.result()
            self._files.pop(0).path.unlink()
        self._write_metadata()

    def _register(self, topic: Topic, text: str, encoding: str) -> None:
        if topic.type not in self._schemas:
            self._schemas[topic.type] = self._writer.register_schema(
                name=topic.type, encoding=encoding, data=text.encode()
            )
        self._channels[topic.name] = self._writer.register_channel(
            topic=topic.name,
            message_encoding='cdr',
            schema_id=self._schemas[topic.type],
            metadata={'offered_qos_profiles': dump(qos_to_yaml(topic.qos)), 'topic_type_hash': topic.hash},
        )

    def _close(self) -> None:
        self._writer.finish()
        self._stream.close()
        self._unfinished = None
        if self._pool is not None:
            self._compressions.append(self._pool.submit(_compress, self._files[-1]))

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._failed = True
            path = error.filename or self._stream.name
            self._save()
            raise CommandError(
                f'{path} cannot be written: {error.strerror}; {self._saved_count()} messages are in the recording'
            ) from None

    def _save(self) -> None:
        """After an error: cuts off what of the last file is no whole record, and counts what it has."""
        file = self._unfinished
        if file is not None:
            with contextlib.suppress(OSError):  # of what is not written yet
                self._stream.close()
            file.counts = {}
            with contextlib.suppress(OSError, CommandError):
                cut_off(file.path)
                there = McapFile(file.path)
                file.counts = {topic.name: topic.count for topic in there.topics}
                file.begin, file.end = there.times or (0, 0)
        with contextlib.suppress(OSError):
            self._write_metadata()

    def _saved_count(self) -> int:
        return sum(file.count for file in self._files)

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._failed:  # it was told, and saved what can be
            return
        with self._writing():
            self._close()
            if self._pool is not None:
                self._pool.shutdown()
            for each in self._compressions:
                each.result()
            self._write_metadata()

    def _write_metadata(self) -> None:
        whole = _File(self.folder)
        full = [file for file in self._files if file.counts]
        whole.begin = min((file.begin for file in full), default=0)
        whole.end = max((file.end for file in full), default=0)
        for file in full:
            for topic, count in file.counts.items():
                whole.counts[topic] = whole.counts.get(topic, 0) + count
        topics = [
            {
                'topic_metadata': {
                    'name': topic.name,
                    'type': topic.type,
                    'serialization_format': 'cdr',
                    'offered_qos_profiles': qos_to_yaml(topic.qos),
                    'type_description_hash': topic.hash,
                },
                'message_count': whole.counts.get(topic.name, 0),
            }
            for topic, _, _ in self._topics.values()
        ]
        compression = self._options.compression
        information = {
            'version': 9,
            'storage_identifier': 'mcap',
            **whole.times(),
            'topics_with_message_count': topics,
            'compression_format': '' if compression == 'none' else 'zstd',
            'compression_mode': '' if compression == 'none' else compression.upper(),
            'relative_file_paths': [file.path.name for file in self._files],
            'files': [{'path': file.path.name, **file.times()} for file in self._files],
            'custom_data': self._options.custom_data or None,
            'ros_distro': 'rxros2',
        }
        new = self.folder / 'metadata.yaml.new'
        try:
            new.write_text(dump({'rosbag2_bagfile_information': information}), encoding='utf-8')
            new.replace(self.folder / 'metadata.yaml')
        except OSError:
            new.unlink(missing_ok=True)
            raise


def _compress(file: _File) -> None:
    """In a thread beside the recording."""
    target = file.path.with_name(f'{file.path.name}.zstd')
    try:
        with file.path.open('rb') as whole, target.open('wb') as small:
            library('zstandard').ZstdCompressor().copy_stream(whole, small)
    except OSError:
        target.unlink(missing_ok=True)
        raise
    file.path.unlink()
    file.path = target


def _definition(type_: str) -> tuple[str, str, str]:
    """The definition of a message and of all in it, 'ros2msg' or 'ros2idl', and the hash; empty if it is unknown here.

    Parts of services and actions, as which events and feedback travel, have no .msg.
    """
    try:
        structure = find.structure(type_)
        nested = nested_structures(structure, find.structure)
        hash_ = type_hash(structure, find.structure)
    except (InterfaceNotFound, DefinitionError, ValueError):
        return '', 'ros2msg', ''
    if '/msg/' not in type_:
        parts = [f'{_SEPARATOR}\nIDL: {each.name}\n{_idl(each)}' for each in (structure, *nested.values())]
        return ''.join(parts), 'ros2idl', hash_
    parts = [_source(structure)]
    for name, each in sorted(nested.items()):
        parts.append(f'{_SEPARATOR}\nMSG: {name.replace("/msg/", "/")}\n{_source(each)}')
    return '\n'.join(parts), 'ros2msg', hash_


def _source(structure: Structure) -> str:
    return pathlib.Path(structure.source).read_text(encoding='utf-8-sig')


def _idl(structure: Structure) -> str:
    package, kind, name = structure.name.split('/')
    arrays, fields = {}, []
    for each in structure.fields or (Field(EMPTY_MEMBER, FieldType('uint8')),):
        text = str(replace(each.type, collection=Collection.NONE))
        if each.type.is_message:
            text = each.type.base.replace('/', '::')
        if each.type.collection is Collection.SEQUENCE:
            text = f'sequence<{text}, {each.type.length}>' if each.type.length else f'sequence<{text}>'
        elif each.type.collection is Collection.ARRAY:
            alias = f'{re.sub("[^A-Za-z0-9]", "_", text)}__{each.type.length}'
            arrays[alias] = f'typedef {text} {alias}[{each.type.length}];\n'
            text = alias
        fields.append(f'{text} {each.name};\n')
    return (
        f'module {package} {{\nmodule {kind} {{\n{"".join(arrays.values())}'
        f'struct {name} {{\n{"".join(fields)}}};\n}};\n}};\n'
    )
