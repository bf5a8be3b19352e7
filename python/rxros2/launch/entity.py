# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Entities: what launch descriptions are made of. Actions do something, if their condition holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import LaunchError, place_of_caller, place_of_error, words_of
from .events import ExecutionComplete
from .substitution import (
    FALSE,
    TRUE,
    SomeSubstitutionsType,
    Substitution,
    described,
    normalize_to_list_of_substitutions,
    perform_substitutions,
    text_of,
)

if TYPE_CHECKING:
    from .context import LaunchContext


class LaunchDescriptionEntity:
    """Something in a launch description."""

    place = ''
    """'file:line' of where it stands."""

    def visit(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Does it; what it returns is visited next."""
        raise NotImplementedError(f'{type(self).__name__}.visit()')

    def describe(self) -> str:
        return type(self).__name__

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """What it would return, as far as that is known before the launch runs."""
        return ()

    def describe_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        return self.get_sub_entities()

    def describe_conditional_sub_entities(self) -> list[tuple[str, Iterable[LaunchDescriptionEntity]]]:
        return []

    def get_asyncio_future(self) -> asyncio.Future[Any] | None:
        """Done when it is carried out; None if that is so when visit() returns."""
        return None

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        """Arguments that it declares, each with whether a condition stands before it. `context` is one for this."""
        for each in self.get_sub_entities():
            yield from each.declared_arguments(context, conditional)


SomeEntitiesType: TypeAlias = LaunchDescriptionEntity | Iterable[LaunchDescriptionEntity]
SomeEntitiesType_types_tuple = (LaunchDescriptionEntity, Iterable)


def normalize_to_list_of_entities(entities: Any) -> list[LaunchDescriptionEntity]:
    """TypeError for what is no entity."""
    if isinstance(entities, LaunchDescriptionEntity):
        return [entities]
    if isinstance(entities, Iterable) and not isinstance(entities, str):
        return [found for each in entities for found in normalize_to_list_of_entities(each)]
    raise TypeError(f'expected an action or a list of actions, found {entities!r}')


def is_a(obj: object, entity_type: type) -> bool:
    return isinstance(obj, entity_type)


def is_a_subclass(obj: object, entity_type: type) -> bool:
    """Of an object or of a class."""
    return issubclass(obj if isinstance(obj, type) else type(obj), entity_type)


def ensure_argument_type(argument: Any, types: Any, argument_name: str, caller: str | None = None) -> None:
    """TypeError if an argument is of none of the types."""
    known = tuple(types) if isinstance(types, Iterable) else (types,)
    if not isinstance(argument, known):
        names = ' or '.join(getattr(each, '__name__', str(each)) for each in known)
        raise TypeError(f'{f"{caller}: " if caller else ""}{argument_name} is {argument!r}; expected {names}')


class InvalidConditionExpressionError(ValueError):
    """A condition is neither true nor false."""


def evaluate_condition_expression(context: LaunchContext, expression: Iterable[Substitution]) -> bool:
    """True of 'true' and '1', False of 'false' and '0', in any case."""
    text = perform_substitutions(context, expression)
    word = text.strip().lower()
    if word not in TRUE + FALSE:
        raise InvalidConditionExpressionError(f"a condition is '{text}'; expected true, 1, false or 0")
    return word in TRUE


class Condition:
    """Whether an action is carried out."""

    def __init__(self, *, predicate: Callable[[LaunchContext], bool] | None = None) -> None:
        self._predicate = predicate

    def describe(self) -> str:
        return type(self).__name__

    def evaluate(self, context: LaunchContext) -> bool:
        return self._predicate(context) if self._predicate is not None else True


class IfCondition(Condition):
    """Of a text that is true."""

    def __init__(self, predicate_expression: SomeSubstitutionsType) -> None:
        super().__init__()
        self._expression = normalize_to_list_of_substitutions(predicate_expression)

    def describe(self) -> str:
        return f'{type(self).__name__}({described(self._expression)})'

    def evaluate(self, context: LaunchContext) -> bool:
        return evaluate_condition_expression(context, self._expression)


class UnlessCondition(IfCondition):
    """Of a text that is false."""

    def evaluate(self, context: LaunchContext) -> bool:
        return not super().evaluate(context)


class LaunchConfigurationEquals(Condition):
    """Of a configuration that has this value; None: that is not set."""

    def __init__(self, launch_configuration_name: str, expected_value: SomeSubstitutionsType | None) -> None:
        super().__init__()
        self._name = launch_configuration_name
        self._expected = expected_value

    def describe(self) -> str:
        return f'{type(self).__name__}({self._name}, {described(self._expected)})'

    def evaluate(self, context: LaunchContext) -> bool:
        context.read_configurations.add(self._name)
        expected = None if self._expected is None else text_of(context, self._expected)
        return bool(context.launch_configurations.get(self._name) == expected)


class LaunchConfigurationNotEquals(LaunchConfigurationEquals):
    def evaluate(self, context: LaunchContext) -> bool:
        return not super().evaluate(context)


class Action(LaunchDescriptionEntity):
    """Something to be done if its condition holds."""

    def __init__(self, *, condition: Condition | None = None) -> None:
        self.condition = condition
        self.place = place_of_caller()

    @classmethod
    def parse(cls, entity: Any, parser: Any) -> tuple[type[Action], dict[str, Any]]:
        """For actions of others that XML and YAML files are to name: the class, and arguments for it."""
        kwargs: dict[str, Any] = {}
        for name, kind in (('if', IfCondition), ('unless', UnlessCondition)):
            text = entity.get_attr(name, optional=True)
            if text is not None:
                kwargs['condition'] = kind(parser.parse_substitution(text))
        return cls, kwargs

    def visit(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        if self.condition is not None and not self.condition.evaluate(context):
            return None
        return self.execute(context)

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """What the action does; what it returns is visited next."""
        return None

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        yield from super().declared_arguments(context, conditional or self.condition is not None)


def visit(entity: LaunchDescriptionEntity, context: LaunchContext) -> None:
    """Carries out an entity and what comes of it, in order. LaunchError, with the place, for what goes wrong."""
    try:
        found = entity.visit(context)
    except LaunchError as error:
        if error.place:
            raise
        raise LaunchError(f'{entity.describe()}: {error.text}', entity.place) from error
    except Exception as error:
        place = place_of_error(error) if type(entity).__name__.startswith('Opaque') else ''
        raise LaunchError(f'{entity.describe()}: {words_of(error)}', place or entity.place) from error
    future = entity.get_asyncio_future()
    if future is not None:  # before what comes next, of which an error cancels it
        context.add_completion_future(future)
    for each in found or ():
        if not isinstance(each, LaunchDescriptionEntity):
            raise LaunchError(f'{entity.describe()}: expected actions of it, found {each!r}', entity.place)
        visit(each, context)
    if isinstance(entity, Action):
        complete = ExecutionComplete(action=entity)
        if future is None or future.done():
            if context.would_handle_event(complete):
                context.emit_event_sync(complete)
        else:
            future.add_done_callback(lambda _: context.emit_event_sync(complete))


class LaunchDescription(LaunchDescriptionEntity):
    """What a launch file describes: entities, which are carried out in order."""

    def __init__(
        self,
        initial_entities: Iterable[LaunchDescriptionEntity] | None = None,
        *,
        deprecated_reason: str | None = None,
    ) -> None:
        self.entities: list[LaunchDescriptionEntity] = list(initial_entities or [])
        self.deprecated_reason = deprecated_reason
        self.place = place_of_caller()
        for each in self.entities:
            if not isinstance(each, LaunchDescriptionEntity):
                raise LaunchError(f'a LaunchDescription is given {each!r}; expected an action', self.place)

    @property
    def deprecated(self) -> bool:
        return self.deprecated_reason is not None

    def visit(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        if self.deprecated_reason is not None:
            context.warn(f'this launch file is deprecated: {self.deprecated_reason}')
        return self.entities

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        return self.entities

    def add_entity(self, entity: LaunchDescriptionEntity) -> None:
        self.entities.append(entity)

    add_action = add_entity

    def get_launch_arguments(self, conditional_inclusion: bool = False) -> list[Any]:
        """DeclareLaunchArgument actions, of included files too, as far as these are known; each name once."""
        from .context import LaunchContext

        found: dict[str, Any] = {}
        for each, conditional in self.declared_arguments(LaunchContext(), conditional_inclusion):
            if each.name not in found:
                each._conditionally_included = conditional
                found[each.name] = each
        return list(found.values())
