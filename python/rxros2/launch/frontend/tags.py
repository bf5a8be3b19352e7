# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The tags of XML and YAML launch files with their attributes and parts, and the substitutions of $(…)."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...names import existing
from .. import substitutions
from ..actions import configurations, include, loops, plain, process
from ..entity import Action, Condition, IfCondition, LaunchDescription, UnlessCondition
from ..errors import LaunchError, SubstitutionFailure, words_of
from ..ros import components, index, node
from ..ros.parameters import ParameterFile, ParameterValue
from ..sources import READERS
from ..substitution import Substitution, TextSubstitution
from ..substitution_text import MAKERS, Parts, add_maker, parse_substitution
from . import xml, yaml
from .element import Element

Convert = Callable[[Element, str], Any]
"""A function of an element and the name of its attribute that returns the attribute's value."""


def substitution(element: Element, name: str) -> Parts:
    """Returns the parts of an attribute with substitutions. LaunchError for a syntax error."""
    try:
        return parse_substitution(element.text(name))
    except SubstitutionFailure as error:
        raise element.fail(f'{name}: {error}') from None


def plain_text(element: Element, name: str) -> str:
    """Returns an attribute that may not contain substitutions."""
    return element.text(name)


def literal_or_substitution(kind: type) -> Convert:
    """Returns a converter to a type that also accepts substitutions."""

    def convert(element: Element, name: str) -> Any:
        return substitution(element, name) if '$(' in element.text(name) else element.get_attr(name, data_type=kind)

    return convert


boolean, number, integer = (literal_or_substitution(kind) for kind in (bool, float, int))


def command_line(element: Element, name: str) -> list[Parts]:
    """Splits an attribute into words as a shell does; values of substitutions are not split."""
    words: list[Parts] = []
    starts_word = True
    for part in substitution(element, name):
        if not isinstance(part, TextSubstitution):
            if starts_word:
                words.append([])
            words[-1].append(part)
            starts_word = False
            continue
        try:
            pieces = shlex.split(part.text)
        except ValueError as error:
            raise element.fail(f'{name}: {error}') from None
        if part.text[:1].isspace():
            starts_word = True
        for at, piece in enumerate(pieces):
            if starts_word or at:
                words.append([])
            words[-1].append(TextSubstitution(text=piece))
            starts_word = False
        if part.text[-1:].isspace():
            starts_word = True
    return words


@dataclass(frozen=True)
class Attribute:
    """An attribute of a tag, and the argument of the action that it sets."""

    argument: str
    convert: Convert = substitution
    required: bool = False


@dataclass(frozen=True)
class Tag:
    """A tag and the action that it creates.

    `parts`: children that are no actions, by their tags. `actions`: it contains actions; `loop`: it repeats them.
    """

    make: Callable[..., Action]
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, Callable[[Sequence[Element]], Any]]] = field(default_factory=dict)
    actions: bool = False
    loop: bool = False


def attributes_of(element: Element, known: Mapping[str, Attribute], suffix: str = '') -> dict[str, Any]:
    """Returns the arguments from an element's attributes. LaunchError for an unknown or missing attribute."""
    arguments: dict[str, Any] = {}
    for name in element.values:
        if name not in known:
            raise element.fail(existing('attribute', name, [*known]))
    for name, attribute in known.items():
        if name in element.values:
            arguments[attribute.argument] = attribute.convert(element, name)
        elif attribute.required:
            raise element.fail(f"no attribute '{name}'{suffix}; it has {', '.join(element.values) or 'none'}")
    return arguments


def pairs(first: str, second: str) -> Callable[[Sequence[Element]], list[tuple[Parts, Parts]]]:
    """Returns a reader of elements that have these two attributes."""
    known = {first: Attribute('0', required=True), second: Attribute('1', required=True)}

    def read(elements: Sequence[Element]) -> list[tuple[Parts, Parts]]:
        pairs_ = []
        for child in elements:
            values = attributes_of(child, known)
            no_children(child)
            pairs_.append((values['0'], values['1']))
        return pairs_

    return read


def mapping(elements: Sequence[Element]) -> dict[Any, Any]:
    """Returns a mapping from elements with the attributes name and value."""
    return {tuple(name): value for name, value in pairs('name', 'value')(elements)}


def no_children(element: Element) -> None:
    """Raises LaunchError if an element has children."""
    if element.children:
        raise element.children[0].fail(f'it is in <{element.type_name}>, which cannot contain elements')


