#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Whether what is installed is hardened: position independent, with read-only relocations, no executable stack and no
relocations in its code.

usage: tools/test/hardening.py FOLDER      every ELF program and library below it
"""
import os
import pathlib
import re
import subprocess
import sys


def read(file, *what):
    done = subprocess.run(['readelf', '-W', *what, file], capture_output=True, text=True, check=True,
                          env={**os.environ, 'LC_ALL': 'C'})
    return done.stdout


def faults(file):
    header, segments, dynamic = read(file, '-h'), read(file, '-l'), read(file, '-d')
    if not re.search(r'Type:\s+DYN', header):
        yield 'it is not position independent (-fPIE, -pie)'
    if 'GNU_RELRO' not in segments:
        yield 'its relocations stay writable (-Wl,-z,relro)'
    stack = re.search(r'GNU_STACK.*\s(R?W?E?)\s+0x', segments)
    if stack is None or 'E' in stack[1]:
        yield 'its stack is executable (-Wl,-z,noexecstack)'
    if 'TEXTREL' in dynamic:
        yield 'its code has relocations (-fPIC)'


def main():
    binaries = [path for path in sorted(pathlib.Path(sys.argv[1]).rglob('*'))
                if path.is_file() and not path.is_symlink() and path.open('rb').read(4) == b'\x7fELF'
                and 'Type:                              REL' not in read(path, '-h')]
    found = [f'{path}: {fault}' for path in binaries for fault in faults(path)]
    print('\n'.join(found) if found else f'{len(binaries)} programs and libraries are hardened')
    sys.exit(1 if found or not binaries else 0)


if __name__ == '__main__':
    main()
