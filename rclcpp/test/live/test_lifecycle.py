# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes that the other side and `ros2 lifecycle` query and change."""

import os

import pytest
from peer import Peer
from sides import LIFECYCLE_PROGRAMS, THEIR_ENVIRONMENT, stopwatch
from test_command_line import DIRECT, ROS2, ros2, without_ids

pytestmark = pytest.mark.skipif(not LIFECYCLE_PROGRAMS, reason="the peer has no rclcpp_lifecycle")


@pytest.fixture
def begin():
    """begin(role, *lines) starts a process, sends it these lines and ends it with the test."""
    running = []

    def start(role, *lines):
        command, environment = LIFECYCLE_PROGRAMS[role]
        process = Peer(command, **environment)
        process.name = f"lifecycle {role}"
        running.append(process)
        for line in lines:
            process.ask(line)
        return process

    yield start
    codes = {process.name: process.end() for process in running if not process.killed}
    assert not any(codes.values()), f"exit codes: {codes}"


@pytest.fixture
def pair(roles, begin):
    """Returns the asking process and that of the node."""
    node = begin(roles[1], "node camera /ns")
    asker = begin(roles[0], "ask /ns/camera")
    asker.ask_until("ready", lambda a: a["ready"], "the services of the node")
    return asker, node


def transition_events(asker, count):
    """Waits for that many transition events; returns each as "start goal"."""
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
    assert transition_events(asker, len(expected)) == expected
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
    assert transition_events(asker, len(expected)) == expected


def test_tables(begin):
    """All texts and numbers in the answers of the services equal those of ROS 2, in each state."""
    answers = {}
    for role in ("ours", "theirs"):
        node = begin(role, f"node camera /{role}")
        asker = begin("theirs", f"ask /{role}/camera")
        asker.ask_until("ready", lambda a: a["ready"], "the services of the node")
        lines = [asker.ask("states")["states"], asker.ask("graph")["transitions"]]
        lines += [asker.ask("transitions")["transitions"]]
        for label in ("configure", "activate", "shutdown"):
            node.ask(f"trigger {label}")
            lines += [asker.ask("get")["id"], asker.ask("transitions")["transitions"]]
        answers[role] = lines
    assert answers["ours"] == answers["theirs"]
    assert len(answers["ours"][1]) == 25


def test_refused_transitions(pair):
    asker, node = pair
    for change in ("3", "0", "200", "1 fly", "0 transition_success", "6"):
        answer = asker.ask(f"change {change}")["success"]
        # Jazzy's answer to what is not a transition is left to chance, its state is not.
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

    def received_texts():
        node.ask("publish yes")
        return [e["text"] for e in asker.events if e["event"] == "text"]

    asker.ask_until("get", lambda _: received_texts(), "a text")
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
    answers = {}
    for role in ("theirs", "ours"):
        node = begin(role, "node camera /ns")
        answers[role] = [without_ids(ros2(*command.split())) for command in COMMANDS]
        node.killed = True
        assert node.end() == 0
    for command, their_output, our_output in zip(COMMANDS, answers["theirs"], answers["ours"], strict=True):
        assert our_output == their_output, command
    assert "active [3]" not in answers["ours"][3]
    assert "unconfigured [1]" in answers["ours"][3]


# Prefixes: compiled on ours, whose libraries LD_LIBRARY_PATH names, and on theirs.
DEMOS = os.environ.get("LIVE_LIFECYCLE_DEMOS", "").split(":")


@pytest.mark.skipif(len(DEMOS) != 2, reason="LIVE_LIFECYCLE_DEMOS names no two prefixes of ROS 2's demo `lifecycle`")
def test_demo(roles):
    """ROS 2's demo: the talker of one side; the listener and the client that changes its state of the other."""
    prefix = dict(zip(("ours", "theirs"), DEMOS, strict=True))
    environment = {"ours": {}, "theirs": THEIR_ENVIRONMENT}

    def begin(role, program):
        return Peer([f"{prefix[role]}/lib/lifecycle/{program}"], ("stdbuf", "-oL"), **environment[role])

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
