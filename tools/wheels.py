#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes wheels for older systems: for x86-64 and aarch64, of CPython 3.11 and of the stable ABI from 3.12 on. Each contains all
libraries that it needs, except those of the C library, of which version 2.28 is enough. The same commit gives the same bytes.
Where there is cargo, also makes the wheel rxros2-zenoh with the Zenoh engine, for each machine whose standard library of Rust
rustc or Debian's archive has.

usage: tools/wheels.py TREE FOLDER [--only TAG]... [--prefix MACHINE=PREFIX]...
  TREE      a folder for the build: an environment with the compiler, headers of Python, libraries, objects
  FOLDER    receives the wheels
  --only    cp311, abi3 or zenoh, x86_64 or aarch64, or both, such as abi3-aarch64; by default all wheels
  --prefix  takes the static libraries of third_party from there, instead of building them

The compiler comes from PyPI (tools/requirements-wheels.txt), Python's headers come from Debian's archive, as apt knows it.
"""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tomllib
import venv

import wheel_file
from third_party import Apt, MissingSource

ROOT = pathlib.Path(__file__).resolve().parent.parent
GLIBC = (2, 28)
MACHINES = {'x86_64': 'amd64', 'aarch64': 'arm64'}
"""A machine's name in Python's tags → in Debian."""
PYTHONS = {
    # name: the tags of Python and its ABI, Debian's release and package with the headers
    'cp311': ('cp311', 'cp311', 'bookworm', 'libpython3.11-dev'),
    'abi3': ('cp312', 'abi3', 'trixie', 'libpython3.13-dev'),
}


def run(log, *command, **options):
    """Runs a command whose output is only of interest if it fails."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open('w') as out:
        done = subprocess.run([str(part) for part in command], stdout=out, stderr=subprocess.STDOUT, check=False, **options)
    if done.returncode != 0:
        sys.exit(f'{log.read_text()[-4000:]}\nwheels: {command[0]} ended with {done.returncode}; its output is {log}')


def forget_settings():
    """Removes the variables from which CMake would take settings of this shell, so that no byte of a wheel depends on them."""
    for name in list(os.environ):
        setting = name.startswith('CMAKE_') and name != 'CMAKE_BUILD_PARALLEL_LEVEL'
        if setting or name in ('CFLAGS', 'CXXFLAGS', 'CPPFLAGS', 'LDFLAGS'):
            del os.environ[name]


def environment(tree):
    """Returns the interpreter of an environment with the requirements, and the compiler's program."""
    folder = tree / 'venv'
    python = folder / 'bin/python'
    requirements = ROOT / 'tools/requirements-wheels.txt'
    installed = folder / 'requirements.txt'
    if not installed.exists() or installed.read_text() != requirements.read_text():
        venv.create(folder, clear=True, with_pip=True)
        run(tree / 'pip.log', python, '-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', '-r', requirements)
        shutil.copy(requirements, installed)
    (zig,) = folder.glob('lib/python3*/site-packages/ziglang/zig')
    return python, zig


def toolchain(folder, zig, machine):
    """Writes the programs of a compiler for that machine, and returns a toolchain file for CMake that names them."""
    folder.mkdir(parents=True, exist_ok=True)
    target = f'-target {machine}-linux-gnu.{GLIBC[0]}.{GLIBC[1]}'
    for name, arguments in {'cc': f'cc {target}', 'c++': f'c++ {target}', 'ar': 'ar', 'ranlib': 'ranlib'}.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{zig}" {arguments} "$@"\n')
        program.chmod(0o755)
    # No path of this machine gets into the result. Zig compiles its libc++ once for each level of optimisation, which takes
    # minutes; with -O2 also CMake's own tests of the compiler have the release's.
    flags = f'-O2 -g0 -ffile-prefix-map={ROOT}=/rxros2 -ffile-prefix-map={folder.parent}=/build'
    file = folder / 'toolchain.cmake'
    file.write_text(f'''\
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR {machine})
set(CMAKE_C_COMPILER "{folder}/cc")
set(CMAKE_CXX_COMPILER "{folder}/c++")
set(CMAKE_AR "{folder}/ar")
set(CMAKE_RANLIB "{folder}/ranlib")
set(CMAKE_C_FLAGS_INIT "{flags}")
set(CMAKE_CXX_FLAGS_INIT "{flags}")
# Only programs may be those of this machine.
set(CMAKE_FIND_ROOT_PATH "${{CMAKE_PREFIX_PATH}}" "${{CMAKE_INSTALL_PREFIX}}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_PREFIX_PATH CMAKE_INSTALL_PREFIX)
''')
    return file


