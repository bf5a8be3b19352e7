# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the live suite: our nodes with those of an installed ROS 2. See README.md.

usage: run.py PREFIX BUILD [argument of pytest…]

Builds the peer on the ROS 2 in PREFIX, in the folder BUILD, and writes figures.txt and figures.json there.
Without a PREFIX it prints this and exits with 77, as skipped tests do. The environment must name our programs PEER and
RELAY.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import middleware

HERE = Path(__file__).resolve().parent
SKIPPED = 77


def overlays():
    """Returns the prefixes of PEER_OVERLAY."""
    return [Path(prefix).resolve() for prefix in os.environ.get("PEER_OVERLAY", "").split(os.pathsep) if prefix]


def environment_of(prefix):
    """Returns the environment of a shell that sourced PREFIX, with the packages of PEER_OVERLAY only."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("AMENT_", "COLCON_")) and k != "LD_LIBRARY_PATH"}
    # A script cannot determine its own path in sh.
    prefix_variables = {"AMENT_CURRENT_PREFIX": str(prefix), "COLCON_CURRENT_PREFIX": str(prefix)}
    # ROS 2 was built with Debian's Python; another may come first in PATH.
    path = os.pathsep.join(["/usr/bin", clean["PATH"]])
    done = subprocess.run(
        ["sh", "-c", '. "$1" >&2 && env -0', "sh", str(prefix / "setup.sh")],
        env=clean | prefix_variables | {"PATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    sourced = dict(item.split("=", 1) for item in done.stdout.split("\0") if item)
    for variable, folder in (("AMENT_PREFIX_PATH", ""), ("CMAKE_PREFIX_PATH", ""), ("LD_LIBRARY_PATH", "lib")):
        paths = [str(overlay / folder) for overlay in overlays()] + [sourced.get(variable, "")]
        sourced[variable] = os.pathsep.join(path for path in paths if path)
    return sourced


def build_peer(prefix, build, environment):
    tree = build / ("peer" + str(prefix).replace("/", "_"))
    log = build / "build.log"
    with log.open("w") as out:
        for command in (
            ["cmake", "-S", HERE / "peer", "-B", tree, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"],
            ["cmake", "--build", tree],
        ):
            if subprocess.run(command, env=environment, stdout=out, stderr=subprocess.STDOUT).returncode != 0:
                sys.exit(f"{log.read_text()}\nlive: the peer does not build on {prefix}")
    return tree


def main(prefix, build, *arguments):
    if not prefix:
        print("live: SKIPPED, it needs an installed ROS 2: make live PEER=/opt/ros/jazzy, or make soak PEER=…")
        return SKIPPED
    prefix, build = Path(prefix).resolve(), Path(build).resolve()
    if not (prefix / "setup.sh").is_file():
        sys.exit(f"live: no ROS 2 in '{prefix}': expected {prefix}/setup.sh")
    build.mkdir(parents=True, exist_ok=True)
    for old in build.glob("figures.*"):
        old.unlink()
    environment = environment_of(prefix)
    (build / "environment.json").write_text(json.dumps(environment))
    tree = build_peer(prefix, build, environment)
    lifecycle = tree / "live_lifecycle_peer"
    os.environ |= {
        "LIVE_PREFIX": str(prefix),
        "LIVE_BUILD": str(build),
        "LIVE_PEER": str(tree / "live_peer"),
        "LIVE_LIFECYCLE_PEER": str(lifecycle) if lifecycle.exists() else "",
        "PYTHONPATH": os.pathsep.join(str(HERE.parent / folder) for folder in ("interop", "hosts")),
    }
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", str(HERE), *arguments]
    # Runs as root of its own user namespace if necessary, so that tests can create network namespaces as hosts.
    inside = HERE.parent / "hosts" / "in_namespaces.sh"
    probe = subprocess.run([inside, "true"], stdout=subprocess.PIPE, text=True)
    if probe.returncode == 0:
        # On Zenoh in a network of its own, because the router has one port on each host.
        network = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"] if middleware.ON_ZENOH else []
        command[:0] = [str(inside), *network]
    else:
        os.environ["LIVE_NO_HOSTS"] = probe.stdout.strip()
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) >= 3 else __doc__)
