#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes what a release consists of: the source archive, the Debian package, the Python wheel, what they need (SBOM), and
their checksums.

usage: tools/release.py TREE FOLDER [--without-wheel]
       tools/release.py --check      only: do all packages have one version?
  TREE    a built release tree; the wheel is made by its python_env, which the tests install
  FOLDER  is emptied first; afterwards it holds the files of the release
  --without-wheel   leaves out what compiles all of rclcpp once more

The archive is that of the last commit, so changes that are not committed are refused.
"""
import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from sbom import sbom

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSIONS = {  # where a version is written, and how
    'CMakeLists.txt': r'project\(\w+ VERSION ([\d.]+)',
    'pyproject.toml': r'^version = "([^"]+)"',
    'package.xml': r'<version>([^<]+)</version>',
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
    if not re.search(rf'^## {re.escape(number)}$', (ROOT / 'CHANGELOG.md').read_text(), re.M):
        sys.exit(f'release: CHANGELOG.md has no "## {number}"; expected a heading of that version')
    print(f'release: {len(versions)} files say {number}')
    return number


def source_archive(number, folder):
    """The same bytes whenever it is made of one commit."""
    tar = git('archive', '--format=tar', f'--prefix=rxros2-{number}/', 'HEAD')
    archive = folder / f'rxros2-{number}.tar.gz'
    with archive.open('wb') as file, gzip.GzipFile(filename='', fileobj=file, mode='wb', mtime=0) as packed:
        packed.write(tar)


def run(log, *command, **options):
    with log.open('w') as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False, **options)
    if done.returncode != 0:
        sys.exit(f'{log.read_text()}\nrelease: {command[0]} ended with {done.returncode}; its output is {log}')


def debian_package(tree, folder):
    scratch = tree / 'package'
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    when = git('log', '-1', '--format=%ct').decode().strip()
    run(scratch / 'cpack.log', 'cpack', '-B', str(scratch), '--config', str(tree / 'CPackConfig.cmake'),
        env={**os.environ, 'SOURCE_DATE_EPOCH': when})
    (package,) = scratch.glob('*.deb')
    shutil.move(package, folder)


def list_of_parts(number, folder):
    """CycloneDX, beside the Debian package whose dependencies are in it."""
    (package,) = folder.glob('*.deb')
    depends = subprocess.run(['dpkg-deb', '-f', package, 'Depends'], capture_output=True, text=True, check=True).stdout
    when = git('log', '-1', '--format=%cd', '--date=format-local:%Y-%m-%dT%H:%M:%SZ').decode().strip()
    (folder / f'rxros2-{number}.cdx.json').write_text(sbom(number, depends.strip(), when))


def wheel(tree, folder):
    """One that holds all it needs: users install it without a compiler."""
    run(tree / 'release_wheel.log', str(tree / 'python_env/bin/python'), '-m', 'pip', 'wheel', '--no-deps',
        '--disable-pip-version-check', '--no-build-isolation', '--wheel-dir', str(folder),
        f'--config-settings=build-dir={tree / "release_wheel"}', str(ROOT))


def main():
    if sys.argv[1:] == ['--check']:
        version()
        return
    places = [name for name in sys.argv[1:] if not name.startswith('--')]
    if len(places) != 2 or set(sys.argv[1:]) - {*places, '--without-wheel'}:
        sys.exit(__doc__)
    tree, folder = (pathlib.Path(name).resolve() for name in places)
    if not (tree / 'CPackConfig.cmake').is_file():
        sys.exit(f'release: {tree} has no CPackConfig.cmake; expected a built release tree, e.g. build/release')
    changed = git('status', '--porcelain').decode()
    if changed:
        sys.exit(f'release: expected that all is committed; found\n{changed}')
    number = version()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    steps = [('source archive', lambda: source_archive(number, folder)),
             ('Debian package', lambda: debian_package(tree, folder)),
             ('SBOM', lambda: list_of_parts(number, folder)),
             ('Python wheel', lambda: wheel(tree, folder))]
    if '--without-wheel' in sys.argv:
        del steps[3]
    for name, make in steps:
        print(f'release: {name} …', flush=True)
        began = time.monotonic()
        make()
        print(f'release: {name} made in {time.monotonic() - began:.0f} s', flush=True)
    products = sorted(folder.iterdir())
    sums = [f'{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}' for file in products]
    (folder / 'SHA256SUMS').write_text('\n'.join([*sums, '']))
    for file in products:
        print(f'  {file.stat().st_size / 1e6:6.1f} MB  {file}')


if __name__ == '__main__':
    main()
