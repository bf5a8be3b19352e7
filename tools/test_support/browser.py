# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A headless browser for tests of pages: Debian's chromium, driven by Playwright (tools/requirements-test.txt)."""

import contextlib
import shutil

CHROMIUM = shutil.which('chromium')


@contextlib.contextmanager
def browser():
    """A chromium that can open pages, or unittest.SkipTest where none is installed (`make test` installs it)."""
    if CHROMIUM is None:
        import unittest

        raise unittest.SkipTest('chromium is not installed')
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # No sandbox: tests run as root in containers, and open only pages of their own.
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=['--no-sandbox', '--disable-gpu'])
        try:
            yield chromium
        finally:
            chromium.close()


def watched(page):
    """A list that grows by each error and warning that the page writes to its console or throws."""
    troubles = []
    page.on('console', lambda message: message.type in ('error', 'warning') and troubles.append(message.text))
    page.on('pageerror', lambda error: troubles.append(str(error)))
    page.on('requestfailed', lambda request: troubles.append(f'{request.url}: {request.failure}'))
    return troubles
