# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The substitutions of launch.substitutions."""

from __future__ import annotations

import getpass
import importlib
import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .errors import SubstitutionFailure
from .substitution import SomeSubstitutionsType, Substitution, bool_of, described, text_of

if TYPE_CHECKING:
    from .context import LaunchContext


def _known_names(names: Iterable[str]) -> str:
    known = sorted(names)
    return f'there {"are" if len(known) > 1 else "is"} {", ".join(known)}' if known else 'there is none'


class LaunchConfiguration(Substitution):
    """The value of a launch configuration, such as an argument. SubstitutionFailure without value and default."""

    def __init__(self, variable_name: SomeSubstitutionsType, *, default: Any = None) -> None:
        self.variable_name = variable_name
        self._default = default

    def describe(self) -> str:
        """Returns the class name and the name of the configuration."""
        return f'LaunchConfiguration({described(self.variable_name)})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the value of the configuration, else the default. Raises SubstitutionFailure without both."""
        name = text_of(context, self.variable_name)
        context.read_configurations.add(name)
        if name in context.launch_configurations:
            return str(context.launch_configurations[name])
        if self._default is None:
            raise SubstitutionFailure(
                f"no launch configuration '{name}' is set; {_known_names(context.launch_configurations)}"
            )
        if isinstance(self._default, (str, os.PathLike, Substitution, Iterable)):
            return text_of(context, self._default)
        return str(self._default)


class EnvironmentVariable(Substitution):
    """The value of an environment variable. SubstitutionFailure if it has no value and no default."""

    def __init__(self, name: SomeSubstitutionsType, *, default_value: SomeSubstitutionsType | None = None) -> None:
        self.name = name
        self.default_value = default_value

    def describe(self) -> str:
        """Returns the class name and the name of the variable."""
        return f'EnvironmentVariable({described(self.name)})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the value of the variable, else the default. Raises SubstitutionFailure without both."""
        name = text_of(context, self.name)
        if name in context.environment:
            return context.environment[name]
        if self.default_value is None:
            raise SubstitutionFailure(f"the environment variable '{name}' is not set, and there is no default for it")
        return text_of(context, self.default_value)


class PathJoinSubstitution(Substitution):
    """A path of joined parts; each part may consist of several substitutions."""

    def __init__(self, substitutions: Iterable[Any]) -> None:
        self.substitutions = list(substitutions)

    def __truediv__(self, other: Any) -> PathJoinSubstitution:
        return PathJoinSubstitution([*self.substitutions, other])

    def describe(self) -> str:
        """Returns 'PathJoin' and the parts."""
        return f'PathJoin({", ".join(map(described, self.substitutions))})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the joined path; an absolute part discards the parts before it."""
        return os.path.join(*(text_of(context, part) for part in self.substitutions))


class PathSubstitution(PathJoinSubstitution):
    """A path that the operator `/` extends; the items of a list are folders."""

    def __init__(self, path: SomeSubstitutionsType) -> None:
        super().__init__([path] if isinstance(path, (str, os.PathLike, Substitution)) else path)


class StringJoinSubstitution(Substitution):
    """A text of joined parts with a delimiter between them; each part may consist of several substitutions."""

    def __init__(self, substitutions: Iterable[Any], delimiter: SomeSubstitutionsType = '') -> None:
        self.substitutions = list(substitutions)
        self.delimiter = delimiter

    def describe(self) -> str:
        """Returns 'StringJoin' and the parts, without the delimiter."""
        return f'StringJoin({", ".join(map(described, self.substitutions))})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the parts with the delimiter between them."""
        return text_of(context, self.delimiter).join(text_of(context, part) for part in self.substitutions)


class FindExecutable(Substitution):
    """The path of a program that is found through PATH."""

    def __init__(self, *, name: SomeSubstitutionsType) -> None:
        self.name = name

    def describe(self) -> str:
        """Returns the class name and the name of the program."""
        return f'FindExecutable({described(self.name)})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the path of the program. Raises SubstitutionFailure if no folder of PATH has it."""
        name = text_of(context, self.name)
        path = shutil.which(name, path=context.environment.get('PATH'))
        if path is None:
            raise SubstitutionFailure(f"no program '{name}' in PATH")
        return path


