# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The message, service and action types of both sides have the same names, fields, default values and hashes."""

import json
import os
from pathlib import Path

import pytest
from sides import PREFIX

OURS = Path(os.environ["INTERFACES"])
THEIRS = PREFIX / "share"
# Packages of a test suite that is not installed with a robot; ours has those types that we need.
PACKAGES = sorted(
    folder.name for folder in OURS.iterdir() if (THEIRS / folder.name).is_dir() and folder.name != "test_msgs"
)


def hashes(share, package):
    """Returns the hashes by type, for all types that the package's files describe."""
    out = {}
    for file in sorted((share / package).glob("*/*.json")):
        for entry in json.loads(file.read_text())["type_hashes"]:
            if entry["type_name"].startswith(package + "/"):
                out[entry["type_name"]] = entry["hash_string"]
    return out


@pytest.mark.parametrize("package", PACKAGES)
def test_types_and_hashes(package, figures):
    their_hashes, our_hashes = hashes(THEIRS, package), hashes(OURS, package)
    assert their_hashes
    assert {name: our_hashes.get(name) for name in their_hashes} == their_hashes  # ours may be of a later release
    figures(f"types of {package}", sent=len(their_hashes), received=len(our_hashes))
