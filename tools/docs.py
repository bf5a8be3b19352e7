#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes the documentation's site, build/docs/site: one folder that any browser opens, searchable, without a network.

The pages are those of docs/ and whatever they link to in this repository: READMEs become pages, programs and headers
become listings. The classes of C++ (`make reference`) and the benchmarks' report are taken along if they are there.
usage: tools/docs.py [OUTPUT]     with Python packages of tools/requirements-docs.txt; `make docs` sees to that
"""

import functools
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LANGUAGES = {
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".h": "cpp",
    ".py": "python",
    ".yaml": "yaml",
    ".xml": "xml",
    ".sh": "sh",
    ".json": "json",
    ".toml": "toml",
    ".cmake": "cmake",
    ".txt": "cmake",
}
BADGE = re.compile(r"^\[!\[.*\n", re.MULTILINE)  # images of a host; the site needs no network
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`|<!--.*?-->", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# The sidebar: which pages stand below which heading; the first that matches has the page.
CHAPTERS = (
    ("Tutorials", r"tutorial/"),
    ("How to", r"how-to/"),
    ("Reference", r"reference/"),
    ("Explanation", r"explanation/"),
    ("Project", r"(README|architecture|dependencies|CHANGELOG|CONTRIBUTING|SECURITY)$"),
    ("Rooms", r"\w+/README$"),
    ("Other pages", r"(?!files/)"),
)
# Sites of their own that are taken along: folder, its first page, the page that leads there, its title and text.
BESIDE = (
    (
        "build/reference/html",
        "annotated.html",
        "reference/classes",
        "Classes of C++",
        "every class of the public headers, with its members.",
    ),
    (
        "benchmarks/report",
        "report.html",
        "reference/measurements",
        "Measurements",
        "the report of `make bench` that is kept with the sources.",
    ),
)


def page_of(path):
    """The site's page of a file or folder of the repository, without suffix."""
    if path == "docs/README.md":
        return "index"
    name = path[:-3] if path.endswith(".md") else f"files/{path}"
    return name.removeprefix("docs/")


def title_of(text, otherwise):
    match = re.search(r"^# +(.*)$", text, re.MULTILINE)
    return match.group(1) if match else otherwise


