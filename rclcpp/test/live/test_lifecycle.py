# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes: asked and changed by the other side, and by `ros2 lifecycle`."""

import os

import pytest
from peer import Peer
from sides import LIFECYCLE_PROGRAMS, THEIR_ENVIRONMENT, stopwatch
from test_command_line import DIRECT, ROS2, ros2, without_ids

pytestmark = pytest.mark.skipif(not LIFECYCLE_PROGRAMS, reason="the peer has no rclcpp_lifecycle")


@pytest.fixture
def begin():
    """begin(who, *lines): a process that was told these lines, ended with the test."""
    running = []

    def start(who, *lines):
        command, environment = LIFECYCLE_PROGRAMS[who]
        process = Peer(command, **environment)
        process.name = f"lifecycle {who}"
        running.append(process)
        for line in lines:
            process.ask(line)
        return process

    yield start
    codes = {process.name: process.end() for process in running if not process.killed}
    assert not any(codes.values()), f"exit codes: {codes}"


@pytest.fixture
def pair(roles, begin):
    """Who asks, and the node."""
    node = begin(roles[1], "node camera /ns")
    asker = begin(roles[0], "ask /ns/camera")
    asker.ask_until("ready", lambda a: a["ready"], "the services of the node")
    return asker, node


def told(asker, count):
    """The transition events that came: "configure"d nodes go from → to."""
    events = asker.wait_count("transition", "/ns/camera", count)
    return [f"{e['start']} {e['goal']}" for e in events]


WAYS = {
    "configure": ("unconfigured", "configuring", "inactive"),
    "activate": ("inactive", "activating", "active"),
    "deactivate": ("active", "deactivating", "inactive"),
    "cleanup": ("inactive", "cleaningup", "unconfigured"),
}


def test_once_round(pair, figures):
    asker, node = pair
    expected = []
    with stopwatch() as took:
        for label, (start, through, goal) in WAYS.items():
            assert asker.ask(f"change 0 {label}")["success"]
            assert asker.ask("get")["state"] == goal
            expected += [f"{start} {through}", f"{through} {goal}"]
    assert asker.ask("change 5")["success"]
    assert asker.ask("get")["id"] == 4
    expected += ["unconfigured shuttingdown", "shuttingdown finalized"]
    assert told(asker, len(expected)) == expected
    callbacks = [(e["topic"], e["previous"], e["state"]) for e in node.events if e["event"] == "callback"]
    assert callbacks == [(label, start, through) for label, (start, through, _) in WAYS.items()] + [
        ("shutdown", "unconfigured", "shuttingdown")
    ]
    figures("four transitions and their states", ms=took())


RESULTS = {
    ("failure", "success"): (False, "unconfigured"),
    ("error", "success"): (False, "unconfigured"),
    ("error", "failure"): (False, "finalized"),
    ("error", "error"): (False, "finalized"),
    ("throw", "success"): (False, "unconfigured"),
    ("throw", "throw"): (False, "finalized"),
}


@pytest.mark.parametrize(("result", "handling"), RESULTS)
def test_results(pair, result, handling):
    asker, node = pair
    node.ask(f"returns configure {result}")
    node.ask(f"returns error {handling}")
    success, state = RESULTS[result, handling]
    assert asker.ask("change 1")["success"] == success
    assert asker.ask("get")["state"] == state
    expected = ["unconfigured configuring"]
    if result == "failure":
        expected += ["configuring unconfigured"]
    else:
        expected += ["configuring errorprocessing", f"errorprocessing {state}"]
    assert told(asker, len(expected)) == expected


def test_tables(begin):
    """Each word and number that the services tell, in each state, is that of ROS 2."""
    said = {}
    for who in ("ours", "theirs"):
        node = begin(who, f"node camera /{who}")
        asker = begin("theirs", f"ask /{who}/camera")
        asker.ask_until("ready", lambda a: a["ready"], "the services of the node")
        lines = [asker.ask("states")["states"], asker.ask("graph")["transitions"]]
        lines += [asker.ask("transitions")["transitions"]]
        for label in ("configure", "activate", "shutdown"):
            node.ask(f"trigger {label}")
            lines += [asker.ask("get")["id"], asker.ask("transitions")["transitions"]]
        said[who] = lines
    assert said["ours"] == said["theirs"]
    assert len(said["ours"][1]) == 25


def test_what_is_refused(pair):
    asker, node = pair
    for change in ("3", "0", "200", "1 fly", "0 transition_success", "6"):
        answer = asker.ask(f"change {change}")["success"]
        # Jazzy's answer to what is no transition is left to chance, its state is not.
        assert not answer or node.name.endswith("theirs"), change
        assert asker.ask("get")["state"] == "unconfigured"
    assert asker.ask("change 5 configure")["success"]  # the label counts
    assert asker.ask("get")["state"] == "inactive"


