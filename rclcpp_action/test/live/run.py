# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs goals between our rclcpp_action and that of an installed ROS 2, each as server and client, and `ros2 action`.

usage: run.py PREFIX BUILD GOALS     GOALS: the program goals.cpp on our rclcpp_action

Without a PREFIX it prints this and exits with 77, as skipped tests do.
"""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "rclcpp/test/live"))
import middleware  # noqa: E402
from run import SKIPPED, environment_of, overlays  # noqa: E402

COUNT = 1000


class Side:
    """The program and environment of one of the two sides."""

    def __init__(self, program, environment):
        self.program, self.environment = program, environment


def build_theirs(prefix, build, environment):
    tree = build / ("goals" + str(prefix).replace("/", "_"))
    for command in (
        ["cmake", "-S", HERE / "peer", "-B", tree, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"],
        ["cmake", "--build", tree],
    ):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return tree / "goals"


class Server:
    def __init__(self, side):
        self.process = subprocess.Popen(
            [side.program, "serve"], env=side.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout.readline() == "ready\n"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        code = self.process.wait(30)
        self.process.stdout.close()
        assert code == 0, f"the server ended with {code}"


class Goals(unittest.TestCase):
    our_side: Side
    their_side: Side

    def exchange(self, server, client, seed):
        with Server(server):
            done = subprocess.run(
                [client.program, "send", str(COUNT), str(seed)],
                env=client.environment,
                stdout=subprocess.PIPE,
                text=True,
                timeout=200,
            )
        self.assertEqual(done.returncode, 0)
        tally = json.loads(done.stdout)
        print(tally)
        return tally

    def check(self, tally, client):
        self.assertEqual(tally["sent"], COUNT)
        self.assertEqual(tally["open"], 0, "goals without an end")
        self.assertEqual(tally["rejected"] + tally["succeeded"] + tally["canceled"], COUNT)
        self.assertEqual(tally.get("answered_twice", 0), 0)
        self.assertGreater(tally["canceled"], 0)
        # The client ends with its last goal: eight answers may be on their way. ROS 2's client takes them after
        # all else and keeps ten of them at most, so it loses some when it is busy.
        needed = tally["cancels"] - 8 if client is self.our_side else tally["cancels"] / 2
        self.assertGreater(tally["cancel_answers"], needed)
        self.assertEqual(tally.get("wrong", 0), 0)

    def test_we_serve_their_client(self):
        self.check(self.exchange(self.our_side, self.their_side, 1), self.their_side)

    def test_they_serve_our_client(self):
        self.check(self.exchange(self.their_side, self.our_side, 2), self.our_side)

    def test_we_serve_our_client(self):
        self.check(self.exchange(self.our_side, self.our_side, 3), self.our_side)

    def test_the_command_line(self):
        def ros2(*arguments):
            done = subprocess.run(
                ["ros2", *arguments],
                env=self.their_side.environment,
                stdout=subprocess.PIPE,
                text=True,
                timeout=60,
            )
            self.assertEqual(done.returncode, 0, arguments)
            return done.stdout

        if subprocess.run(["which", "ros2"], env=self.their_side.environment, stdout=subprocess.DEVNULL).returncode:
            self.skipTest("ros2cli is not installed")
        self.addCleanup(ros2, "daemon", "stop")  # commands start one
        with Server(self.our_side):
            name, kind = "/fibonacci", "example_interfaces/action/Fibonacci"
            output = ros2("action", "send_goal", "-f", name, kind, "{order: 5}")
            self.assertIn("Goal accepted", output)
            self.assertIn("SUCCEEDED", output)
            self.assertIn("Feedback", output)
            self.assertEqual(output.split("Result:")[1].count("- "), 5)
            self.assertIn("rejected", ros2("action", "send_goal", name, kind, "{order: -1}"))
            self.assertEqual(ros2("action", "list", "-t").strip(), f"{name} [{kind}]")
            self.assertIn("Action servers: 1\n    /goals_serve", ros2("action", "info", name))


def main(prefix, build, our_program):
    if not prefix:
        print("live: SKIPPED, it needs an installed ROS 2: make live PEER=/opt/ros/jazzy")
        return SKIPPED
    if not any((path / "share/rclcpp_action").is_dir() for path in [*overlays(), Path(prefix)]):
        print(f"live: SKIPPED, {prefix} has no rclcpp_action, nor has a prefix of PEER_OVERLAY")
        return SKIPPED
    environment = environment_of(Path(prefix).resolve())
    Path(build).mkdir(parents=True, exist_ok=True)
    their_program = build_theirs(Path(prefix).resolve(), Path(build).resolve(), environment)
    Goals.our_side = Side(our_program, os.environ | middleware.settings())
    Goals.their_side = Side(their_program, environment | middleware.settings())
    with middleware.router(Path(prefix).resolve(), environment):
        return 0 if unittest.main(argv=["live"], verbosity=2, exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 4 else __doc__)
