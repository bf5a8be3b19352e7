# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The substitutions of $(…) in XML and YAML launch files."""

from __future__ import annotations

from collections.abc import Callable

from .. import substitutions
from ..actions import loops
from ..ros import index, node
from ..substitution import Substitution, TextSubstitution
from ..substitution_text import Parts


def _modules(expression: Parts, modules: Parts | None = None) -> Substitution:
    names = ''.join(part.text for part in modules or () if isinstance(part, TextSubstitution))
    return substitutions.PythonExpression(
        expression, [module.strip() for module in names.split(',')] if names else ['math']
    )


def _command(line: Parts, on_stderr: Parts | str = 'fail') -> Substitution:
    return substitutions.Command(line, on_stderr=on_stderr)


SUBSTITUTIONS: dict[str, tuple[Callable[..., Substitution], int, int]] = {
    'var': (lambda name, default=None: substitutions.LaunchConfiguration(name, default=default), 1, 2),
    'env': (lambda name, default=None: substitutions.EnvironmentVariable(name, default_value=default), 1, 2),
    'dirname': (substitutions.ThisLaunchFileDir, 0, 0),
    'filename': (substitutions.ThisLaunchFile, 0, 0),
    'find-pkg-prefix': (index.FindPackagePrefix, 1, 1),
    'find-pkg-share': (index.FindPackageShare, 1, 1),
    'exec-in-pkg': (index.ExecutableInPackage, 2, 2),
    'find-exec': (lambda name: substitutions.FindExecutable(name=name), 1, 1),
    'eval': (_modules, 1, 2),
    'command': (_command, 1, 2),
    'file-content': (substitutions.FileContent, 1, 1),
    'anon': (substitutions.AnonName, 1, 1),
    'not': (substitutions.NotSubstitution, 1, 1),
    'and': (substitutions.AndSubstitution, 2, 2),
    'or': (substitutions.OrSubstitution, 2, 2),
    'any': (substitutions.AnySubstitution, 1, 99),
    'all': (substitutions.AllSubstitution, 1, 99),
    'if': (substitutions.IfElseSubstitution, 2, 3),
    'equals': (substitutions.EqualsSubstitution, 2, 2),
    'not-equals': (substitutions.NotEqualsSubstitution, 2, 2),
    'string-join': (lambda delimiter, *parts: substitutions.StringJoinSubstitution(parts, delimiter), 2, 99),
    'for-var': (lambda name, default=None: loops.ForEachVar(name, default_value=default), 1, 2),
    'index': (loops.ForLoopIndex, 1, 1),
    'param': (lambda name, default=None: node.ParameterOfScope(name, default=default), 1, 2),
    'log_dir': (substitutions.LaunchLogDir, 0, 0),
    'launch_log_dir': (substitutions.LaunchLogDir, 0, 0),
}
"""A substitution's function by its name, with the least and the greatest number of arguments."""
