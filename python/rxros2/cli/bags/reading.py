# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads a recording: MCAP or SQLite, compressed or not, complete or cut off. Its bytes are not trusted."""

from __future__ import annotations

import contextlib
import pathlib
import re
import tempfile
from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol, TypeVar

from ..frame import CommandError
from ..yaml_text import load
from .metadata import Topic, library, qos_from_yaml

_T = TypeVar('_T')
_KINDS = ('.mcap', '.db3')
_SMALLEST = 8 + 9 + 20 + 8
"""Bytes of an empty file of MCAP: magic, footer, magic."""
_EXPECTED = "expected a folder that 'bag record' made, a .mcap or a .db3"

Message = tuple[int, str, bytes]
"""Time in nanoseconds, topic, sample."""


class Bag:
    """A recording: a folder, or one file of it. CommandError for what is none, or is damaged."""

    def __init__(self, path: pathlib.Path) -> None:
        self.files, compression = _files(path)
        self.size = sum(file.stat().st_size for file in self.files)
        if not self.size:
            raise CommandError(f'{path} is damaged, or no recording: it has no bytes')
        self._unpacked = tempfile.TemporaryDirectory(prefix='rxros2_bag_')  # removed with this object
        files = [self._plain(file) for file in self.files]
        self.storage = 'sqlite3' if files[0].suffix == '.db3' else 'mcap'
        self._parts: list[_File] = [_SqliteFile(file) if file.suffix == '.db3' else McapFile(file) for file in files]
        self._decompress = library('zstandard').decompress if compression == 'message' else None
        topics: dict[str, Topic] = {}
        for part in self._parts:
            for topic in part.topics:
                new = Topic(topic.name, topic.type, topic.hash, topic.qos, 0, topic.format)
                topics.setdefault(topic.name, new).count += topic.count
        self.topics = [topics[name] for name in sorted(topics)]
        self.count = sum(topic.count for topic in self.topics)
        times = [part.times for part in self._parts if part.times is not None]
        self.begin = min((begin for begin, _ in times), default=0)
        """Nanoseconds of the system clock, when the first message came."""
        self.end = max((end for _, end in times), default=0)

    def messages(self, topics: list[str], begin: int) -> Generator[Message]:
        """Those that came at `begin` or later, in order."""
        for part in self._parts:
            for stamp, topic, sample in part.messages(topics, begin):
                yield stamp, topic, sample if self._decompress is None else self._message(topic, sample)

    def _message(self, topic: str, sample: bytes) -> bytes:
        assert self._decompress is not None
        try:
            data: bytes = self._decompress(sample)
        except library('zstandard').ZstdError as error:
            raise CommandError(f'a message of {topic} in {self.files[0].parent} is damaged: {_line(error)}') from None
        return data

    def _plain(self, file: pathlib.Path) -> pathlib.Path:
        """The file, or what it is uncompressed."""
        if file.suffix != '.zstd':
            return file
        zstandard = library('zstandard')
        plain = pathlib.Path(self._unpacked.name) / file.stem
        try:
            with file.open('rb') as small, plain.open('wb') as whole:
                zstandard.ZstdDecompressor().copy_stream(small, whole)
        except zstandard.ZstdError as error:
            raise CommandError(f'{file} is damaged: {_line(error)}') from None
        except OSError as error:
            raise CommandError(f'{file} cannot be unpacked into {plain.parent}: {error.strerror}') from None
        return plain


def _files(path: pathlib.Path) -> tuple[list[pathlib.Path], str]:
    """The files, and how they are compressed."""
    if path.is_file() and path.name.removesuffix('.zstd').endswith(_KINDS):
        return [path], ''
    metadata = path / 'metadata.yaml'
    compression = ''
    if metadata.is_file():
        try:
            information = load(metadata.read_text(encoding='utf-8'), str(metadata))['rosbag2_bagfile_information']
            files = [_there(path / pathlib.PurePath(name).name) for name in information['relative_file_paths']]
            compression = str(information.get('compression_mode') or '').lower()
        except (KeyError, TypeError, AttributeError, UnicodeDecodeError):
            raise CommandError(f'{metadata} is no metadata of a recording') from None
        if compression in ('file', 'message') and (kind := information.get('compression_format')) != 'zstd':
            raise CommandError(f"{metadata}: compression_format is '{kind}'; expected zstd")
    else:
        files = [file for kind in _KINDS for file in [*path.glob(f'*{kind}'), *path.glob(f'*{kind}.zstd')]]
        files.sort(key=lambda file: [int(each) if each.isdigit() else each for each in re.split(r'(\d+)', file.name)])
    missing = [str(file) for file in files if not file.is_file()]
    if missing or not files:
        what = f'{", ".join(missing)} is missing' if missing else f'{path} is no recording'
        raise CommandError(f'{what}; {_EXPECTED}')
    return files, compression


def _there(file: pathlib.Path) -> pathlib.Path:
    """The file, or that which its compression had made when a crash came."""
    small = file.with_name(f'{file.name}.zstd')
    return small if not file.exists() and small.exists() else file


def _line(error: Exception) -> str:
    """What it says, in one line that is not too long."""
    return ' '.join(str(error).split())[:200] or type(error).__name__


class _File(Protocol):
    topics: list[Topic]
    times: tuple[int, int] | None

    def messages(self, topics: list[str], begin: int) -> Iterator[Message]: ...


