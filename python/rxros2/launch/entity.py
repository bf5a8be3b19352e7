# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Entities, the parts of launch descriptions. Actions are entities that do something if their condition is true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import LaunchError, place_of_caller, place_of_error, words_of
from .events import ExecutionComplete
from .substitution import (
    SomeSubstitutionsType,
    Substitution,
    described,
    is_true,
    normalize_to_list_of_substitutions,
    perform_substitutions,
    text_of,
)

if TYPE_CHECKING:
    from .context import LaunchContext


class LaunchDescriptionEntity:
    """A part of a launch description."""

    place = ''
    """'file:line' in the launch file."""

    def visit(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Executes the entity. The returned entities are visited next."""
        raise NotImplementedError(f'{type(self).__name__}.visit()')

    def describe(self) -> str:
        """Returns a description for --print and for errors; by default the class name."""
        return type(self).__name__

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the entities that visit() would return, as far as they are known before the launch runs."""
        return ()

    def describe_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the entities to list below this one for --print."""
        return self.get_sub_entities()

    def describe_conditional_sub_entities(self) -> list[tuple[str, Iterable[LaunchDescriptionEntity]]]:
        """Returns titles and entities that depend on an event, for --print."""
        return []

    def get_asyncio_future(self) -> asyncio.Future[Any] | None:
        """Returns a future that completes with the entity; None if the entity is complete when visit() returns."""
        return None

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        """Yields the declared arguments, each with whether it depends on a condition.

        `context` is a separate one for this call.
        """
        for entity in self.get_sub_entities():
            yield from entity.declared_arguments(context, conditional)


SomeEntitiesType: TypeAlias = LaunchDescriptionEntity | Iterable[LaunchDescriptionEntity]
SomeEntitiesType_types_tuple = (LaunchDescriptionEntity, Iterable)


def normalize_to_list_of_entities(entities: Any) -> list[LaunchDescriptionEntity]:
    """Returns one entity, or a nested list of entities, as a flat list. TypeError for another object."""
    if isinstance(entities, LaunchDescriptionEntity):
        return [entities]
    if isinstance(entities, Iterable) and not isinstance(entities, str):
        return [entity for item in entities for entity in normalize_to_list_of_entities(item)]
    raise TypeError(f'expected an action or a list of actions, found {entities!r}')


def is_a(obj: object, entity_type: type) -> bool:
    """Returns whether an object is of a type."""
    return isinstance(obj, entity_type)


def is_a_subclass(obj: object, entity_type: type) -> bool:
    """Returns whether an object or a class is of this type."""
    return issubclass(obj if isinstance(obj, type) else type(obj), entity_type)


def ensure_argument_type(argument: Any, types: Any, argument_name: str, caller: str | None = None) -> None:
    """Raises TypeError if an argument is of none of the types."""
    known = tuple(types) if isinstance(types, Iterable) else (types,)
    if not isinstance(argument, known):
        names = ' or '.join(getattr(known_type, '__name__', str(known_type)) for known_type in known)
        raise TypeError(f'{f"{caller}: " if caller else ""}{argument_name} is {argument!r}; expected {names}')


class InvalidConditionExpressionError(ValueError):
    """Raised for a condition that is neither true nor false."""


def evaluate_condition_expression(context: LaunchContext, expression: Iterable[Substitution]) -> bool:
    """Returns the truth value of a text as is_true() does."""
    try:
        return is_true(perform_substitutions(context, expression), 'a condition')
    except ValueError as error:
        raise InvalidConditionExpressionError(str(error)) from None


class Condition:
    """Decides whether an action is executed."""

    def __init__(self, *, predicate: Callable[[LaunchContext], bool] | None = None) -> None:
        self._predicate = predicate

    def describe(self) -> str:
        """Returns a description for --print; by default the class name."""
        return type(self).__name__

    def evaluate(self, context: LaunchContext) -> bool:
        """Returns the result of the predicate; True without one."""
        return self._predicate(context) if self._predicate is not None else True


class IfCondition(Condition):
    """A condition that holds if a text is true."""

    def __init__(self, predicate_expression: SomeSubstitutionsType) -> None:
        super().__init__()
        self._expression = normalize_to_list_of_substitutions(predicate_expression)

    def describe(self) -> str:
        """Returns the class name and the expression."""
        return f'{type(self).__name__}({described(self._expression)})'

    def evaluate(self, context: LaunchContext) -> bool:
        """Returns the truth value of the expression. Raises InvalidConditionExpressionError for another text."""
        return evaluate_condition_expression(context, self._expression)


class UnlessCondition(IfCondition):
    """A condition that holds if a text is false."""

    def evaluate(self, context: LaunchContext) -> bool:
        """Returns True if the expression is false."""
        return not super().evaluate(context)


class LaunchConfigurationEquals(Condition):
    """A condition that holds if a configuration has this value; None: if it is not set."""

    def __init__(self, launch_configuration_name: str, expected_value: SomeSubstitutionsType | None) -> None:
        super().__init__()
        self._name = launch_configuration_name
        self._expected = expected_value

    def describe(self) -> str:
        """Returns the class name, the configuration and the expected value."""
        return f'{type(self).__name__}({self._name}, {described(self._expected)})'

    def evaluate(self, context: LaunchContext) -> bool:
        """Returns whether the configuration has the expected value; with None, whether it is not set."""
        context.read_configurations.add(self._name)
        expected = None if self._expected is None else text_of(context, self._expected)
        return bool(context.launch_configurations.get(self._name) == expected)


class LaunchConfigurationNotEquals(LaunchConfigurationEquals):
    """A condition that holds if a configuration has another value."""

    def evaluate(self, context: LaunchContext) -> bool:
        """Returns the opposite of LaunchConfigurationEquals."""
        return not super().evaluate(context)


class Action(LaunchDescriptionEntity):
    """An entity that does something if its condition holds."""

    def __init__(self, *, condition: Condition | None = None) -> None:
        self.condition = condition
        self.place = place_of_caller()

    @classmethod
    def parse(cls, entity: Any, parser: Any) -> tuple[type[Action], dict[str, Any]]:
        """Returns the class and its arguments for an element of an XML or YAML file. Custom actions override this."""
        kwargs: dict[str, Any] = {}
        for name, kind in (('if', IfCondition), ('unless', UnlessCondition)):
            text = entity.get_attr(name, optional=True)
            if text is not None:
                kwargs['condition'] = kind(parser.parse_substitution(text))
        return cls, kwargs

    def visit(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Executes the action if its condition holds, and returns the entities of execute()."""
        if self.condition is not None and not self.condition.evaluate(context):
            return None
        return self.execute(context)

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Executes the action. The returned entities are visited next."""
        return None

    def declared_arguments(self, context: LaunchContext, conditional: bool) -> Iterator[tuple[Any, bool]]:
        """Yields the arguments of the sub-entities; they depend on a condition if the action has one."""
        yield from super().declared_arguments(context, conditional or self.condition is not None)


def visit(entity: LaunchDescriptionEntity, context: LaunchContext) -> None:
    """Visits an entity and the entities that it returns, in order. LaunchError, with the place, if one fails."""
    try:
        entities = entity.visit(context)
    except LaunchError as error:
        if error.place:
            raise
        raise LaunchError(f'{entity.describe()}: {error.text}', entity.place) from error
    except Exception as error:
        place = place_of_error(error) if type(entity).__name__.startswith('Opaque') else ''
        raise LaunchError(f'{entity.describe()}: {words_of(error)}', place or entity.place) from error
    future = entity.get_asyncio_future()
    if future is not None:  # register it first, because an error of a following entity cancels it
        context.add_completion_future(future)
    for following in entities or ():
        if not isinstance(following, LaunchDescriptionEntity):
            raise LaunchError(f'{entity.describe()}: expected it to return actions, found {following!r}', entity.place)
        visit(following, context)
    if isinstance(entity, Action):
        complete = ExecutionComplete(action=entity)
        if future is None or future.done():
            if context.would_handle_event(complete):
                context.emit_event_sync(complete)
        else:
            future.add_done_callback(lambda _: context.emit_event_sync(complete))


class LaunchDescription(LaunchDescriptionEntity):
    """The description of a launch: entities that are visited in order."""

    def __init__(
        self,
        initial_entities: Iterable[LaunchDescriptionEntity] | None = None,
        *,
        deprecated_reason: str | None = None,
    ) -> None:
        self.entities: list[LaunchDescriptionEntity] = list(initial_entities or [])
        self.deprecated_reason = deprecated_reason
        self.place = place_of_caller()
        for entity in self.entities:
            if not isinstance(entity, LaunchDescriptionEntity):
                raise LaunchError(f'LaunchDescription: expected an action, found {entity!r}', self.place)

    @property
    def deprecated(self) -> bool:
        """The launch file is deprecated."""
        return self.deprecated_reason is not None

    def visit(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Returns the entities to visit next, and prints a warning if the launch file is deprecated."""
        if self.deprecated_reason is not None:
            context.warn(f'this launch file is deprecated: {self.deprecated_reason}')
        return self.entities

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the entities of the description."""
        return self.entities

    def add_entity(self, entity: LaunchDescriptionEntity) -> None:
        """Appends an entity."""
        self.entities.append(entity)

    add_action = add_entity

    def get_launch_arguments(self, conditional_inclusion: bool = False) -> list[Any]:
        """Returns the DeclareLaunchArgument actions, also of included files that are known; one for each name."""
        from .context import LaunchContext

        arguments: dict[str, Any] = {}
        for argument, conditional in self.declared_arguments(LaunchContext(), conditional_inclusion):
            if argument.name not in arguments:
                argument._conditionally_included = conditional
                arguments[argument.name] = argument
        return list(arguments.values())
