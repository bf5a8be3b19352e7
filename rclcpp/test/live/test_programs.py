# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Programs that come with ROS 2, as they are, with nodes of ours (and, to know what to expect, of theirs)."""

import os
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
    """run(package, name, …): a program of theirs, whose lines are in its `text`."""
    running = []

    def begin(package, name, *arguments):
        program = Peer([executable(package, name), *arguments], ("stdbuf", "-oL"), **THEIR_ENVIRONMENT)
        program.name = name
        running.append(program)
        return program

    yield begin
    for program in running:
        program.kill()


PACKAGES = ["demo_nodes_cpp", "demo_nodes_py"]
OUR_ROLES = ["ours", "theirs"]


@pytest.mark.parametrize("who", OUR_ROLES)
@pytest.mark.parametrize("package", PACKAGES)
def test_talker(run, start, package, who):
    listener = start(who, "hearer")
    listener.ask("hear chatter")
    run(package, "talker")
    texts = [e["text"] for e in listener.wait_count("text", "chatter", 3)]
    numbers = [int(text.rpartition(" ")[2]) for text in texts]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert {text.rpartition(" ")[0] for text in texts} == {"Hello World:"}


@pytest.mark.parametrize("who", OUR_ROLES)
@pytest.mark.parametrize("package", PACKAGES)
def test_listener(run, start, package, who):
    speaker = start(who, "speaker")
    program = run(package, "listener")
    speaker.ask("say chatter 0")
    speaker.ask_until("count chatter", lambda a: a["subscriptions"] == 1, "the listener")
    speaker.ask_until(
        "say chatter the charger is at 48.1 N", lambda _: "the charger is at 48.1 N" in program.text, "an echo"
    )


@pytest.mark.parametrize("who", OUR_ROLES)
@pytest.mark.parametrize("package", PACKAGES)
def test_add_two_ints_server(run, start, package, who):
    client = start(who, "caller")
    run(package, "add_two_ints_server")
    client.ask("client add_two_ints")
    client.ask("call add_two_ints 40 2")
    client.wait_event("response", "add_two_ints", sum=42)
    assert len(client.ask("calls add_two_ints 50")["us"]) == 50


CLIENTS = [
    ("demo_nodes_cpp", "add_two_ints_client"),
    ("demo_nodes_cpp", "add_two_ints_client_async"),
    ("demo_nodes_py", "add_two_ints_client"),
    ("demo_nodes_py", "add_two_ints_client_async"),
]


@pytest.mark.parametrize("who", OUR_ROLES)
@pytest.mark.parametrize(("package", "name"), CLIENTS)
def test_add_two_ints_client(start, package, name, who):
    server = start(who, "adder")
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
    assert "5" in done.stdout
    assert server.wait_event("request", "add_two_ints")["a"] == 2


@pytest.mark.parametrize("who", OUR_ROLES)
def test_parameter_blackboard(run, start, who):
    client = start(who, "client")
    run("demo_nodes_cpp", "parameter_blackboard")
    assert client.ask("parameter set /parameter_blackboard height double 1.75")["successful"]
    assert client.ask("parameter get /parameter_blackboard height")["values"] == ["double 1.750000"]
    assert "height" in client.ask("parameter list /parameter_blackboard")["names"]


@pytest.mark.parametrize("who", OUR_ROLES)
def test_qos_demos(run, start, who):
    """Programs that show QoS events, with an other side of ours."""
    peer = start(who, "other")
    program = run("quality_of_service_demo_cpp", "deadline", "600", "--publish-for", "5000", "--pause-for", "3000")
    peer.ask("sub string qos_deadline_chatter deadline=600")
    peer.wait_matched("sub", "qos_deadline_chatter")
    peer.wait_event("sub_deadline", "qos_deadline_chatter")
    program.kill()