class Command(Substitution):
    """The output of a program. `on_stderr` handles output on standard error: fail, ignore, warn or capture."""

    def __init__(self, command: SomeSubstitutionsType, *, on_stderr: SomeSubstitutionsType = 'fail') -> None:
        self.command = command
        self.on_stderr = on_stderr

    def describe(self) -> str:
        """Returns the class name and the command."""
        return f'Command({described(self.command)})'

    def perform(self, context: LaunchContext) -> str:
        """Runs the command without a shell and returns its output; blocks until it has ended.

        Raises SubstitutionFailure if the command cannot be started or fails, or if it writes to standard error and
        `on_stderr` is 'fail'.
        """
        line = text_of(context, self.command)
        on_stderr = text_of(context, self.on_stderr)
        if on_stderr not in ('fail', 'ignore', 'warn', 'capture'):
            raise SubstitutionFailure(f"on_stderr is '{on_stderr}'; expected fail, ignore, warn or capture")
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise SubstitutionFailure(f'the command {line} cannot be split into words: {error}') from None
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        except (OSError, IndexError) as error:
            reason = error.strerror if isinstance(error, OSError) else 'it is empty'
            raise SubstitutionFailure(f"the command '{line}' cannot be started: {reason}") from None
        if done.returncode != 0:
            raise SubstitutionFailure(f"the command '{line}' ended with {done.returncode}: {done.stderr.strip()}")
        if done.stderr:
            if on_stderr == 'fail':
                raise SubstitutionFailure(f"the command '{line}' wrote to standard error: {done.stderr.strip()}")
            if on_stderr == 'warn':
                context.warn(f"the command '{line}' wrote to standard error: {done.stderr.strip()}")
        return done.stdout + (done.stderr if on_stderr == 'capture' else '')


class PythonExpression(Substitution):
    """The value of a Python expression, which may use the given modules, and the names of math without prefix."""

    def __init__(self, expression: SomeSubstitutionsType, python_modules: Iterable[Any] | str = ('math',)) -> None:
        self.expression = expression
        self.python_modules = [python_modules] if isinstance(python_modules, str) else list(python_modules)

    def describe(self) -> str:
        """Returns the class name and the expression."""
        return f'PythonExpression({described(self.expression)})'

    def perform(self, context: LaunchContext) -> str:
        """Evaluates the expression and returns its value as text. Raises SubstitutionFailure if that fails."""
        text = text_of(context, self.expression)
        names: dict[str, Any] = {}
        for name in self.python_modules:
            module = importlib.import_module(text_of(context, name))
            if module.__name__ == 'math':
                names.update(vars(module))
            names[module.__name__] = module
        try:
            return str(eval(text.strip(), names))
        except Exception as error:
            raise SubstitutionFailure(
                f'the expression {" ".join(text.split())} fails: {type(error).__name__}: {error}'
            ) from error


class LocalSubstitution(Substitution):
    """An expression over values that exist only while an action is executed: 'event.pid'."""

    def __init__(self, expression: str, description: str | None = None) -> None:
        self.expression = expression
        self.description = description

    def describe(self) -> str:
        """Returns 'Local' and the description, or the expression without one."""
        return f'Local({self.description or self.expression})'

    def perform(self, context: LaunchContext) -> str:
        """Evaluates the expression over the locals of the context. Raises SubstitutionFailure if that fails."""
        values = context.locals  # an error of this is not one of the expression
        try:
            return str(eval(f'values.{self.expression}', {}, {'values': values, 'context': context}))
        except Exception as error:
            raise SubstitutionFailure(f"the local '{self.expression}': {error}") from None


class ThisLaunchFile(Substitution):
    """The path of the current launch file."""

    def describe(self) -> str:
        """Returns 'ThisLaunchFile()'."""
        return 'ThisLaunchFile()'

    def perform(self, context: LaunchContext) -> str:
        """Returns the path. Raises SubstitutionFailure if a program created the launch description."""
        path = context.get_locals_as_dict().get('current_launch_file_path')
        if path is None:
            raise SubstitutionFailure('there is no launch file here: a program created the launch description')
        return str(path)


class ThisLaunchFileDir(ThisLaunchFile):
    """The folder of the current launch file."""

    def describe(self) -> str:
        """Returns 'ThisLaunchFileDir()'."""
        return 'ThisLaunchFileDir()'

    def perform(self, context: LaunchContext) -> str:
        """Returns the folder. Raises SubstitutionFailure if a program created the launch description."""
        return os.path.dirname(super().perform(context))


class LaunchLogDir(Substitution):
    """The folder of this launch's log files."""

    def perform(self, context: LaunchContext) -> str:
        """Returns the path of the folder, which is created with the first log file."""
        return str(context.output.folder())


class FileContent(Substitution):
    """The text of a file."""

    def __init__(self, path: SomeSubstitutionsType) -> None:
        self.path = path

    def describe(self) -> str:
        """Returns the class name and the path."""
        return f'FileContent({described(self.path)})'

    def perform(self, context: LaunchContext) -> str:
        """Reads the file as UTF-8. Raises SubstitutionFailure if it cannot be read."""
        path = text_of(context, self.path)
        try:
            with open(path, encoding='utf-8') as file:
                return file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise SubstitutionFailure(f'{path} cannot be read: {error}') from None


