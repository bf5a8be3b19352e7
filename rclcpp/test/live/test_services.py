# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Clients of one side and servers of the other."""


def discovery_ms(client, name):
    begun = client.ask(f"client {name}")["at_us"]
    ready = client.ask_until(f"ready {name}", lambda a: a["ready"], f"the service {name}")["at_us"]
    return (ready - begun) / 1000


def test_two_hundred_calls(pair, figures):
    client, server = pair
    server.ask("service add")
    ms = discovery_ms(client, "add")
    took = sorted(client.ask("calls add 200")["us"])
    assert len(server.wait_count("request", "add", 200)) == 200
    figures("one after the other", found_ms=ms, sent=200, received=len(took), lost=0, median_us=took[100])


def test_calls_at_the_same_time(pair):
    client, server = pair
    server.ask("service add")
    client.ask("client add")
    for n in range(10):
        client.send_line(f"call add {n} 1000")
    for _ in range(10):
        client.answer()
    sums = [e["sum"] for e in client.wait_count("response", "add", 10)]
    assert sorted(sums) == list(range(1000, 1010))


def test_two_clients_get_their_own_responses(roles, start):
    server = start(roles[1], "server")
    clients = [start(role, f"client_{i}") for i, role in enumerate(roles)]
    server.ask("service add")
    for client in clients:
        client.ask("client add")
    for n in range(20):
        for i, client in enumerate(clients):
            client.ask(f"call add {n} {1000 * (i + 1)}")
        for i, client in enumerate(clients):
            client.wait_event("response", "add", sum=1000 * (i + 1) + n)
    for i, client in enumerate(clients):
        sums = [e["sum"] for e in client.events if e["event"] == "response"]
        assert sums == [1000 * (i + 1) + n for n in range(20)]


def test_a_server_is_removed_and_created_again(pair, figures):
    client, server = pair
    server.ask("service add")
    discovery_ms(client, "add")
    removed_at = server.ask("unservice add")["at_us"]
    noticed_at = client.ask_until("ready add", lambda a: not a["ready"], "the end of the service")["at_us"]
    came = server.ask("service add")["at_us"]
    back = client.ask_until("ready add", lambda a: a["ready"], "the service again")["at_us"]
    client.ask("call add 2 3")
    client.wait_event("response", "add", sum=5)
    figures("gone", found_ms=(noticed_at - removed_at) / 1000)
    figures("back", found_ms=(back - came) / 1000)


def test_a_client_that_started_before_the_server(pair):
    client, server = pair
    client.ask("client add")
    client.send_line("call add 20 3")
    server.ask("service add")
    client.answer()
    client.wait_event("response", "add", sum=23)
