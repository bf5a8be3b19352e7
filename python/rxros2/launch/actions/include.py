# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""IncludeLaunchDescription: executes another launch file with arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..entity import Action, LaunchDescription, LaunchDescriptionEntity
from ..errors import LaunchError
from ..sources import AnyLaunchDescriptionSource, LaunchDescriptionSource
from ..substitution import SomeSubstitutionsType, text_of
from .configurations import SetLaunchConfiguration

if TYPE_CHECKING:
    from ..context import LaunchContext


_MOST_REPEATED = 20
"""How often a file may include itself, directly or by way of others, before that counts as endless."""


class _SetFile(Action):
    """Sets the path of ThisLaunchFile, and the files that are being included, the outermost first."""

    def __init__(self, path: str | None, files: tuple[str, ...]) -> None:
        super().__init__()
        self._path = path
        self._files = files

    def execute(self, context: LaunchContext) -> None:
        context.extend_locals({'current_launch_file_path': self._path})
        context.including = self._files


class IncludeLaunchDescription(Action):
    """Executes another launch file.

    Its arguments become launch configurations, which stay set after it unless it is in a scoped group.
    """

    def __init__(
        self,
        launch_description_source: LaunchDescriptionSource | SomeSubstitutionsType,
        *,
        launch_arguments: Iterable[tuple[SomeSubstitutionsType, SomeSubstitutionsType]]
        | Mapping[Any, SomeSubstitutionsType]
        | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if not isinstance(launch_description_source, LaunchDescriptionSource):
            launch_description_source = AnyLaunchDescriptionSource(launch_description_source)
        self.launch_description_source = launch_description_source
        if isinstance(launch_arguments, Mapping):
            launch_arguments = launch_arguments.items()
        self.launch_arguments = list(launch_arguments or [])

    def describe(self) -> str:
        """Returns the class name and the location of the launch file."""
        return f'IncludeLaunchDescription {self.launch_description_source.location}'

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the launch description of the file; none if it cannot be read before the launch runs."""
        description = self.launch_description_source.try_get_launch_description_without_context()
        return [] if description is None else [description]

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity]:
        """Reads the file, and returns its launch description and the actions that set its arguments."""
        description = self._description(context)
        outer = context.get_locals_as_dict().get('current_launch_file_path')
        files, path = context.including, self._file()
        arguments = [SetLaunchConfiguration(name, value) for name, value in self.launch_arguments]
        if not path:
            return [*arguments, description]
        if files.count(path) >= _MOST_REPEATED:
            raise LaunchError(_cycle_text([*files, path]), self.place)
        return [*arguments, _SetFile(path, (*files, path)), description, _SetFile(outer, files)]

    def _file(self) -> str:
        """Returns the path of the file, which has been read; '' for a description that is not in a file."""
        location = self.launch_description_source.location
        return os.path.abspath(location) if os.path.exists(location) else ''

    def _description(self, context: LaunchContext) -> LaunchDescription:
        try:
            return self.launch_description_source.get_launch_description(context)
        except LaunchError as error:
            if error.place:  # in the included file
                raise
            raise LaunchError(f'include: {error.text}', self.place) from error

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        """Yields the arguments of the file that `launch_arguments` does not set; none if the file cannot be read."""
        given = set()
        try:
            for name, value in self.launch_arguments:
                given.add(text_of(context, name))
                context.launch_configurations[text_of(context, name)] = text_of(context, value)
        except Exception:  # some values are known only when the launch runs
            pass
        try:
            description = self.launch_description_source.get_launch_description(context)
        except Exception:
            return
        files, path = context.including, self._file()
        if path in files:  # its arguments are known
            return
        context.including = (*files, path) if path else files
        try:
            for argument, under_condition in description.declared_arguments(
                context, conditional or self.condition is not None
            ):
                if argument.name not in given:
                    yield argument, under_condition
        finally:
            context.including = files


def _cycle_text(files: list[str]) -> str:
    """Returns a text about the last file, which includes itself."""
    begin = len(files) - 2 - files[-2::-1].index(files[-1])
    first, *others = files[begin:]
    text = ', which includes '.join(others[:-1])
    return f'{first} includes {text}, which includes it again' if text else f'{first} includes itself'
