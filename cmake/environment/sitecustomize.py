# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names the cure where a Python program of a sourced workspace is started by an interpreter that has no rxros2.

Python imports this module at its start, because setup.sh adds the folder to PYTHONPATH. The finder comes after all
others, so it is only asked for modules that are missing.
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
        f"{sys.executable} has no rxros2. Start {program} with 'rxros2 run' or by {python}. To write that interpreter "
        f"into the programs of a workspace, build it with '{command} -m colcon build', in a virtual "
        'environment with --system-site-packages'
    )


class _MissingRos:
    @staticmethod
    def find_spec(name, path=None, target=None):
        # Only an import fails: importlib.util.find_spec() returns None for a missing module.
        if sys._getframe(2).f_code.co_name != '_find_and_load_unlocked' or not _is_of_ros(name):
            return None
        cure = _cure()
        if cure:
            raise ModuleNotFoundError(f"No module named '{name}': {cure}", name=name)
        return None


def _import_next():
    """Imports the module sitecustomize that Python would have imported without this one, if there is one."""
    folder, this = os.path.dirname(__file__), sys.modules[__name__]
    path = sys.path[:]
    sys.path[:] = [entry for entry in path if entry != folder]
    del sys.modules[__name__]
    try:
        __import__(__name__)
    except ModuleNotFoundError as error:
        if error.name != __name__:
            raise
    finally:
        sys.modules[__name__] = this
        sys.path[:] = path


_import_next()
sys.meta_path.append(_MissingRos)
