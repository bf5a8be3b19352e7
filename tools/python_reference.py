#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes docs/reference/python.md of the docstrings of python/rxros2; reads the sources only, imports nothing.

usage: tools/python_reference.py [--check]     --check changes nothing; exit status 1: it is not up to date
"""
import ast
import functools
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / 'python'
PAGE = ROOT / 'docs/reference/python.md'
MODULES = ['rxros2.aio', 'rxros2.aio.ros2', 'rxros2.aio.zenoh', 'rxros2.aio.textio', 'rxros2.aio.blocking', 'rxros2.rx', 'rxros2.bag', 'rxros2.bridge',
           'rxros2.replay', 'rxros2.messages', 'rxros2.messages.codec', 'rxros2.node', 'rxros2.parameters', 'rxros2.lifecycle', 'rxros2.qos']
INTERNAL = {'rxros2.lifecycle': {'Step', 'StateMachine', 'event', 'read_event', 'requested_transition'},
            'rxros2.parameters': {'to_message', 'from_message', 'named', 'unpack', 'items'}}
"""Names that only modules of the package use."""
HEAD = """# Which public names does the Python package have?

<!-- Written by tools/python_reference.py from the docstrings. Do not edit this page: change the docstring and run the program. -->

Start with [your first async node](../how-to/first-async-node.md). [`python/`](../../python/README.md) explains the parts of the package.
"""


@functools.cache
def tree_of(module):
    """The syntax tree of a module and whether it is a package; None for what is not ours."""
    base = PACKAGE / module.replace('.', '/')
    for path, package in ((base / '__init__.py', True), (base.with_suffix('.py'), False), (base.with_suffix('.pyi'), False)):
        if path.is_file():
            return ast.parse(path.read_text()), package
    return None, False


def public(tree):
    """The names of __all__; without one, those defined or imported as themselves here, without an underscore."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], 'id', '') == '__all__':
            return [element.value for element in node.value.elts]
    names = []
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            names.append(node.name)
        elif isinstance(node, ast.ImportFrom):
            names += [alias.name for alias in node.names if alias.asname == alias.name]
        elif isinstance(node, ast.Assign):
            targets = [element for target in node.targets for element in getattr(target, 'elts', [target])]
            names += [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in dict.fromkeys(names) if not name.startswith('_')]


def constant(tree, name):
    """The assignment of a constant of a module; None without."""
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if name in [getattr(element, 'id', '') for element in getattr(target, 'elts', [target])]:
                    return node
    return None


def find(module, name, seen=()):
    """Returns (module, node) of the definition of a name, through imports; None if it is not ours."""
    tree, package = tree_of(module)
    if tree is None or module in seen:
        return None
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            return module, node
        if node is constant(tree, name):
            return module, node
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    parts = module.split('.')
                    parts = parts[:len(parts) - node.level + package] if node.level else []
                    source = '.'.join(parts + ([node.module] if node.module else []))
                    return find(source, alias.name, (*seen, module))
    return None


def signature(function, bound=False):
    """`(…) -> …` as it is written, without self."""
    arguments = ast.unparse(function.args)
    if bound:
        arguments = arguments.partition(', ')[2] if ', ' in arguments else ''
    returns = f' -> {ast.unparse(function.returns)}' if function.returns else ''
    return f'({arguments}){returns}'


def text(node):
    return (ast.get_docstring(node) or '').replace('<', '&lt;')


def decorated(node, name):
    return any(ast.unparse(decorator).split('.')[-1].split('(')[0] == name for decorator in node.decorator_list)


def initializer_of(module, node):
    """A class's __init__, its own or that of the first base of ours that has one; None without."""
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and member.name == '__init__':
            return member
    for base in node.bases:
        definition = find(module, ast.unparse(base).partition('[')[0])
        if definition is not None and isinstance(definition[1], ast.ClassDef) and (initializer := initializer_of(*definition)) is not None:
            return initializer
    return None


def following(body, node):
    """The text that stands behind an assignment as a docstring; empty without one."""
    after = body[body.index(node) + 1:][:1]
    if after and isinstance(after[0], ast.Expr) and isinstance(after[0].value, ast.Constant) and isinstance(after[0].value.value, str):
        return after[0].value.value.replace('<', '&lt;')
    return ''


