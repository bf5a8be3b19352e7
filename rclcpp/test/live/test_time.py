# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Simulated time: a /clock of one side, nodes of the other that follow it."""

SECOND = 1_000_000_000


def follows(peer, clock, second):
    clock.ask(f"send /clock {second} {second}")
    return peer.ask("now")["ns"] == second * SECOND


def test_a_node_follows_the_others_clock(roles, start):
    clock = start(roles[0], "simulator")
    robot = start(roles[1], "robot", "--ros-args", "-p", "use_sim_time:=true")
    answer = robot.ask("now")
    assert (answer["ns"], answer["simulated"]) == (0, True)
    clock.ask("pub clock /clock reliability=best_effort")
    robot.ask("timer tick 1000")
    robot.ask_until("now", lambda _: follows(robot, clock, 100), "the simulated time")
    robot.ask("timer late 1000")
    clock.ask("send /clock 101 105 20")  # each second is 20 ms
    robot.ask_until("now", lambda a: a["ns"] == 105 * SECOND, "second 105")
    robot.wait(lambda: [e for e in robot.events if e["topic"] == "late" and e["ns"] >= 104 * SECOND], "the timer")
    times = [e["ns"] for e in robot.events if e["topic"] == "late"]
    assert times == sorted(times)
    assert all(101 * SECOND <= time <= 105 * SECOND for time in times)
    # Back: a simulation that starts over.
    robot.ask_until("now", lambda _: follows(robot, clock, 10), "the time set back")


def test_simulated_time_is_switched_on_from_the_other_side(pair):
    clock, robot = pair
    clock.ask("pub clock /clock reliability=best_effort")
    assert not robot.ask("now")["simulated"]
    assert clock.ask("parameter set /second use_sim_time bool true")["successful"]
    robot.ask_until("now", lambda a: a["simulated"], "simulated time")
    robot.ask_until("now", lambda _: follows(robot, clock, 7), "the simulated time")
    assert clock.ask("parameter set /second use_sim_time bool false")["successful"]
    robot.ask_until("now", lambda a: a["ns"] > 1000 * SECOND, "the real time")
