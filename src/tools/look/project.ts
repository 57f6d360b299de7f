/** What kind of project a folder contains, judging by its manifests. Pure. */
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { oneLine } from '../../contracts/text/shorten.ts';

/** The files that are read. For marker files, such as lock files, existence is enough. */
export const manifestNames = [
  ...['package.json', 'deno.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'tox.ini', 'requirements.txt', 'Cargo.toml'],
  ...['go.mod', 'Makefile', 'justfile', 'CMakeLists.txt', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'Gemfile', 'composer.json'],
  ...['mix.exs', 'docker-compose.yml', 'compose.yaml', 'Dockerfile'],
] as const;
export const markNames = 'pnpm-lock.yaml yarn.lock bun.lock bun.lockb uv.lock poetry.lock gradlew conftest.py'.split(' ');

export type ProjectFiles = {
  /** The beginnings of the existing manifests, by name. */
  readonly manifests: ReadonlyMap<string, string>;
  readonly marks: ReadonlySet<string>;
  /** The names in the folder, as far as they are known. */
  readonly names: readonly string[];
};

export type ProjectKind = { readonly scripts: readonly string[]; readonly testCommand: string | null };

const maxScripts = 30;

/** What can be run by name, and the line that runs the tests, if the files contain one. */
export function projectKind({ manifests, marks, names }: ProjectFiles): ProjectKind {
  const has = (name: string) => manifests.has(name);
  const npm = scriptsOf(manifests.get('package.json'));
  const targets = targetsOf(manifests.get('Makefile'));
  const runner = runnerOf(marks);
  const scripts = [...npm.names.map((name) => `${runner} run ${name}`), ...targets.map((target) => `make ${target}`)];
  const gradle = marks.has('gradlew') ? './gradlew test' : 'gradle test';
  const commands: readonly (readonly [boolean, string])[] = [
    [npm.hasTest, `${runner} test`],
    [targets.includes('test'), 'make test'],
    [
      usesPytest(manifests, marks),
      marks.has('uv.lock') ? 'uv run pytest' : marks.has('poetry.lock') ? 'poetry run pytest' : 'python3 -m pytest',
    ],
    [has('Cargo.toml'), 'cargo test'],
    [has('go.mod'), 'go test ./...'],
    [has('deno.json'), 'deno test'],
    [has('pom.xml'), 'mvn test'],
    [has('build.gradle') || has('build.gradle.kts'), gradle],
    [has('mix.exs'), 'mix test'],
    [names.some((name) => /^test_\w+\.py$/.test(name)), 'python3 -m unittest'],
    [names.includes('tests/') && (has('setup.py') || has('pyproject.toml')), 'python3 -m unittest discover tests'],
  ];
  return { scripts: scripts.slice(0, maxScripts), testCommand: commands.find(([applies]) => applies)?.[1] ?? null };
}

function runnerOf(marks: ReadonlySet<string>): string {
  if (marks.has('pnpm-lock.yaml')) return 'pnpm';
  if (marks.has('yarn.lock')) return 'yarn';
  return marks.has('bun.lock') || marks.has('bun.lockb') ? 'bun' : 'npm';
}

/** The placeholder that npm writes into a new manifest; it does not count as a test. */
const noTest = /no test specified/;

function scriptsOf(manifest: string | undefined): { readonly names: readonly string[]; readonly hasTest: boolean } {
  const scripts = fieldOf(parsedJson(manifest ?? ''), 'scripts');
  if (typeof scripts !== 'object' || scripts === null) return { names: [], hasTest: false };
  const test = fieldOf(scripts, 'test');
  return { names: Object.keys(scripts).map((name) => oneLine(name, 60)), hasTest: typeof test === 'string' && !noTest.test(test) };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;

/** The targets of a Makefile that a person would use: no variables, patterns or names that start with a dot. */
function targetsOf(makefile: string | undefined): readonly string[] {
  const targets = (makefile ?? '').split('\n').flatMap((line) => /^([a-zA-Z\d][\w-]{0,60})[ \t]*:(?![:=])/.exec(line)?.[1] ?? []);
  return [...new Set(targets)];
}

const pythonManifests = ['pyproject.toml', 'setup.cfg', 'tox.ini', 'requirements.txt', 'setup.py'] as const;

const usesPytest = (manifests: ReadonlyMap<string, string>, marks: ReadonlySet<string>): boolean =>
  manifests.has('pytest.ini') || marks.has('conftest.py') || pythonManifests.some((name) => manifests.get(name)?.includes('pytest'));