def choices(elements: Sequence[Element]) -> list[str]:
    """Returns the values of <choice> elements."""
    return [attributes_of(child, {'value': Attribute('value', plain_text, True)})['value'] for child in elements]


_LIST_TYPES = {'list_of_int': list[int], 'list_of_float': list[float], 'list_of_bool': list[bool]}
_PARAMETER_TYPES: dict[str, Any] = {
    'int': int, 'float': float, 'bool': bool, 'str': str, 'list_of_str': list[str], 'auto': None, **_LIST_TYPES
}  # fmt: skip
_PARAMETER = ('name', 'value', 'type', 'value-sep', 'from', 'allow_substs')


def parameters(elements: Sequence[Element]) -> list[Any]:
    """Returns the parameters of <param> elements: a value with a name, parameters below a name, or a file."""
    return [_parameter(child) for child in elements]


def _parameter(element: Element) -> Any:
    for name in element.values:
        if name not in _PARAMETER:
            raise element.fail(existing('attribute', name, _PARAMETER))
    if 'from' in element.values:
        if 'name' in element.values or 'value' in element.values:
            raise element.fail("it has 'from', a file, and so no name and no value")
        no_children(element)
        return ParameterFile(
            substitution(element, 'from'),
            allow_substs=boolean(element, 'allow_substs') if 'allow_substs' in element.values else False,
        )
    if 'name' not in element.values:
        raise element.fail("expected an attribute 'name', or 'from' for a file")
    key = tuple(substitution(element, 'name'))
    if element.children:
        if 'value' in element.values:
            raise element.fail("it has 'value', and so no <param> in it")
        below: dict[Any, Any] = {}
        for child in element.children:
            if child.type_name != 'param':
                raise child.fail('it is in <param>; expected <param>')
            parameter = _parameter(child)
            if not isinstance(parameter, dict):
                raise child.fail("'from' is in another <param>; expected a name")
            below |= parameter
        return {key: below}
    if 'value' not in element.values:
        raise element.fail("expected an attribute 'value', or <param> in it")
    return {key: ParameterValue(_value(element), value_type=_type(element))}


def _type(element: Element) -> Any:
    if 'type' not in element.values:
        return None
    if element.text('type') not in _PARAMETER_TYPES:
        raise element.fail(existing('type', element.text('type'), _PARAMETER_TYPES))
    return _PARAMETER_TYPES[element.text('type')]


def _value(element: Element) -> Any:
    value = element.values['value']
    if 'value-sep' in element.values:
        return [parse_substitution(item.strip()) for item in element.text('value').split(element.text('value-sep'))]
    if isinstance(value, list):
        return [parse_substitution(item) if isinstance(item, str) and '$(' in item else item for item in value]
    return substitution(element, 'value') if isinstance(value, str) else value


def on_exit(element: Element, name: str) -> list[Action]:
    """Returns the actions of the attribute on_exit."""
    if element.text(name) != 'shutdown':
        raise element.fail(f"on_exit is '{element.text(name)}'; expected shutdown")
    return [plain.Shutdown(reason='on_exit')]


def composable_nodes(elements: Sequence[Element]) -> list[components.ComposableNode]:
    """Creates the nodes of <composable_node> elements."""
    known = {
        'pkg': Attribute('package', required=True),
        'plugin': Attribute('plugin', required=True),
        'name': Attribute('name'),
        'namespace': Attribute('namespace'),
        **_CONDITIONS,
    }
    parts = {**_NODE_PARTS, 'extra_arg': ('extra_arguments', lambda children: [mapping(children)])}
    nodes = []
    for child in elements:
        arguments = _condition(child, attributes_of(child, known)) | _parts_of(child, parts)
        composable = components.ComposableNode(**arguments)
        composable.place = child.place
        nodes.append(composable)
    return nodes


def _log(*, level: Parts | str = 'info', **kwargs: Any) -> Action:
    return plain.Log(level=level, **kwargs)


def _for(*, name: str, function: Callable[..., Any], **kwargs: Any) -> Action:
    return loops.ForLoop(name=name, function=lambda i: function(**{name: i}), **kwargs)


