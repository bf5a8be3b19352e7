# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The documentation's site (tools/docs.py): ten questions of newcomers, each two clicks from the first page; search, dark
mode and narrow windows in a browser, from a folder and without a network. The site is made here, into the folder given."""

import collections
import html.parser
import os
import pathlib
import posixpath
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/test_support"))
from browser import browser, watched

OUTPUT = pathlib.Path(os.environ["RXROS2_DOCS_OUTPUT"])
SITE = OUTPUT / "site"

# Questions of a newcomer, their words in the search, and the place of the answer.
QUESTIONS = (
    ("debounce a button", "debounce bumper", "how-to/cookbook.html#debounce-a-bumper"),
    (
        "stop the robot when commands stop",
        "watchdog commands stop",
        "how-to/cookbook.html#stop-when-commands-stop-a-watchdog",
    ),
    (
        "call a service in a callback without a deadlock",
        "service deadlock",
        "how-to/call-services.html",
    ),
    ("join a camera and a laser by time", "fuse sensors", "how-to/fuse-sensors.html"),
    ("what does switch_map do", "switch_map", "reference/operators.html#switch-map"),
    ("when is a message copied", "message copied", "explanation/message-copies.html"),
    (
        "give one callback a higher priority",
        "executors callback groups",
        "how-to/executors-and-groups.html",
    ),
    ("write an asyncio node", "first async node", "how-to/first-async-node.html"),
    (
        "use it on the ROS 2 that is installed",
        "installed ros2",
        "how-to/installed-ros2.html",
    ),
    ("test a pipe without waiting", "virtual time test", "tutorial/t10_test.html"),
)


def setUpModule():
    run = subprocess.run(
        [sys.executable, "-B", ROOT / "tools/docs.py", OUTPUT],
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise AssertionError(f"tools/docs.py failed\n{run.stdout}{run.stderr}")


class Page(html.parser.HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, name):
        super().__init__()
        self.name = name
        self.links = []
        self.anchors = set()
        self.feed((SITE / name).read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if attributes.get("id"):
            self.anchors.add(attributes["id"])
        for name in ("href", "src"):
            link = attributes.get(name)
            if link and tag in ("a", "img", "script", "link"):
                self.links.append(link)

    def targets(self):
        """Yields (page, anchor) of each link inside of the site."""
        for link in self.links:
            if "://" in link or link.startswith(("mailto:", "data:")):
                continue
            path, _, anchor = link.partition("#")
            path = path.partition("?")[0]
            yield (
                posixpath.normpath(posixpath.join(posixpath.dirname(self.name), path))
                if path
                else self.name,
                anchor,
            )


def clicks():
    """Returns the distance in clicks from the first page for each page and each heading."""
    distance = {"index.html": 0}
    waiting = collections.deque(["index.html"])
    while waiting:
        name = waiting.popleft()
        count = distance[name]
        for target, anchor in Page(name.partition("#")[0]).targets():
            for place in (target, f"{target}#{anchor}") if anchor else (target,):
                if place not in distance and target.endswith(".html"):
                    distance[place] = count + 1
                    if "#" not in place:
                        waiting.append(place)
    return distance


class Site(unittest.TestCase):
    def test_ten_questions_are_two_clicks_away(self):
        distance = clicks()
        print()
        for question, _, answer in QUESTIONS:
            print(f"{distance.get(answer, 'never')} clicks: {question} -> {answer}")
        self.assertEqual(
            [q for q, _, answer in QUESTIONS if distance.get(answer, 9) > 2], []
        )

    def test_every_link_leads_somewhere(self):
        pages = {
            path.relative_to(SITE).as_posix(): Page(path.relative_to(SITE).as_posix())
            for path in SITE.rglob("*.html")
            if not path.is_relative_to(SITE / "reference/classes")
        }
        self.assertGreater(len(pages), 60)
        broken = []
        for name, page in pages.items():
            for target, anchor in page.targets():
                if not (SITE / target).exists() or (
                    anchor and target in pages and anchor not in pages[target].anchors
                ):
                    broken.append(f"{name}: {target}#{anchor}")
        self.assertEqual(broken, [])


class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.chromium = cls.enterClassContext(browser())

    def page(self, **options):
        context = self.chromium.new_context(offline=True, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        troubles = watched(page)
        self.addCleanup(lambda: self.assertEqual(troubles, []))
        return page

    def open(self, page, name):
        page.goto((SITE / name).as_uri())
        return page

    def test_the_search_finds_the_answers(self):
        page = self.page()
        for question, words, answer in QUESTIONS:
            with self.subTest(question):
                self.open(page, "index.html")
                page.keyboard.press("/")
                page.keyboard.type(words)
                page.keyboard.press("Enter")
                page.wait_for_selector("#search-results ul.search li a")
                page.wait_for_function(
                    'document.querySelector("#search-results p.search-summary")?.innerText.match(/[0-9]/)'
                )
                results = page.eval_on_selector_all(
                    "#search-results li a", "all => all.slice(0, 5).map(a => a.href)"
                )
                self.assertTrue(
                    [link for link in results if answer.partition("#")[0] in link], results
                )

    def test_it_is_dark_where_the_reader_wants_it_dark(self):
        def brightness(scheme):
            page = self.open(self.page(color_scheme=scheme), "tutorial/t01_stream.html")
            color = page.evaluate("getComputedStyle(document.body).backgroundColor")
            return sum(int(part) for part in color.strip("rgba()").split(",")[:3])

        self.assertLess(brightness("dark"), 200)
        self.assertGreater(brightness("light"), 600)

    def test_no_page_is_wider_than_a_phone(self):
        page = self.page(viewport={"width": 400, "height": 800})
        for name in (
            "index.html",
            "how-to/cookbook.html",
            "reference/operators.html",
            "reference/compatibility.html",
            "tutorial/t01_stream.html",
            "README.html",
        ):
            with self.subTest(name):
                self.open(page, name)
                self.assertLessEqual(
                    page.evaluate("document.documentElement.scrollWidth"), 400
                )

    def test_the_menu_of_a_phone_opens_by_keyboard(self):
        page = self.open(
            self.page(viewport={"width": 400, "height": 800}), "index.html"
        )
        link = page.locator(".sidebar-tree a", has_text="Cookbook").first
        self.assertFalse(link.is_visible() and link.bounding_box()["x"] >= 0)
        page.locator("label.nav-overlay-icon").first.click()
        page.wait_for_function(
            'document.querySelector(".sidebar-drawer").getBoundingClientRect().x >= 0'
        )
        link.click()
        self.assertIn("cookbook.html", page.url)


if __name__ == "__main__":
    unittest.main()
