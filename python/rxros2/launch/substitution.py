# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Substitutions: texts that are known only when the launch runs."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from .context import LaunchContext


class Substitution:
    """A text that is known only when the launch runs."""

    def perform(self, context: LaunchContext) -> str:
        """The text. SubstitutionFailure if it has none."""
        raise NotImplementedError(f'{type(self).__name__}.perform()')

    def describe(self) -> str:
        """What it is, for --print."""
        return type(self).__name__


class TextSubstitution(Substitution):
    """A text that is known already."""

    def __init__(self, *, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f'expected a text, found {text!r}')
        self.text = text

    def perform(self, context: LaunchContext) -> str:
        return self.text

    def describe(self) -> str:
        return repr(self.text)


SomeSubstitutionsType: TypeAlias = str | os.PathLike[str] | Substitution | Iterable[str | Substitution]
SomeSubstitutionsType_types_tuple = (str, os.PathLike, Substitution, Iterable)


def normalize_to_list_of_substitutions(subs: SomeSubstitutionsType) -> list[Substitution]:
    """Parts of one text. TypeError for what is neither a text, a path nor a substitution."""
    if isinstance(subs, Substitution):
        return [subs]
    if isinstance(subs, (str, os.PathLike)):
        return [TextSubstitution(text=os.fspath(subs))]
    if isinstance(subs, Iterable):
        return [part for each in subs for part in normalize_to_list_of_substitutions(each)]
    raise TypeError(f'expected a text, a path, a substitution or a list of these, found {subs!r}')


def perform_substitutions(context: LaunchContext, subs: Iterable[Substitution]) -> str:
    """The parts' texts, joined."""
    return ''.join(context.perform_substitution(each) for each in subs)


def text_of(context: LaunchContext, some: SomeSubstitutionsType) -> str:
    """The text of what a user gave."""
    return perform_substitutions(context, normalize_to_list_of_substitutions(some))


def described(some: Any) -> str:
    """What a user gave, for --print and for errors before the launch runs."""
    if some is None:
        return 'None'
    try:
        parts = normalize_to_list_of_substitutions(some)
    except TypeError:
        return repr(some)
    if all(isinstance(each, TextSubstitution) for each in parts):
        return ''.join(each.text for each in parts if isinstance(each, TextSubstitution))
    return ' + '.join(each.describe() for each in parts)


TRUE, FALSE = ('true', '1'), ('false', '0')
"""Words of conditions."""
_YES, _NO = (*TRUE, 'yes', 'on'), (*FALSE, 'no', 'off')


def is_true(text: str, what: str) -> bool:
    """Of the truth values of YAML, and of '1' and '0', in any case. ValueError else; `what` is named in it."""
    word = text.strip().lower()
    if word not in _YES + _NO:
        raise ValueError(f"{what} is '{text}'; expected {', '.join(_YES)}, {', '.join(_NO[:-1])} or {_NO[-1]}")
    return word in _YES


def bool_of(context: LaunchContext, some: bool | SomeSubstitutionsType, what: str) -> bool:
    return some if isinstance(some, bool) else is_true(text_of(context, some), what)


def float_of(context: LaunchContext, some: float | SomeSubstitutionsType, what: str) -> float:
    text = str(some) if isinstance(some, (int, float)) else text_of(context, some)
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if math.isnan(found):
        raise ValueError(f"{what} is '{text}'; expected a number")
    return found
