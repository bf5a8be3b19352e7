# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes a wheel with the same bytes for the same content, and checks which machines its libraries run on."""
import base64
import hashlib
import re
import time
import zipfile

GLIBC = {'libc.so.6', 'libm.so.6', 'libpthread.so.0', 'libdl.so.2', 'librt.so.1', 'ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1'}
"""The libraries of the C library, which every machine has that a manylinux wheel is for."""
LARGEST = 15_000_000
"""Bytes of a wheel."""
STATIC_TLS = 512
"""Bytes that a library may take of the thread-local memory which the C library keeps free for those loaded later. It has 1,664,
and other libraries need some too. Libraries without the flag DF_STATIC_TLS get their memory elsewhere, as much as they need."""


def faults(name, library, glibc, folders=()):
    """Yields why a library must not be in a wheel. `library`: its open file; `glibc`: the version that the wheel's tag
    promises, such as (2, 28); `folders`: those of this machine, which must not appear in it."""
    from elftools.elf.dynamic import DynamicSection
    from elftools.elf.elffile import ELFFile
    from elftools.elf.enums import ENUM_DT_FLAGS
    from elftools.elf.gnuversions import GNUVerNeedSection

    data = library.read()
    library.seek(0)
    elf = ELFFile(library)
    takes_static = False
    for section in elf.iter_sections():
        if isinstance(section, DynamicSection):
            for tag in section.iter_tags():
                if tag.entry.d_tag == 'DT_NEEDED' and tag.needed not in GLIBC:
                    yield f'{name} needs {tag.needed}, which is not a part of the C library'
                elif tag.entry.d_tag in ('DT_RPATH', 'DT_RUNPATH'):
                    yield f'{name} looks for libraries in {getattr(tag, "rpath", None) or tag.runpath}'
                elif tag.entry.d_tag == 'DT_FLAGS':
                    takes_static = bool(tag.entry.d_val & ENUM_DT_FLAGS['DF_STATIC_TLS'])
        elif isinstance(section, GNUVerNeedSection):
            for _, versions in section.iter_versions():
                for version in versions:
                    if too_new(version.name, glibc):
                        yield f'{name} needs {version.name}; expected at most GLIBC_{glibc[0]}.{glibc[1]}'
        elif section.name in ('.symtab', '.debug_info'):
            yield f'{name} is not stripped: it has {section.name}'
    for segment in elf.iter_segments('PT_TLS'):
        if takes_static and segment['p_memsz'] > STATIC_TLS:
            yield f'{name} has {segment["p_memsz"]} bytes of thread-local memory; expected at most {STATIC_TLS}'
    for folder in folders:
        if str(folder).encode() in data:
            yield f'{name} contains the path {folder} of the machine that built it'


def too_new(version, glibc):
    """Returns whether a symbol's version, such as GLIBC_2.34 or GLIBCXX_3.4.30, is missing where that C library is the oldest."""
    number = re.fullmatch(r'GLIBC_(\d+)\.(\d+)(?:\.\d+)?', version)
    return number is None or (int(number[1]), int(number[2])) > glibc


def tags(python, abi, machine, glibc):
    """Returns the tag of a wheel's name, such as cp312-abi3-manylinux_2_28_aarch64."""
    return f'{python}-{abi}-manylinux_{glibc[0]}_{glibc[1]}_{machine}'


def write(folder, project, number, tag, files, metadata, when):
    """Writes the wheel and returns its path. `files`: a name inside the wheel → its content, and `metadata` likewise for the
    files of dist-info; `when`: seconds since the epoch, the time of each file."""
    info = f'{project}-{number}.dist-info'
    wheel = ['Wheel-Version: 1.0', 'Generator: rxros2', 'Root-Is-Purelib: false', f'Tag: {tag}', '']
    entries = dict(files)
    entries.update({f'{info}/{name}': content for name, content in metadata.items()})
    entries[f'{info}/WHEEL'] = '\n'.join(wheel).encode()
    record = f'{info}/RECORD'
    lines = [f'{name},sha256={digest(content)},{len(content)}' for name, content in sorted(entries.items())]
    entries[record] = '\n'.join([*lines, f'{record},,', '']).encode()
    # The files of dist-info come last, so that pip finds them at once; zip has no dates before 1980 and counts in 2 s.
    names = sorted(entries, key=lambda name: (name.startswith(info), name))
    date = max(time.gmtime(when)[:6], (1980, 1, 1, 0, 0, 0))
    path = folder / f'{project}-{number}-{tag}.whl'
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whatever the machine
            entry.external_attr = (0o100755 if name.endswith('.so') else 0o100644) << 16
            archive.writestr(entry, entries[name])
    return path


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
