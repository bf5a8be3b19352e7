# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Output of a launch on the screen and in log files."""

from __future__ import annotations

import contextlib
import datetime
import logging
import os
import pathlib
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from ..printable import printable

_COLOURS = (36, 32, 35, 34, 96, 92, 95, 94)
_LEVELS = {'WARN': 33, 'ERROR': 31}


class Output:
    """Writes lines of processes and of the launch to the screen and to log files. Not thread-safe."""

    def __init__(self) -> None:
        if hasattr(sys.stdout, 'reconfigure'):
            sys.stdout.reconfigure(errors='replace')
        self.colours = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get('NO_COLOR')
        self.on_closed: Callable[[], None] = lambda: None
        """Called once when the reader of the output has closed it."""
        self._closed = False
        self._folder: pathlib.Path | None = None
        self._files: dict[str, TextIO | None] = {}

    def say(self, level: str, name: str, text: str) -> None:
        """Writes a message of the launch to the screen and to launch.log."""
        line = printable(f'[{level}] [{name}]: {text}')
        self._print(self._coloured(line, _LEVELS.get(level)))
        self.log([line])

    def lines(self, process: str, number: int, texts: Sequence[str]) -> None:
        """Prints lines of a process, with its name in front."""
        begin = self._coloured(f'[{process}]', _COLOURS[(number - 1) % len(_COLOURS)])
        self._print('\n'.join(f'{begin} {text}' for text in texts))

    def plain(self, lines: Sequence[str]) -> None:
        """Prints lines without changes."""
        self._print('\n'.join(lines))

    def log(self, lines: Sequence[str], file: str = 'launch.log') -> None:
        """Writes lines to a log file; does nothing if it cannot be written."""
        if file not in self._files:
            self._files[file] = self._open(file)
        target = self._files[file]
        if target is not None:
            stamp = f'{datetime.datetime.now().timestamp():.6f} ' if file == 'launch.log' else ''
            try:
                target.write(''.join(f'{stamp}{line}\n' for line in lines))
                target.flush()
            except OSError as error:  # such as a full disk; the launch continues
                self._files[file] = None
                self._warn(f'{file} of {self.folder()} ends here: {error.strerror}')
                _close(target)

    def close(self) -> None:
        """Closes the log files."""
        for file in self._files.values():
            if file is not None:
                _close(file)
        self._files.clear()

    def folder(self) -> pathlib.Path:
        """Returns the folder of this launch's log files, in ROS_LOG_DIR, ROS_HOME/log or ~/.ros/log.

        It is created with the first file.
        """
        if self._folder is None:
            home = os.environ.get('ROS_HOME') or os.path.join(os.path.expanduser('~'), '.ros')
            root = pathlib.Path(os.environ.get('ROS_LOG_DIR') or os.path.join(home, 'log')).expanduser()
            stamp = datetime.datetime.now().strftime('%Y-%m-%d-%H-%M-%S-%f')
            self._folder = root / f'{stamp}-{socket.gethostname()}-{os.getpid()}'
        return self._folder

    def _open(self, file: str) -> TextIO | None:
        try:
            self.folder().mkdir(parents=True, exist_ok=True)
            return open(self.folder() / file, 'a', encoding='utf-8', errors='replace')
        except OSError as error:
            if not self._files:
                self._warn(f'no log files: {error.filename}: {error.strerror}')
            return None

    def _warn(self, text: str) -> None:
        """Prints a warning to standard error, because the normal output has failed."""
        with contextlib.suppress(OSError, ValueError):
            print(f'rxros2: {text}', file=sys.stderr)

    def _coloured(self, text: str, colour: int | None) -> str:
        return f'\033[{colour}m{text}\033[0m' if self.colours and colour is not None else text

    def _print(self, line: str) -> None:
        if self._closed:
            return
        try:
            print(line, flush=True)
        except UnicodeEncodeError:  # a stream without reconfigure() cannot replace such characters itself
            encoding = sys.stdout.encoding or 'ascii'
            self._print(line.encode(encoding, 'replace').decode(encoding))
        except BrokenPipeError:
            self._drop_output()
            self.on_closed()
        except OSError as error:  # such as a full disk; the launch continues
            self._drop_output()
            self._warn(f'standard output ends here: {error.strerror}')
        except ValueError:  # the stream is closed
            self._closed = True
            self.on_closed()

    def _drop_output(self) -> None:
        """Discards all further output."""
        self._closed = True
        with contextlib.suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stdout.fileno())
            os.close(null)


def _close(file: TextIO) -> None:
    with contextlib.suppress(OSError):
        file.close()


class LogHandler(logging.Handler):
    """Prints messages of Python's logging, which launch files use through launch.logging.get_logger()."""

    def __init__(self, output: Output) -> None:
        super().__init__()
        self._output = output

    def emit(self, record: logging.LogRecord) -> None:
        """Prints a log record with its level and the name of its logger."""
        level = {'WARNING': 'WARN'}.get(record.levelname, record.levelname)
        try:
            text = record.getMessage()
        except Exception:  # arguments that do not fit the text
            self.handleError(record)
        else:
            self._output.say(level, record.name, text)
