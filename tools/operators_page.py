#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes docs/reference/operators.md, and a drawing of each marble diagram, of the comments in the headers of rx and rxros2.

usage: tools/operators_page.py [--check]     --check changes nothing; exit status 1: they are not up to date
"""
import pathlib
import re
import sys
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / 'docs/reference/operators.md'
MARBLES = ROOT / 'docs/reference/marbles'

# Title, folder or header, in the order of the page.
CHAPTERS = [
    ('Sources', 'rx/include/rx/sources'),
    ('Operators', 'rx/include/rx/operators'),
    ('Subjects', 'rx/include/rx/subjects/subject.hpp'),
    ('Coroutines', 'rx/include/rx/coroutines'),
    ('ROS 2', 'rxros2/include/rxros2'),
]
HEAD = """# Which sources, operators and subjects exist?

<!-- Written by tools/operators_page.py from the comments in the headers. Do not edit this page: change the header and run the program. -->

How to read a marble diagram: time runs to the right. A circle is an item, a bar the completion, a cross an error; an arrow without a
bar continues. The output of the operator is below its box. [How streams work](../explanation/streams.md) introduces the operators by family.

Each example is compiled and run. Behind `// ->` is its result: for a stream its items, then `|` or `X` and the error; for a value its
text. Names are those of `rx`, `rx::operators` and `rx::sources`. `m` is an `rx::testing::marbles` with 1 ms for each character: `m.cold("-a-b|")` plays
a diagram, `m.of(stream)` draws one. The examples of ROS 2 also use names of `rxros2::observable` and `rxros2::operators`. Their `node` is a
node in simulated time, in which `m.cold` plays; [ros_examples.hpp](../../rxros2/test/ros_examples.hpp) has the rest (`to_message('3')`, `add`, …).
"""

EXAMPLE = '// -> '  # see header_examples.py
# Drawn as time passes: where what matters is what waits for what.
MOVING = {
    'combine_latest', 'concat_map', 'debounce', 'exhaust_map', 'sample_with_frequency', 'switch_map', 'throttle_first', 'timeout', 'zip',
}
UNIT, ROW, RADIUS, TOP = 15, 34, 11, 20
SPEED, REST = 90, 1.5  # units a second of drawings that move; seconds for which they are complete
COLOURS = ['#4e79a7', '#f28e2b', '#59a14f', '#b07aa1', '#e15759', '#76b7b2', '#edc948', '#9c755f']


class Diagram:
    """The lines of one marble diagram: (name, column of the first character, characters, note)."""

    def __init__(self, lines):
        starts = []
        for line in lines:
            columns = re.match(r'(\s*\S.*?)\s{2,}(\S.*)$', line)
            starts.append(columns.start(2) if columns else None)
        self.base = min(s for s in starts if s is not None)
        self.rows = []
        for line in lines:
            name = line[:self.base].strip()
            rest = line[self.base:]
            words = re.search(r'(?<=[|…])\s{3,}|(?<=\S)\s{3,}(?=\(|[^-]*[A-Za-z]{3})', rest)  # a remark behind the drawing
            drawn, note = (rest[:words.start()], rest[words.end():]) if words else (rest, '')
            self.rows.append((name, len(drawn) - len(drawn.lstrip()), drawn.strip(), re.sub(r'^\((.*)\)$', r'\1', note.strip())))

    def svg(self, moving=False):
        margin = 14 + max(len(name) for name, *_ in self.rows) * 7.6
        right = max(start + len(drawn) for _, start, drawn, _ in self.rows) * UNIT
        notes = max((len(note) for *_, note in self.rows), default=0) * 6.6
        width, out, marks, y = int(margin + right + notes + 40), [], [], TOP
        for name, start, drawn, note in self.rows:
            if '(' in name and len(name.split('(')[0]) > 2 and len(self.rows) > 1:
                out.append(f'<rect x="4" y="{y - 15}" width="{margin + right + 22:.0f}" height="30" rx="6" fill="#eef2f7" '
                           'stroke="#c3cfdd"/>')
            out.append(f'<text x="10" y="{y + 4}" class="name">{escape(name)}</text>')
            x = margin + start * UNIT
            (marks if moving else out).extend(self.row(x, y, drawn, name.startswith(('buffer', 'window'))))
            if note:
                end = margin + right + 26
                out.append(f'<text x="{end:.0f}" y="{y + 4}" class="note">{escape(note)}</text>')
            y += ROW
        if moving:
            out += passing(marks, margin, margin + right + 12, y - ROW + TOP)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y - ROW + TOP}" width="{width}" '
                f'height="{y - ROW + TOP}">\n<style>.name{{font:12px monospace;fill:#222}}'
                '.note{font:italic 11px sans-serif;fill:#666}.item{font:bold 10px sans-serif;fill:#fff}</style>\n'
                f'<rect width="100%" height="100%" fill="#fff"/>\n' + '\n'.join(out) + '\n</svg>\n')

    @staticmethod
    def row(x, y, drawn, windows):
        line, marks, end = [], [], x + len(drawn) * UNIT
        at = 0
        for run in re.finditer(r'[-…]|\||X|\^|\+|[^-…|X^+\s]+|\s+', drawn):
            text, middle = run.group(), x + (run.start() + 0.5) * UNIT
            if text == '|':
                marks.append(f'<path d="M{middle:.0f} {y - 10}v20" stroke="#222" stroke-width="2.5"/>')
            elif text == 'X':
                marks.append(f'<path d="M{middle - 7:.0f} {y - 7}l14 14m0 -14l-14 14" stroke="#c22" stroke-width="2.5"/>')
            elif text in '^':
                marks.append(f'<path d="M{middle - 5:.0f} {y + 5}l5 -9l5 9z" fill="#222"/>')
            elif text == '+':
                marks.append(f'<path d="M{middle:.0f} {y - 5}v10" stroke="#888" stroke-width="1.5"/>')
            elif text not in '-…' and text.strip():
                marks += Diagram.items(x, y, run.start(), text, windows)
        stops = re.search(r'[|X]\s*$', drawn)
        stop = x + (stops.start() + 0.5) * UNIT if stops else end + 4
        line.append(f'<path d="M{x:.0f} {y}H{stop:.0f}" stroke="#222" stroke-width="1.3"/>')
        if not stops:
            line.append(f'<path d="M{stop:.0f} {y - 4}l7 4l-7 4z" fill="#222"/>')
        return line + marks

    @staticmethod
    def items(x, y, column, text, windows):
        """A run of characters is one item if it mixes letters and digits, or is a window; else one item a character."""
        whole = windows or not (text.isalpha() or text.isdigit()) or text.isdigit() and text.endswith('0')
        parts = [(column, text)] if whole or len(text) == 1 else [(column + i, c) for i, c in enumerate(text)]
        for at, label in parts:
            middle = x + (at + len(label) / 2) * UNIT
            half = max(RADIUS, len(label) * 3.6 + 4)
            key = next((c for c in label if c.isalnum()), label[0])
            colour = COLOURS[(ord(key) - 49) % len(COLOURS)]
            yield (f'<rect x="{middle - half:.1f}" y="{y - RADIUS}" width="{2 * half:.1f}" height="{2 * RADIUS}" rx="{RADIUS}" '
                   f'fill="{colour}"/><text x="{middle:.1f}" y="{y + 3.5}" text-anchor="middle" class="item">{escape(label)}</text>')


def passing(marks, begin, end, height):
    """They appear from left to right as their time comes, again and again; complete where motion is not wanted."""
    takes = (end - begin) / SPEED + REST
    stop = 100 * (takes - REST) / takes
    return [
        f'<style>.past,.now{{animation:pass {takes:.1f}s linear infinite}}'
        f'@keyframes pass{{from{{transform:translateX({begin - end:.0f}px)}}{stop:.0f}%,to{{transform:none}}}}'
        '@media (prefers-reduced-motion:reduce){.past,.now{animation:none}.now{display:none}}</style>',
        f'<clipPath id="past"><rect class="past" width="{end:.0f}" height="{height}"/></clipPath>',
        f'<path class="now" d="M{end:.0f} 4V{height - 4}" stroke="#888" stroke-dasharray="3 3"/>',
        '<g clip-path="url(#past)">', *marks, '</g>',
    ]


def blocks(text):
    """The comments that stand before a public function or class: (lines, names)."""
    lines, comment, result = text.split('\n'), [], []
    for line in lines:
        stripped = line.strip()
        if re.match(r'///? ?|/\*\*|\*/| \*', line) and not stripped.startswith('//  namespace'):
            comment.append(stripped)
            continue
        name = re.match(r'(?:inline |constexpr |static )*(?:auto|class|struct|task<.*>|T|subscription|listener<T>|[\w:]+) (\w+)[(;:]?', line)
        if comment and stripped and not stripped.startswith(('template', 'requires', '#', '}', '{', 'namespace')):
            # class task<T>::promise_type has the entry of task.
            if name and '>::' not in line and (line.rstrip().endswith(('{', ')', '(', name.group(1))) or '(' in line or line.startswith('class ')):
                result.append((comment, name.group(1)))
            comment = []
        elif not stripped or stripped.startswith(('#', '}', '{', 'namespace')):
            comment = []
    return result


def plain(comment):
    """The text of a comment, without its marks."""
    out = []
    for line in comment:
        line = re.sub(r'^(///?|/\*\*|\*/?) ?', '', line)
        line = re.sub(r'\s*\*/$', '', line)
        out.append(line)
    return out


def is_diagram(group):
    return all(re.search(r'\S\s{2,}\s*[-^|X+\w]', line) for line in group) and any(
        re.search(r'\s{2,}\S{0,3}-\S*', line) for line in group)


def render(comment, name, key, drawings):
    """Markdown of one comment; its diagrams go into `drawings`."""
    lines, out, group, count = plain(comment), [], [], 0

    def flush():
        nonlocal group, count
        if not group:
            return
        if is_diagram(group) and not any(EXAMPLE in line for line in group):
            count += 1
            file = f'{key}.svg' if count == 1 else f'{key}_{count}.svg'
            drawings[file] = Diagram(group).svg(name in MOVING)
            out.append(f'\n![{name}](marbles/{file})\n')
        else:
            indent = min(len(line) - len(line.lstrip()) for line in group)
            out.append('\n```cpp\n' + '\n'.join(line[indent:] for line in group) + '\n```\n')
        group = []

    for line in lines:
        if line.startswith('  ') and line.strip():
            group.append(line)
        else:
            flush()
            out.append(line.strip().replace('<', '&lt;').replace('*', '\\*'))
    flush()
    text = '\n'.join(out).strip()
    first, _, rest = text.partition('\n')
    return re.sub(r'\n{3,}', '\n\n', f'{first}\n{rest}')


def pages():
    drawings, out, contents = {}, [], []
    for title, where in CHAPTERS:
        path = ROOT / where
        headers = [h for h in path.rglob('*.hpp') if h.parent.name != 'detail'] if path.is_dir() else [path]
        out.append(f'\n## {title}\n')
        names = []
        for header in sorted(headers, key=lambda header: header.name):
            text = header.read_text()
            public = re.split(r'^namespace detail\n', text, flags=re.M)
            text = public[0] + ''.join(re.split(r'^}  // namespace detail\n', part, flags=re.M)[-1] for part in public[1:])
            seen = set()
            for comment, name in blocks(text):
                if name in seen or name.endswith('_HPP_') or not plain(comment)[0]:
                    key = f'{name}_{len(seen)}'
                else:
                    key = name
                    names.append(name)
                    out.append(f'\n### {name}\n')
                if not seen:
                    out.append(f'`#include "{header.relative_to(ROOT).as_posix().split("include/", 1)[1]}"`\n')
                seen.add(name)
                out.append(render(comment, name, key, drawings) + '\n')
        contents.append(f'**{title}**: ' + ', '.join(f'[{n}](#{n.lower()})' for n in names) + '\n')
    return HEAD + '\n' + '\n'.join(contents) + ''.join(f'{part}\n' for part in out), drawings


def main():
    page, drawings = pages()
    contents = {PAGE: page, **{MARBLES / name: text for name, text in drawings.items()}}
    if '--check' in sys.argv:
        stale = [p for p, text in contents.items() if not p.exists() or p.read_text() != text]
        stale += [p for p in MARBLES.glob('*.svg') if p not in contents]
        for path in stale:
            print(f'{path.relative_to(ROOT)} is not what tools/operators_page.py makes: run it')
        sys.exit(bool(stale))
    MARBLES.mkdir(parents=True, exist_ok=True)
    for old in MARBLES.glob('*.svg'):
        if old not in contents:
            old.unlink()
    for path, text in contents.items():
        path.write_text(text)
    print(f'{len(drawings)} drawings, {page.count("### ")} entries')


if __name__ == '__main__':
    main()