@functools.cache
def tracked():
    """Files of the repository, so that a build tree beside them stays out of the site."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        return frozenset(filter(None, listed.stdout.split("\0")))
    return frozenset(
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*")
        if path.is_file() and path.relative_to(ROOT).parts[0] != "build"
    )


class Site:
    """The pages to be made, found by following links from the first."""

    def __init__(self, source):
        self.source = source
        self.waiting = []
        self.pages = {}  # page: title

    def add(self, path):
        """Takes a file or folder of the repository into the site; returns its page."""
        page = page_of(path)
        if page not in self.pages:
            self.pages[page] = path
            self.waiting.append(path)
        return page

    def write(self):
        while self.waiting:
            path = self.waiting.pop()
            file = ROOT / path
            if file.is_dir():
                text = self.folder(path)
            elif path.endswith(".md"):
                text = self.linked(path, file.read_text(encoding="utf-8"))
            else:
                text = self.listing(path)
            self.pages[page_of(path)] = title_of(text, path)
            self.put(page_of(path), text)

    def put(self, page, text):
        target = self.source / f"{page}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def linked(self, path, text):
        """The page's text with its links leading to pages of the site, or to copies of images."""
        folder = posixpath.dirname(page_of(path))
        text = BADGE.sub("", text)

        def lead(match):
            link, _, anchor = match.group(1).partition("#")
            if "://" in link or link.startswith("mailto:") or not link:
                return match.group(0)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
            if posixpath.splitext(target)[1] in (".svg", ".png", ".gif"):
                to = target.removeprefix("docs/")
                (self.source / to).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / target, self.source / to)
            else:
                if not (ROOT / target).exists():
                    sys.exit(f"docs: {path} links to {link}, which is not there")
                to = self.add(target) + ".md"
            return f"]({posixpath.relpath(to, folder or '.')}{'#' + anchor if anchor else ''})"

        # Links in code are code.
        parts = []
        end = 0
        for code in CODE.finditer(text):
            parts += [LINK.sub(lead, text[end : code.start()]), code.group(0)]
            end = code.end()
        return "".join(parts) + LINK.sub(lead, text[end:])

    def listing(self, path):
        try:
            text = (ROOT / path).read_text(encoding="utf-8").rstrip("\n")
        except UnicodeDecodeError:
            sys.exit(f"docs: a page links to {path}, which is not a text")
        fence = "`" * max(
            3, 1 + max((len(run) for run in re.findall("`+", text)), default=0)
        )
        return f"# {path}\n\n{fence}{LANGUAGES.get(posixpath.splitext(path)[1], 'text')}\n{text}\n{fence}\n"

    def folder(self, path):
        readme = f"{path}/README.md"
        if readme in tracked():
            return f"# {path}\n\n[README]({posixpath.relpath(self.add(readme), posixpath.dirname(page_of(path)))}.md)\n"
        lines = [f"# {path}", ""]
        for file in sorted(
            name for name in tracked() if posixpath.dirname(name) == path
        ):
            to = posixpath.relpath(self.add(file), posixpath.dirname(page_of(path)))
            lines.append(f"- [{posixpath.basename(file)}]({to}.md)")
        return "\n".join(lines) + "\n"

    def contents(self):
        """Adds the sidebar to the first page."""
        first = (self.source / "index.md").read_text(encoding="utf-8")
        remaining = sorted(page for page in self.pages if page != "index")
        text = ""
        for caption, names in CHAPTERS:
            pages = [page for page in remaining if re.match(names, page)]
            # Those that the first page names stand in its order, the others behind them.
            pages.sort(key=lambda page: first.find(f"({page}.md") % (len(first) + 1))
            text += self.toctree(caption, pages)
            remaining = [page for page in remaining if page not in pages]
        for page in remaining:  # listings of programs, reached by links only
            self.put(
                page,
                "---\norphan: true\nnosearch: true\n---\n\n"
                + (self.source / f"{page}.md").read_text(encoding="utf-8"),
            )
        self.put("index", first + text)

    @staticmethod
    def toctree(caption, entries):
        if not entries:
            return ""
        return (
            "\n```{toctree}\n:hidden:\n:maxdepth: 1\n:caption: "
            + caption
            + "\n\n"
            + "\n".join(entries)
            + "\n```\n"
        )


def version():
    match = re.search(
        r"^project\(rxros2 VERSION (\S+)",
        (ROOT / "CMakeLists.txt").read_text(),
        re.MULTILINE,
    )
    return match.group(1)


def main():
    output = pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/docs"
    ).resolve()
    source, site = output / "pages", output / "site"
    for folder in (source, site):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs/site", source)
    pages = Site(source)
    for path in (
        "docs/README.md",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
    ):
        pages.add(path)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        pages.add(path.relative_to(ROOT).as_posix())
    pages.write()
    neighbours = [neighbour for neighbour in BESIDE if (ROOT / neighbour[0] / neighbour[1]).is_file()]
    for _, first, page, title, says in neighbours:
        pages.pages[page] = title
        pages.put(
            page,
            f'# {title}\n\n<a href="{posixpath.basename(page)}/{first}">{title}</a>: {says}\n',
        )
    pages.contents()
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "sphinx",
            "-b",
            "html",
            "-q",
            "-W",
            "--keep-going",
            "-j",
            "auto",
            "-d",
            output / "doctrees",
            source,
            site,
        ],
        env={**os.environ, "RXROS2_VERSION": version()},
        check=False,
    )
    if run.returncode:
        sys.exit("docs: the site has the faults above")
    for folder, _, page, *_ in neighbours:
        shutil.copytree(ROOT / folder, site / page)
    shutil.rmtree(site / ".doctrees", ignore_errors=True)
    print(f"{site / 'index.html'}: {len(pages.pages)} pages")


if __name__ == "__main__":
    main()
