# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Every block of the documentation runs as it is printed, in an empty folder; see ../pages.py."""

import enum
import importlib
import inspect
import pathlib
import re
import sys

import pytest

pytest.importorskip('reactivex')

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from pages import BLOCK, ROOT, run_code

PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in [ROOT / 'README.md', ROOT / 'python/README.md', *(ROOT / 'docs').rglob('*.md')]
    if page.relative_to(ROOT).parts[:2] != ('docs', 'reference')  # generated from code that its own tests run
)
ELSEWHERE = {
    'python/README.md': 'test_readme.py gives each block the peers that it needs',
}
"""Pages whose Python blocks another test runs."""
SHELL = (ROOT / 'python/test/cli/test_pages.py').read_text()
"""The test that runs the shell commands of the pages that it names."""
NOT_RUN = {
    'README.md': 'builds all and shows a demo',
    'docs/README.md': 'builds all and shows a demo',
    'docs/how-to/bridge.md': 'needs the Zenoh engine; the tests of the bridge run its commands',
    'docs/how-to/bring-your-workspace.md': 'needs root, and a workspace of ROS 2',
    'docs/how-to/build-for-arm64.md': 'needs root, and the registry of arm64 packages',
    'docs/how-to/build-ros2-packages.md': 'needs root, and packages of RxROS2',
    'docs/how-to/build-without-system-packages.md': 'needs the source archive of a release',
    'docs/how-to/compose-nodes.md': 'needs a package of C++ components; examples/components is one',
    'docs/how-to/installed-ros2.md': 'needs an installed ROS 2',
    'docs/how-to/migrate-python.md': 'needs the network, for packages of others',
    'docs/how-to/launch.md': 'needs a sourced workspace; the launch files of the page run',
    'docs/how-to/qos-overrides.md': 'needs a program of C++',
    'docs/how-to/real-time.md': 'needs a program of C++, and rights to set priorities',
    'docs/how-to/run-a-fleet.md': 'needs several hosts',
    'docs/how-to/run-over-zenoh.md': 'needs cargo, and several hosts',
    'docs/how-to/see-a-running-system.md': 'opens a browser, and a port to the network',
    'docs/how-to/send-large-messages.md': 'needs a publisher of images in another process',
    'docs/how-to/several-hosts.md': 'needs two hosts',
    'docs/how-to/when-a-stream-ends-by-an-error.md': 'needs a package, and a running system',
    'docs/how-to/test-with-a-recording.md': 'needs a robot, and a program of C++; examples/teleop/test is one',
}
"""Pages with shell commands, CMake code or configuration that no test runs, and why."""


def blocks(page):
    """Returns the blocks of a page that are not copied from programs which other tests run."""
    return [block for block in BLOCK.finditer((ROOT / page).read_text()) if block['mark'] != 'snippet']


def has_code(page):
    """Returns whether a page has blocks that run_code() runs."""
    return any(block['hidden'] or block['kind'] == 'python' or block['mark'] for block in blocks(page))


@pytest.mark.parametrize('page', [page for page in PAGES if page not in ELSEWHERE and has_code(page)])
def test_the_code_of_a_page_runs(page, tmp_path):
    run_code(page, tmp_path)


def test_the_list_of_blocks_that_do_not_run_is_complete():
    """Blocks of C++ are compiled (tools/page_blocks.py), tutorials run with their programs (tools/tutorials.py)."""
    pages = [page for page in PAGES if not page.startswith('docs/tutorial/') and f"'{page}'" not in SHELL]
    kinds = {'sh', 'bash', 'console', 'yaml', 'xml', 'cmake'}
    assert {page for page in pages for block in blocks(page) if block['kind'] in kinds and not block['mark']} == set(
        NOT_RUN
    )


def test_the_reference_names_every_public_name_and_member():
    text = (ROOT / 'docs/reference/python.md').read_text()
    sections = dict(re.findall(r'^## (rxros2\S*)\n(.*?)(?=^## |\Z)', text, re.DOTALL | re.MULTILINE))
    assert {'rxros2.bag', 'rxros2.aio.blocking', 'rxros2.parameters', 'rxros2.lifecycle', 'rxros2.qos'} <= set(sections)
    for name, section in sections.items():
        if name == 'rxros2.aio.zenoh':
            continue  # needs the package zenoh
        module = importlib.import_module(name)
        headings = re.findall(r'^### (\w+)$', section, re.MULTILINE)
        modules = {key for key, value in vars(module).items() if inspect.ismodule(value)}
        assert set(getattr(module, '__all__', headings)) - modules <= set(headings), name
        for heading in headings:
            kind = getattr(module, heading)
            for member in kind if isinstance(kind, enum.EnumMeta) else ():
                assert f'`{member.name} = ' in text, f'{name}.{heading}'


def test_a_failure_shows_the_text_of_a_program_that_ended_by_itself(tmp_path, capsys):
    page = tmp_path / 'page.md'
    page.write_text(
        "<!-- program: short.py -->\n```python\nprint('the battery is empty')\n```\n"
        '```python\nraise ZeroDivisionError\n```\n'
    )
    with pytest.raises(ZeroDivisionError):
        run_code(page, tmp_path)
    assert 'the battery is empty' in capsys.readouterr().out
