# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions that are made several times: by number, or for sets of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..entity import Action, LaunchDescriptionEntity, normalize_to_list_of_entities
from ..errors import SubstitutionFailure
from ..substitution import SomeSubstitutionsType, Substitution, described, text_of
from ..yaml import load

if TYPE_CHECKING:
    from ..context import LaunchContext

_VALUES = 'loop values'


class ForEach(Action):
    """Calls a function with the values of each set, and visits what it returns.

    Sets are mappings in YAML, separated by ';': '{name: a, size: 1}; {name: b, size: 2}'.
    """

    def __init__(self, input_values: SomeSubstitutionsType, *, function: Callable[..., Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.input_values = input_values
        self.function = function

    def describe(self) -> str:
        return f'ForEach {described(self.input_values)}'

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity]:
        text = text_of(context, self.input_values)
        found: list[LaunchDescriptionEntity] = []
        for each in filter(None, (part.strip() for part in text.split(';'))):
            values = load(each)
            if not isinstance(values, dict):
                raise ValueError(f"'{each}' is no set of values; expected a mapping in YAML, {{name: value}}")
            found += normalize_to_list_of_entities(self.function(**values) or [])
        return found


class ForLoop(Action):
    """Calls a function with i from 0 to `length` - 1, and visits what it returns."""

    def __init__(
        self,
        length: SomeSubstitutionsType,
        *,
        function: Callable[..., Any],
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.length = length
        self.function = function
        self.name = name

    def describe(self) -> str:
        return f'ForLoop {described(self.length)}'

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity]:
        text = text_of(context, self.length)
        if not text.strip().isdecimal():
            raise ValueError(f"the length of the loop is '{text}'; expected a number")
        found = (self.function(i=number) or [] for number in range(int(text)))
        return [each for entities in found for each in normalize_to_list_of_entities(entities)]


class EnterLoop(Action):
    """What ForEachVar and ForLoopIndex are until LeaveLoop, beside those of loops around."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__()
        self._values = values

    def execute(self, context: LaunchContext) -> None:
        outer = context.get_locals_as_dict().get(_VALUES, [{}])
        context.extend_locals({_VALUES: [*outer, outer[-1] | self._values]})


class LeaveLoop(Action):
    def execute(self, context: LaunchContext) -> None:
        context.extend_locals({_VALUES: context.get_locals_as_dict()[_VALUES][:-1]})


class ForEachVar(Substitution):
    """A value of the set for which the actions are made."""

    def __init__(self, name: SomeSubstitutionsType, *, default_value: SomeSubstitutionsType | None = None) -> None:
        self.name = name
        self.default_value = default_value

    def describe(self) -> str:
        return f'{type(self).__name__}({described(self.name)})'

    def perform(self, context: LaunchContext) -> str:
        name = text_of(context, self.name)
        values = context.get_locals_as_dict().get(_VALUES, [{}])[-1]
        if name in values:
            return str(values[name])
        if self.default_value is None:
            raise SubstitutionFailure(f"no value '{name}' in this loop; there are {', '.join(values) or 'none'}")
        return text_of(context, self.default_value)


class ForLoopIndex(ForEachVar):
    """The number for which the actions are made."""

    def __init__(self, name: SomeSubstitutionsType) -> None:
        super().__init__(name)