def unpack(folder, release, package, machine, updates=False):
    """Unpacks a package of Debian, which apt verifies, unless the folder has it. Raises MissingSource."""
    if not (folder / 'usr').exists():
        shutil.rmtree(folder, ignore_errors=True)
        Apt(folder, release, architecture=MACHINES[machine], updates=updates).get('download', package)
        (deb,) = folder.glob('*.deb')
        run(folder / 'unpack.log', 'dpkg-deb', '-x', deb, folder)


def headers(tree, release, package, machine):
    """Returns the folders with the headers of a Python, from a package of Debian."""
    folder = tree / 'headers' / f'{package}-{machine}'
    try:
        unpack(folder, release, package, machine)
    except MissingSource as error:
        sys.exit(f'wheels: {error}\nwheels: the headers of Python, {package}, come from Debian {release}')
    (python,) = (folder / 'usr/include').glob('python3*')
    return [python, python.parent]


def third_party(tree, tool, machine):
    """Builds the libraries that the module contains, from sources that it fetches, and returns their prefix."""
    run(tree / 'fetch.log', sys.executable, '-B', ROOT / 'tools/third_party.py', 'fetch')
    prefix = tree / machine / 'prefix'
    build = tree / machine / 'third_party'
    run(tree / machine / 'third_party-configure.log', 'cmake', '-G', 'Ninja', '-S', ROOT / 'third_party', '-B', build,
        f'-DCMAKE_TOOLCHAIN_FILE={tool}', f'-DCMAKE_INSTALL_PREFIX={prefix}', '-DCMAKE_BUILD_TYPE=Release',
        '-DBUILD_SHARED_LIBS=OFF')
    run(tree / machine / 'third_party-build.log', 'cmake', '--build', build)
    run(tree / machine / 'third_party-install.log', 'cmake', '--install', build)
    return prefix


def module(tree, python, tool, prefix, machine, name, include):
    """Builds the extension module for one Python, and returns the folder with what CMake installs."""
    build = tree / machine / 'module'  # one for all Pythons: only the module itself is compiled again
    abi = f'cpython-{name[2:]}-{machine}-linux-gnu'  # of no meaning for the stable ABI
    run(tree / machine / f'{name}-configure.log', 'cmake', '-G', 'Ninja', '-S', ROOT / 'python/src', '-B', build,
        f'-DCMAKE_TOOLCHAIN_FILE={tool}', f'-DCMAKE_PREFIX_PATH={prefix}', '-DCMAKE_BUILD_TYPE=Release',
        f'-DPython_EXECUTABLE={python}', f'-DRXROS2_PYTHON_SOABI={abi}', '-DRXROS2_BUILT=',
        f'-DRXROS2_STABLE_ABI={"ON" if name == "abi3" else "OFF"}',
        f'-DRXROS2_PYTHON_INCLUDE={";".join(map(str, include))}',
        f'-DRXROS2_ROSIDL_MODULES={prefix}/share/rosidl_default_generators/generator/modules')
    run(tree / machine / f'{name}-build.log', 'cmake', '--build', build, '--target', '_core')
    folder = tree / machine / name
    shutil.rmtree(folder, ignore_errors=True)
    run(tree / machine / f'{name}-install.log', 'cmake', '--install', build, '--prefix', folder)
    return folder


def crates():
    """Returns the archive with the crates of the Zenoh engine, made from cargo's cache if it is missing."""
    import crates as tool

    if not tool.ARCHIVE.is_file():
        try:
            tool.pack(tool.ARCHIVE)
        except tool.CrateError as error:
            sys.exit(f'wheels: {error}')
    return tool.ARCHIVE


