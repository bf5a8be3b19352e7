#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests what tools/wheels.py checks in libraries, and the files that it writes."""
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import wheel_file
import wheels

THREADS = '#include <pthread.h>\nint f(pthread_t * t) { return pthread_create(t, 0, 0, 0); }\n'
"""Needs GLIBC_2.34 where the C library is that new."""


class Faults(unittest.TestCase):
    def faults(self, source, *flags, glibc=(2, 99), folders=()):
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder, 'library.so')
            subprocess.run(['cc', '-shared', '-fPIC', '-x', 'c', '-', '-o', library, *flags], input=source, text=True, check=True)
            with library.open('rb') as file:
                return list(wheel_file.faults('it', file, glibc, folders))

    def test_accepts_what_needs_only_the_c_library(self):
        self.assertEqual(self.faults(THREADS, '-s'), [])

    def test_reports_other_libraries(self):
        self.assertEqual(self.faults('', '-s', '-Wl,--no-as-needed', '-lstdc++', '-lm'),
                         ['it needs libstdc++.so.6, which is not a part of the C library'])

    def test_reports_versions_that_the_tag_does_not_promise(self):
        self.assertIn('it needs GLIBC_2.34; expected at most GLIBC_2.28', self.faults(THREADS, '-s', glibc=(2, 28)))
        self.assertFalse(wheel_file.too_new('GLIBC_2.2.5', (2, 28)))
        self.assertTrue(wheel_file.too_new('GLIBC_3.0', (2, 28)))
        self.assertTrue(wheel_file.too_new('GLIBCXX_3.4.30', (2, 28)))

    def test_reports_search_paths(self):
        for flag in ('--enable-new-dtags', '--disable-new-dtags'):
            self.assertEqual(self.faults('', '-s', f'-Wl,{flag},-rpath,/somewhere'), ['it looks for libraries in /somewhere'])

    def test_reports_symbols_of_the_debugger(self):
        self.assertEqual(self.faults(''), ['it is not stripped: it has .symtab'])

    def test_reports_much_thread_local_memory_that_must_be_static(self):
        source = '_Thread_local char memory[2000]; char * f() { return memory; }'
        self.assertEqual(self.faults(source, '-s', '-ftls-model=initial-exec'),
                         ['it has 2000 bytes of thread-local memory; expected at most 512'])
        self.assertEqual(self.faults(source, '-s', '-ftls-model=global-dynamic'), [])

    def test_reports_paths_of_the_builder(self):
        source = 'const char * f() { return "/home/builder/rxros2/file.cpp"; }'
        self.assertEqual(len(self.faults(source, '-s', folders=['/home/builder'])), 1)
        self.assertEqual(self.faults(source, '-s', folders=['/home/other']), [])


