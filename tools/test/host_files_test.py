# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Files that hosts and package managers read: workflows, issue forms, the devcontainer, pixi.toml and the conda recipe.

They can be parsed, and the commands, files and options that they name exist here.
"""

import json
import pathlib
import re
import tomllib
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / '.github/workflows').glob('*.yml'))
FORMS = sorted(path for path in (ROOT / '.github/ISSUE_TEMPLATE').glob('*.yml') if path.name != 'config.yml')
TARGETS = set(re.findall(r'^([a-z]+):', (ROOT / 'Makefile').read_text(), re.M))


def unknown_commands(script):
    """Returns the make targets and the files of this repository that a script names and that do not exist."""
    targets = set(re.findall(r'(?:^|&& |; )make ([a-z]+)', script, re.M)) - TARGETS
    files = {name for name in re.findall(r'(?:^|[\s/])((?:tools|\.ci|cmake)/[\w./-]+)', script) if not (ROOT / name).exists()}
    return targets | files


def unknown_options(script):
    """Returns options of our build that no CMake file mentions."""
    text = ''.join(path.read_text() for path in [ROOT / 'CMakeLists.txt', *(ROOT / 'cmake').glob('*.cmake')])
    return {name for name in re.findall(r'-D(RXROS2_\w+)', script) if name not in text}


class Workflows(unittest.TestCase):
    def setUp(self):
        self.assertEqual([path.name for path in WORKFLOWS], ['release.yml', 'tests.yml'])
        self.workflows = {path.name: yaml.safe_load(path.read_text()) for path in WORKFLOWS}
        self.steps = [
            step for workflow in self.workflows.values() for job in workflow['jobs'].values() for step in job['steps']
        ]
        self.commands = [step['run'] for step in self.steps if 'run' in step]
        for entry in self.workflows['release.yml']['jobs']['build']['strategy']['matrix']['include']:
            self.commands.append(entry['command'])

    def test_commands_exist(self):
        for command in self.commands:
            self.assertEqual(unknown_commands(command), set(), command)

    def test_have_the_least_permissions(self):
        for name, workflow in self.workflows.items():
            self.assertEqual(workflow['permissions'], {'contents': 'read'}, name)
            writers = [job for job, content in workflow['jobs'].items() if 'permissions' in content]
            self.assertEqual(writers, ['publish'] if name == 'release.yml' else [])
        self.assertNotIn('secrets.', ''.join(path.read_text() for path in WORKFLOWS))

    def test_actions_have_a_version(self):
        for step in self.steps:
            if 'uses' in step:
                self.assertRegex(step['uses'], r'^actions/[\w-]+@(v\d+|[0-9a-f]{40})$')

    def test_run_on_pushes_pull_requests_and_tags(self):
        # YAML 1.1 reads the key `on` as true.
        self.assertEqual(set(self.workflows['tests.yml'][True]), {'push', 'pull_request'})
        self.assertEqual(self.workflows['release.yml'][True], {'push': {'tags': ['v*']}})

    def test_this_test_sees_wrong_commands(self):
        self.assertEqual(unknown_commands('make demo\nmake nonsense && tools/none.sh'), {'nonsense', 'tools/none.sh'})


class Forms(unittest.TestCase):
    def test_ask_with_labels(self):
        self.assertEqual([path.name for path in FORMS], ['fault.yml', 'wish.yml'])
        for path in FORMS:
            form = yaml.safe_load(path.read_text())
            self.assertLessEqual({'name', 'description', 'body'}, form.keys())
            questions = [entry for entry in form['body'] if entry['type'] != 'markdown']
            self.assertTrue(all(entry['attributes']['label'].endswith('?') for entry in questions), path)
            self.assertEqual(len({entry['id'] for entry in questions}), len(questions))
            for entry in questions:
                self.assertIn(entry['type'], ('textarea', 'input', 'dropdown'))


class Recipes(unittest.TestCase):
    def test_devcontainer_names_files_and_a_preset_that_exist(self):
        settings = json.loads((ROOT / '.devcontainer/devcontainer.json').read_text())
        self.assertEqual(settings['build']['context'], '..')
        dockerfile = (ROOT / '.devcontainer' / settings['build']['dockerfile']).read_text()
        copied = re.search(r'^COPY (.*) \S+$', dockerfile, re.M)[1].split()
        self.assertEqual([name for name in copied if not (ROOT / name).is_file()], [])
        presets = json.loads((ROOT / 'CMakePresets.json').read_text())['configurePresets']
        preset = re.search(r'--preset (\S+)', settings['postCreateCommand'])[1]
        self.assertIn(preset, {entry['name'] for entry in presets})

    def test_pixi_names_tasks_and_programs_that_exist(self):
        manifest = tomllib.loads((ROOT / 'pixi.toml').read_text())
        self.assertEqual(manifest['workspace']['platforms'], ['linux-64', 'linux-aarch64'])
        tasks = manifest['tasks']
        commands = [task if isinstance(task, str) else task['cmd'] for task in tasks.values()]
        for task in tasks.values():
            needed = set() if isinstance(task, str) else set(task['depends-on'])
            self.assertLessEqual(needed, tasks.keys())
        for program in re.findall(r'build/pixi/(examples/\w+)/\w+', ' '.join(commands)):
            self.assertTrue((ROOT / program).is_dir(), program)
        self.assert_options_exist(' '.join(commands))

    def test_recipe_builds_the_source_archive(self):
        recipe = yaml.safe_load((ROOT / 'tools/conda/recipe.yaml').read_text())
        self.assertEqual(recipe['package'], {'name': 'rxros2', 'version': '${{ version }}'})
        self.assertEqual(recipe['source'], {'path': '../../build/packages/rxros2-${{ version }}.tar.gz'})
        self.assert_options_exist(' '.join(recipe['build']['script']))

    def assert_options_exist(self, script):
        self.assertEqual(unknown_options(script), set())

    def test_versions_agree(self):
        number = re.search(r'project\(rxros2 VERSION ([\d.]+)', (ROOT / 'CMakeLists.txt').read_text())[1]
        self.assertEqual(tomllib.loads((ROOT / 'pixi.toml').read_text())['workspace']['version'], number)
        self.assertEqual(yaml.safe_load((ROOT / 'tools/conda/recipe.yaml').read_text())['context']['version'], number)


if __name__ == '__main__':
    unittest.main()
