#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Generates C++ headers, .idl files and type descriptions from interface definitions; run by CMake.

usage: generate.py ARGUMENTS.json          generate
       generate.py --check ARGUMENTS.json  only report errors of the definitions
       generate.py --list ARGUMENTS.json   only print the names of the files that it would write
       generate.py --read PACKAGE FILE...  only report errors in single lines of the files

ARGUMENTS.json describes the packages of this run, in any order, and those built before:
  {"packages": [{"name": "std_msgs",
                 "interfaces": [{"file": "/abs/msg/Bool.msg", "kind": "msg"}, ...],
                 "dependencies": ["builtin_interfaces"],     # their types may be used
                 "include_dir": "/abs/include/std_msgs",     # gets std_msgs/msg/bool.hpp ...
                 "share_dir": "/abs/share/std_msgs",         # gets msg/Bool.{msg,idl,json} ...
                 "typesupport": "/abs/std_msgs.cpp",         # see typesupport.py; may be left out
                 "alias": "", "ros1_headers": false}],       # see aliases.py
   "installed": {"builtin_interfaces": "/opt/x/share/builtin_interfaces"},
   "cache": "/abs/cache.json",         # what was generated from what
   "stamp": "/abs/generated",          # touched by generating
   "checked": "/abs/checked"}          # touched by --check

Nothing is written unless all definitions are right.
"""

import hashlib
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The package `definitions` is installed beside this file; its source is a part of python/.
PACKAGE = HERE if (HERE / 'definitions').is_dir() else HERE.parents[1] / 'python' / 'rxros2'
sys.path.insert(0, str(HERE))
sys.path.append(str(PACKAGE))
# rosidl's modules are the system's, unless RxROS2 was built with RXROS2_BUNDLED.
MODULES = pathlib.Path(os.environ.get('RXROS2_ROSIDL_MODULES') or HERE / 'modules')
if MODULES.is_dir():
    sys.path.insert(1, str(MODULES))
sys.dont_write_bytecode = True

import description
import naming
from aliases import write_aliases
from definition import read
from definitions.model import DefinitionError
from files import write_if_changed

# Packages that definitions use implicitly, and a type of each that generated code uses.
IMPLICIT = {
    'msg': {},
    'srv': {'service_msgs': 'service_msgs/msg/ServiceEventInfo'},
    'action': {
        'service_msgs': 'service_msgs/msg/ServiceEventInfo',
        'action_msgs': 'action_msgs/srv/CancelGoal',
        'unique_identifier_msgs': 'unique_identifier_msgs/msg/UUID',
        'builtin_interfaces': 'builtin_interfaces/msg/Time',
    },
}


class Cache:
    """Stores the inputs of each interface, so that a change regenerates only its users."""

    def __init__(self, path):
        self._path = pathlib.Path(path)
        try:
            self._old = json.loads(self._path.read_text())
        except (OSError, ValueError):
            self._old = {}
        self._new = {}
        sources = {*HERE.rglob('*'), *MODULES.rglob('*'), *(PACKAGE / 'definitions').glob('*')}
        self._generator = hashlib.sha256(
            b''.join(p.read_bytes() for p in sorted(sources) if p.suffix in ('.py', '.em'))
        ).hexdigest()

    def is_current(self, key, outputs, *inputs):
        digest = hashlib.sha256('\0'.join((self._generator, *inputs)).encode()).hexdigest()
        self._new[key] = digest
        return self._old.get(key) == digest and all(o.is_file() for o in outputs)

    def save(self):
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._new, indent=0))


def read_package(package, errors):
    interfaces = []
    for entry in package['interfaces']:
        try:
            interfaces.append(read(package['name'], entry['file'], entry['kind']))
        except DefinitionError as error:
            errors.append(str(error))
    return interfaces


def check_references(package, interface, registry):
    """Checks that each used type exists, in the package itself or in one of its dependencies."""
    implicit = IMPLICIT[interface.kind]
    for owner, type_name in implicit.items():
        if registry.find(type_name) is None:
            raise DefinitionError(
                f'{interface.path}: every .{interface.kind} uses {type_name}, which is unknown; '
                f"expected package '{owner}' among those built here or installed"
            )
    allowed = {package['name'], *package['dependencies'], *implicit}
    for message in interface.messages():
        for field in message.fields:
            if not field.type.is_message:
                continue
            name, where = field.type.base, interface.where(field)
            owner = name.split('/')[0]
            if owner not in allowed:
                raise DefinitionError(
                    f"{where}: type '{name}' is of package '{owner}', which {package['name']} does "
                    'not depend on; '
                    f'expected one of {", ".join(sorted(allowed))}'
                )
            if registry.find(name) is None:
                known = registry.types_of(owner)
                raise DefinitionError(
                    f"{where}: there is no type '{name}'; expected one of "
                    + (', '.join(known) or f"none: package '{owner}' has no messages")
                )


def check_cycles(interface, registry):
    """Checks that no message contains itself: neither C++ nor CDR could represent it."""
    for message in interface.messages():
        for field in message.fields:
            nested = field.type.base
            if field.type.is_message and message.name in {nested, *registry.nested(nested)}:
                raise DefinitionError(
                    f"{interface.where(field)}: '{message.name}' contains itself through "
                    f"'{field.name}'; expected types that end somewhere"
                )


def write_idl(interface, path):
    """Returns the definition as .idl, by rosidl_adapter's templates, for ROS 2's build tools."""
    from rosidl_adapter.parser import ActionSpecification, ServiceSpecification
    from rosidl_adapter.resource import expand_template

    s = interface.specifications
    for specification in s:
        for item in (specification, *specification.fields, *specification.constants):
            _keep_backslashes(item.annotations)
    element = {
        'msg': lambda: s[0],
        'srv': lambda: ServiceSpecification(interface.package, interface.name, *s),
        'action': lambda: ActionSpecification(interface.package, interface.name, *s),
    }[interface.kind]()
    expand_template(
        f'{interface.kind}.idl.em',
        {
            'pkg_name': interface.package,
            'relative_input_file': f'{interface.kind}/{interface.path.name}',
            interface.kind: element,
        },
        path,
        encoding='iso-8859-1',
    )


def outputs_of(package, kind, path):
    """Returns (type description, copy of the definition, .idl), headers of one interface."""
    path = pathlib.Path(path)
    share = pathlib.Path(package['share_dir']) / kind
    include = pathlib.Path(package['include_dir']) / package['name']
    return (
        [share / f'{path.stem}.json', share / path.name, share / f'{path.stem}.idl'],
        [include / h for h in naming.headers(kind, path.stem)],
    )


def list_outputs(arguments):
    for package in arguments['packages']:
        for entry in package['interfaces']:
            files, headers = outputs_of(package, entry['kind'], entry['file'])
            yield from dict.fromkeys((*files, *headers))  # of an .idl file, the copy is the .idl
        names = [pathlib.Path(e['file']).stem for e in package['interfaces'] if e['kind'] == 'msg']
        for header in naming.alias_headers(
            package['name'], package.get('alias'), package.get('ros1_headers'), names
        ):
            yield pathlib.Path(package['include_dir']) / header
        if package.get('typesupport'):
            yield pathlib.Path(package['typesupport'])


def read_all(arguments):
    """Returns all types, and [(package, interface)] of this run; raises DefinitionError."""
    registry = description.Registry()
    for name, share_dir in arguments.get('installed', {}).items():
        registry.add_package(name, share_dir)
    errors, work = [], []
    for package in arguments['packages']:
        for interface in read_package(package, errors):
            try:
                registry.add(interface)
                work.append((package, interface))
            except DefinitionError as error:
                errors.append(str(error))
    if not errors:
        for package, interface in work:
            try:
                check_references(package, interface, registry)
            except DefinitionError as error:
                errors.append(str(error))
    if not errors:
        for _, interface in work:
            try:
                check_cycles(interface, registry)
            except DefinitionError as error:
                errors.append(str(error))
    if errors:
        raise DefinitionError('\n'.join(errors))
    return registry, work


def read_files(package, files):
    """Raises DefinitionError for errors within single files."""
    interfaces = [{'file': file, 'kind': pathlib.Path(file).suffix[1:]} for file in files]
    errors = []
    read_package({'name': package, 'interfaces': interfaces}, errors)
    if errors:
        raise DefinitionError('\n'.join(errors))


def _keep_backslashes(annotations):
    """Doubles backslashes in comments: rosidl_adapter's templates decode them, or fail."""

    def escape(text):
        return text.replace('\\', '\\' * 4)

    if 'comment' in annotations:
        annotations['comment'] = [escape(line) for line in annotations['comment']]
    if 'unit' in annotations:
        annotations['unit'] = escape(annotations['unit'])


