# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Unchanged programs of ROS 2 with nodes of ours, and with nodes of theirs as the reference."""

import os
import re
import subprocess

import pytest
from peer import PATIENCE, Peer
from sides import PREFIX, THEIR_ENVIRONMENT


def executable(package, name):
    path = PREFIX / "lib" / package / name
    if not os.access(path, os.X_OK):
        pytest.skip(f"{PREFIX} has no {package} {name}")
    return str(path)


@pytest.fixture
def run():
    """run(package, name, …) starts a program of theirs, whose output is its `text`."""
    running = []

    def begin(package, name, *arguments):
        program = Peer([executable(package, name), *arguments], ("stdbuf", "-oL"), **THEIR_ENVIRONMENT)
        program.name = name
        running.append(program)
        return program

    yield begin
    for program in running:
        program.kill()


OUR_ROLES = ["ours", "theirs"]
TALKERS = [
    ("demo_nodes_cpp", "talker", "chatter"),
    ("demo_nodes_cpp", "talker_loaned_message", "chatter"),
    ("demo_nodes_cpp", "talker_serialized_message", "chatter"),
    ("demo_nodes_py", "talker", "chatter"),
    ("examples_rclcpp_minimal_publisher", "publisher_lambda", "topic"),
    ("examples_rclcpp_minimal_publisher", "publisher_member_function", "topic"),
    ("examples_rclcpp_minimal_publisher", "publisher_not_composable", "topic"),
]


@pytest.mark.parametrize("role", OUR_ROLES)
@pytest.mark.parametrize(("package", "name", "topic"), TALKERS)
def test_talker(run, start, package, name, topic, role):
    listener = start(role, "hearer")
    listener.ask(f"hear {topic}")
    run(package, name)
    texts = [e["text"] for e in listener.wait_count("text", topic, 3)]
    numbers = [int(re.search(r"\d+$", text)[0]) for text in texts]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert len({text.rstrip("0123456789") for text in texts}) == 1


LISTENERS = [
    ("demo_nodes_cpp", "listener", "chatter"),
    ("demo_nodes_cpp", "listener_best_effort", "chatter"),
    ("demo_nodes_py", "listener", "chatter"),
    ("examples_rclcpp_minimal_subscriber", "subscriber_lambda", "topic"),
    ("examples_rclcpp_minimal_subscriber", "subscriber_member_function", "topic"),
    ("examples_rclcpp_minimal_subscriber", "subscriber_not_composable", "topic"),
]


@pytest.mark.parametrize("role", OUR_ROLES)
@pytest.mark.parametrize(("package", "name", "topic"), LISTENERS)
def test_listener(run, start, package, name, topic, role):
    speaker = start(role, "speaker")
    program = run(package, name)
    text = "the charger is at 48.1 N"
    speaker.ask_until(f"say {topic} {text}", lambda _: text in program.text, "an echo")


SERVERS = [
    ("demo_nodes_cpp", "add_two_ints_server"),
    ("demo_nodes_py", "add_two_ints_server"),
    ("examples_rclcpp_minimal_service", "service_main"),
]


@pytest.mark.parametrize("role", OUR_ROLES)
@pytest.mark.parametrize(("package", "name"), SERVERS)
def test_add_two_ints_server(run, start, package, name, role):
    client = start(role, "caller")
    run(package, name)
    client.ask("client add_two_ints")
    client.ask("call add_two_ints 40 2")
    client.wait_event("response", "add_two_ints", sum=42)
    assert len(client.ask("calls add_two_ints 50")["us"]) == 50


CLIENTS = [
    ("demo_nodes_cpp", "add_two_ints_client", "5"),
    ("demo_nodes_cpp", "add_two_ints_client_async", "5"),
    ("demo_nodes_py", "add_two_ints_client", "5"),
    ("demo_nodes_py", "add_two_ints_client_async", "5"),
    ("examples_rclcpp_minimal_client", "client_main", "42"),
]


@pytest.mark.parametrize("role", OUR_ROLES)
@pytest.mark.parametrize(("package", "name", "result"), CLIENTS)
def test_add_two_ints_client(start, package, name, result, role):
    server = start(role, "adder")
    server.ask("service add_two_ints")
    done = subprocess.run(
        [executable(package, name)],
        env=THEIR_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout
    assert result in done.stdout
    server.wait_event("request", "add_two_ints")


@pytest.mark.parametrize("role", OUR_ROLES)
def test_parameter_blackboard(run, start, role):
    client = start(role, "client")
    run("demo_nodes_cpp", "parameter_blackboard")
    assert client.ask("parameter set /parameter_blackboard height double 1.75")["successful"]
    assert client.ask("parameter get /parameter_blackboard height")["values"] == ["double 1.750000"]
    assert "height" in client.ask("parameter list /parameter_blackboard")["names"]


@pytest.mark.parametrize("role", OUR_ROLES)
def test_qos_demos(run, start, role):
    """The demo of QoS events, with our subscription."""
    peer = start(role, "other")
    program = run("quality_of_service_demo_cpp", "deadline", "600", "--publish-for", "5000", "--pause-for", "3000")
    peer.ask("sub string qos_deadline_chatter deadline=600")
    peer.wait_matched("sub", "qos_deadline_chatter")
    peer.wait_event("sub_deadline", "qos_deadline_chatter")
    program.kill()
