# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions that are repeated: a number of times, or for each set of values."""

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
    """Calls a function with the values of each set and visits the entities that it returns.

    Sets are YAML mappings separated by ';': '{name: a, size: 1}; {name: b, size: 2}'.
    """

    def __init__(self, input_values: SomeSubstitutionsType, *, function: Callable[..., Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.input_values = input_values
        self.function = function

    def describe(self) -> str:
        """Returns the class name and the sets of values."""
        return f'ForEach {described(self.input_values)}'

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity]:
        """Calls the function for each set and returns all entities. ValueError if a set is not a YAML mapping."""
        text = text_of(context, self.input_values)
        entities: list[LaunchDescriptionEntity] = []
        for mapping in filter(None, (part.strip() for part in text.split(';'))):
            values = load(mapping)
            if not isinstance(values, dict):
                raise ValueError(f"'{mapping}' is not a set of values; expected a mapping in YAML, {{name: value}}")
            entities += normalize_to_list_of_entities(self.function(**values) or [])
        return entities


class ForLoop(Action):
    """Calls a function with i from 0 to `length` - 1 and visits the entities that it returns."""

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
        """Returns the class name and the length."""
        return f'ForLoop {described(self.length)}'

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity]:
        """Calls the function for each number and returns all entities. ValueError if the length is not a number."""
        text = text_of(context, self.length)
        if not text.strip().isdecimal():
            raise ValueError(f"the length of the loop is '{text}'; expected a number")
        results = (self.function(i=number) or [] for number in range(int(text)))
        return [entity for result in results for entity in normalize_to_list_of_entities(result)]


class EnterLoop(Action):
    """Sets the values of ForEachVar and ForLoopIndex until LeaveLoop, in addition to those of outer loops."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__()
        self._values = values

    def execute(self, context: LaunchContext) -> None:
        """Adds the values to the locals of the context, on top of those of the outer loops."""
        outer = context.get_locals_as_dict().get(_VALUES, [{}])
        context.extend_locals({_VALUES: [*outer, outer[-1] | self._values]})


class LeaveLoop(Action):
    """Restores the values of the outer loop."""

    def execute(self, context: LaunchContext) -> None:
        """Removes the values of the innermost loop from the locals of the context."""
        context.extend_locals({_VALUES: context.get_locals_as_dict()[_VALUES][:-1]})


class ForEachVar(Substitution):
    """A value of the current set of a loop."""

    def __init__(self, name: SomeSubstitutionsType, *, default_value: SomeSubstitutionsType | None = None) -> None:
        self.name = name
        self.default_value = default_value

    def describe(self) -> str:
        """Returns the class name and the name of the value."""
        return f'{type(self).__name__}({described(self.name)})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the value of the innermost loop that has it, else the default.

        Raises SubstitutionFailure without both.
        """
        name = text_of(context, self.name)
        values = context.get_locals_as_dict().get(_VALUES, [{}])[-1]
        if name in values:
            return str(values[name])
        if self.default_value is None:
            raise SubstitutionFailure(f"no value '{name}' in this loop; there are {', '.join(values) or 'none'}")
        return text_of(context, self.default_value)


class ForLoopIndex(ForEachVar):
    """The current number of a loop."""

    def __init__(self, name: SomeSubstitutionsType) -> None:
        super().__init__(name)
