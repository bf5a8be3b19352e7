# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of a node of one side, read and set from the other."""

import pytest

INVALID = ("number string eight", "start_type_description_service bool false", "undeclared integer 1")


@pytest.fixture
def client_and_node(pair):
    client, node = pair
    node.ask("declare number 7")
    return client, node


def test_get_and_list(client_and_node, figures):
    client, _ = client_and_node
    assert client.ask("parameter get /second number")["values"] == ["integer 7"]
    assert client.ask("parameter get /second use_sim_time")["values"] == ["bool false"]
    names = client.ask("parameter list /second")["names"]
    assert {"number", "use_sim_time", "start_type_description_service"} <= set(names)
    figures("parameters of a node", received=len(names))


def test_describe(client_and_node):
    client, _ = client_and_node
    assert client.ask("parameter describe /second number")["descriptors"] == [
        {"type": 2, "read_only": False, "dynamic_typing": False, "description": ""}
    ]


def test_set_and_refusals(client_and_node):
    client, _ = client_and_node
    assert client.ask("parameter set /second number integer 8")["successful"]
    assert client.ask("parameter get /second number")["values"] == ["integer 8"]
    for invalid in INVALID:
        answer = client.ask("parameter set /second " + invalid)
        assert not answer["successful"]
        assert answer["reason"]
    assert client.ask("parameter get /second number")["values"] == ["integer 8"]


def test_events(client_and_node):
    client, _ = client_and_node
    client.ask("parameter events")
    client.ask_until("count /parameter_events", lambda a: a["publishers"] >= 2, "the other publisher of events")

    value = iter(range(100, 1000))

    def changed():
        client.ask(f"parameter set /second number integer {next(value)}")
        # The event of a parameter that was declared before may still be on its way when the client subscribes.
        events = [e for e in client.events if e["event"] == "parameters" and e["topic"] == "/second"]
        return [e for e in events if not e["new"]]

    client.ask_until("now", lambda _: changed(), "an event")
    (event, *_) = changed()
    assert (event["new"], event["changed"], event["deleted"]) == ([], ["number"], [])


@pytest.mark.parametrize("role", ["ours", "theirs"])
def test_a_refusal_names_its_parameter(start, role):
    """The wording differs between the sides; docs/reference/compatibility.md lists the texts that programs compare."""
    client = start("theirs", "client")
    start(role, "node").ask("declare number 7")
    for invalid in INVALID:
        answer = client.ask(f"parameter set /node {invalid}")
        assert not answer["successful"]
        name, *_ = invalid.split()
        assert name in answer["reason"]
    # This is one of the listed.
    answer = client.ask("parameter set /node start_type_description_service bool false")
    assert "because it is read-only" in answer["reason"]
