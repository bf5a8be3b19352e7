#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Passes on the output of a build or of ctest, and says every half minute how long the whole run will still take.

usage: … | tools/progress.py PHASE [LATER PHASE…]
  PHASE  TREE:build or TREE:tests, e.g. release:build; those that follow it are added to the estimate
A phase that has just begun is taken to last as long as on a machine with two cores (TYPICAL). The further it is, the
more its own speed counts. Tests are weighted by what they took before, if this tree has run them.
"""

import pathlib
import re
import sys
import time

TYPICAL = {  # seconds on two cores
    'release:build': 1100,
    'release:tests': 750,
    'asan:build': 420,
    'asan:tests': 100,
    'tsan:build': 420,
    'tsan:tests': 100,
}
OTHER = 600  # of another tree
STEPS = {'release': 950, 'asan': 300, 'tsan': 310}  # of a build from nothing
INTERVAL = 30  # seconds between two lines
BUILT = re.compile(r'^\[(\d+)/(\d+)\]')
TESTED = re.compile(r'^ *\d+/(\d+) Test +#\d+: (\S+) ')


def read_costs(tree):
    """Returns the seconds that each test of a tree took before, as ctest kept them; empty if none has run."""
    path = tree / 'Testing/Temporary/CTestCostData.txt'
    costs = {}
    if path.is_file():
        for line in path.read_text().splitlines():
            words = line.split()
            if len(words) == 3:
                costs[words[0]] = float(words[2])
    return costs


class Estimate:
    """The seconds left in one phase, from the lines of its output."""

    def __init__(self, phase, costs):
        self.tree, self.kind = phase.split(':')
        self.whole = self.typical = TYPICAL.get(phase, OTHER)
        self.costs = costs
        self.mean_cost = sum(costs.values()) / len(costs) if costs else 1.0
        self.finished = 0.0
        self.done_share = 0.0

    def read(self, line):
        """Takes one line of the output; returns True if it reports a step that has ended."""
        if self.kind == 'build' and (match := BUILT.match(line)):
            steps = int(match[2])
            self.done_share = int(match[1]) / steps
            self.typical = self.whole * min(1.0, steps / STEPS.get(self.tree, steps))
            return True
        if self.kind == 'tests' and (match := TESTED.match(line)):
            self.finished += self.costs.get(match[2], self.mean_cost)
            total = max(self.mean_cost * int(match[1]), self.finished)
            self.done_share = self.finished / total
            return True
        return False

    def seconds_left(self, elapsed):
        """Returns the seconds left after `elapsed` seconds of this phase."""
        if self.done_share == 0:
            return max(self.typical - elapsed, 0)
        whole = elapsed + self.typical * (1 - self.done_share)
        return whole * (1 - self.done_share)


def minutes(seconds):
    return f'about {max(1, round(seconds / 60))} min left'


def main():
    sys.stdin.reconfigure(errors='surrogateescape')  # a failing test prints any bytes
    sys.stdout.reconfigure(errors='surrogateescape')
    if len(sys.argv) < 2 or not all(re.fullmatch(r'\w+:(build|tests)', phase) for phase in sys.argv[1:]):
        sys.exit(__doc__)
    phase, *later = sys.argv[1:]
    tree = phase.split(':')[0]
    estimate = Estimate(phase, read_costs(pathlib.Path('build') / tree))
    later_seconds = sum(TYPICAL.get(name, OTHER) for name in later)
    began = printed = time.monotonic()
    for line in sys.stdin:
        sys.stdout.write(line)
        now = time.monotonic()
        if estimate.read(line) and now - printed >= INTERVAL:
            print(f'== {phase.replace(":", " ")}: {estimate.done_share:.0%}, '
                  f'{minutes(estimate.seconds_left(now - began) + later_seconds)}')
            printed = now
        sys.stdout.flush()


if __name__ == '__main__':
    main()