_CONDITIONS = {'if': Attribute('if'), 'unless': Attribute('unless')}
_PROCESS = {
    'cwd': Attribute('cwd'),
    'launch-prefix': Attribute('prefix'),
    'output': Attribute('output'),
    'on_exit': Attribute('on_exit', on_exit),
    'respawn': Attribute('respawn', boolean),
    'respawn_delay': Attribute('respawn_delay', number),
    'respawn_max_retries': Attribute('respawn_max_retries', integer),
    'sigterm_timeout': Attribute('sigterm_timeout', number),
    'sigkill_timeout': Attribute('sigkill_timeout', number),
    'emulate_tty': Attribute('emulate_tty', boolean),
}
_NODE = {
    'pkg': Attribute('package'),
    'exec': Attribute('executable', required=True),
    'name': Attribute('name'),
    'namespace': Attribute('namespace'),
    'exec_name': Attribute('exec_name'),
    'args': Attribute('arguments', command_line),
    'ros_args': Attribute('ros_arguments', command_line),
    **_PROCESS,
}
_NODE_PARTS: dict[str, tuple[str, Callable[[Sequence[Element]], Any]]] = {
    'param': ('parameters', parameters),
    'remap': ('remappings', pairs('from', 'to')),
}
_ENVIRONMENT: dict[str, tuple[str, Callable[[Sequence[Element]], Any]]] = {'env': ('additional_env', mapping)}
_KEEP: tuple[str, Callable[[Sequence[Element]], Any]] = ('launch_configurations', mapping)
_NAMED = {'name': Attribute('name', required=True)}
_MESSAGE = {'message': Attribute('msg', required=True)}
_VALUE = {**_NAMED, 'value': Attribute('value', required=True)}

TAGS: dict[str, Tag] = {
    'node': Tag(node.Node, _NODE, {**_NODE_PARTS, **_ENVIRONMENT}),
    'node_container': Tag(
        components.ComposableNodeContainer,
        _NODE | {name: Attribute(name, required=True) for name in ('name', 'namespace')},
        {**_NODE_PARTS, **_ENVIRONMENT, 'composable_node': ('composable_node_descriptions', composable_nodes)},
    ),
    'load_composable_node': Tag(
        components.LoadComposableNodes,
        {'target': Attribute('target_container', required=True)},
        {'composable_node': ('composable_node_descriptions', composable_nodes)},
    ),
    'executable': Tag(
        process.ExecuteProcess,
        {
            'cmd': Attribute('cmd', command_line, True),
            'name': Attribute('name'),
            'shell': Attribute('shell', boolean),
            **_PROCESS,
        },
        _ENVIRONMENT,
    ),
    'arg': Tag(
        configurations.DeclareLaunchArgument,
        {
            'name': Attribute('name', plain_text, True),
            'default': Attribute('default_value'),
            'description': Attribute('description', plain_text),
        },
        {'choice': ('choices', choices)},
    ),
    'let': Tag(configurations.SetLaunchConfiguration, _VALUE),
    'unlet': Tag(configurations.UnsetLaunchConfiguration, _NAMED),
    'set_env': Tag(configurations.SetEnvironmentVariable, _VALUE),
    'unset_env': Tag(configurations.UnsetEnvironmentVariable, _NAMED),
    'append_env': Tag(
        configurations.AppendEnvironmentVariable,
        _VALUE | {'prepend': Attribute('prepend', boolean), 'separator': Attribute('separator')},
    ),
    'reset_env': Tag(configurations.ResetEnvironment),
    'reset': Tag(configurations.ResetLaunchConfigurations, parts={'keep': _KEEP}),
    'group': Tag(
        configurations.GroupAction,
        {'scoped': Attribute('scoped', boolean), 'forwarding': Attribute('forwarding', boolean)},
        {'keep': _KEEP},
        actions=True,
    ),
    'include': Tag(
        include.IncludeLaunchDescription,
        {'file': Attribute('launch_description_source', required=True)},
        {
            'arg': ('launch_arguments', pairs('name', 'value')),
            'let': ('launch_arguments', pairs('name', 'value')),
        },
    ),
    'log': Tag(_log, {**_MESSAGE, 'level': Attribute('level')}),
    'log_info': Tag(plain.LogInfo, _MESSAGE),
    'log_warning': Tag(plain.LogWarning, _MESSAGE),
    'log_error': Tag(plain.LogError, _MESSAGE),
    'log_debug': Tag(plain.LogDebug, _MESSAGE),
    'for': Tag(
        _for,
        {'len': Attribute('length', required=True), 'name': Attribute('name', plain_text, True)},
        actions=True,
        loop=True,
    ),
    'for_each': Tag(loops.ForEach, {'values': Attribute('input_values', required=True)}, actions=True, loop=True),
    'shutdown': Tag(plain.Shutdown, {'reason': Attribute('reason')}),
    'timer': Tag(
        plain.TimerAction,
        {
            'period': Attribute('period', number, True),
            'cancel_on_shutdown': Attribute('cancel_on_shutdown', boolean),
        },
        actions=True,
    ),
    'ros_timer': Tag(node.RosTimer, {'period': Attribute('period', number, True)}, actions=True),
    'push_ros_namespace': Tag(node.PushRosNamespace, {'namespace': Attribute('namespace', required=True)}),
    'push-ros-namespace': Tag(node.PushRosNamespace, {'namespace': Attribute('namespace', required=True)}),
    'set_parameter': Tag(
        node.SetParameter,
        {
            'name': Attribute('name', required=True),
            'value': Attribute('value', lambda element, _: ParameterValue(_value(element)), True),
        },
    ),
    'set_parameters_from_file': Tag(node.SetParametersFromFile, {'filename': Attribute('filename', required=True)}),
    'set_remap': Tag(node.SetRemap, {'from': Attribute('src', required=True), 'to': Attribute('dst', required=True)}),
    'set_ros_log_dir': Tag(node.SetROSLogDir, {'new_log_dir': Attribute('new_log_dir', required=True)}),
    'set_use_sim_time': Tag(node.SetUseSimTime, {'value': Attribute('value', boolean, True)}),
}
OTHERS: dict[str, Callable[[Element, Any], tuple[Callable[..., Action], dict[str, Any]]]] = {}
"""The parse() functions of actions that launch.frontend.expose_action has registered."""


