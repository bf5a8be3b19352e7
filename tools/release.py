#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes the files of a release: the source archive, Debian packages, Python wheels, the list of parts (SBOM), release notes
and checksums.

usage: tools/release.py TREE FOLDER [--arm64 TREE] [--quick]
       tools/release.py --check [VERSION]   only: do all packages have one version (this one), which CHANGELOG.md dates? With
                                            VERSION, as of a tag, changes under "Unreleased" are refused
  TREE     a built release tree
  FOLDER   is emptied first; afterwards it holds the files of the release
  --arm64  a built tree for arm64, whose Debian package is made too
  --quick  leaves out what is compiled once more or downloaded: the wheels, and the sources of other projects

The archive is that of the last commit, so changes that are not committed are refused.
"""
import argparse
import functools
import gzip
import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import time

import crates
import third_party
from sbom import sbom

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSIONS = {  # where a version is written, and how
    'CMakeLists.txt': r'project\(\w+ VERSION ([\d.]+)',
    'pyproject.toml': r'^version = "([^"]+)"',
    'package.xml': r'<version>([^<]+)</version>',
    'pixi.toml': r'^version = "([^"]+)"',
    'recipe.yaml': r'^  version: "([^"]+)"',
}


def git(*arguments):
    return subprocess.run(['git', *arguments], cwd=ROOT, capture_output=True, check=True, env={**os.environ, 'TZ': 'UTC'}).stdout


def version():
    """The one version that all packages share."""
    versions = {}
    for name in git('ls-files').decode().splitlines():
        pattern = VERSIONS.get(pathlib.PurePath(name).name)
        # Packages of the tests' workspaces have versions of their own.
        if pattern and '/test/' not in name:
            text = re.search(pattern, (ROOT / name).read_text(), re.M)
            if text:
                versions[name] = text.group(1)
    if len(set(versions.values())) != 1:
        sys.exit('release: expected one version, found\n' + '\n'.join(f'  {v}  {name}' for name, v in versions.items()))
    (number,) = set(versions.values())
    changes(number)
    print(f'release: {len(versions)} files say {number}')
    return number


def changes(number):
    """Returns the section of a version in CHANGELOG.md, which begins with its date."""
    text = (ROOT / 'CHANGELOG.md').read_text()
    section = re.search(rf'^## {re.escape(number)}\n\n(.*?)(?=^## |\Z)', text, re.M | re.S)
    if not section or not re.match(r'\d{4}-\d\d-\d\d\. ', section[1]):
        sys.exit(f'release: CHANGELOG.md has no "## {number}" with its date; expected that heading, then "2026-01-31. …"')
    return section[1].strip()


def has_unreleased_changes():
    """Returns whether CHANGELOG.md lists changes that belong to no version, so that no release notes would name them."""
    section = re.search(r'^## Unreleased\n(.*?)(?=^## |\Z)', (ROOT / 'CHANGELOG.md').read_text(), re.M | re.S)
    return section is not None and '\n- ' in section[1]


def source_archive(number, folder, archives):
    """The same bytes whenever it is made of one commit. `archives`: files that are added to it."""
    packed = io.BytesIO(git('archive', '--format=tar', f'--prefix=rxros2-{number}/', 'HEAD'))
    with tarfile.open(fileobj=packed, mode='a') as archive:
        for path in archives:
            entry = tarfile.TarInfo(f'rxros2-{number}/{path.relative_to(ROOT)}')
            entry.size, entry.mtime = path.stat().st_size, commit_time()
            with path.open('rb') as file:
                archive.addfile(entry, file)
    with (folder / f'rxros2-{number}.tar.gz').open('wb') as out:
        with gzip.GzipFile(filename='', fileobj=out, mode='wb', mtime=0) as compressed:
            compressed.write(packed.getvalue())


def sources_of_others():
    """Returns the archives that builds with -DRXROS2_BUNDLED=ON and -DRXROS2_ZENOH=ON compile, after fetching those that are
    missing."""
    (ROOT / 'build').mkdir(exist_ok=True)
    run(ROOT / 'build/third_party.log', sys.executable, str(ROOT / 'tools/third_party.py'), 'fetch')
    run(ROOT / 'build/crates.log', sys.executable, str(ROOT / 'tools/crates.py'), 'pack')
    return [*third_party.archives(), crates.ARCHIVE]


@functools.cache
def commit_time():
    return int(git('log', '-1', '--format=%ct'))


def run(log, *command, **options):
    with log.open('w') as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False, **options)
    if done.returncode != 0:
        sys.exit(f'{log.read_text()}\nrelease: {command[0]} ended with {done.returncode}; its output is {log}')


def debian_package(tree, folder):
    scratch = tree / 'package'
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    run(scratch / 'cpack.log', 'cpack', '-B', str(scratch), '--config', str(tree / 'CPackConfig.cmake'),
        env={**os.environ, 'SOURCE_DATE_EPOCH': str(commit_time())})
    (package,) = scratch.glob('*.deb')
    shutil.move(package, folder)


def list_of_parts(number, folder):
    """CycloneDX, beside the Debian package of this machine, whose dependencies are in it."""
    machine = subprocess.run(['dpkg', '--print-architecture'], capture_output=True, text=True, check=True).stdout.strip()
    (package,) = folder.glob(f'*_{machine}.deb')
    depends = subprocess.run(['dpkg-deb', '-f', package, 'Depends'], capture_output=True, text=True, check=True).stdout
    when = git('log', '-1', '--format=%cd', '--date=format-local:%Y-%m-%dT%H:%M:%SZ').decode().strip()
    (folder / f'rxros2-{number}.cdx.json').write_text(sbom(number, depends.strip(), when))


def wheels(tree, folder):
    """Wheels that hold all they need, so that users install them without a compiler on every system."""
    done = subprocess.run([sys.executable, ROOT / 'tools/wheels.py', tree / 'wheels', folder], check=False)
    if done.returncode != 0:
        sys.exit('release: tools/wheels.py failed, see above; it needs PyPI for its compiler and Debian\'s archive for headers')


INSTALL = {  # how a file is used, by the end of its name
    '.whl': 'pip install ./{}',
    '.deb': 'apt-get install ./{}',
    '.tar.gz': 'tar -xzf {}',
}


def notes(number, folder):
    """Writes the section of CHANGELOG.md for readers who do not have the repository, and how each file is installed."""
    def page_name(link):  # because links to pages lead nowhere outside of the repository
        return ' '.join(f'{link[1]}: `{link[2]}`'.split())

    text = re.sub(r'\[([^\]]+)\]\((?!https?:)([^)]+)\)', page_name, changes(number))
    files = [f'| `{file.name}` | `{command.format(file.name)}` |'
             for end, command in INSTALL.items() for file in sorted(folder.glob(f'*{end}'))]
    (folder / f'rxros2-{number}-notes.md').write_text('\n'.join([
        f'# RxROS2 {number}', '', text, '', '### Files', '', '| file | use |', '|---|---|', *files, '',
        'Verify what you downloaded: `sha256sum --check --ignore-missing SHA256SUMS`. A minor version may break programs '
        'until 1.0; `docs/reference/stability.md` says what may change.', '']))


def main():
    if sys.argv[1:2] == ['--check']:
        number = version()
        if sys.argv[2:] not in ([], [number]):
            sys.exit(f'release: expected version {" ".join(sys.argv[2:])}, found {number}')
        if sys.argv[2:] and has_unreleased_changes():
            sys.exit(f'release: CHANGELOG.md has changes under "Unreleased"; expected all changes of {number} in its own section')
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('tree', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--arm64', type=pathlib.Path)
    parser.add_argument('--quick', action='store_true')
    arguments = parser.parse_args()
    tree, folder = arguments.tree.resolve(), arguments.folder.resolve()
    trees = [tree, *([arguments.arm64.resolve()] if arguments.arm64 else [])]
    for folder_of_tree in trees:
        if not (folder_of_tree / 'CPackConfig.cmake').is_file():
            sys.exit(f'release: {folder_of_tree} has no CPackConfig.cmake; expected a built release tree, e.g. build/release')
    changed = git('status', '--porcelain').decode()
    if changed:
        sys.exit(f'release: expected that all is committed; found\n{changed}')
    number = version()
    if has_unreleased_changes():
        print(f'release: the notes of {number} lack the changes that CHANGELOG.md has under "Unreleased"', flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    steps = [('source archive', lambda: source_archive(number, folder, [] if arguments.quick else sources_of_others())),
             *((f'Debian package of {name.name}', functools.partial(debian_package, name, folder)) for name in trees),
             *([] if arguments.quick else [('Python wheels', functools.partial(wheels, tree, folder))]),
             ('SBOM', lambda: list_of_parts(number, folder)),
             ('release notes', lambda: notes(number, folder))]
    for name, make in steps:
        print(f'release: {name} …', flush=True)
        began = time.monotonic()
        make()
        print(f'release: {name} made in {time.monotonic() - began:.0f} s', flush=True)
    products = sorted(folder.iterdir())
    unexpected = [file.name for file in products if number not in file.name]
    if unexpected:
        sys.exit(f'release: expected files of {number}, found {", ".join(unexpected)}; is a tree older than the version?')
    sums = [f'{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}' for file in products]
    (folder / 'SHA256SUMS').write_text('\n'.join([*sums, '']))
    for file in products:
        print(f'  {file.stat().st_size / 1e6:6.1f} MB  {file}')


if __name__ == '__main__':
    main()
