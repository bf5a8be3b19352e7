# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Every link of a page to a file or heading of this repository leads somewhere."""

import functools
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = re.compile(r'^```.*?^```$|`[^`\n]+`', re.S | re.M)
LINK = re.compile(r'\]\(([^)\s]+)\)')


def pages():
    """Returns the pages outside the build trees, in which other tests create and delete folders meanwhile."""
    paths = [ROOT / name for name in os.listdir(ROOT) if name not in ('build', '.git', '.ci')]
    nested = [page for path in paths if path.is_dir() for page in path.rglob('*.md')]
    return [path for path in paths if path.suffix == '.md'] + nested


@functools.cache
def anchors(page):
    """Those that GitHub gives to the headings of a page."""
    headings = re.findall(r'^#+ +(.*)$', page.read_text(encoding='utf-8'), re.M)
    texts = (re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).lower() for heading in headings)
    return {re.sub(r'[^\w\- ]', '', text).strip().replace(' ', '-') for text in texts}


class Links(unittest.TestCase):
    def test_lead_somewhere(self):
        broken = []
        for page in pages():
            for link in LINK.findall(CODE.sub('', page.read_text(encoding='utf-8'))):
                if '://' in link or link.startswith(('mailto:', '../../actions/')):  # the host has its badges there
                    continue
                name, _, anchor = link.partition('#')
                target = (page.parent / name).resolve() if name else page
                if not target.exists() or (anchor and target.suffix == '.md' and anchor not in anchors(target)):
                    broken.append(f'{page.relative_to(ROOT)}: {link}')
        self.assertEqual(broken, [])

    def test_this_test_sees_pages(self):
        self.assertGreater(len(pages()), 30)


if __name__ == '__main__':
    unittest.main()
