# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sources of launch descriptions: Python files, and formats that a frontend reads."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .entity import LaunchDescription
from .errors import InvalidLaunchFileError, LaunchError, place_of_error, words_of
from .substitution import SomeSubstitutionsType, described, text_of

if TYPE_CHECKING:
    from .context import LaunchContext

READERS: dict[str, Callable[[str, str], LaunchDescription]] = {}
"""Readers by file name suffix, such as '.xml'. They take path and text; LaunchError, with file and line, for faults."""

_numbers = itertools.count()


class InvalidPythonLaunchFileError(InvalidLaunchFileError):
    """Raised for a Python launch file without generate_launch_description()."""


class InvalidFrontendLaunchFileError(InvalidLaunchFileError):
    """Raised for an XML or YAML launch file that cannot be read."""


def load_python_launch_file_as_module(python_launch_file_path: str) -> ModuleType:
    """Imports a Python launch file. LaunchError, with file and line, if it raises an exception."""
    path = os.path.abspath(python_launch_file_path)
    spec = spec_from_file_location(f'launch_file_{next(_numbers)}', path)
    if spec is None or spec.loader is None:
        raise LaunchError(f'{path} is not a Python file')
    module = module_from_spec(spec)
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # share/ must not change
    try:
        spec.loader.exec_module(module)
    except LaunchError:
        raise
    except SyntaxError as error:
        raise LaunchError(f'no valid Python: {error.msg}', f'{error.filename}:{error.lineno}') from error
    except Exception as error:
        raise LaunchError(words_of(error), place_of_error(error) or path) from error
    finally:
        sys.dont_write_bytecode = bytecode
    return module


def get_launch_description_from_python_launch_file(python_launch_file_path: str) -> LaunchDescription:
    """Calls generate_launch_description() of a Python file. LaunchError, with file and line, for faults."""
    _expect_file(python_launch_file_path)
    module = load_python_launch_file_as_module(python_launch_file_path)
    make = getattr(module, 'generate_launch_description', None)
    if not callable(make):
        raise LaunchError('no launch file: it has no function generate_launch_description()', python_launch_file_path)
    try:
        description = make()
    except LaunchError:
        raise
    except Exception as error:
        raise LaunchError(words_of(error), place_of_error(error) or python_launch_file_path) from error
    if not isinstance(description, LaunchDescription):
        raise LaunchError(
            f'generate_launch_description() returns {description!r}; expected a LaunchDescription',
            python_launch_file_path,
        )
    return description


def get_launch_description_from_frontend_launch_file(
    frontend_launch_file_path: str, *, parser: Any = None
) -> LaunchDescription:
    """Reads an XML or YAML file. LaunchError, with file and line, for faults."""
    _expect_file(frontend_launch_file_path)
    for suffix, read in READERS.items():
        if frontend_launch_file_path.endswith(suffix):
            return read(frontend_launch_file_path, _text(frontend_launch_file_path))
    return _guess(frontend_launch_file_path)


def get_launch_description_from_any_launch_file(launch_file_path: str, *, parser: Any = None) -> LaunchDescription:
    """Reads a launch file; the suffix of its name decides the format, else its first characters."""
    if launch_file_path.endswith('.py'):
        return get_launch_description_from_python_launch_file(launch_file_path)
    return get_launch_description_from_frontend_launch_file(launch_file_path)


def _guess(path: str) -> LaunchDescription:
    text = _text(path)
    if text.lstrip().startswith('<'):
        return READERS['.xml'](path, text)
    if text.lstrip().startswith(('launch:', '%YAML', '---')):
        return READERS['.yaml'](path, text)
    raise LaunchError(f'{path} is not a launch file; expected a name that ends in .py, {", ".join(READERS)}')


def _expect_file(path: str) -> None:
    if not os.path.isfile(path):
        raise LaunchError(f'no file {path}' if not os.path.exists(path) else f'{path} is not a file')


def _text(path: str) -> str:
    try:
        with open(path, encoding='utf-8') as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise LaunchError(f'{path} cannot be read: {error}') from None


class LaunchDescriptionSource:
    """A launch description, or a launch file that is read at the first use."""

    def __init__(
        self,
        launch_description: LaunchDescription | None = None,
        location: SomeSubstitutionsType = '<script>',
        method: str = 'a program',
    ) -> None:
        self._description = launch_description
        self._path: SomeSubstitutionsType = location
        self._expanded: str | None = None
        self.method = method

    @property
    def location(self) -> str:
        """The path, or its unevaluated parts before the first use."""
        return described(self._path) if self._expanded is None else self._expanded

    def try_get_launch_description_without_context(self) -> LaunchDescription | None:
        """Returns the launch description, or None if it cannot be read before the launch runs."""
        from .context import LaunchContext

        try:
            return self.get_launch_description(LaunchContext())
        except Exception:
            return None

    def get_launch_description(self, context: LaunchContext) -> LaunchDescription:
        """Returns the launch description. LaunchError if the file does not exist or is invalid."""
        path = text_of(context, self._path)
        if self._description is None or (self._expanded is not None and self._expanded != path):
            self._expanded = path
            self._description = self._read(path)
        return self._description

    def _read(self, path: str) -> LaunchDescription:
        raise NotImplementedError(f'{type(self).__name__} has no launch description')


class PythonLaunchDescriptionSource(LaunchDescriptionSource):
    """A Python launch file."""

    def __init__(self, launch_file_path: SomeSubstitutionsType) -> None:
        super().__init__(None, launch_file_path, 'a Python file')

    def _read(self, path: str) -> LaunchDescription:
        return get_launch_description_from_python_launch_file(path)


class AnyLaunchDescriptionSource(LaunchDescriptionSource):
    """A launch file of any format."""

    def __init__(self, launch_file_path: SomeSubstitutionsType) -> None:
        super().__init__(None, launch_file_path, 'a file')

    def _read(self, path: str) -> LaunchDescription:
        return get_launch_description_from_any_launch_file(path)


class FrontendLaunchDescriptionSource(LaunchDescriptionSource):
    """An XML or YAML launch file."""

    def __init__(self, launch_file_path: SomeSubstitutionsType, *, method: str = 'a file', parser: Any = None) -> None:
        super().__init__(None, launch_file_path, method)

    def _read(self, path: str) -> LaunchDescription:
        return get_launch_description_from_frontend_launch_file(path)


class XMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    """An XML launch file."""

    def _read(self, path: str) -> LaunchDescription:
        _expect_file(path)
        return READERS['.xml'](path, _text(path))


class YAMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    """A YAML launch file."""

    def _read(self, path: str) -> LaunchDescription:
        _expect_file(path)
        return READERS['.yaml'](path, _text(path))
