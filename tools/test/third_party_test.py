#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests the list of bundled libraries (third_party/sources.json) and the tool that fetches and checks them, offline."""
import hashlib
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools'))
sys.dont_write_bytecode = True
import crates  # noqa: E402
import sbom  # noqa: E402
import third_party  # noqa: E402

REQUIRED = {'version', 'licence', 'licence_file', 'archive', 'sha256', 'folder', 'taken'}


class Sources(unittest.TestCase):
    def test_describe_each_library(self):
        for name, source in third_party.sources().items():
            with self.subTest(name):
                self.assertEqual(REQUIRED - set(source), set())
                self.assertRegex(source['sha256'], '^[0-9a-f]{64}$')
                self.assertEqual(len({'cargo', 'apt'} & set(source)), 1, 'expected one registry')
                self.assertEqual(set(source) - REQUIRED - {'cargo', 'apt', 'generated'}, set())
                if 'cargo' in source:
                    self.assertEqual(source['archive'], source['cargo'].replace('@', '-') + '.crate')
                self.assertNotIn('/', source['archive'])

    def test_have_the_licence_that_licenses_states(self):
        for name, source in third_party.sources().items():
            with self.subTest(name):
                text = (ROOT / 'licenses' / source['licence_file']).read_text()
                self.assertRegex(text, rf'SPDX-License-Identifier: {re.escape(source["licence"])}[.\n]')
                self.assertIn(f'({source["licence_file"]})', (ROOT / 'licenses/README.md').read_text())

    def test_are_those_that_the_build_uses(self):
        calls = [name for file in (ROOT / 'third_party').glob('*.cmake')
                 for name in re.findall(r'^third_party_source\((\w+)\)', file.read_text(), re.M)]
        self.assertEqual(sorted(calls), sorted(third_party.sources()))

    def test_are_in_the_page_of_dependencies(self):
        page = (ROOT / 'docs/dependencies.md').read_text()
        for name, source in third_party.sources().items():
            with self.subTest(name):
                origin = source.get('cargo', '').split('@')[0] or source['apt']
                self.assertRegex(page, rf'\| `{origin}` \([^|]*{re.escape(source["version"])}')


