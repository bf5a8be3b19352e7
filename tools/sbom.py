# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lists the components of a release as CycloneDX 1.5 JSON, for users who must know which robots have a faulty library."""
import json
import pathlib
import re
import subprocess
import uuid

import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def debian(depends):
    """Yields the components of a Debian package's Depends, with the installed version and the source package."""
    for name in re.findall(r'[a-z0-9][a-z0-9+.-]+(?=\s*(?:\(|,|\||$))', depends):
        fields = '${Version}\t${source:Package}\t${source:Version}'
        query = subprocess.run(['dpkg-query', '-W', '-f', fields, name], capture_output=True, text=True, check=False)
        if query.returncode == 0:
            version, source, _ = query.stdout.split('\t')
            yield component(name, version, f'pkg:deb/debian/{name}@{version}?distro=bookworm&upstream={source}')


def python():
    """Yields the requirements that pip installs beside the wheel, without a version; those of extras are optional."""
    project = tomllib.loads((ROOT / 'pyproject.toml').read_text())['project']
    extras = project.get('optional-dependencies', {}).values()
    for scope, requirements in [('required', project['dependencies'])] + [('optional', extra) for extra in extras]:
        for requirement in requirements:
            name = re.match(r'[\w.-]+', requirement)[0]
            if name != project['name']:
                yield {**component(name, None, f'pkg:pypi/{name}'), 'scope': scope, 'description': requirement}


def vendored():
    """Yields the scripts that the package contains, from the table of docs/dependencies.md."""
    text = (ROOT / 'docs/dependencies.md').read_text()
    table = text[text.index('| package of npm') :].partition('\n\n')[0]
    for cell, licence in re.findall(r'^\| (`.*?) \| .*? \| (\S+) \|', table, re.M):
        for name, version in re.findall(r'`([^`]+)` \(([\d.]+)\)', cell):
            entry = component(name, version, f'pkg:npm/{name.replace("@", "%40")}@{version}')
            yield {**entry, 'licenses': [{'license': {'id': licence}}]}


def bundled():
    """Yields the libraries that are compiled into a build with RXROS2_BUNDLED and into wheels of tools/wheels.py."""
    for name, source in json.loads((ROOT / 'third_party/sources.json').read_text())['sources'].items():
        entry = component(name, source['version'], f'pkg:generic/{name}@{source["version"]}')
        yield {**entry, 'description': f'in bundled builds, from {source["archive"]}'}


def crates():
    """Yields the crates of the optional Zenoh engine, from the list of their licences."""
    text = (ROOT / 'licenses/zenoh_crates.txt').read_text()
    for name, version, licence in re.findall(r'^(\S+) (\S+) \| (.+?) \|', text.partition('\n==== ')[0], re.M):
        entry = component(name, version, f'pkg:cargo/{name}@{version}')
        yield {**entry, 'scope': 'optional', 'licenses': [{'expression': licence}], 'description': 'in librxros2_zenoh.so'}


def component(name, version, url):
    entry = {'type': 'library', 'name': name, 'version': version, 'purl': url, 'bom-ref': url}
    return {key: value for key, value in entry.items() if value is not None}


def sbom(number, depends, when):
    """The text of the file; the same for the same release. `depends`: of the Debian package; `when`: ISO 8601."""
    parts = {part['purl']: part for part in [*debian(depends), *python(), *vendored(), *bundled(), *crates()]}
    own = component('rxros2', number, f'pkg:generic/rxros2@{number}')
    document = {
        'bomFormat': 'CycloneDX',
        'specVersion': '1.5',
        'serialNumber': f'urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own["purl"] + when + depends)}',
        'version': 1,
        'metadata': {'timestamp': when, 'component': {**own, 'licenses': [{'license': {'id': 'Apache-2.0'}}]}},
        'components': [parts[url] for url in sorted(parts)],
        'dependencies': [{'ref': own['bom-ref'], 'dependsOn': sorted(parts)}],
    }
    return json.dumps(document, indent=1) + '\n'
