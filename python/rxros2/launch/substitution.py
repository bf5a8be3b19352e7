# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Substitutions: texts whose values are known only when the launch runs."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from .context import LaunchContext


class Substitution:
    """A text whose value is known only when the launch runs."""

    def perform(self, context: LaunchContext) -> str:
        """Returns the text. SubstitutionFailure if it has no value."""
        raise NotImplementedError(f'{type(self).__name__}.perform()')

    def describe(self) -> str:
        """Returns a description for --print."""
        return type(self).__name__


class TextSubstitution(Substitution):
    """A constant text."""

    def __init__(self, *, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f'expected a text, found {text!r}')
        self.text = text

    def perform(self, context: LaunchContext) -> str:
        """Returns the constant text."""
        return self.text

    def describe(self) -> str:
        """Returns the text in quotation marks."""
        return repr(self.text)


SomeSubstitutionsType: TypeAlias = str | os.PathLike[str] | Substitution | Iterable[str | Substitution]
SomeSubstitutionsType_types_tuple = (str, os.PathLike, Substitution, Iterable)


def normalize_to_list_of_substitutions(subs: SomeSubstitutionsType) -> list[Substitution]:
    """Returns the parts of a text. TypeError for an object that is not a text, path, substitution or list of these."""
    if isinstance(subs, Substitution):
        return [subs]
    if isinstance(subs, (str, os.PathLike)):
        return [TextSubstitution(text=os.fspath(subs))]
    if isinstance(subs, Iterable):
        return [part for item in subs for part in normalize_to_list_of_substitutions(item)]
    raise TypeError(f'expected a text, a path, a substitution or a list of these, found {subs!r}')


def perform_substitutions(context: LaunchContext, subs: Iterable[Substitution]) -> str:
    """Returns the joined texts of the parts."""
    return ''.join(context.perform_substitution(part) for part in subs)


def text_of(context: LaunchContext, value: SomeSubstitutionsType) -> str:
    """Returns the text of a user's value."""
    return perform_substitutions(context, normalize_to_list_of_substitutions(value))


def described(value: Any) -> str:
    """Returns a description of a user's value, for --print and for errors before the launch runs."""
    if value is None:
        return 'None'
    try:
        parts = normalize_to_list_of_substitutions(value)
    except TypeError:
        return repr(value)
    if all(isinstance(part, TextSubstitution) for part in parts):
        return ''.join(part.text for part in parts if isinstance(part, TextSubstitution))
    return ' + '.join(part.describe() for part in parts)


_YES, _NO = ('true', '1', 'yes', 'on'), ('false', '0', 'no', 'off')


def is_true(text: str, subject: str) -> bool:
    """Parses a truth value of YAML, '1' or '0', in upper or lower case. ValueError, which names `subject`, else."""
    word = text.strip().lower()
    if word not in _YES + _NO:
        raise ValueError(f"{subject} is '{text}'; expected {', '.join(_YES)}, {', '.join(_NO[:-1])} or {_NO[-1]}")
    return word in _YES


def bool_of(context: LaunchContext, value: bool | SomeSubstitutionsType, subject: str) -> bool:
    """Returns the truth value of a bool or a text. ValueError, which names `subject`, for another text."""
    return value if isinstance(value, bool) else is_true(text_of(context, value), subject)


def float_of(context: LaunchContext, value: float | SomeSubstitutionsType, subject: str) -> float:
    """Returns the value of a number or a text. ValueError, which names `subject`, if it is not a number."""
    text = str(value) if isinstance(value, (int, float)) else text_of(context, value)
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise ValueError(f"{subject} is '{text}'; expected a number")
    return number