def test_publishes_while_active(pair):
    asker, node = pair
    asker.ask("hear /ns/text")
    assert not node.ask("publish no")["active"]
    for label in ("configure", "activate"):
        node.ask(f"trigger {label}")

    def heard():
        node.ask("publish yes")
        return [e["text"] for e in asker.events if e["event"] == "text"]

    asker.ask_until("get", lambda _: heard(), "a text")
    node.ask("trigger deactivate")
    assert not node.ask("publish no")["active"]
    node.ask("trigger activate")
    node.ask("publish last")
    asker.wait_event("text", "/ns/text", text="last")
    assert {e["text"] for e in asker.events if e["event"] == "text"} == {"yes", "last"}


def test_the_state_while_a_callback_runs(pair, roles):
    asker, node = pair
    node.ask("hold configure 1500")
    asker.ask("begin_change 1")
    node.wait_event("callback", "configure")
    # Theirs answers after the callback: its services have one callback group.
    assert asker.ask("get")["state"] == ("configuring" if roles[1] == "ours" else "inactive")
    asker.wait_event("changed", "", success=True)


COMMANDS = [
    f"lifecycle nodes {' '.join(DIRECT)}",
    f"lifecycle nodes -a {' '.join(DIRECT)}",
    f"lifecycle nodes -c {' '.join(DIRECT)}",
    f"lifecycle get /ns/camera {' '.join(DIRECT)}",
    f"lifecycle get {' '.join(DIRECT)}",
    f"lifecycle list /ns/camera {' '.join(DIRECT)}",
    f"lifecycle list /ns/camera -a {' '.join(DIRECT)}",
    f"lifecycle set /ns/camera activate {' '.join(DIRECT)}",
    f"lifecycle set /ns/camera configure {' '.join(DIRECT)}",
    f"lifecycle get /ns/camera {' '.join(DIRECT)}",
    f"lifecycle set /ns/camera 3 {' '.join(DIRECT)}",
    f"lifecycle list /ns/camera {' '.join(DIRECT)}",
    f"lifecycle set /ns/camera shutdown {' '.join(DIRECT)}",
    f"lifecycle get /ns/camera {' '.join(DIRECT)}",
    f"topic info -v /ns/camera/transition_event {' '.join(DIRECT)}",
]


@pytest.mark.skipif(ROS2 is None, reason="no command line (ros2cli)")
def test_command_line(begin):
    said = {}
    for who in ("theirs", "ours"):
        node = begin(who, "node camera /ns")
        said[who] = [without_ids(ros2(*command.split())) for command in COMMANDS]
        node.killed = True
        assert node.end() == 0
    for command, theirs, ours in zip(COMMANDS, said["theirs"], said["ours"], strict=True):
        assert ours == theirs, command
    assert "active [3]" not in said["ours"][3]
    assert "unconfigured [1]" in said["ours"][3]


# Prefixes: compiled on ours, whose libraries LD_LIBRARY_PATH names, and on theirs.
DEMOS = os.environ.get("LIVE_LIFECYCLE_DEMOS", "").split(":")


@pytest.mark.skipif(len(DEMOS) != 2, reason="LIVE_LIFECYCLE_DEMOS names no two prefixes of ROS 2's demo `lifecycle`")
def test_demo(roles):
    """ROS 2's demo: the talker of one side; the listener, and the client that leads it through its states, of the other."""
    prefix = dict(zip(("ours", "theirs"), DEMOS, strict=True))
    environment = {"ours": {}, "theirs": THEIR_ENVIRONMENT}

    def begin(who, program):
        return Peer([f"{prefix[who]}/lib/lifecycle/{program}"], ("stdbuf", "-oL"), **environment[who])

    running = [begin(roles[1], "lifecycle_talker"), begin(roles[0], "lifecycle_listener")]
    talker, listener = running
    try:
        running.append(begin(roles[0], "lifecycle_service_client"))
        for text in ("notify callback: Transition from state activating to active", "data_callback: Lifecycle HelloWorld"):
            listener.wait(lambda text=text: text in listener.text, text)
        for callback in ("on_configure", "on_activate", "on_deactivate", "on cleanup", "on shutdown"):
            talker.wait(lambda text=callback: text in talker.text, callback)
        listener.wait(lambda: "to finalized" in listener.text, "the end of the talker")
    finally:
        for process in running:
            process.kill()
