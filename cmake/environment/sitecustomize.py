# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names the cure where a Python program of a sourced workspace is started by an interpreter that has no rxros2.

Python imports this module at its start, because setup.sh adds the folder to PYTHONPATH. The finder comes after all
others, so it is only asked for modules that are missing. Every Python of the machine must be able to read this file,
Python 2 too: it has no f-strings.
"""

import os
import sys


def _interpreter_with_rxros2():
    """Returns the interpreter in the first line of the program rxros2; '' if there is none in PATH."""
    import shutil  # here, because it takes as long as Python's start

    try:
        with open(shutil.which('rxros2') or '', encoding='utf-8') as script:
            line = script.readline().strip()
    except (OSError, ValueError):
        return ''
    return line[2:] if line.startswith('#!') and ' ' not in line else ''


def _is_of_ros(name):
    """Returns whether a module is rxros2, rclpy or a package of messages of a sourced workspace."""
    prefixes = os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep)
    folders = [os.path.join(prefix, 'share', name, kind) for prefix in prefixes for kind in ('msg', 'srv', 'action')]
    return name in ('rxros2', 'rclpy') or ('.' not in name and any(map(os.path.isdir, folders)))


def _is_missing(name):
    from importlib.util import find_spec

    spec = find_spec(name)
    return spec is None or spec.origin is None  # a folder of this name is not the package


def _cure():
    """Returns why a module of ROS 2 is missing, and what to do; '' if the interpreter has what can provide it."""
    if not _is_missing('rxros2'):
        return _is_missing('rclpy') and (
            "rxros2 is here, but not rclpy_compat, which provides it: install the folder python/rclpy_compat of RxROS2"
        )
    other = _interpreter_with_rxros2()
    python = other or 'the python3 of the virtual environment that has it'
    command = other or 'python3'
    program = sys.argv[0] if sys.argv[:1] not in ([], [''], ['-c'], ['-m']) else 'the program'
    return (
        "{} has no rxros2. Start {} with 'rxros2 run' or by {}. To write that interpreter into the programs of a "
        "workspace, build it with '{} -m colcon build', in a virtual environment with --system-site-packages"
    ).format(sys.executable, program, python, command)


class _MissingRos:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if not _is_of_ros(name):
            return None
        # Only an import fails: importlib.util.find_spec() returns None for a missing module.
        caller = sys._getframe(1).f_back
        if caller is None or caller.f_code.co_name != '_find_and_load_unlocked':
            return None
        later = sys.meta_path[sys.meta_path.index(_MissingRos) + 1 :]  # a program may have added finders
        if any(not hasattr(finder, 'find_spec') or finder.find_spec(name, path, target) for finder in later):
            return None
        cure = _cure()
        if cure:
            raise ModuleNotFoundError("No module named '{}': {}".format(name, cure), name=name)
        return None


def _import_next():
    """Imports the module sitecustomize that Python would have imported without this one, which it replaces.

    If there is none, Python ignores the ImportError. What the next one does to sys.path stays.
    """
    folder = os.path.dirname(__file__)
    _this = sys.modules.pop(__name__)  # Python 2 would clear the names of a module that nobody holds
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    __import__(__name__)


if sys.version_info >= (3, 6):  # older ones have other finders, and neither ROS 2 nor rxros2
    sys.meta_path.append(_MissingRos)
_import_next()