def find_rustc():
    """Returns the compiler that rmw/zenoh/build.sh uses; None without one that is new enough."""
    script = f'. {ROOT}/tools/cargo.sh; find_cargo 1.85; echo "${{RUSTC:-rustc}}"'
    done = subprocess.run(['sh', '-c', script], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def has_standard_library(libraries):
    """Returns whether a folder has Rust's standard library."""
    return any(pathlib.Path(libraries).glob('libstd-*.rlib'))


def standard_library(tree, rustc, machine, triple):
    """Returns the folder with the standard library for a machine, '' for that of rustc; None if there is none.

    The library must be of the same build as rustc. Debian's archive has it for each machine.
    """
    done = subprocess.run([rustc, '--print', 'target-libdir', '--target', triple], capture_output=True, text=True, check=False)
    if done.returncode == 0 and has_standard_library(done.stdout.strip()):
        return ''
    if not pathlib.Path(rustc).is_absolute():  # that of Debian is
        return None
    owner = subprocess.run(['dpkg-query', '--search', rustc], capture_output=True, text=True, check=False).stdout.partition(':')[0]
    if not owner:
        return None
    fields = ['dpkg-query', '--show', '--showformat', '${Version}', owner]
    version = subprocess.run(fields, capture_output=True, text=True, check=True).stdout
    folder = tree / 'rust' / f'{machine}-{version}'
    library = 'libstd-rust-web-dev' if owner == 'rustc-web' else 'libstd-rust-dev'
    release = platform.freedesktop_os_release().get('VERSION_CODENAME', 'sid')
    try:
        unpack(folder, release, f'{library}={version}', machine, updates=True)
    except MissingSource as error:
        print(f'wheels: {error}', flush=True)
        return None
    return folder / 'usr' if has_standard_library(folder / 'usr/lib/rustlib' / triple / 'lib') else None


def engine(tree, zig, machine, triple, library):
    """Builds librxros2_zenoh.so for a machine, whose standard library is given, and returns the folder with it."""
    compiler = tree / machine / 'compiler'
    toolchain(compiler, zig, machine)
    rust = compiler / 'rust-cc'
    # Zig has libunwind in place of libgcc_s. It refuses Rust's names of machines; the compiler names this one already.
    rust.write_text(f'''\
#!/bin/sh
for argument in "$@"; do
  shift
  case $argument in
    -lgcc_s) set -- "$@" -lunwind ;;
    --target=*) ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec "{compiler}/cc" "$@"
''')
    rust.chmod(0o755)
    crates()
    build = tree / 'zenoh'
    folder = tree / machine / 'zenoh'
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    name = triple.replace('-', '_')
    settings = {
        'CARGO_BUILD_TARGET': triple,
        f'CARGO_TARGET_{name.upper()}_LINKER': rust,
        f'CC_{name}': rust,
        f'AR_{name}': compiler / 'ar',
        f'CFLAGS_{name}': f'-O2 -g0 -ffile-prefix-map={build}=/build',
        'RUSTFLAGS': f'--remap-path-prefix={build}=/build --remap-path-prefix={ROOT}=/rxros2',
    }
    if library:
        # As an option of RUSTFLAGS, the folder's name would get into the bytes of the engine.
        wrapper = compiler / 'rustc'
        wrapper.write_text(f'''\
#!/bin/sh
case " $* " in *" --target {triple} "*) exec "$@" "--sysroot={library}" ;; esac
exec "$@"
''')
        wrapper.chmod(0o755)
        settings['RUSTC_WRAPPER'] = wrapper
    run(tree / machine / 'zenoh.log', ROOT / 'rmw/zenoh/build.sh', build, folder / 'librxros2_zenoh.so',
        env={**os.environ, **{key: str(value) for key, value in settings.items()}})
    return folder


def engine_metadata(number):
    """Returns the files of dist-info of rxros2-zenoh."""
    licences = {name: (ROOT / name).read_bytes() for name in ('LICENSE', 'licenses/zenoh_crates.txt', 'licenses/Apache-2.0.txt',
                                                              'licenses/libcxx.txt', 'licenses/compiler_rt.txt')}
    metadata = [
        'Metadata-Version: 2.4',
        'Name: rxros2-zenoh',
        f'Version: {number}',
        'Summary: The Zenoh engine of rxros2: nodes that communicate with rmw_zenoh_cpp',
        'License-Expression: Apache-2.0',
        *(f'License-File: {name}' for name in licences),
        'Requires-Python: >=3.10',
        f'Requires-Dist: rxros2=={number}',
        '',
        'The library that `rxros2` loads for RMW_IMPLEMENTATION=rmw_zenoh_cpp.',
        '',
    ]
    return {'METADATA': '\n'.join(metadata).encode(), **{f'licenses/{name}': text for name, text in licences.items()}}


def engine_wheels(tree, folder, python, zig, machines, number, when):
    """Writes the wheels of rxros2-zenoh that this machine can compile."""
    rustc = find_rustc()
    if rustc is None:
        print('wheels: no wheel of rxros2-zenoh: there is no cargo 1.85 or newer (Debian: cargo-web)', flush=True)
        return
    for machine in machines:
        triple = f'{machine}-unknown-linux-gnu'
        library = standard_library(tree, rustc, machine, triple)
        if library is None:
            print(f'wheels: no wheel of rxros2-zenoh for {machine}: {rustc} has no standard library for {triple}', flush=True)
            continue
        print(f'wheels: rxros2-zenoh for {machine} …', flush=True)
        built = engine(tree, zig, machine, triple, library)
        check(python, built, [ROOT, tree])
        tag = wheel_file.tags('py3', 'none', machine, GLIBC)
        files = {'rxros2/librxros2_zenoh.so': (built / 'librxros2_zenoh.so').read_bytes()}
        finish(wheel_file.write(folder, 'rxros2_zenoh', number, tag, files, engine_metadata(number), when))


def metadata(tree, python):
    """Returns the files of dist-info, from pyproject.toml."""
    folder = tree / 'metadata'
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run(tree / 'metadata.log', python, '-c',
        'import sys; from scikit_build_core import build; build.prepare_metadata_for_build_wheel(sys.argv[1])', folder, cwd=ROOT)
    (info,) = folder.iterdir()
    return {str(file.relative_to(info)): file.read_bytes() for file in sorted(info.rglob('*'))
            if file.is_file() and file.name not in ('RECORD', 'WHEEL')}


def package():
    """Returns the files of the Python package: a name inside the wheel → its content."""
    names = subprocess.run(['git', 'ls-files', '-z', 'python/rxros2'], cwd=ROOT, capture_output=True, check=True).stdout
    files = [ROOT / name for name in names.decode().split('\0') if name]
    return {str(file.relative_to(ROOT / 'python')): file.read_bytes() for file in files}


def main():
    arguments = sys.argv[1:]
    places, only, prefixes = [], [], {}
    while arguments:
        word = arguments.pop(0)
        if word == '--only' and arguments:
            only.append(arguments.pop(0))
        elif word == '--prefix' and arguments:
            machine, _, place = arguments.pop(0).partition('=')
            prefixes[machine] = pathlib.Path(place).resolve()
        elif word.startswith('-'):
            sys.exit(__doc__)
        else:
            places.append(pathlib.Path(word).resolve())
    targets = [(name, machine) for machine in MACHINES for name in [*PYTHONS, 'zenoh']
               if not only or any(choice in (name, machine, f'{name}-{machine}') for choice in only)]
    wheels = [(name, machine) for name, machine in targets if name in PYTHONS]
    engines = [machine for name, machine in targets if name == 'zenoh']
    if len(places) != 2 or not targets:
        sys.exit(__doc__)
    tree, folder = places
    tree.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    when = int(subprocess.run(['git', 'log', '-1', '--format=%ct'], cwd=ROOT, capture_output=True, check=True).stdout)
    os.environ['SOURCE_DATE_EPOCH'] = str(when)
    forget_settings()
    number = tomllib.loads((ROOT / 'pyproject.toml').read_text())['project']['version']
    python, zig = environment(tree)
    info = metadata(tree, python) if wheels else {}
    sources = package()
    for name, machine in wheels:
        print(f'wheels: {name} for {machine} …', flush=True)
        tool = toolchain(tree / machine / 'compiler', zig, machine)
        if machine not in prefixes:
            prefixes[machine] = third_party(tree, tool, machine)
        tag_python, tag_abi, release, headers_package = PYTHONS[name]
        include = headers(tree, release, headers_package, machine)
        installed = module(tree, python, tool, prefixes[machine], machine, name, include)
        built = {str(file.relative_to(installed)): file.read_bytes() for file in installed.rglob('*') if file.is_file()}
        tag = wheel_file.tags(tag_python, tag_abi, machine, GLIBC)
        check(python, installed, [ROOT, tree])
        finish(wheel_file.write(folder, 'rxros2', number, tag, sources | built, info, when))
    if engines:
        engine_wheels(tree, folder, python, zig, engines, number, when)


def finish(wheel):
    """Prints the size of a wheel. Ends the program if it is too large."""
    size = wheel.stat().st_size
    if size > wheel_file.LARGEST:
        sys.exit(f'wheels: {wheel.name} has {size} bytes; expected at most {wheel_file.LARGEST}')
    print(f'wheels: {wheel} has {size / 1e6:.1f} MB', flush=True)


def check(python, installed, folders):
    """Ends the program if a library would not run on every machine that the wheel is for."""
    libraries = [str(file) for file in sorted(installed.rglob('*.so'))]
    if not libraries:
        sys.exit(f'wheels: {installed} has no library; expected _core')
    script = f'''\
import sys
sys.path.insert(0, {str(ROOT / "tools")!r})
import wheel_file
for name in sys.argv[1:]:
    with open(name, 'rb') as file:
        for fault in wheel_file.faults(name, file, {GLIBC}, {[str(place) for place in folders]}):
            print(fault)
'''
    faults = subprocess.run([python, '-c', script, *libraries], capture_output=True, text=True, check=True).stdout
    if faults:
        sys.exit(f'wheels: {faults}')


if __name__ == '__main__':
    main()
