import { expect, test } from 'vitest';
import { projectKind } from './project.ts';

const npm = (scripts: object) => JSON.stringify({ scripts });

test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[], string | null]>([
  ['nothing', {}, [], [], null],
  ['npm with a test', { 'package.json': npm({ build: 'x', test: 'vitest' }) }, [], [], 'npm test'],
  ['pnpm with a test', { 'package.json': npm({ test: 'vitest' }) }, ['pnpm-lock.yaml'], [], 'pnpm test'],
  ['npm with the test that npm makes', { 'package.json': npm({ test: 'echo "Error: no test specified" && exit 1' }) }, [], [], null],
  ['a package.json that is none', { 'package.json': '{' }, [], [], null],
  ['a package.json of another shape', { 'package.json': '{"scripts":[7]}' }, [], [], null],
  ['pytest by its own file', { 'pytest.ini': '' }, [], [], 'python3 -m pytest'],
  ['pytest by the manifest, with uv', { 'pyproject.toml': '[tool.pytest]' }, ['uv.lock'], [], 'uv run pytest'],
  ['unittest by names', {}, [], ['test_sums.py'], 'python3 -m unittest'],
  ['a Makefile with a test', { Makefile: 'CC := gcc\nall: test\ntest:\n\tgo test\n.PHONY: test\n' }, [], [], 'make test'],
  ['cargo', { 'Cargo.toml': '' }, [], [], 'cargo test'],
  ['go', { 'go.mod': '' }, [], [], 'go test ./...'],
  ['gradle with its wrapper', { 'build.gradle': '' }, ['gradlew'], [], './gradlew test'],
])('the test command of %s', (_, manifests, marks, names, command) => {
  expect(projectKind({ manifests: new Map(Object.entries(manifests)), marks: new Set(marks), names }).testCommand).toBe(command);
});

test('scripts are what can be run by name, in a bounded number', () => {
  const scripts = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`s${at}`, '']));
  const manifests = new Map([['package.json', npm({ 'a\nb': '', ...scripts })]]);
  const { scripts: listed } = projectKind({ manifests, marks: new Set(['yarn.lock']), names: [] });
  expect(listed.slice(0, 2)).toEqual(['yarn run a b', 'yarn run s0']);
  expect(listed).toHaveLength(30);
});

test('targets of a Makefile are reported once, and variables are none', () => {
  const manifests = new Map([['Makefile', 'X := 1\nbuild: a\nbuild: b\n%.o: %.c\n.hidden:\nclean::\n']]);
  expect(projectKind({ manifests, marks: new Set(), names: [] }).scripts).toEqual(['make build']);
});
