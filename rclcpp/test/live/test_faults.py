# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Processes that are killed or stopped for a while."""

import time

from middleware import LEASE
from sides import connect, sees


def removal_ms(peer, node, begin):
    answer = peer.ask_until("graph", lambda a: node not in a["nodes"], f"the end of {node}")
    return answer["at_us"] / 1000 - begin * 1000


def test_a_killed_process_is_forgotten(pair, figures, start, roles):
    local, remote = pair
    connect(local, remote, "string", "topic", "history=keep_all")
    remote.ask("service add")
    local.ask("client add")
    local.ask_until("ready add", lambda a: a["ready"], "the service")
    sees(local, "/second")
    begin = time.monotonic()
    remote.kill()
    took = removal_ms(local, "/second", begin)
    local.wait_matched("pub", "topic", 0)
    local.ask_until("ready add", lambda a: not a["ready"], "the end of the service")
    assert took < 2.5 * LEASE * 1000
    figures("forgotten after", ms=took)
    # A successor of the same name is discovered as usual.
    successor = start(roles[1], "second")
    successor.ask("sub string topic history=keep_all")
    successor.ask("service add")
    local.wait_matched("pub", "topic")
    local.establish("topic", successor)
    local.ask("call add 1 2")
    local.wait_event("response", "add", sum=3)


def test_a_process_that_ends_is_forgotten_at_once(pair, figures):
    local, remote = pair
    connect(local, remote, "string", "topic")
    sees(local, "/second")
    remote.killed = True
    begin = time.monotonic()
    assert remote.end() == 0
    took = removal_ms(local, "/second", begin)
    local.wait_matched("pub", "topic", 0)
    assert took < LEASE * 1000 / 2
    figures("forgotten after", ms=took)


def test_nothing_is_lost_while_a_process_stands_still_for_three_seconds(pair, figures):
    local, remote = pair
    connect(local, remote, "string", "out", "depth=1000")
    connect(remote, local, "string", "back", "depth=1000")
    local.establish("out", remote)
    remote.establish("back", local)
    remote.stop()
    local.ask("send out 1 150 20")  # 3 s
    remote.resume()
    remote.wait_numbers("out", range(1, 151))
    remote.ask("send back 1 100")
    local.wait_numbers("back", range(1, 101))
    figures("3 s", sent=250, received=250, lost=0)


def test_a_process_that_stood_still_for_longer_than_its_lease_is_found_again(pair, figures):
    local, remote = pair
    connect(local, remote, "string", "topic", "depth=100")
    local.establish("topic", remote)
    remote.stop()
    local.wait_matched("pub", "topic", 0)
    local.ask_until("graph", lambda a: "/second" not in a["nodes"], "that it is gone")
    local.ask("send topic 1 10")
    begin = local.ask("now")["at_us"]
    remote.resume()
    local.wait_matched("pub", "topic")
    took = local.events[-1]["at_us"] - begin
    sees(local, "/second")
    sees(remote, "/first")
    local.establish("topic", remote)
    local.ask("send topic 11 30")
    remote.wait(lambda: remote.numbers("topic")[-20:] == list(range(11, 31)), "all that was sent then")
    figures("found again", found_ms=took / 1000)
