# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The code in the how-tos about Python runs: the blocks of a page one after the other, then its tests."""

import pathlib
import re

import pytest

PAGES = pathlib.Path(__file__).resolve().parents[3] / 'docs/how-to'


@pytest.mark.parametrize(
    'page', ['python-testing', 'bridge-zenoh', 'mix-with-callbacks', 'migrate-python', 'preempt-goals', 'parameters']
)
def test_a_page_is_true(page):
    text = (PAGES / f'{page}.md').read_text()
    scope = {'__name__': page}
    blocks = list(re.finditer(r'^```python\n(.*?)^```', text, re.DOTALL | re.MULTILINE))
    assert blocks
    for block in blocks:
        line = text[: block.start(1)].count('\n')
        exec(compile('\n' * line + block[1], PAGES / f'{page}.md', 'exec'), scope)
    for name in [name for name in scope if name.startswith('test_')]:
        scope[name]()
