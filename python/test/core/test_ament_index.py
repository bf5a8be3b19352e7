# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The functions of ament_index_python: prefixes in their order, own packages, and errors."""

import pathlib

import pytest

from rxros2 import ament_index
from rxros2.packages import own_prefix


@pytest.fixture
def prefixes(tmp_path, monkeypatch):
    """Two prefixes; the first one hides a resource of the second."""
    for path in ('a/plants/basil', 'b/plants/basil', 'b/plants/mint', 'a/packages/bed', 'b/packages/bed'):
        prefix, rest = path.split('/', 1)
        file = tmp_path / prefix / 'share/ament_index/resource_index' / rest
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(prefix)
    (tmp_path / 'a/share/ament_index/resource_index/plants/.hidden').touch()
    (tmp_path / 'a/share/bed').mkdir()
    monkeypatch.setenv('AMENT_PREFIX_PATH', f'{tmp_path / "a"}:{tmp_path / "none"}:{tmp_path / "b"}')
    return [str(tmp_path / 'a'), str(tmp_path / 'b')]


def test_the_first_prefix_is_used(prefixes):
    first, second = prefixes
    assert ament_index.get_search_paths() == prefixes
    assert ament_index.get_resource_types() == {'packages', 'plants'}
    assert ament_index.get_resources('plants') == {'basil': first, 'mint': second}
    assert ament_index.get_resource('plants', 'basil') == ('a', first)
    assert ament_index.has_resource('plants', 'mint') == second
    assert ament_index.has_resource('plants', 'dill') is False
    assert ament_index.get_packages_with_prefixes()['bed'] == first
    assert ament_index.get_package_share_path('bed') == pathlib.Path(first, 'share/bed')


def test_a_missing_share_folder_is_a_warning(prefixes, monkeypatch):
    monkeypatch.setenv('AMENT_PREFIX_PATH', prefixes[1])
    with pytest.warns(UserWarning, match='the share folder of the package bed does not exist') as warned:
        ament_index.get_package_share_directory('bed')
    assert warned[0].filename == __file__
    assert ament_index.get_package_share_directory('bed', print_warning=False).endswith('b/share/bed')


def test_errors(prefixes, monkeypatch):
    for name in ('a/b', '/a', 'a\\b', ''):
        with pytest.raises(ament_index.InvalidResourceTypeNameError):
            ament_index.get_resources(name)
        with pytest.raises(ament_index.InvalidResourceNameError):
            ament_index.has_resource('plants', name)
    with pytest.raises(LookupError, match='no resource of the type plants, dill; there are basil, mint'):
        ament_index.get_resource('plants', 'dill')
    with pytest.raises(ament_index.PackageNotFoundError, match='no package beed; there are'):
        ament_index.get_package_prefix('beed')
    for name in ('a b', '../etc', '_a', ''):
        with pytest.raises(ValueError, match='is no name of a package'):
            ament_index.get_package_prefix(name)
    monkeypatch.delenv('AMENT_PREFIX_PATH')
    with pytest.raises(OSError, match='AMENT_PREFIX_PATH is empty'):
        ament_index.get_resource_types()


def test_packages_of_rxros2_are_found_without_an_index(prefixes, monkeypatch):
    own = own_prefix('std_srvs')
    if own is None:
        pytest.skip('rxros2 runs from its sources')
    for path in (prefixes[0], None):
        if path is None:
            monkeypatch.delenv('AMENT_PREFIX_PATH')
        assert ament_index.get_package_prefix('std_srvs') == str(own)
        assert ament_index.get_resource('rosidl_interfaces', 'std_srvs')[0].splitlines()[0] == 'srv/Empty.srv'
        assert ament_index.get_resources('rosidl_interfaces')['std_srvs'] == str(own)
        assert ament_index.has_resource('packages', 'std_srvs') == str(own)
        packages = ament_index.get_packages_with_prefixes()
        assert packages == {name: ament_index.get_package_prefix(name) for name in packages} and 'std_srvs' in packages
        assert ament_index.has_resource('packages', 'no_such_package') is False


def test_the_command(prefixes, capsys):
    assert ament_index.main([]) is None and capsys.readouterr().out == 'packages\nplants\n'
    assert ament_index.main(['plants']) is None
    assert capsys.readouterr().out == f'basil\t{prefixes[0]}\nmint\t{prefixes[1]}\n'
    assert ament_index.main(['plants', 'basil']) is None
    assert capsys.readouterr().out == f'{prefixes[0]}\n<<<\na\n>>>\n'
    assert 'no resource of the type plants, dill' in ament_index.main(['plants', 'dill'])
    assert sorted(ament_index.resource_type_completer('pl')) == ['plants']
