/**
 * Tasks of terminal-bench, version 1, from a folder with one folder for each task: the steps of its Dockerfile are carried out in the folder of the
 * trial.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import { readYaml } from '../../reading/yaml-values.ts';
import type { Content, Suite, SuiteTask } from '../suite/suite-task.ts';
import { readDockerfile } from './docker-steps.ts';
import { foreignPlace, moved, workPlace } from './moved-paths.ts';

const TaskFile = z.object({
  instruction: z.string(),
  category: z.string().catch('any'),
  max_agent_timeout_sec: z.number().positive().catch(900),
  max_test_timeout_sec: z.number().positive().catch(180),
});

const isTask = (folder: string): boolean =>
  existsSync(join(folder, 'task.yaml')) && (existsSync(join(folder, 'tests')) || existsSync(join(folder, 'run-tests.sh')));

/** Whether a folder is such a task, or contains such tasks. */
export const isTerminalBench = (folder: string): boolean => isTask(folder) || tasksIn(folder).length > 0;

const tasksIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isTask(join(folder, entry.name)))
    .map(({ name }) => join(folder, name))
    .toSorted();

export function readTerminalBench(folder: string, shown: string): Suite {
  const folders = isTask(folder) ? [folder] : tasksIn(folder);
  const hash = createHash('sha256');
  for (const each of folders) for (const path of filesIn(each)) hash.update(`${relative(folder, path)}\n`).update(readFileSync(path));
  return {
    ...{
      name: 'terminal-bench',
      about: `Tasks of terminal-bench from ${shown}.`,
      hash: hash.digest('hex'),
      count: folders.length,
      closed: [folder],
    },
    async *tasks() {
      for (const each of folders) yield taskIn(each);
    },
  };
}

/** All regular files, without following links. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();

const agentFiles = /^(?:solution\.(?:sh|yaml)|run-tests\.sh|task\.yaml|docker-compose\.ya?ml|Dockerfile)$/;

function taskIn(folder: string): SuiteTask {
  const id = folder.split('/').at(-1) ?? 'task';
  const base: SuiteTask = { ...{ id, kind: 'any', goal: id, needs: [], files: {}, setup: [], checks: [], limits: {}, repeats: 1 } };
  const yaml = readYaml(readFileSync(join(folder, 'task.yaml'), 'utf8'));
  const read = TaskFile.safeParse(yaml.ok ? yaml.root.value : undefined);
  if (!read.success) return { ...base, skip: 'its task.yaml has no instruction that can be read' };
  const { instruction, category, max_agent_timeout_sec, max_test_timeout_sec } = read.data;
  const task = { ...base, kind: category, limits: { active_ms: Math.round(max_agent_timeout_sec * 1000) } };
  const skip = (why: string): SuiteTask => ({ ...task, goal: instruction, skip: why });
  const compose = ['docker-compose.yaml', 'docker-compose.yml'].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (compose !== undefined && servicesIn(readFileSync(compose, 'utf8')) > 1) return skip('it needs several containers');
  const dockerfile = join(folder, 'Dockerfile');
  const docker = readDockerfile(existsSync(dockerfile) ? readFileSync(dockerfile, 'utf8') : '');
  if (!docker.ok) return skip(docker.why);
  const { workdir, copies, runs, packages, modules } = docker.steps;
  const tests = testFiles(folder, workdir);
  if (!tests.some(([path]) => path.endsWith('.py'))) return skip('its tests are not for pytest');
  const here = (text: string) => moved(text, workdir);
  const goal = here(instruction);
  const foreign = [goal, ...runs.map(here), ...tests.map(([, content]) => String(content))]
    .map(foreignPlace)
    .find((place) => place !== undefined);
  if (foreign !== undefined) return skip(`it works in ${foreign}, outside of ${workdir}`);
  const files = copies.flatMap(({ from, to }) => copied(folder, from, to, workdir));
  return {
    ...{ ...task, goal, files: Object.fromEntries(files), setup: runs.map(here) },
    needs: [...packages.map(debian), ...modules.map(python), { run: 'python3 -m pytest --version', what: 'pytest' }],
    tests: {
      files: Object.fromEntries(tests.map(([path, content]) => [`.artoo-tests/${path}`, content])),
      run: `TEST_DIR=${workPlace}/.artoo-tests python3 -m pytest -q -p no:cacheprovider .artoo-tests`,
      timeout_ms: Math.round(max_test_timeout_sec * 1000),
    },
  };
}

const debian = (name: string) => ({ run: `dpkg -s '${name}'`, what: `the Debian package ${name}` });
const python = (name: string) => ({
  run: `python3 -c 'import importlib.metadata as m; m.version("${name}")'`,
  what: `the Python package ${name}`,
});

function servicesIn(text: string): number {
  const yaml = readYaml(text);
  return yaml.ok ? (yaml.root.children.get('services')?.children.size ?? 0) : 0;
}

function testFiles(folder: string, workdir: string): readonly (readonly [string, Content])[] {
  const tests = join(folder, 'tests');
  if (!existsSync(tests)) return [];
  return filesIn(tests).map((path) => [relative(tests, path), textIn(path, workdir)] as const);
}

/** Files of text are changed: they name the folder of the container. */
function textIn(path: string, workdir: string): Content {
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? moved(text, workdir) : bytes;
}

function copied(folder: string, from: string, to: string, workdir: string): readonly (readonly [string, Content])[] {
  const source = join(folder, from);
  if (relative(folder, source).startsWith('..'))
    throw new ArtooError('suite_invalid', `${folder}: its Dockerfile copies ${from}, which is not in the task's folder`);
  if (!existsSync(source)) return [];
  if (!statSync(source).isDirectory()) return [[to, textIn(source, workdir)]];
  const target = to.endsWith(`/${from}`) ? to.slice(0, -from.length - 1) : to; // the contents of a folder are copied, not the folder
  return filesIn(source)
    .map((path) => [relative(source, path), path] as const)
    .filter(([name]) => !(from === '.' && (agentFiles.test(name) || name.startsWith('tests/'))))
    .map(([name, path]) => [join(target, name).replace(/^\//, ''), textIn(path, workdir)] as const);
}
