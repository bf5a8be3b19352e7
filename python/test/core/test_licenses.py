# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests that the installed package carries its licence and the licences of everything that it contains."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path, PurePath

import pytest

TABLE_ROW = re.compile(r'^\| [^|]+ \| [^|]+ \| \[([\w.-]+\.txt)\]\([\w.-]+\) \| ([^|]+) \|$', re.M)


def licenses() -> dict[str, Path]:
    """Returns the licence files of the package by their names."""
    files = metadata.files('rxros2')
    assert files is not None
    return {file.name: Path(file.locate()) for file in files if '.dist-info' in str(file) and 'licenses' in file.parts}


def test_the_package_carries_its_licence() -> None:
    assert 'Apache License' in licenses()['LICENSE'].read_text()


def test_each_component_has_a_licence_with_its_copyright() -> None:
    files = licenses()
    rows = TABLE_ROW.findall(files['README.md'].read_text())
    assert len(rows) >= 14
    for name, _ in rows:
        text = files[name].read_text()
        if name != 'zenoh_crates.txt':  # a list, in which each crate has its licence
            assert 'SPDX-License-Identifier: ' in text
        assert 'Copyright' in text or 'public domain' in text, name
    for name in ('Apache-2.0.txt', 'LGPL-2.1.txt'):
        assert len(files[name].read_text()) > 10_000


def test_each_bundled_library_is_in_the_table() -> None:
    table = licenses()['README.md'].read_text()
    named = {stem for _, contained in TABLE_ROW.findall(table) for stem in re.findall(r'`(lib\w+)`', contained)}
    bundled = {
        re.split(r'[-.]', file.name)[0]
        for file in map(PurePath, metadata.files('rxros2') or ())
        if file.parts[0] == 'rxros2.libs'
    }
    if not bundled:
        pytest.skip('the extension module contains all libraries (tools/wheels.py)')
    own = 'librxros2_'  # where the package is built beside a build tree
    unknown = {library for library in bundled if not library.startswith((own, *named))}
    assert not unknown, f'licenses/README.md does not name {sorted(unknown)}'


def test_scripts_of_the_pages_stand_beside_their_licences() -> None:
    files = [Path(file.locate()) for file in metadata.files('rxros2') or () if 'vendor' in file.parts]
    for folder in {file.parent for file in files if file.suffix == '.js'}:
        assert 'Permission is hereby granted' in (folder / 'LICENSE').read_text()
