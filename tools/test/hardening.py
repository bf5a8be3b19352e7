#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that installed programs and libraries are hardened: position independent, with read-only relocations, no
executable stack, no relocations in the code, stack canaries, and the C library's functions that check buffer sizes.

usage: tools/test/hardening.py FOLDER      every ELF program and library below it
"""
import os
import pathlib
import re
import subprocess
import sys


LARGE = 100_000
"""Bytes of a file in which some function has an array on its stack."""
FORTIFIED = {'strcpy', 'strcat', 'sprintf', 'vsprintf', 'snprintf'}
"""Functions that the C library replaces by one that checks. The compiler keeps memcpy, read, recv and the like where the
size of the buffer is known to be enough, or not known at all, as on the heap; std::to_string() takes the address of
vsnprintf, which is never replaced."""


def read(file, *options):
    done = subprocess.run(['readelf', '-W', *options, file], capture_output=True, text=True, check=True,
                          env={**os.environ, 'LC_ALL': 'C'})
    return done.stdout


def faults(file):
    header, segments, dynamic = read(file, '-h'), read(file, '-l'), read(file, '-d')
    needed = set(re.findall(r' UND (\w+)', read(file, '--dyn-syms')))
    if not re.search(r'Type:\s+DYN', header):
        yield 'it is not position independent (-fPIE, -pie)'
    if 'GNU_RELRO' not in segments:
        yield 'its relocations stay writable (-Wl,-z,relro)'
    stack = re.search(r'GNU_STACK.*\s(R?W?E?)\s+0x', segments)
    if stack is None or 'E' in stack[1]:
        yield 'its stack is executable (-Wl,-z,noexecstack)'
    if 'TEXTREL' in dynamic:
        yield 'its code has relocations (-fPIC)'
    # A small file may have nothing to check.
    if file.stat().st_size > LARGE and '__stack_chk_fail' not in needed:
        yield 'nothing looks for an overflow of its stack (-fstack-protector-strong)'
    if needed & FORTIFIED and not any(name.endswith('_chk') for name in needed):
        yield f'{", ".join(sorted(needed & FORTIFIED))} may overflow (-D_FORTIFY_SOURCE=2)'


def main():
    binaries = [path for path in sorted(pathlib.Path(sys.argv[1]).rglob('*'))
                if path.is_file() and not path.is_symlink() and path.open('rb').read(4) == b'\x7fELF'
                and 'Type:                              REL' not in read(path, '-h')]
    problems = [f'{path}: {fault}' for path in binaries for fault in faults(path)]
    print('\n'.join(problems) if problems else f'{len(binaries)} programs and libraries are hardened')
    sys.exit(1 if problems or not binaries else 0)


if __name__ == '__main__':
    main()