class AnonName(Substitution):
    """A unique name; equal names give the same result within a launch."""

    def __init__(self, name: SomeSubstitutionsType) -> None:
        self.name = name

    def describe(self) -> str:
        """Returns the class name and the name."""
        return f'AnonName({described(self.name)})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the name with user, host, process id and a number appended; it stays the same for this launch."""
        name = text_of(context, self.name)
        known = context.get_locals_as_dict().get('anonymous_names', {})
        if name not in known:
            host = ''.join(char if char.isalnum() else '_' for char in f'{getpass.getuser()}_{socket.gethostname()}')
            known = known | {name: f'{name}_{host}_{os.getpid()}_{context.next_number("anonymous name")}'}
            context.extend_globals({'anonymous_names': known})
        return str(known[name])


class _Compared(Substitution):
    def __init__(self, left: Any, right: Any) -> None:
        self.left = left
        self.right = right

    def describe(self) -> str:
        return f'{type(self).__name__}({described(self.left)}, {described(self.right)})'

    def _equal(self, context: LaunchContext) -> bool:
        first, second = (_text(context, operand) for operand in (self.left, self.right))
        try:
            return float(first) == float(second)
        except ValueError:
            pair = {first.lower(), second.lower()}
            return first == second or (pair <= {'true', 'false'} and len(pair) == 1)


def _text(context: LaunchContext, value: Any) -> str:
    if value is None:
        return ''
    return str(value) if isinstance(value, (bool, int, float)) else text_of(context, value)


class EqualsSubstitution(_Compared):
    """'true' if both are equal as text, number or truth value."""

    def perform(self, context: LaunchContext) -> str:
        """Returns 'true' or 'false'.

        Two numbers are compared by value; 'true' and 'false' are compared without regard to case.
        """
        return str(self._equal(context)).lower()


class NotEqualsSubstitution(EqualsSubstitution):
    """'true' if both differ as text, number and truth value."""

    def perform(self, context: LaunchContext) -> str:
        """Returns the opposite of EqualsSubstitution, as 'true' or 'false'."""
        return str(not self._equal(context)).lower()


class NotSubstitution(Substitution):
    """'true' if a value is false."""

    def __init__(self, value: SomeSubstitutionsType) -> None:
        self.value = value

    def describe(self) -> str:
        """Returns 'Not' and the value."""
        return f'Not({described(self.value)})'

    def perform(self, context: LaunchContext) -> str:
        """Returns 'true' or 'false'. Raises SubstitutionFailure if the value is not a truth value."""
        return str(not _bool(context, self.value)).lower()


def _bool(context: LaunchContext, value: Any) -> bool:
    try:
        return bool_of(context, value, described(value))
    except ValueError as error:
        raise SubstitutionFailure(str(error)) from None


class _Junction(Substitution):
    def __init__(self, *args: Any) -> None:
        self.args = list(args)

    def describe(self) -> str:
        return f'{type(self).__name__}({", ".join(map(described, self.args))})'

    def _values(self, context: LaunchContext) -> list[bool]:
        return [_bool(context, argument) for argument in self.args]


class AnySubstitution(_Junction):
    """'true' if at least one value is true."""

    def perform(self, context: LaunchContext) -> str:
        """Evaluates all values and returns 'true' or 'false'. SubstitutionFailure if one is not a truth value."""
        return str(any(self._values(context))).lower()


class AllSubstitution(_Junction):
    """'true' if all values are true."""

    def perform(self, context: LaunchContext) -> str:
        """Evaluates all values and returns 'true' or 'false'. SubstitutionFailure if one is not a truth value."""
        return str(all(self._values(context))).lower()


class AndSubstitution(AllSubstitution):
    """'true' if both values are true."""

    def __init__(self, left: SomeSubstitutionsType, right: SomeSubstitutionsType) -> None:
        super().__init__(left, right)
        self.left, self.right = left, right


class OrSubstitution(AnySubstitution):
    """'true' if at least one of two values is true."""

    def __init__(self, left: SomeSubstitutionsType, right: SomeSubstitutionsType) -> None:
        super().__init__(left, right)
        self.left, self.right = left, right


class IfElseSubstitution(Substitution):
    """`if_value` if a condition is true, else `else_value`."""

    def __init__(self, condition: SomeSubstitutionsType, if_value: Any = '', else_value: Any = '') -> None:
        self.condition = condition
        self.if_value = if_value
        self.else_value = else_value

    def describe(self) -> str:
        """Returns 'IfElse', the condition and both values."""
        return f'IfElse({", ".join(map(described, (self.condition, self.if_value, self.else_value)))})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the selected value; the other one is not evaluated."""
        return text_of(context, self.if_value if _bool(context, self.condition) else self.else_value)