def _condition(element: Element, arguments: dict[str, Any]) -> dict[str, Any]:
    conditions: list[Condition] = []
    for name, kind in (('if', IfCondition), ('unless', UnlessCondition)):
        if name in arguments:
            conditions.append(kind(arguments.pop(name)))
    if len(conditions) > 1:
        raise element.fail("it has both 'if' and 'unless'; expected one of them")
    return arguments | ({'condition': conditions[0]} if conditions else {})


def _parts_of(element: Element, parts: Mapping[str, tuple[str, Callable[[Sequence[Element]], Any]]]) -> dict[str, Any]:
    for child in element.children:
        if child.type_name not in parts:
            raise child.fail(f'it is in <{element.type_name}>; {_expected(parts)}')
    return {argument: read(children) for name, (argument, read) in parts.items() if (children := element.parts(name))}


def _expected(names: Iterable[str]) -> str:
    known = ', '.join(f'<{name}>' for name in names)
    return f'expected {known} there' if known else 'expected no elements there'


def action(element: Element) -> Action:
    """Creates the action of an element. LaunchError, with its place, if the element is invalid."""
    if element.type_name in OTHERS:
        make, arguments = OTHERS[element.type_name](element, Parser())
        element.assert_entity_completely_parsed()
        return _create(element, make, arguments)
    tag = TAGS.get(element.type_name)
    if tag is None:
        raise LaunchError(existing('action', element.type_name, [*TAGS, *OTHERS]), element.place)
    arguments = _condition(element, attributes_of(element, {**tag.attributes, **_CONDITIONS}))
    inner = [child for child in element.children if tag.actions and child.type_name not in tag.parts]
    if tag.actions:
        actions = [action(child) for child in inner]
        if tag.loop:
            arguments['function'] = partial(_round, inner)
        else:
            arguments['actions'] = actions
        parts = {name: read(children) for name, (_, read) in tag.parts.items() if (children := element.parts(name))}
        arguments |= {tag.parts[name][0]: value for name, value in parts.items()}
    else:
        arguments |= _parts_of(element, tag.parts)
    if element.type_name == 'arg' and 'value' in element.values:
        raise element.fail("an argument has a 'default'; to set its value is <let>")
    return _create(element, tag.make, arguments)


def _round(elements: Sequence[Element], **values: Any) -> list[Action]:
    """Returns the actions of a loop for one set of values."""
    return [loops.EnterLoop(values), *map(action, elements), loops.LeaveLoop()]


def _create(element: Element, make: Callable[..., Action], arguments: dict[str, Any]) -> Action:
    try:
        created = make(**arguments)
    except LaunchError as error:
        raise element.fail(error.text) from None
    except (TypeError, ValueError, RuntimeError) as error:
        raise element.fail(words_of(error)) from None
    created.place = element.place
    return created


