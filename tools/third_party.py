#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Fetches the sources of the libraries that RXROS2_BUNDLED builds (third_party/sources.json).

usage: tools/third_party.py fetch [FOLDER]   downloads what is missing, and checks all checksums
       tools/third_party.py check [FOLDER]   only checks, offline
       tools/third_party.py list             prints name, version, licence and archive of each library
  FOLDER  where the archives are; by default third_party/archives, where the release archive has them

Crates come by `cargo` (1.82 or later), Debian's source packages by `apt-get`, from the registries that this machine's
cargo and apt are configured for. OpenSSL's build needs perl; `fetch` runs its perl scripts once and packs what they write
beside the archives, so that a build needs no perl.
"""
import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / 'third_party' / 'sources.json'
ARCHIVES = ROOT / 'third_party' / 'archives'
KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'  # of all releases of Debian
# Features that neither Cyclone DDS nor RxROS2 uses are left out. No part is loaded at run time.
OPENSSL_OPTIONS = (
    'no-shared no-module no-legacy no-apps no-tests no-docs no-engine no-autoload-config no-comp no-idea no-seed no-rc5 '
    'no-md2 no-ktls no-afalgeng no-uplink enable-ec_nistp_64_gcc_128'
).split()
OPENSSL_TARGETS = {'x86_64': 'linux-x86_64', 'aarch64': 'linux-aarch64'}


class MissingSource(Exception):
    """An archive that is not there, or is another one than expected."""


def sources():
    """Returns the table of libraries: name -> fields."""
    return json.loads(SOURCES.read_text())['sources']


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def problem(name, source, folder):
    """Returns what is wrong with the archive of a library; '' if nothing is."""
    path = folder / source['archive']
    if not path.is_file():
        return f'{name} {source["version"]}: {path} is missing; run tools/third_party.py fetch'
    checksum = sha256(path)
    if checksum != source['sha256']:
        return f'{name} {source["version"]}: {path} has sha256 {checksum}; expected {source["sha256"]}; delete it and fetch again'
    generated = source.get('generated')
    if generated and not (folder / generated).is_file():
        return f'{name} {source["version"]}: {folder / generated} is missing; run tools/third_party.py fetch'
    return ''


def check(folder):
    """Raises MissingSource unless all archives are complete."""
    problems = [text for name, source in sources().items() if (text := problem(name, source, folder))]
    if problems:
        raise MissingSource('\n'.join(problems))


def archives(folder=ARCHIVES):
    """Returns the files that the source archive of a release contains in third_party/archives; raises MissingSource."""
    check(folder)
    return sorted(folder / source[key] for source in sources().values() for key in ('archive', 'generated') if key in source)


def run(*command, **options):
    """Runs a command; raises MissingSource with its output if it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    except FileNotFoundError:
        raise MissingSource(f'{command[0]} is not installed; run tools/bootstrap.sh cargo-web perl make') from None
    if done.returncode != 0:
        raise MissingSource(f'{done.stdout.strip()}\n`{shlex.join(command)}` failed with {done.returncode}')
    return done.stdout


def fetch_crate(crate, archive, target):
    """Copies the crate's archive from cargo's cache, into which `cargo info` downloads it."""
    cache = pathlib.Path(os.environ.get('CARGO_HOME', pathlib.Path.home() / '.cargo')) / 'registry' / 'cache'
    files = sorted(cache.glob(f'*/{archive}'))
    if not files:
        with tempfile.TemporaryDirectory() as scratch:
            run('cargo', 'info', '--quiet', crate, cwd=scratch)
        files = sorted(cache.glob(f'*/{archive}'))
    if not files:
        raise MissingSource(f'cargo has no {archive} in {cache} after `cargo info {crate}`')
    shutil.copyfile(files[0], target)


class Apt:
    """An apt-get for one release of Debian and one CPU, whose state is its own: it neither reads nor changes this machine's.

    With `updates` it knows the security updates of the release, too.
    """

    def __init__(self, folder, suite, kind='deb', architecture='amd64', updates=False):
        for name in ('lists/partial', 'cache/archives/partial'):
            (folder / name).mkdir(parents=True)
        (folder / 'status').touch()
        settings = {
            'Dir::State::lists': folder / 'lists', 'Dir::State::status': folder / 'status', 'Dir::Cache': folder / 'cache',
            'Dir::Etc::sourcelist': folder / 'sources.list', 'Dir::Etc::sourceparts': '/dev/null', 'APT::Sandbox::User': '',
            'APT::Architecture': architecture, 'APT::Architectures': architecture,
        }
        self._folder = folder
        self._options = [part for name, value in settings.items() for part in ('-o', f'{name}={value}')]
        targets = run('apt-get', 'indextargets', '--format', '$(ORIGIN)|$(LABEL)|$(REPO_URI)', 'Created-By: Packages')
        places = dict(line.removeprefix('Debian|').split('|') for line in targets.splitlines() if line.startswith('Debian|'))
        if 'Debian' not in places:
            raise MissingSource('apt is not configured for Debian, or `apt-get update` has not run; expected a line of Debian in '
                                '`apt-get indextargets`. To build C++, other systems use the archives of the release')
        suites = [('Debian', suite), *([('Debian-Security', f'{suite}-security')] if updates else [])]
        (folder / 'sources.list').write_text(''.join(
            f'{kind} [signed-by={KEYS}] {places[label]} {name} main\n' for label, name in suites if label in places))
        self.get('update')

    def get(self, *arguments):
        """Runs apt-get in the folder, into which it downloads."""
        run('apt-get', '-q', '-y', *self._options, *arguments, cwd=self._folder)


