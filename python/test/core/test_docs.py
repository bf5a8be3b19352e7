# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Every block of the documentation runs as it is printed, in an empty folder; see ../pages.py."""

import pathlib
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