def description(root: Element) -> LaunchDescription:
    """Creates the launch description of the outermost element."""
    if root.type_name != 'launch':
        raise root.fail('expected <launch> as the outermost element')
    for name in root.values:
        if name not in ('version', 'deprecated'):
            raise root.fail(existing('attribute', name, ['version', 'deprecated']))
    return LaunchDescription(
        [action(child) for child in root.children],
        deprecated_reason=root.text('deprecated') if 'deprecated' in root.values else None,
    )


class Parser:
    """The part of launch.frontend.Parser that custom actions use in parse()."""

    def parse_action(self, entity: Element) -> Action:
        """Creates the action of an element."""
        return action(entity)

    def parse_substitution(self, value: str) -> Parts:
        """Parses a text with substitutions."""
        return parse_substitution(value)

    def parse_if_substitutions(self, value: Any) -> Any:
        """Parses a text with substitutions; returns another value unchanged."""
        return parse_substitution(value) if isinstance(value, str) else value

    def escape_characters(self, value: str) -> str:
        """Returns the text unchanged."""
        return value

    def parse_description(self, entity: Element) -> LaunchDescription:
        """Creates the launch description of an outermost element."""
        return description(entity)


def expose_action(name: str) -> Callable[[Any], Any]:
    """Registers the class of an action as an XML and YAML tag, by its parse(entity, parser)."""

    def exposed(cls: Any) -> Any:
        OTHERS[name] = cls.parse
        return cls

    return exposed


def expose_substitution(name: str) -> Callable[[Any], Any]:
    """Registers the class of a substitution as $(name …), by its parse(arguments)."""

    def exposed(cls: Any) -> Any:
        def make(*arguments: Parts) -> Substitution:
            kind, kwargs = cls.parse(list(arguments))
            created: Substitution = kind(**kwargs)
            return created

        add_maker(name, make, 0, 99)
        return cls

    return exposed


def _modules(expression: Parts, modules: Parts | None = None) -> Substitution:
    names = ''.join(part.text for part in modules or () if isinstance(part, TextSubstitution))
    return substitutions.PythonExpression(
        expression, [module.strip() for module in names.split(',')] if names else ['math']
    )


def _command(line: Parts, on_stderr: Parts | str = 'fail') -> Substitution:
    return substitutions.Command(line, on_stderr=on_stderr)


for _name, _make, _least, _most in (
    ('var', lambda name, default=None: substitutions.LaunchConfiguration(name, default=default), 1, 2),
    ('env', lambda name, default=None: substitutions.EnvironmentVariable(name, default_value=default), 1, 2),
    ('dirname', substitutions.ThisLaunchFileDir, 0, 0),
    ('filename', substitutions.ThisLaunchFile, 0, 0),
    ('find-pkg-prefix', index.FindPackagePrefix, 1, 1),
    ('find-pkg-share', index.FindPackageShare, 1, 1),
    ('exec-in-pkg', index.ExecutableInPackage, 2, 2),
    ('find-exec', lambda name: substitutions.FindExecutable(name=name), 1, 1),
    ('eval', _modules, 1, 2),
    ('command', _command, 1, 2),
    ('file-content', substitutions.FileContent, 1, 1),
    ('anon', substitutions.AnonName, 1, 1),
    ('not', substitutions.NotSubstitution, 1, 1),
    ('and', substitutions.AndSubstitution, 2, 2),
    ('or', substitutions.OrSubstitution, 2, 2),
    ('any', substitutions.AnySubstitution, 1, 99),
    ('all', substitutions.AllSubstitution, 1, 99),
    ('if', substitutions.IfElseSubstitution, 2, 3),
    ('equals', substitutions.EqualsSubstitution, 2, 2),
    ('not-equals', substitutions.NotEqualsSubstitution, 2, 2),
    ('string-join', lambda delimiter, *parts: substitutions.StringJoinSubstitution(parts, delimiter), 2, 99),
    ('for-var', lambda name, default=None: loops.ForEachVar(name, default_value=default), 1, 2),
    ('index', loops.ForLoopIndex, 1, 1),
    ('param', lambda name, default=None: node.ParameterOfScope(name, default=default), 1, 2),
    ('log_dir', substitutions.LaunchLogDir, 0, 0),
    ('launch_log_dir', substitutions.LaunchLogDir, 0, 0),
):
    MAKERS[_name] = _make, _least, _most

READERS['.xml'] = lambda path, text: description(xml.read(path, text))
READERS['.yaml'] = READERS['.yml'] = lambda path, text: description(yaml.read(path, text))
