# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The parts of tools/release.py that need no built tree: versions, release notes and the source archive."""

import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
if subprocess.run(['git', 'rev-parse', '--git-dir'], cwd=ROOT, capture_output=True, check=False).returncode != 0:
    print(f'skipped: {ROOT} is not a git repository')
    sys.exit(77)
sys.path.insert(0, str(ROOT / 'tools'))
import release  # noqa: E402


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_all_packages_have_one_version_with_a_date(self):
        number = release.version()
        self.assertRegex(release.changes(number), r'^\d{4}-\d\d-\d\d\. ')
        with self.assertRaisesRegex(SystemExit, 'no "## 9.9.9" with its date'):
            release.changes('9.9.9')

    def test_a_tag_is_refused_while_changes_belong_to_no_version(self):
        log = self.folder / 'CHANGELOG.md'
        change = '## Unreleased\n\n### Fixed\n\n- A fault.\n\n'
        for text, expected in {'': False, '## Unreleased\n\n': False, change: True}.items():
            log.write_text(f'# Changes\n\n{text}## 0.2.0\n\n2026-11-28. One.\n\n- A change.\n')
            with mock.patch.object(release, 'ROOT', self.folder):
                self.assertEqual(release.has_unreleased_changes(), expected, text)
        number = release.version()
        with mock.patch.object(release, 'has_unreleased_changes', return_value=True):
            with mock.patch.object(sys, 'argv', ['release.py', '--check']):
                release.main()
            with mock.patch.object(sys, 'argv', ['release.py', '--check', number]):
                with self.assertRaisesRegex(SystemExit, 'CHANGELOG.md has changes under "Unreleased"'):
                    release.main()

    def test_notes_name_pages_and_files(self):
        for name in ('rxros2-0.2.0-cp312-abi3-any.whl', 'rxros2_0.2.0_arm64.deb'):
            (self.folder / name).touch()
        release.notes('0.2.0', self.folder)
        text = (self.folder / 'rxros2-0.2.0-notes.md').read_text()
        self.assertIn('# RxROS2 0.2.0\n', text)
        self.assertIn('(how: `docs/how-to/record-a-fault.md`)', text)
        self.assertNotIn('](docs/', text)
        self.assertNotIn('\n## ', text)  # nothing of other versions
        self.assertIn('| `rxros2_0.2.0_arm64.deb` | `apt-get install ./rxros2_0.2.0_arm64.deb` |', text)
        self.assertIn('`pip install ./rxros2-0.2.0-cp312-abi3-any.whl`', text)

    def test_source_archive_has_added_files_and_the_same_bytes_each_time(self):
        added = ROOT / 'LICENSE'  # any file below the root; the archive then has it twice
        archives = []
        for name in ('first', 'second'):
            (self.folder / name).mkdir()
            release.source_archive('0.2.0', self.folder / name, [added])
            archives.append(self.folder / name / 'rxros2-0.2.0.tar.gz')
        self.assertEqual(archives[0].read_bytes(), archives[1].read_bytes())
        with tarfile.open(archives[0]) as archive:
            names = archive.getnames()
            self.assertEqual(names[-1], 'rxros2-0.2.0/LICENSE')
            self.assertEqual(archive.extractfile(names[-1]).read(), added.read_bytes())
            self.assertIn('rxros2-0.2.0/CMakeLists.txt', names)


if __name__ == '__main__':
    unittest.main()