class Check(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.source = {'version': '1.2', 'archive': 'a.crate', 'sha256': hashlib.sha256(b'right').hexdigest()}

    def test_names_a_missing_archive_and_the_cure(self):
        text = third_party.problem('abc', self.source, self.folder)
        self.assertIn('abc 1.2', text)
        self.assertIn(f'{self.folder}/a.crate is missing', text)
        self.assertIn('tools/third_party.py fetch', text)

    def test_refuses_an_archive_of_other_content(self):
        (self.folder / 'a.crate').write_bytes(b'wrong')
        text = third_party.problem('abc', self.source, self.folder)
        self.assertIn(hashlib.sha256(b'wrong').hexdigest(), text)
        self.assertIn(f'expected {self.source["sha256"]}', text)

    def test_accepts_an_archive_with_its_checksum(self):
        (self.folder / 'a.crate').write_bytes(b'right')
        self.assertEqual(third_party.problem('abc', self.source, self.folder), '')

    def test_needs_the_generated_files(self):
        (self.folder / 'a.crate').write_bytes(b'right')
        self.assertIn('b.tar.xz is missing', third_party.problem('abc', {**self.source, 'generated': 'b.tar.xz'}, self.folder))

    def test_lists_no_incomplete_set_of_archives(self):
        with self.assertRaises(third_party.MissingSource):
            third_party.archives(self.folder)

    def test_reports_all_libraries_at_once(self):
        with self.assertRaises(third_party.MissingSource) as caught:
            third_party.check(self.folder)
        for name in third_party.sources():
            self.assertIn(f'{name} ', str(caught.exception))


class Crates(unittest.TestCase):
    def test_have_a_licence_each(self):
        self.assertEqual(crates.check(), [])
        compiled, others = crates.listed()
        self.assertGreater(len(compiled), 100)
        self.assertFalse(set(compiled) & others)
        self.assertNotIn('unknown', compiled.values())

    def test_texts_of_licences_are_there(self):
        text = crates.LICENCES.read_text()
        texts = {number for number in re.findall(r'^==== (\d+) ====$', text, re.M)}
        named = set()
        for numbers in re.findall(r'^\S+ \S+ \| .+? \| (.*)$', text.partition('\n==== ')[0], re.M):
            self.assertTrue(numbers)
            named.update(numbers.split())
        self.assertEqual(named - texts, {'Apache-2.0.txt'})
        self.assertEqual(texts - named, set())

    def test_are_in_the_list_of_parts(self):
        parts = {part['purl']: part for part in sbom.crates()}
        self.assertIn('pkg:cargo/zenoh@1.10.2', parts)
        self.assertEqual(parts['pkg:cargo/zenoh@1.10.2']['licenses'], [{'expression': 'Apache-2.0'}])
        self.assertEqual(len(parts), len(crates.listed()[0]))

    def test_choose_a_licence(self):
        for expression, expected in [('MIT OR Apache-2.0', 'Apache-2.0'), ('MIT/Apache-2.0', 'Apache-2.0'), ('ISC', 'ISC'),
                                     ('Apache-2.0 AND ISC', 'Apache-2.0 AND ISC'), ('Unlicense OR MIT', 'MIT'),
                                     ('EPL-2.0 OR Apache-2.0', 'Apache-2.0'), ('(MIT OR Apache-2.0) AND Unicode-3.0',
                                                                               '(MIT OR Apache-2.0) AND Unicode-3.0')]:
            self.assertEqual(crates.chosen(expression), expected)

    def test_of_other_systems_keep_only_their_manifest(self):
        manifest = b'[package]\nname = "a"\nbuild = "build.rs"\n[lib]\npath = "src/a.rs"\n[[bin]]\nname = "b"\npath = "b.rs"\n'
        files = crates.manifest_only({'Cargo.toml': (0, manifest), 'src/a.rs': (0, b'code'), 'huge.lib': (0, b'code')})
        self.assertEqual({name: data for name, (_, data) in files.items()},
                         {'Cargo.toml': manifest, 'src/a.rs': b'', 'build.rs': b'', 'b.rs': b''})


class OpenSslList(unittest.TestCase):
    MAKE = '''
echo start
gcc -I. -Iinclude -DAES_ASM -fPIC -O3 -DOPENSSLDIR="\\"/etc/ssl\\"" -MMD -MF a.d.tmp -c -o crypto/a.o crypto/a.c
gcc -I. -Iinclude -DAES_ASM -fPIC -O3 -DOPENSSLDIR="\\"/etc/ssl\\"" -c -o crypto/b.o crypto/b.s
gcc -I. -fPIC -DSSL -c -o ssl/c.o ssl/c.c
ar qc libcrypto.a crypto/a.o
ar qc libcrypto.a crypto/b.o
ar qc libssl.a ssl/c.o
ar qc apps/libapps.a apps/d.o
'''

    def test_groups_sources_by_library_and_flags(self):
        groups = third_party.openssl_groups(self.MAKE)
        self.assertEqual(groups, {
            'libcrypto': {('-I.', '-Iinclude', '-DAES_ASM', '-DOPENSSLDIR="/etc/ssl"'): ['crypto/a.c', 'crypto/b.s']},
            'libssl': {('-I.', '-DSSL'): ['ssl/c.c']}})

    def test_writes_calls_of_cmake(self):
        text = third_party.openssl_list(third_party.openssl_groups(self.MAKE))
        self.assertIn('openssl_objects(libcrypto\n  INCLUDE . include\n', text)
        self.assertIn('DEFINITIONS [=[AES_ASM]=] [=[OPENSSLDIR="/etc/ssl"]=]', text)
        self.assertIn('SOURCES\n    crypto/a.c\n    crypto/b.s)', text)


if __name__ == '__main__':
    unittest.main()