def fetch_package(apt, folder, package, archive, target):
    """Downloads the original archive of a source package; other files of the package are not needed."""
    try:
        apt.get('source', '--download-only', package)
        problem = ''
    except MissingSource as error:  # also if one of the other files is gone; the archive's checksum is known
        problem = f'{error}\n'
    if not (folder / archive).is_file():
        raise MissingSource(f'{problem}apt has no {archive} in the source package {package}')
    shutil.move(folder / archive, target)


def openssl_groups(commands):
    """Returns the sources of libcrypto and libssl, from what `make -n` prints: {library: {flags: [source]}}."""
    objects, libraries = {}, {}
    for line in commands.splitlines():
        words = shlex.split(line, comments=False) if line.startswith(('gcc ', 'ar ')) else []
        if words[:2] == ['ar', 'qc']:
            libraries.setdefault(words[2], []).extend(words[3:])
        elif '-c' in words:
            flags = tuple(w for w in words if w.startswith(('-I', '-D')))
            objects[words[words.index('-o') + 1]] = (flags, words[-1])
    groups = {}
    for library in ('libcrypto.a', 'libssl.a'):
        groups[library[:-2]] = group = {}
        for name in libraries[library]:
            flags, source = objects[name]
            group.setdefault(flags, []).append(source)
    return groups


def openssl_list(groups):
    """Returns the groups as calls of a function of third_party/CMakeLists.txt."""
    text = ['# Generated by tools/third_party.py from OpenSSL\'s makefile.']
    for library, group in groups.items():
        for flags, names in group.items():
            text.append(f'openssl_objects({library}')
            text.append('  INCLUDE ' + ' '.join(f[2:] for f in flags if f.startswith('-I')))
            text.append('  DEFINITIONS ' + ' '.join('[=[' + f[2:] + ']=]' for f in flags if f.startswith('-D')))
            text.append('  SOURCES\n    ' + '\n    '.join(names) + ')')
    return '\n'.join(text) + '\n'


def generate_openssl(archive, folder, target):
    """Packs the files that OpenSSL's perl scripts write for each CPU, with a list of what to compile."""
    with tempfile.TemporaryDirectory() as scratch, tarfile.open(target.with_suffix('.part'), 'w:xz') as packed:
        for cpu, configuration in OPENSSL_TARGETS.items():
            print(f'third_party: generate OpenSSL for {cpu} …', flush=True)
            place = pathlib.Path(scratch) / cpu
            with tarfile.open(archive) as crate:
                crate.extractall(place)
            tree = place / folder
            before = {p for p in tree.rglob('*') if p.is_file()}
            # `gcc` is only asked for its assembler's version; its name in the printed commands is known.
            run('perl', 'Configure', configuration, 'CC=gcc', 'AR=ar', *OPENSSL_OPTIONS, '--openssldir=/etc/ssl', cwd=tree)
            run('make', 'build_generated', cwd=tree)
            commands = run('make', '-n', 'build_libs', cwd=tree)
            groups = openssl_groups(commands)
            # Sources, and headers that only `make` knows by the sources that include them.
            generated = {n for group in groups.values() for names in group.values() for n in names if tree / n not in before}
            generated.update(re.findall(r'> (\S+\.[ch])$', commands, re.M))
            run('make', *sorted(generated), cwd=tree)
            files = {'sources.cmake': openssl_list(groups).encode()}
            for path in tree.rglob('*'):
                name = str(path.relative_to(tree))
                if path not in before and path.is_file() and re.search(r'\.(c|h|s|S|inc)$', name) and name != 'crypto/buildinf.h':
                    files[name] = path.read_bytes()
            files['crypto/buildinf.h'] = (
                b'#define PLATFORM "' + configuration.encode() + b'"\n#define DATE "built on: unknown"\n'
                b'static const char compiler_flags[] = "compiler: unknown";\n')
            for name in sorted(files):
                member = tarfile.TarInfo(f'{cpu}/{name}')
                member.size, member.mode = len(files[name]), 0o644
                packed.addfile(member, io.BytesIO(files[name]))
    target.with_suffix('.part').rename(target)


def fetch(folder):
    """Brings all archives into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch_folder:
        scratch = pathlib.Path(scratch_folder)
        apt = None
        problems = []
        for name, source in sources().items():
            path = folder / source['archive']
            try:
                if not path.is_file() or sha256(path) != source['sha256']:
                    print(f'third_party: fetch {name} {source["version"]} …', flush=True)
                    if 'cargo' in source:
                        fetch_crate(source['cargo'], source['archive'], path)
                    else:
                        apt = apt or Apt(scratch, json.loads(SOURCES.read_text())['suite'], 'deb-src')
                        fetch_package(apt, scratch, source['apt'], source['archive'], path)
                if sha256(path) == source['sha256'] and 'generated' in source and not (folder / source['generated']).is_file():
                    generate_openssl(path, source['folder'], folder / source['generated'])
            except MissingSource as error:
                problems.append(f'{name}: {error}')
    if problems:
        raise MissingSource('\n'.join(problems))
    check(folder)


def main():
    command, *places = sys.argv[1:] or ['']
    folder = pathlib.Path(places[0]).resolve() if places else ARCHIVES
    if command not in ('fetch', 'check', 'list') or len(places) > 1:
        sys.exit(__doc__)
    try:
        if command == 'fetch':
            fetch(folder)
        elif command == 'check':
            check(folder)
        else:
            for name, source in sources().items():
                print(f'{name}\t{source["version"]}\t{source["licence"]}\t{source["archive"]}')
            return
    except MissingSource as error:
        sys.exit('\n'.join(f'third_party: {line}' for line in str(error).splitlines()))
    print(f'third_party: {len(sources())} archives are complete in {folder}')


if __name__ == '__main__':
    main()
