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


def blocks(page):
    """Returns the blocks of a page that are not copied from programs which other tests run."""
    return [block for block in BLOCK.finditer((ROOT / page).read_text()) if block['mark'] != 'snippet']


def has_code(page):
    """Returns whether a page has blocks that run_code() runs."""
    return any(block['hidden'] or block['kind'] == 'python' or block['mark'] for block in blocks(page))


@pytest.mark.parametrize('page', [page for page in PAGES if page not in ELSEWHERE and has_code(page)])
def test_the_code_of_a_page_runs(page, tmp_path):
    run_code(page, tmp_path)


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
