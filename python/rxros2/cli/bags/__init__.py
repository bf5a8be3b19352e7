# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Recordings for commands: rxros2.bag, with errors that end a command, and with rosbag2's options."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field

from ... import bag
from ...bag import Message, Topic
from ...qos import QoSProfile
from ..frame import CommandError

__all__ = ['Bag', 'Options', 'Topic', 'Writer', 'shown_size']


def shown_size(count: float) -> str:
    for unit in ('B', 'KiB', 'MiB'):
        if count < 1024:
            return f'{count:.0f} B' if unit == 'B' else f'{count:.1f} {unit}'
        count /= 1024
    return f'{count:.1f} GiB'


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """A CommandError for what is wrong with a recording."""
    try:
        yield
    except bag.BagError as error:
        raise CommandError(' '.join(str(error).split())) from None


class Bag(bag.Reader):
    """A recording: a folder, or one file of it. CommandError for what is none, or is damaged."""

    def __init__(self, path: pathlib.Path) -> None:
        with _told():
            super().__init__(path)

    def messages(
        self,
        topics: Iterable[str] | None = None,
        begin: int | None = None,
        end: int | None = None,
        *,
        in_file_order: bool = False,
    ) -> Generator[Message]:
        with _told():
            yield from super().messages(topics, begin, end, in_file_order=in_file_order)


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


class Writer(bag.Writer):
    """Writes a recording into a new folder. CommandError for one that exists, and for what cannot be written."""

    def __init__(self, folder: pathlib.Path, options: Options) -> None:
        if folder.exists():
            raise CommandError(f'{folder} exists; expected a new folder: -o DIR')
        small = options.preset == 'zstd_small'
        with _told():
            super().__init__(
                folder,
                compression='zstd' if options.preset.startswith('zstd') else 'none',
                level=9 if small else 1,
                chunks=options.preset != 'fastwrite',
                chunk_size=(4 if small else 1) << 20,
                mode=options.compression,
                max_size=options.max_size,
                max_duration=options.max_duration,
                max_files=options.max_files,
                custom_data=options.custom_data,
            )

    def add_topic(self, topic: Topic | str, type_: str = '', qos: Iterable[QoSProfile] = ()) -> bool:
        with _told():
            return super().add_topic(topic, type_, qos)

    def write(self, topic: str, sample: object, log_time: int, publish_time: int | None = None) -> None:
        with _told():
            super().write(topic, sample, log_time, publish_time)

    def flush(self) -> None:
        with _told():
            super().flush()

    def close(self) -> None:
        with _told():
            super().close()

    def __enter__(self) -> Writer:
        return self