class Build(unittest.TestCase):
    def commands(self, build, *arguments):
        with mock.patch.object(wheels, 'run') as run:
            build(*arguments)
        return [[str(word) for word in call.args[1:]] for call in run.call_args_list]

    def test_fetches_sources_and_builds_static_libraries(self):
        fetch, configure, *_ = self.commands(wheels.third_party, pathlib.Path('/tree'), 'toolchain.cmake', 'aarch64')
        self.assertEqual(fetch[-1], 'fetch')
        self.assertIn('-DBUILD_SHARED_LIBS=OFF', configure)
        self.assertIn('-DCMAKE_INSTALL_PREFIX=/tree/aarch64/prefix', configure)

    def test_generates_messages_by_the_templates_of_the_prefix(self):
        with tempfile.TemporaryDirectory() as tree:
            configure, *_ = self.commands(wheels.module, pathlib.Path(tree), 'python3', 'toolchain.cmake', '/prefix', 'aarch64',
                                          'abi3', ['/headers'])
        self.assertIn('-DRXROS2_ROSIDL_MODULES=/prefix/share/rosidl_default_generators/generator/modules', configure)
        self.assertIn('-DRXROS2_STABLE_ABI=ON', configure)


    def test_takes_no_settings_from_the_shell(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict('os.environ', CXXFLAGS='-DSHELL', CMAKE_BUILD_TYPE='Debug'):
            wheels.forget_settings()
            source = pathlib.Path(folder, 'CMakeLists.txt')
            source.write_text('cmake_minimum_required(VERSION 3.22)\nproject(p LANGUAGES CXX)\n'
                              'message(STATUS "settings:${CMAKE_CXX_FLAGS}${CMAKE_BUILD_TYPE}.")\n')
            output = subprocess.run(['cmake', '-S', folder, '-B', f'{folder}/build'], capture_output=True, text=True, check=True)
        self.assertIn('settings:.', output.stdout)


class Engine(unittest.TestCase):
    def wheels(self, machines, libraries, rustc='rustc'):
        """Returns the wheels that are written, and what is printed, with a rustc that has the standard libraries of `libraries`."""
        with tempfile.TemporaryDirectory() as folder:
            built = pathlib.Path(folder, 'built')
            built.mkdir()
            (built / 'librxros2_zenoh.so').write_bytes(b'ELF')
            with mock.patch.multiple(
                    wheels, find_rustc=lambda: rustc, engine=lambda *_: built, check=mock.DEFAULT,
                    standard_library=lambda *names: '' if names[2] in libraries else None), \
                    mock.patch('builtins.print') as printed:
                wheels.engine_wheels(None, pathlib.Path(folder), None, None, machines, '1.2.3', 1_700_000_000)
            files = {}
            for path in sorted(pathlib.Path(folder).glob('*.whl')):
                with zipfile.ZipFile(path) as wheel:
                    files[path.name] = {name: wheel.read(name) for name in wheel.namelist()}
            return files, [str(call.args[0]) for call in printed.call_args_list]

    def test_is_beside_the_extension_module_with_its_licences(self):
        files, _ = self.wheels(['x86_64'], ['x86_64'])
        (wheel,) = files.values()
        self.assertEqual(list(files), ['rxros2_zenoh-1.2.3-py3-none-manylinux_2_28_x86_64.whl'])
        self.assertEqual(wheel['rxros2/librxros2_zenoh.so'], b'ELF')
        metadata = wheel['rxros2_zenoh-1.2.3.dist-info/METADATA'].decode()
        self.assertIn('\nRequires-Dist: rxros2==1.2.3\n', metadata)
        self.assertIn('\nLicense-File: licenses/zenoh_crates.txt\n', metadata)
        for line in metadata.splitlines():
            if line.startswith('License-File: '):
                self.assertIn(f'rxros2_zenoh-1.2.3.dist-info/licenses/{line.split(": ")[1]}', wheel)

    def test_is_left_out_where_rust_is_missing(self):
        files, lines = self.wheels(['x86_64', 'aarch64'], ['x86_64'])
        self.assertEqual(len(files), 1)
        self.assertTrue(any('no standard library for aarch64-unknown-linux-gnu' in line for line in lines), lines)
        files, lines = self.wheels(['x86_64'], [], None)
        self.assertEqual(files, {})
        self.assertIn('there is no cargo 1.85 or newer', lines[0])

    def test_takes_the_standard_library_of_rustc_first(self):
        with tempfile.TemporaryDirectory() as folder:
            rustc = pathlib.Path(folder, 'rustc')
            rustc.write_text(f'#!/bin/sh\necho {folder}\n')
            rustc.chmod(0o755)
            find = [pathlib.Path(folder), rustc, 'aarch64', 'aarch64-unknown-linux-gnu']
            self.assertIsNone(wheels.standard_library(*find), 'it is a part of no package')
            pathlib.Path(folder, 'libstd-1.rlib').touch()
            self.assertEqual(wheels.standard_library(*find), '')

    def test_gives_the_standard_library_to_what_is_compiled_for_the_machine(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(wheels, 'run') as run, mock.patch.object(wheels, 'crates'):
            wheels.engine(pathlib.Path(folder), 'zig', 'aarch64', 'aarch64-unknown-linux-gnu', '/library')
            settings = run.call_args.kwargs['env']
            self.assertNotIn('/library', settings['RUSTFLAGS'])

            def passed(*words):
                return subprocess.run([settings['RUSTC_WRAPPER'], 'echo', *words], capture_output=True, text=True, check=True).stdout

            self.assertEqual(passed('--target', 'aarch64-unknown-linux-gnu', 'x.rs'),
                             '--target aarch64-unknown-linux-gnu x.rs --sysroot=/library\n')
            self.assertEqual(passed('build.rs'), 'build.rs\n')


class Wheel(unittest.TestCase):
    def write(self, folder, when=1_700_000_000):
        return wheel_file.write(
            pathlib.Path(folder), 'rxros2', '1.2.3', wheel_file.tags('cp312', 'abi3', 'aarch64', (2, 28)),
            {'rxros2/_core.abi3.so': b'\x7fELF', 'rxros2/__init__.py': b'x = 1\n'},
            {'METADATA': b'Name: rxros2\n', 'licenses/LICENSE': b'free\n'}, when)

    def test_names_its_tags(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.write(folder).name, 'rxros2-1.2.3-cp312-abi3-manylinux_2_28_aarch64.whl')

    def test_is_the_same_for_the_same_content(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            self.assertEqual(self.write(one).read_bytes(), self.write(other).read_bytes())
            self.assertNotEqual(self.write(one).read_bytes(), self.write(other, 1_800_000_000).read_bytes())

    def test_records_each_file(self):
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(self.write(folder)) as wheel:
            info = 'rxros2-1.2.3.dist-info'
            record = wheel.read(f'{info}/RECORD').decode().splitlines()
            self.assertEqual(sorted(line.split(',')[0] for line in record), sorted(wheel.namelist()))
            expected = wheel_file.digest(b'x = 1\n')
            self.assertIn(f'rxros2/__init__.py,sha256={expected},6', record)
            self.assertIn(f'{info}/RECORD,,', record)
            self.assertIn('Tag: cp312-abi3-manylinux_2_28_aarch64', wheel.read(f'{info}/WHEEL').decode())
            self.assertTrue(wheel.namelist()[-1].startswith(info))


if __name__ == '__main__':
    unittest.main()
