/** Which command runs the tests of a repository, if that is obvious from its files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsedJson } from '../../contracts/text/parsed-json.ts';

type Sign = { readonly command: string; readonly isThere: (root: string) => boolean };

const has =
  (...names: readonly string[]) =>
  (root: string): boolean =>
    names.some((name) => existsSync(join(root, name)));

/** What npm writes if no test command was given. */
const noTest = /no test specified/;

const signs: readonly Sign[] = [
  { command: 'npm test', isThere: (root) => hasScript(root) },
  { command: 'node --test', isThere: (root) => has('package.json')(root) && !hasScript(root) && hasTestFile(root, /\.test\.[cm]?[jt]s$/) },
  { command: 'cargo test', isThere: has('Cargo.toml') },
  { command: 'go test ./...', isThere: has('go.mod') },
  {
    command: 'pytest',
    isThere: (root) =>
      has('pytest.ini', 'conftest.py')(root) || /\bpytest\b/.test(textOf(root, 'pyproject.toml')) || hasTestFile(root, /^test_.*\.py$/),
  },
  { command: 'mvn -q test', isThere: has('pom.xml') },
  { command: './gradlew test', isThere: has('gradlew') },
  { command: 'mix test', isThere: has('mix.exs') },
  { command: 'bundle exec rspec', isThere: has('.rspec') },
];

/** Every command that would run tests here. A single one is obvious; if there are several, the person chooses. */
export function testCommandsOf(root: string): readonly string[] {
  const found = signs.filter(({ isThere }) => isThere(root)).map(({ command }) => command);
  return found.length === 0 && /^test:/m.test(textOf(root, 'Makefile')) ? ['make test'] : found;
}

function hasScript(root: string): boolean {
  const read = parsedJson(textOf(root, 'package.json')) as { readonly scripts?: { readonly test?: unknown } } | undefined; // the file may have any shape, so every part may be missing
  const test = read?.scripts?.test;
  return typeof test === 'string' && test !== '' && !noTest.test(test);
}

const testFolders = ['.', 'test', 'tests'];

const hasTestFile = (root: string, name: RegExp): boolean =>
  testFolders.some((folder) => existsSync(join(root, folder)) && readdirSync(join(root, folder)).some((each) => name.test(each)));

const textOf = (root: string, name: string): string => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : '');
