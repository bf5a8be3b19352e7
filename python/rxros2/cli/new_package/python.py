# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The files of a new package of the build type ament_python."""

from __future__ import annotations

from .package import NewPackage, fill, identifier

_NODE = '''\
def main():
    """Print a greeting."""
    print('Hello from @package@')


if __name__ == '__main__':
    main()
'''

_SETUP = """\
from setuptools import find_packages, setup

package_name = '@package@'

setup(
    name=package_name,
    version='0.0.0',
    packages=find_packages(exclude=['test']),
    data_files=[
        ('share/ament_index/resource_index/packages', ['resource/' + package_name]),
        ('share/' + package_name, ['package.xml']),
    ],
    install_requires=['setuptools'],
    zip_safe=True,
    maintainer=@maintainer@,
    maintainer_email=@email@,
    description=@description@,
    license=@license@,
    extras_require={'test': ['pytest']},
    entry_points={
        'console_scripts': [@scripts@],
    },
)
"""

_SETUP_CONFIGURATION = """\
[develop]
script_dir=$base/lib/@package@
[install]
install_scripts=$base/lib/@package@
"""

_COPYRIGHT_TEST = """\
import pytest


@pytest.mark.skip(reason='the generated files have no copyright header yet')
@pytest.mark.copyright
@pytest.mark.linter
def test_copyright():
    linter = pytest.importorskip('ament_copyright.main')
    assert linter.main(argv=['.', 'test']) == 0
"""

_FLAKE8_TEST = """\
import pytest


@pytest.mark.flake8
@pytest.mark.linter
def test_flake8():
    linter = pytest.importorskip('ament_flake8.main')
    code, errors = linter.main_with_errors(argv=[])
    assert code == 0, '\\n'.join(errors)
"""

_PEP257_TEST = """\
import pytest


@pytest.mark.linter
@pytest.mark.pep257
def test_pep257():
    linter = pytest.importorskip('ament_pep257.main')
    assert linter.main(argv=['.', 'test']) == 0
"""


def files(package: NewPackage) -> dict[str, str]:
    """Returns the text of each file, by its path in the package."""
    module, node = package.module, identifier(package.node)
    scripts = f"\n            '{package.node} = {module}.{node}:main',\n        " if node else ''
    values = {
        'package': package.name,
        'maintainer': repr(package.maintainer),
        'email': repr(package.email),
        'description': repr(package.description),
        'license': repr(package.license),
        'scripts': scripts,
    }
    texts = {
        'setup.py': _SETUP,
        'setup.cfg': _SETUP_CONFIGURATION,
        f'resource/{package.name}': '',
        f'{module}/__init__.py': '',
        'test/test_copyright.py': _COPYRIGHT_TEST,
        'test/test_flake8.py': _FLAKE8_TEST,
        'test/test_pep257.py': _PEP257_TEST,
    }
    if node:
        texts[f'{module}/{node}.py'] = _NODE
    if package.library:
        texts[f'{module}/{identifier(package.library)}/__init__.py'] = ''
    return {path: fill(text, values) for path, text in texts.items()}
