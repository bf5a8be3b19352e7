# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The command line's arguments for ROS 2, which stand behind --ros-args."""

from __future__ import annotations

import sys


def ros_arguments() -> list[str]:
    """Returns the program's arguments from the first --ros-args on; none in pytest, Jupyter and the like."""
    words = list(getattr(sys, 'argv', []))
    return words[words.index('--ros-args') :] if '--ros-args' in words else []


def remove_ros_args(args: list[str] | None = None) -> list[str]:
    """Returns the arguments, by default sys.argv, without those from '--ros-args' to '--'.

    For argparse: `parser.parse_args(rxros2.remove_ros_args()[1:])`.
    """
    remaining, of_ros = [], False
    for word in sys.argv if args is None else args:
        if word == '--ros-args':
            of_ros = True
        elif of_ros and word == '--':
            of_ros = False
        elif not of_ros:
            remaining.append(word)
    return remaining


__all__ = ['remove_ros_args', 'ros_arguments']