def generate(arguments):
    registry, work = read_all(arguments)
    import cpp  # after the checks: loading the templates' engine costs more than they do
    import typesupport

    cache = Cache(arguments['cache'])
    for package, interface in work:
        (json_path, copy, idl_path), headers = outputs_of(package, interface.kind, interface.path)
        document = description.json_document(registry, interface)
        source = interface.path.read_text(encoding='utf-8')
        if cache.is_current(
            interface.type_name, [json_path, copy, idl_path, *headers], source, document
        ):
            continue
        cpp.write(interface, registry, pathlib.Path(package['include_dir']) / package['name'])
        write_if_changed(json_path, document)
        write_if_changed(copy, source)
        if idl_path != copy:
            write_idl(interface, idl_path)
    for package in arguments['packages']:
        interfaces = [i for p, i in work if p is package]
        if package.get('typesupport'):
            typesupport.write(package['name'], interfaces, package['typesupport'])
        if package.get('alias') or package.get('ros1_headers'):
            write_aliases(
                package['name'],
                [i.name for i in interfaces if i.kind == 'msg'],
                package.get('alias'),
                package.get('ros1_headers'),
                package['include_dir'],
            )
    cache.save()


def run(options):
    """Runs the command line; raises DefinitionError."""
    match options:
        case ['--read', package, *files] if files:
            read_files(package, files)
        case ['--list', file]:
            print(*list_outputs(arguments_of(file)), sep='\n')
        case ['--check', file]:
            arguments = arguments_of(file)
            read_all(arguments)
            touch(arguments.get('checked'))
        case [file] if not file.startswith('--'):
            arguments = arguments_of(file)
            generate(arguments)
            touch(arguments.get('stamp'))
        case _:
            sys.exit(__doc__)


def arguments_of(file):
    return json.loads(pathlib.Path(file).read_text(encoding='utf-8'))


def touch(file):
    if file:
        pathlib.Path(file).touch()


def main():
    try:
        run(sys.argv[1:])
    except DefinitionError as error:
        sys.exit('\n'.join(f'error: {line}' for line in str(error).splitlines()))


if __name__ == '__main__':
    main()
