#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Packs the crates of the Zenoh engine (rmw/zenoh/Cargo.lock), and writes the list of their licences.

usage: tools/crates.py pack [FILE]   writes all crates into one archive; by default third_party/archives/zenoh_crates.tar.xz,
                                     from which rmw/zenoh/build.sh then builds without a network
       tools/crates.py licences      writes licenses/zenoh_crates.txt; do this after each change of Cargo.lock
       tools/crates.py --check       only: does licenses/zenoh_crates.txt name what Cargo.lock names? Offline, without cargo

cargo fetches what is missing, and the checksums of Cargo.lock are verified. Of crates that only other systems than Linux
compile, the archive has the manifest alone, because cargo reads it.
"""
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile

import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
MANIFEST = ROOT / 'rmw/zenoh/Cargo.toml'
LICENCES = ROOT / 'licenses/zenoh_crates.txt'
ARCHIVE = ROOT / 'third_party/archives/zenoh_crates.tar.xz'
PLATFORMS = ('x86_64-unknown-linux-gnu', 'aarch64-unknown-linux-gnu')
FOLDER = 'zenoh_crates'
"""The folder in the archive."""
LICENCE_FILE = re.compile(r'(licen[cs]e|copying|notice|unlicense)[^/]*', re.I)
PREFERRED = ('Apache-2.0', 'MIT', 'BSD-3-Clause', 'ISC', 'Zlib')
"""Of a choice of licences the first of these is taken."""
COMMON = {'Apache-2.0': 'Apache-2.0.txt'}
"""Licences whose text in licenses/ says all that the crate's own copy says."""
MIT = """\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
"""The text for crates under this licence that have no file with it."""
ELSEWHERE = 'Crates that Cargo.lock names and only other systems compile:'


class CrateError(Exception):
    """A crate that cannot be fetched, or is not the one of Cargo.lock."""


def locked():
    """Returns the crates of Cargo.lock: (name, version) -> checksum."""
    lock = tomllib.loads(MANIFEST.with_name('Cargo.lock').read_text())
    return {(crate['name'], crate['version']): crate['checksum'] for crate in lock['package'] if 'source' in crate}


def cargo(*arguments):
    command = ['cargo', *arguments, '--manifest-path', str(MANIFEST), '--locked']
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise CrateError('cargo is not installed; run tools/bootstrap.sh cargo-web') from None
    if done.returncode != 0:
        raise CrateError(f'{done.stderr.strip()}\n`{" ".join(command)}` failed with {done.returncode}')
    return done.stdout


def used():
    """Returns the crates that a build on Linux compiles: (name, version) -> licence."""
    crates = {}
    for platform in PLATFORMS:
        metadata = json.loads(cargo('metadata', '--format-version=1', '--offline', '--filter-platform', platform))
        nodes = {node['id']: node for node in metadata['resolve']['nodes']}
        packages = {package['id']: package for package in metadata['packages']}
        waiting, seen = [metadata['resolve']['root']], set()
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            waiting += [other['pkg'] for other in nodes[name]['deps'] if any(kind['kind'] != 'dev' for kind in other['dep_kinds'])]
        for name in seen:
            package = packages[name]
            if package['source']:
                crates[package['name'], package['version']] = package['license'] or 'unknown'
    return crates


def content(name, version, checksum):
    """Returns the files of a crate, from cargo's cache: path -> (mode, bytes)."""
    cache = pathlib.Path(os.environ.get('CARGO_HOME', pathlib.Path.home() / '.cargo')) / 'registry' / 'cache'
    files = sorted(cache.glob(f'*/{name}-{version}.crate'))
    if not files:
        raise CrateError(f'cargo has no {name}-{version}.crate in {cache}')
    data = files[0].read_bytes()
    if hashlib.sha256(data).hexdigest() != checksum:
        raise CrateError(f'{files[0]} has another checksum than Cargo.lock; delete it')
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        prefix = f'{name}-{version}/'
        return {m.name.removeprefix(prefix): (m.mode & 0o111, archive.extractfile(m).read()) for m in members}


def manifest_only(files):
    """Returns the files of a crate that is read, but not compiled."""
    text = files['Cargo.toml'][1]
    targets = tomllib.loads(text.decode())
    paths = {targets.get('lib', {}).get('path', 'src/lib.rs')}
    for kind in ('bin', 'example', 'test', 'bench'):
        paths.update(target['path'] for target in targets.get(kind, []) if 'path' in target)
    build = targets['package'].get('build')
    if isinstance(build, str):
        paths.add(build)
    return {'Cargo.toml': (0, text), **dict.fromkeys(sorted(paths), (0, b''))}


