# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Types that describe a suite: programs, the cases that compare them, and their plots and tables. Data only."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Program:
    """One way to do what a case measures; it prints one JSON object (benchmarks/README.md)."""

    name: str  # the same name in all cases is one series of a plot
    command: str  # with {build}, {source} and {python}, the Python of our package's environment
    runtime: str = 'own'  # 'ros2': on the ROS 2 that PEER names
    loopback: bool = False  # a program on Cyclone DDS alone: gets the settings that ours has by itself
    google: bool = False  # prints Google Benchmark's JSON
    needs: tuple = ()  # commands without which it is skipped; those of options of the build with {build}
    seconds: float = 3  # expected duration of a run, until one has been measured


@dataclass(frozen=True)
class Case:
    """Programs that do the same; each round runs all of them, in turn."""

    name: str
    programs: tuple
    parameters: dict = field(default_factory=dict)  # what differs between the cases of a plot
    rounds: int = 3
    timeout: float = 120


@dataclass(frozen=True)
class Figure:
    """A figure of a program: one value, or a statistic of a distribution, times `factor`."""

    name: str
    statistic: str = 'p50'
    factor: float = 1


@dataclass(frozen=True)
class Line:
    """A limit of the machine, measured in the same run and drawn as a line: a figure of the suite `machine`."""

    label: str
    case: str
    program: str
    figure: Figure


@dataclass(frozen=True)
class Plot:
    """Figures of cases over a parameter of theirs, or over their names; or several figures of one case side by side."""

    name: str
    title: str
    see: str  # one sentence: what to look at
    cases: tuple  # names
    y: Figure | None
    y_label: str
    upper: Figure | None = None  # drawn as the end of a stroke from y, e.g. p99
    x: str | None = None  # a parameter; without one, one place a case
    x_label: str = ''
    log_x: bool = False
    log_y: bool = True
    programs: tuple = ()  # of these only; else all
    lines: tuple = ()
    slope: bool = False  # say how y grows with x: the exponent over the last two decades
    figures: tuple = ()  # (label, Figure): instead of y, each at a place of its own


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    title: str
    figure: Figure
    digits: int = 3


@dataclass(frozen=True)
class Table:
    """One row a program and case; of one case with many columns, one row a column and one column a program."""

    name: str
    title: str
    see: str
    cases: tuple
    columns: tuple
    programs: tuple = ()
    upright: bool = False  # the columns as rows; for one case


@dataclass(frozen=True)
class Suite:
    """Cases that answer one question."""

    name: str
    title: str
    cases: tuple
    plots: tuple = ()
    tables: tuple = ()

    @property
    def seconds(self):
        """Expected duration, as far as the programs state it."""
        return sum(case.rounds * program.seconds for case in self.cases for program in case.programs)
