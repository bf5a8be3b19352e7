# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Fixtures for processes of ours and of an installed ROS 2 ("theirs") in all roles; prints the figures at the end.

Both sides take the same commands: interop/peer.cpp is compiled on our rclcpp and on theirs. Each test also runs with
theirs in both roles: this checks the expectations against ROS 2 and gives figures to compare with.
"""

import json

import middleware
import pytest
from not_on_zenoh import reason_against
from peer import Peer
from sides import BUILD, PREFIX, PROGRAMS, ROLES, THEIR_ENVIRONMENT

ROWS = []
COLUMNS = ["test", "roles", "what", "found_ms", "sent", "received", "lost", "late", "median_us", "ms"]  # others follow


def pytest_collection_modifyitems(items):
    """Skips on Zenoh what only DDS has."""
    if middleware.ON_ZENOH:
        for item in items:
            if reason := reason_against(item.module.__name__, item.originalname):
                item.add_marker(pytest.mark.skip(reason))


@pytest.fixture(scope="session", autouse=True)
def router():
    """Runs the router of the nodes on Zenoh: theirs, or a process of ours that serves as one."""
    if middleware.OUR_PROCESS_SERVES:
        command, environment = PROGRAMS["ours"]
        serving = Peer(command, **environment)
        serving.ask("node serving /router")
        yield
        assert serving.end() == 0
    else:
        with middleware.router(PREFIX, THEIR_ENVIRONMENT):
            yield


@pytest.fixture
def start():
    """start(role, node, *arguments, wrapper, **environment) starts a peer with a node, which ends with the test."""
    running = []

    def begin(role, node=None, *arguments, wrapper=(), **environment):
        command, own = PROGRAMS[role]
        peer = Peer([*command, *arguments], wrapper, **(own | environment))
        peer.name = f"{node} ({role})"
        peer.role = role
        running.append(peer)
        if node:
            peer.ask("node " + node)
        return peer

    yield begin
    remaining = [peer for peer in running if not peer.killed]
    for peer in remaining:
        peer.resume()
    codes = {peer.name: peer.end() for peer in remaining}
    assert not any(codes.values()), f"exit codes: {codes}"


@pytest.fixture(params=ROLES, ids="-".join)
def roles(request):
    return request.param


@pytest.fixture
def pair(roles, start):
    """Returns two processes: of the first and of the second role, with the nodes `first` and `second`."""
    return [start(role, node) for role, node in zip(roles, ("first", "second"), strict=True)]


@pytest.fixture
def figures(request):
    """figures(label, name=number, …) adds a line to the table."""
    row_of = request.node.name.partition("[")
    roles = row_of[2].rstrip("]")

    def add(label="", **numbers):
        test = row_of[0].removeprefix("test_").replace("_", " ")
        ROWS.append({"test": test, "roles": roles, "what": label, **numbers})

    return add


def pytest_terminal_summary(terminalreporter):
    if not ROWS:
        return
    used_keys = dict.fromkeys(key for row in ROWS for key in row)
    columns = [
        *(column for column in COLUMNS if column in used_keys),
        *(key for key in used_keys if key not in COLUMNS),
    ]
    lines = [columns]
    for row in ROWS:
        values = (row.get(column, "") for column in columns)
        lines.append([f"{value:.1f}" if isinstance(value, float) else str(value) for value in values])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines)
    passed, failed, skipped = (len(terminalreporter.stats.get(kind, [])) for kind in ("passed", "failed", "skipped"))
    head = f"live: ours and {PREFIX}: {passed} passed, {failed} failed, {skipped} skipped"
    (BUILD / "figures.txt").write_text(f"{head}\n{table}\n")
    (BUILD / "figures.json").write_text(
        json.dumps(
            {"prefix": str(PREFIX), "passed": passed, "failed": failed, "skipped": skipped, "figures": ROWS}, indent=1
        )
    )
    terminalreporter.section("figures")
    terminalreporter.write_line(table)
