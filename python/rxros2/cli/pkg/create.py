# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg create: creates the folder of a new package, which builds and passes its tests as it is."""

from __future__ import annotations

import argparse
import getpass
import keyword
import os
import pathlib
import re
import subprocess
import sys

from ..frame import CommandError
from ..new_package import files, licenses
from ..new_package.package import NewPackage, identifier, is_name

_UNUSUAL_NAME = re.compile(r'[^a-z]|.*[^a-z0-9_-]')
_CPP_KEYWORD = re.compile(
    r"""
    alignas|alignof|and|and_eq|asm|auto|bitand|bitor|bool|break|case|catch|char|char8_t|char16_t|char32_t|class|
    compl|concept|const|const_cast|consteval|constexpr|constinit|continue|co_await|co_return|co_yield|decltype|
    default|delete|do|double|dynamic_cast|else|enum|explicit|export|extern|false|float|for|friend|goto|if|inline|int|
    long|mutable|namespace|new|noexcept|not|not_eq|nullptr|operator|or|or_eq|private|protected|public|register|
    reinterpret_cast|requires|return|short|signed|sizeof|static|static_assert|static_cast|struct|switch|template|
    this|thread_local|throw|true|try|typedef|typeid|typename|union|unsigned|using|virtual|void|volatile|wchar_t|
    while|xor|xor_eq
    """,
    re.VERBOSE,
)
_RESERVED_TARGETS = ('all', 'clean', 'help', 'install', 'package', 'test')


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the name of the package and the options of `ros2 pkg create`."""
    parser.add_argument('package_name', help='name of the package')
    parser.add_argument(
        '--package-format',
        '--package_format',
        type=int,
        default=3,
        choices=[2, 3],
        help='format of package.xml (default: 3)',
    )
    parser.add_argument('--description', default='TODO: Package description', help='description in package.xml')
    parser.add_argument(
        '--license',
        default='TODO: License declaration',
        help="licence in package.xml; for those that '?' lists, a file LICENSE is written",
    )
    parser.add_argument('--destination-directory', default='.', help='folder for the new folder (default: this one)')
    parser.add_argument(
        '--build-type',
        default='ament_cmake',
        choices=['cmake', 'ament_cmake', 'ament_python'],
        help='how the package is built (default: ament_cmake)',
    )
    parser.add_argument('--dependencies', nargs='+', default=[], help='packages that this one uses')
    parser.add_argument('--maintainer-email', help='default: user.email of git, or NAME@todo.todo')
    parser.add_argument('--maintainer-name', help='default: the name of the user')
    parser.add_argument('--node-name', default='', help='name of a program to start with')
    parser.add_argument('--library-name', default='', help='name of a library to start with')


def main(args: argparse.Namespace) -> int:
    """Writes the files. Raises CommandError if a name is invalid, or the folder exists or cannot be written."""
    if args.license == '?':
        print('Licences for which a file LICENSE is written:', *licenses.NAMES, sep='\n')
        return 0
    package = _checked(args)
    folder = pathlib.Path(args.destination_directory) / package.name
    if os.path.lexists(folder):
        raise CommandError(
            f"'{folder}' exists; expected a new folder: choose another name or --destination-directory, or remove it"
        )
    _warn(package)
    texts = files(package)
    license_text = licenses.text_of(package.license, package.maintainer)
    if license_text is not None:
        texts['LICENSE'] = license_text
    _describe(package, folder)
    try:
        _write(folder, texts)
    except OSError as error:
        raise CommandError(f"'{error.filename or folder}' cannot be written: {error.strerror}") from None
    if license_text is None:
        print(
            f"warning: no text of the licence '{package.license}' is known, so no file LICENSE was written; expected "
            f'one of: {", ".join(licenses.NAMES)}',
            file=sys.stderr,
        )
    return 0


def _checked(args: argparse.Namespace) -> NewPackage:
    for kind, name in (
        ('package', args.package_name),
        *(('dependency', name) for name in args.dependencies),
        *(('node', name) for name in [args.node_name] if name),
        *(('library', name) for name in [args.library_name] if name),
    ):
        if not is_name(name):
            raise CommandError(
                f"'{name}' is not a valid name of a {kind}; expected letters, digits, '_' and '-', without '-' or '_' "
                'in front',
                2,
            )
    is_python = args.build_type == 'ament_python'
    _check_code_names(args, is_python)
    node = args.node_name
    if node and _in_code(node, is_python) == _in_code(args.library_name, is_python):
        node += '_node'
        print(f'warning: the library has the name {args.library_name}, so the node is called {node}', file=sys.stderr)
    name = args.maintainer_name or _user()
    return NewPackage(
        name=args.package_name,
        build_type=args.build_type,
        format=args.package_format,
        description=args.description,
        license=args.license,
        maintainer=name,
        email=args.maintainer_email or _email_of_git() or f'{re.sub("[^A-Za-z0-9_.-]", "", name) or "user"}@todo.todo',
        dependencies=tuple(dict.fromkeys(args.dependencies)),
        node=node,
        library=args.library_name,
    )


def _in_code(name: str, is_python: bool) -> str:
    """Returns the name of the file of a node or library, which is a module in Python."""
    return identifier(name) if is_python else name


def _check_code_names(args: argparse.Namespace, is_python: bool) -> None:
    """Raises CommandError for a name that the language of the package cannot have."""
    names = [('package', args.package_name), ('node', args.node_name), ('library', args.library_name)]
    if is_python:
        if args.package_name == 'test':
            raise CommandError("a package of Python cannot be named 'test', which is the folder of its tests", 2)
        for kind, name in names:
            if name and (keyword.iskeyword(identifier(name)) or not identifier(name).isidentifier()):
                raise CommandError(f"the {kind} cannot be named '{name}': Python has no module of this name", 2)
        return
    for kind, name in names[1:]:
        if name in _RESERVED_TARGETS:
            raise CommandError(f"the {kind} cannot be named '{name}', which is a target of CMake itself", 2)
    if not args.library_name:
        return
    for kind, name in (names[0], names[2]):
        if name[:1].isdigit():
            raise CommandError(f"the {kind} of a library in C++ cannot be named '{name}', which begins with a digit", 2)
        if _CPP_KEYWORD.fullmatch(identifier(name)):
            raise CommandError(f"the {kind} cannot be named '{name}', which is a keyword of C++", 2)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may run as a user that has no name
        return 'user'


def _email_of_git() -> str:
    try:
        command = ['git', 'config', 'user.email']
        return subprocess.run(command, capture_output=True, check=False).stdout.decode(errors='replace').strip()
    except OSError:
        return ''


def _warn(package: NewPackage) -> None:
    """Prints warnings for names that work but are probably mistakes."""
    from ...near_names import near_names
    from ..packages import packages

    if _UNUSUAL_NAME.match(package.name):
        print(
            f"warning: by convention the name of a package has lower-case letters, digits, '_' and '-', and begins "
            f'with a letter; found {package.name}',
            file=sys.stderr,
        )
    known = packages()
    for name in package.dependencies:
        near = near_names(name, known) if name not in known else []
        if near:
            print(f'warning: no package {name} is known; did you mean {near[0]}?', file=sys.stderr)


def _describe(package: NewPackage, folder: pathlib.Path) -> None:
    contents = [f'the library {package.library}'] * bool(package.library) + [f'the node {package.node}'] * bool(
        package.node
    )
    with_contents = f' with {" and ".join(contents)}' if contents else ''
    print(f'package {package.name} of build type {package.build_type}{with_contents}, in {os.path.abspath(folder)}:')


def _write(folder: pathlib.Path, texts: dict[str, str]) -> None:
    folder.mkdir(parents=True)
    for path, text in texts.items():
        file = folder / path
        (file if path.endswith('/') else file.parent).mkdir(parents=True, exist_ok=True)
        if not path.endswith('/'):
            print(f'  {path}')
            file.write_text(text, encoding='utf-8')
