# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions for arguments, launch configurations and environment variables."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..entity import Action, LaunchDescriptionEntity
from ..errors import LaunchError
from ..substitution import (
    SomeSubstitutionsType,
    bool_of,
    described,
    normalize_to_list_of_substitutions,
    text_of,
)

if TYPE_CHECKING:
    from ..context import LaunchContext


class DeclareLaunchArgument(Action):
    """Declares an argument of the launch file. LaunchError if the default is not one of the choices."""

    def __init__(
        self,
        name: str,
        *,
        default_value: SomeSubstitutionsType | None = None,
        description: str | None = None,
        choices: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.name = name
        self.default_value = None if default_value is None else normalize_to_list_of_substitutions(default_value)
        self.description = description or ''
        self.choices = None if choices is None else [str(choice) for choice in choices]
        self._conditionally_included = False
        if self.choices is not None and not self.choices:
            raise LaunchError(f"the argument '{name}' has no choices; expected at least one", self.place)
        if isinstance(default_value, str) and self.choices is not None and default_value not in self.choices:
            raise LaunchError(self._no_choice('the default', default_value), self.place)

    def describe(self) -> str:
        """Returns the class name and the name of the argument."""
        return f'DeclareLaunchArgument {self.name}'

    def _no_choice(self, subject: str, value: str) -> str:
        return f"{subject} of the argument '{self.name}' is '{value}'; expected one of {', '.join(self.choices or ())}"

    def execute(self, context: LaunchContext) -> None:
        """Sets the configuration to the default if it has no value yet.

        Raises LaunchError if there is no default either, or if the value is not one of the choices.
        """
        context.read_configurations.add(self.name)
        if self.name not in context.launch_configurations:
            if self.default_value is None:
                about = f' ({self.description})' if self.description else ''
                raise LaunchError(
                    f"the argument '{self.name}'{about} has no default; give it as {self.name}:=VALUE", self.place
                )
            context.launch_configurations[self.name] = text_of(context, self.default_value)
        value = context.launch_configurations[self.name]
        if self.choices is not None and value not in self.choices:
            raise LaunchError(self._no_choice('the value', value), self.place)

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        """Sets the default in `context`, if it is known before the launch runs, and yields this argument."""
        if self.default_value is not None and self.name not in context.launch_configurations:
            with contextlib.suppress(Exception):  # some values are known only when the launch runs
                context.launch_configurations[self.name] = text_of(context, self.default_value)
        yield self, conditional or self.condition is not None


class SetLaunchConfiguration(Action):
    """Sets a launch configuration."""

    def __init__(self, name: SomeSubstitutionsType, value: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = name
        self.value = value

    def describe(self) -> str:
        """Returns the class name, and the name and value of the configuration."""
        return f'SetLaunchConfiguration {described(self.name)} := {described(self.value)}'

    def execute(self, context: LaunchContext) -> None:
        """Sets the configuration in the active scope."""
        context.launch_configurations[text_of(context, self.name)] = text_of(context, self.value)

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        """Sets the configuration in `context`, if it is known before the launch runs; yields no argument."""
        with contextlib.suppress(Exception):
            self.visit(context)
        yield from ()


class UnsetLaunchConfiguration(Action):
    """Removes a launch configuration."""

    def __init__(self, name: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = name

    def describe(self) -> str:
        """Returns the class name and the name of the configuration."""
        return f'UnsetLaunchConfiguration {described(self.name)}'

    def execute(self, context: LaunchContext) -> None:
        """Removes the configuration from the active scope; does nothing if it is not set."""
        context.launch_configurations.pop(text_of(context, self.name), None)


class ResetLaunchConfigurations(Action):
    """Removes all configurations and sets the given ones."""

    def __init__(self, launch_configurations: Mapping[Any, SomeSubstitutionsType] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.launch_configurations = launch_configurations or {}

    def execute(self, context: LaunchContext) -> None:
        """Evaluates the given configurations before it removes the others."""
        kept = {text_of(context, name): text_of(context, value) for name, value in self.launch_configurations.items()}
        context.launch_configurations.clear()
        context.launch_configurations.update(kept)


class SetEnvironmentVariable(Action):
    """Sets an environment variable."""

    def __init__(self, name: SomeSubstitutionsType, value: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = name
        self.value = value

    def describe(self) -> str:
        """Returns the class name, and the name and value of the variable."""
        return f'SetEnvironmentVariable {described(self.name)} := {described(self.value)}'

    def execute(self, context: LaunchContext) -> None:
        """Sets the variable in the environment of this process, which the scope restores at its end."""
        context.environment[text_of(context, self.name)] = text_of(context, self.value)


class UnsetEnvironmentVariable(Action):
    """Removes an environment variable."""

    def __init__(self, name: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = name

    def describe(self) -> str:
        """Returns the class name and the name of the variable."""
        return f'UnsetEnvironmentVariable {described(self.name)}'

    def execute(self, context: LaunchContext) -> None:
        """Removes the variable from the environment; does nothing if it is not set."""
        context.environment.pop(text_of(context, self.name), None)


class AppendEnvironmentVariable(Action):
    """Appends a value to an environment variable, or prepends it."""

    def __init__(
        self,
        name: SomeSubstitutionsType,
        value: SomeSubstitutionsType,
        prepend: bool | SomeSubstitutionsType = False,
        separator: SomeSubstitutionsType = os.pathsep,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.name = name
        self.value = value
        self.prepend = prepend
        self.separator = separator

    def describe(self) -> str:
        """Returns the class name, and the name and value of the variable."""
        return f'AppendEnvironmentVariable {described(self.name)} += {described(self.value)}'

    def execute(self, context: LaunchContext) -> None:
        """Joins the old and the new value with the separator; sets only the new value if there is no old one."""
        name, value = text_of(context, self.name), text_of(context, self.value)
        present = context.environment.get(name)
        if present is not None:
            parts = [present, value]
            if bool_of(context, self.prepend, 'prepend'):
                parts.reverse()
            value = text_of(context, self.separator).join(parts)
        context.environment[name] = value


class ResetEnvironment(Action):
    """Restores the environment that the launch began with."""

    def execute(self, context: LaunchContext) -> None:
        """Replaces the environment of this process by that at the start of the launch."""
        first = context.get_locals_as_dict().get('first_environment', {})
        context.environment.clear()
        context.environment.update(first)


class PushLaunchConfigurations(Action):
    """Begins a scope of configurations: PopLaunchConfigurations reverts later changes."""

    def execute(self, context: LaunchContext) -> None:
        """Begins a scope with copies of the configurations and the environment."""
        context.push_scope()


class PopLaunchConfigurations(Action):
    """Reverts the configurations to those at PushLaunchConfigurations."""

    def execute(self, context: LaunchContext) -> None:
        """Ends the scope but keeps the current environment. Raises RuntimeError without a scope."""
        environment = dict(os.environ)
        context.pop_scope()
        context.environment.clear()
        context.environment.update(environment)


class PushEnvironment(Action):
    """Begins a scope of the environment: PopEnvironment reverts later changes."""

    def execute(self, context: LaunchContext) -> None:
        """Begins a scope with copies of the configurations and the environment."""
        context.push_scope()


class PopEnvironment(Action):
    """Reverts the environment to that at PushEnvironment."""

    def execute(self, context: LaunchContext) -> None:
        """Ends the scope but keeps the current configurations. Raises RuntimeError without a scope."""
        configurations = dict(context.launch_configurations)
        context.pop_scope()
        context.launch_configurations.clear()
        context.launch_configurations.update(configurations)


class _EnterScope(Action):
    def execute(self, context: LaunchContext) -> None:
        context.push_scope()


class _LeaveScope(Action):
    def execute(self, context: LaunchContext) -> None:
        context.pop_scope()


class GroupAction(Action):
    """Executes actions under one condition and, unless `scoped` is false, in a scope.

    A scope has its own configurations and environment. Without `forwarding` its configurations are only
    `launch_configurations`.
    """

    def __init__(
        self,
        actions: Any,
        *,
        scoped: bool = True,
        forwarding: bool = True,
        launch_configurations: Mapping[Any, SomeSubstitutionsType] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.actions: list[LaunchDescriptionEntity] = list(actions)
        for action in self.actions:
            if not isinstance(action, LaunchDescriptionEntity):
                raise LaunchError(f'GroupAction: expected an action, found {action!r}', self.place)
        self.scoped = scoped
        self.forwarding = forwarding
        self.launch_configurations = dict(launch_configurations or {})

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the actions of the group."""
        return self.actions

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity]:
        """Returns the configurations and actions of the group, inside a scope if the group is scoped."""
        set_ = [SetLaunchConfiguration(name, value) for name, value in self.launch_configurations.items()]
        if not self.scoped:
            return [*set_, *self.actions]
        if self.forwarding:
            return [_EnterScope(), *set_, *self.actions, _LeaveScope()]
        reset = [ResetEnvironment(), ResetLaunchConfigurations(self.launch_configurations)]
        return [_EnterScope(), *reset, *self.actions, _LeaveScope()]

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        """Yields the arguments of the actions, and reverts the changes of a scoped group to `context`."""
        if self.scoped:
            context.push_scope()
        try:
            yield from super().declared_arguments(context, conditional)
        finally:  # the caller may stop early, and the environment of this process must be restored
            if self.scoped:
                context.pop_scope()