def pack(target):
    """Writes the archive, with the same bytes for the same Cargo.lock."""
    cargo('fetch')
    compiled = used()
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + '.part')
    with tarfile.open(part, 'w:xz', format=tarfile.USTAR_FORMAT) as archive:
        for (name, version), checksum in sorted(locked().items()):
            files = content(name, version, checksum)
            if (name, version) not in compiled:
                files = manifest_only(files)
            # Cargo compares this checksum with Cargo.lock's; those of files would be for people who edit them.
            files['.cargo-checksum.json'] = (0, json.dumps({'files': {}, 'package': checksum}).encode())
            for path, (mode, data) in sorted(files.items()):
                entry = tarfile.TarInfo(f'{FOLDER}/{name}-{version}/{path}')
                entry.size, entry.mode = len(data), 0o644 | mode
                archive.addfile(entry, io.BytesIO(data))
    part.rename(target)
    print(f'crates: {len(compiled)} of {len(locked())} crates, {target.stat().st_size / 1e6:.1f} MB in {target}')


def chosen(licence):
    """Returns the licence of an SPDX expression under which a crate is used."""
    alternatives = [part.strip(' ()') for part in re.split(r' OR |/', licence)]
    if ' AND ' in licence or len(alternatives) == 1:
        return licence
    return next((name for name in PREFERRED if name in alternatives), alternatives[0])


def licences_text():
    """Returns the text of the list of licences."""
    cargo('fetch')
    compiled = used()
    rows, texts = [], {}
    for (name, version), checksum in sorted(locked().items()):
        if (name, version) not in compiled:
            continue
        licence = compiled[name, version]
        use = chosen(licence)
        files = content(name, version, checksum)
        documents = {path: data for path, (_, data) in sorted(files.items()) if LICENCE_FILE.fullmatch(path.rpartition('/')[2])}
        if use in COMMON:
            documents = {path: data for path, data in documents.items() if 'notice' in path.lower()}
            numbers = [COMMON[use]]
        elif not documents:
            authors = ', '.join(tomllib.loads(files['Cargo.toml'][1].decode())['package'].get('authors', [])) or f'the authors of {name}'
            if use != 'MIT':
                raise CrateError(f'{name} {version} is licensed as {use}, but has no file with that licence; add the text by hand')
            documents, numbers = {'Cargo.toml': f'Copyright {authors}\n\n{MIT}'.encode()}, []
        else:
            numbers = []
        for data in documents.values():
            text = '\n'.join(line.rstrip() for line in data.decode(errors='replace').strip().splitlines())
            numbers.append(str(texts.setdefault(text, len(texts) + 1)))
        rows.append(f'{name} {version} | {use} | {" ".join(numbers)}')
    others = sorted(f'{name} {version}' for name, version in locked() if (name, version) not in compiled)
    parts = [
        'Crates of the Zenoh engine',
        '',
        'librxros2_zenoh.so, and the Python package rxros2-zenoh that contains it, are compiled from these crates, with',
        'their licence and the numbers of the texts below. Generated by tools/crates.py from rmw/zenoh/Cargo.lock.',
        '',
        *rows,
        '',
        ELSEWHERE,
        '',
        *others,
    ]
    for text, number in texts.items():
        parts += ['', f'==== {number} ====', '', text]
    return '\n'.join([*parts, ''])


def listed(path=LICENCES):
    """Returns what the list of licences names: the compiled crates (name, version) -> licence, and the other crates."""
    head = path.read_text().partition('\n==== ')[0]
    table, _, rest = head.partition(ELSEWHERE)
    rows = re.findall(r'^(\S+) (\S+) \| (.+?) \|', table, re.M)
    others = {tuple(line.split()) for line in rest.splitlines() if line}
    return {(name, version): licence for name, version, licence in rows}, others


def check():
    """Returns what the list of licences lacks or has too much, one line each."""
    compiled, others = listed()
    present = set(compiled) | others
    return [
        *(f'{name} {version} is not in {LICENCES}' for name, version in sorted(set(locked()) - present)),
        *(f'{name} {version} is in {LICENCES}, but not in Cargo.lock' for name, version in sorted(present - set(locked()))),
    ]


def main():
    command, *places = sys.argv[1:] or ['']
    if command not in ('pack', 'licences', '--check') or len(places) > (command == 'pack'):
        sys.exit(__doc__)
    try:
        if command == 'pack':
            pack(pathlib.Path(places[0]).resolve() if places else ARCHIVE)
        elif command == 'licences':
            LICENCES.write_text(licences_text())
        elif problems := check():
            sys.exit('\n'.join([*problems, 'crates: run tools/crates.py licences']))
    except CrateError as error:
        sys.exit('\n'.join(f'crates: {line}' for line in str(error).splitlines()))


if __name__ == '__main__':
    main()