class McapFile:
    """One file. One that was cut off, by a crash while it was written, is read up to there."""

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path
        self.topics: list[Topic] = []
        self.times: tuple[int, int] | None = None
        summary = self._read(lambda reader: reader.get_summary())
        if summary is None or summary.statistics is None or not summary.channels:
            self._scan()
            return
        counts = summary.statistics.channel_message_counts
        for channel in summary.channels.values():
            schema = summary.schemas.get(channel.schema_id)
            self.topics.append(_topic(channel, schema, counts.get(channel.id, 0)))
        if summary.statistics.message_count:
            self.times = summary.statistics.message_start_time, summary.statistics.message_end_time

    def _read(self, what: Callable[[Any], _T]) -> _T | None:
        """None for a file that ends too early."""
        if self._path.stat().st_size < _SMALLEST:  # the library would look for its end before its beginning
            return None
        with self._path.open('rb') as file, self._reading():
            return what(library('mcap.reader').make_reader(file))
        return None

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Leaves its block where the file is cut off; a CommandError says what else is wrong with it."""
        errors = library('mcap.exceptions')
        try:
            yield
        except (errors.EndOfFile, errors.RecordLengthLimitExceeded):
            pass
        except CommandError:
            raise
        except Exception as error:  # the library meets damaged bytes unprepared: struct.error, KeyError, ZstdError, …
            what = 'damaged, or no MCAP' if isinstance(error, errors.McapError) else 'damaged'
            raise CommandError(f'{self._path} is {what}: {_line(error)}') from None

    def _scan(self) -> None:
        found: dict[int, Topic] = {}
        for schema, channel, message in self._all():
            if channel.id not in found:
                found[channel.id] = _topic(channel, schema, 0)
            found[channel.id].count += 1
            begin, end = self.times or (message.log_time, message.log_time)
            self.times = min(begin, message.log_time), max(end, message.log_time)
        self.topics = list(found.values())

    def _all(self) -> Iterator[tuple[Any, Any, Any]]:
        """In the order of the file; needs no index."""
        with self._path.open('rb') as file, self._reading():
            yield from library('mcap.reader').NonSeekingReader(file).iter_messages(log_time_order=False)

    def messages(self, topics: list[str], begin: int) -> Iterator[Message]:
        begun = False
        with self._path.open('rb') as file, self._reading():
            reader = library('mcap.reader').make_reader(file)
            for _, channel, message in reader.iter_messages(topics, start_time=begin or None):
                begun = True
                yield message.log_time, channel.topic, message.data
            return
        if begun:
            return
        for _, channel, message in self._all():
            if channel.topic in topics and message.log_time >= begin:
                yield message.log_time, channel.topic, message.data


def cut_off(path: pathlib.Path) -> None:
    """Shortens a file of MCAP to its whole records, if it was written to its present end only in part."""
    size = path.stat().st_size
    with path.open('r+b') as file:
        end = 8  # of the magic bytes
        while header := file.seek(end) and file.read(9):  # a record's kind and length
            next_ = end + 9 + int.from_bytes(header[1:], 'little')
            if len(header) < 9 or next_ > size:
                break
            end = next_
        file.truncate(min(end, size))


def _topic(channel: Any, schema: Any, count: int) -> Topic:
    metadata = channel.metadata
    qos = qos_from_yaml(metadata.get('offered_qos_profiles', ''))
    type_ = schema.name if schema else ''
    return Topic(channel.topic, type_, metadata.get('topic_type_hash', ''), qos, count, channel.message_encoding)


class _SqliteFile:
    """One file of rosbag2's older storage."""

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path
        columns = {row[1] for row in self._rows('PRAGMA table_info(topics)')}
        extra = ', '.join(
            each if each in columns else "''" for each in ('type_description_hash', 'offered_qos_profiles')
        )
        counts = dict(self._rows('SELECT topic_id, COUNT(*) FROM messages GROUP BY topic_id'))
        self.topics = []
        for number, name, type_, format_, hash_, qos in self._rows(
            f'SELECT id, name, type, serialization_format, {extra} FROM topics', (int, str, str, str, str, str)
        ):
            self.topics.append(Topic(name, type_, hash_, qos_from_yaml(qos), counts.get(number, 0), format_))
        self.times = None
        if counts:
            (self.times,) = self._rows('SELECT MIN(timestamp), MAX(timestamp) FROM messages', (int, int))

    def _rows(self, query: str, kinds: tuple[type, ...] = (), values: tuple[Any, ...] = ()) -> Iterator[Any]:
        """Rows with columns of these kinds; without `kinds`, whatever stands there."""
        import sqlite3

        try:
            with contextlib.closing(sqlite3.connect(f'{self._path.absolute().as_uri()}?mode=ro', uri=True)) as there:
                for row in there.execute(query, values):
                    if kinds and any(not isinstance(each, kind) for each, kind in zip(row, kinds, strict=True)):
                        raise ValueError(f'{row!r:.60} is no such row as expected')
                    yield row
        except (sqlite3.Error, ValueError) as error:  # which a text that is no UTF-8 is, too
            raise CommandError(f'{self._path} is damaged, or no recording: {_line(error)}') from None

    def messages(self, topics: list[str], begin: int) -> Iterator[Message]:
        marks = ', '.join('?' * len(topics))
        query = (
            'SELECT timestamp, name, data FROM messages JOIN topics ON topics.id = topic_id '
            f'WHERE timestamp >= ? AND name IN ({marks}) ORDER BY timestamp'
        )
        yield from self._rows(query, (int, str, bytes), (begin, *topics))