def attributes(initializer):
    """The public attributes that an __init__ sets, with their texts; those without one are left out."""
    items = []
    for member in initializer.body:
        if isinstance(member, (ast.AnnAssign, ast.Assign)):
            target = member.target if isinstance(member, ast.AnnAssign) else member.targets[0]
            meaning = following(initializer.body, member)
            if isinstance(target, ast.Attribute) and ast.unparse(target.value) == 'self' and not target.attr.startswith('_') and meaning:
                annotation = f': {ast.unparse(member.annotation)}' if isinstance(member, ast.AnnAssign) else ''
                items.append((f'{target.attr}{annotation}', meaning))
    return items


def entry(name, module, node):
    """Markdown of one class or function, which is defined in that module."""
    kind = 'async ' if isinstance(node, ast.AsyncFunctionDef) else ''
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        meaning = following(tree_of(module)[0].body, node)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            return f'\n### {name}\n\nAn item of `{ast.unparse(node.value)}`.\n'
        return f'\n### {name}\n\n`{ast.unparse(node)}`\n' + (f'\n{meaning}\n' if meaning else '')
    if not isinstance(node, ast.ClassDef):
        return f'\n### {name}\n\n`{kind}{name}{signature(node)}`\n\n{text(node)}\n'
    methods = [m for m in node.body if isinstance(m, (ast.FunctionDef, ast.AsyncFunctionDef))]
    initializer = initializer_of(module, node)
    bases = [ast.unparse(base) for base in node.bases]
    bases = [base for base in bases if not base.startswith(('Generic', 'Protocol'))]
    out = [f'\n### {name}\n\n`class {name}{signature(initializer, bound=True).partition(" ->")[0] if initializer else ""}`'
           + (f', a {", ".join(f"`{base}`" for base in bases)}' if bases else '') + f'\n\n{text(node)}\n']
    if initializer and ast.get_docstring(initializer):
        out.append(f'\n{text(initializer)}\n')
    items = []
    for member in node.body:
        if isinstance(member, (ast.AnnAssign, ast.Assign)):
            target = ast.unparse(member.target if isinstance(member, ast.AnnAssign) else member.targets[0])
            if not target.startswith('_') and not (isinstance(member, ast.AnnAssign) and 'ClassVar' in ast.unparse(member.annotation)):
                items.append((ast.unparse(member), following(node.body, member)))
        elif member in methods and member.name == '__init__':
            items += attributes(member)
        elif member in methods and not member.name.startswith('_') and ast.get_docstring(member):
            if decorated(member, 'property'):
                items.append((member.name, text(member)))
            elif not decorated(member, 'overload') and not decorated(member, 'setter'):
                kind = 'async ' if isinstance(member, ast.AsyncFunctionDef) else ''
                items.append((f'{kind}{member.name}{signature(member, bound=not decorated(member, "staticmethod"))}', text(member)))
    out += [f'\n- `{entry}`' + (': ' if meaning else '') + '\n  '.join(line for line in meaning.splitlines() if line.strip()) + '\n' for entry, meaning in items]
    return ''.join(out)


def page():
    out, contents, where = [], [], {}
    for module in MODULES:
        tree, _ = tree_of(module)
        out.append(f'\n## {module}\n\n{text(tree)}\n')
        names = []
        for name in public(tree):
            definition = find(module, name)
            if definition is None or name in INTERNAL.get(module, ()):
                continue
            key = (definition[0], getattr(definition[1], 'name', name))
            names.append(name)
            if key in where:
                out.append(f'\n### {name}\n\nThat of `{where[key]}`.\n')
                continue
            where[key] = module
            out.append(entry(name, *definition))
        contents.append(f'**{module}**: {", ".join(f"`{name}`" for name in names)}\n')
    return HEAD + '\n' + '\n'.join(contents) + ''.join(out)


def main():
    contents = page()
    if '--check' in sys.argv:
        if not PAGE.exists() or PAGE.read_text() != contents:
            sys.exit('docs/reference/python.md is not what tools/python_reference.py makes: run it')
        return
    PAGE.write_text(contents)
    print(f'{contents.count(chr(10) + "### ")} names')


if __name__ == '__main__':
    main()
