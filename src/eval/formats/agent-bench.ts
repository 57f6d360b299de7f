/** `os_interaction` tasks of AgentBench, from its JSON files: questions about a machine and changes to it, judged by a match or by scripts. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import { readPattern } from '../../tools/observing/pattern.ts';
import type { Suite, SuiteTask } from '../suite/suite-task.ts';
import { foreignPlace, moved } from './moved-paths.ts';

const Script = z
  .union([z.string(), z.object({ language: z.string().default('bash'), file: z.string().optional(), code: z.string().optional() })])
  .nullable();
type Script = z.infer<typeof Script>;
const scripts = z.union([Script, z.array(Script)]);

const Item = z.object({
  description: z.string(),
  create: z.object({ init: scripts.optional() }).catch({}),
  start: Script.optional(),
  evaluation: z.object({
    match: z.union([z.string(), z.object({ answer: z.string().optional(), regex: z.string().optional() })]).optional(),
    check: scripts.optional(),
    example: Script.optional(),
  }),
  labels: z.array(z.string()).catch([]),
});

/** The JSON files of a folder, or the file itself; empty if there are none. */
export function agentBenchFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return path.endsWith('.json') ? [path] : [];
  const data = existsSync(join(path, 'data')) ? join(path, 'data') : path;
  return readdirSync(data, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

const maxBytes = 64 << 20;

/** Throws `suite_invalid` for a file that is not a list of such tasks. */
export function readAgentBench(path: string, shown: string): Suite {
  const files = agentBenchFiles(path);
  const root = statSync(path).isDirectory() ? path : dirname(path);
  const hash = createHash('sha256');
  const lists = files.map((file) => ({ file, items: itemsIn(file, hash, shown) }));
  return {
    ...{ name: 'agent-bench', about: `os_interaction tasks of AgentBench from ${shown}.`, hash: hash.digest('hex') },
    ...{ count: lists.reduce((sum, { items }) => sum + items.length, 0), closed: [root] },
    async *tasks() {
      for (const { file, items } of lists)
        for (const [at, item] of items.entries()) yield taskFrom(item, idOf(root, file, at), scriptFolder(file));
    },
  };
}

function itemsIn(file: string, hash: ReturnType<typeof createHash>, shown: string): readonly unknown[] {
  const wrong = (why: string) => new ArtooError('suite_invalid', `${shown}: ${basename(file)} ${why}`);
  const bytes = readFileSync(file);
  if (bytes.length > maxBytes) throw wrong('is larger than 64 MiB');
  hash.update(bytes);
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const items = Array.isArray(value) ? value : [value];
    if (items.some((item) => typeof item === 'object' && item !== null && 'description' in item)) return items;
  } catch (cause) {
    throw new ArtooError('suite_invalid', `${shown}: ${basename(file)} is not JSON`, { cause });
  }
  throw wrong('has no tasks; a task has a description and an evaluation');
}

/** The id of a task: the third in `4/N11.json` is `4-N11-3`. */
const idOf = (root: string, file: string, at: number): string =>
  `${relative(root, file)
    .replace(/^data\//, '')
    .replace(/\.json$/, '')
    .replaceAll(/[^\w.-]+/g, '-')}-${at + 1}`;

/** The folder of a file's scripts: `scripts/4` for `data/4/N11.json`. */
function scriptFolder(file: string): string {
  const folder = dirname(file);
  const sibling =
    basename(folder) === 'data'
      ? join(dirname(folder), 'scripts', basename(file, '.json'))
      : join(dirname(dirname(folder)), 'scripts', basename(folder));
  return existsSync(sibling) ? sibling : folder;
}

const alone =
  '\n\nGive the value that is asked for as the whole answer, without any other words, and if only something is to be done, do it.';

function taskFrom(raw: unknown, id: string, folder: string): SuiteTask {
  const base: SuiteTask = { ...{ id, kind: 'os', goal: id, needs: [], files: {}, setup: [], checks: [], limits: {}, repeats: 1 } };
  const read = Item.safeParse(raw);
  if (!read.success) return { ...base, skip: 'it does not have the shape of a task' };
  const { description, create, start, evaluation } = read.data;
  const goal = `${moved(description, '/root')}${alone}`;
  const skip = (why: string): SuiteTask => ({ ...base, goal, skip: why });
  if (start !== undefined && start !== null) return skip('one of its programs must keep running');
  try {
    const setup = listOf(create.init).map((script) => lineOf(script, folder));
    const checks = listOf(evaluation.check).map((script) => lineOf(script ?? evaluation.example ?? null, folder));
    const needing = [...setup, ...checks].find((line) =>
      /\b(?:useradd|adduser|usermod|groupadd|apt(?:-get)?|service|systemctl|crontab|chown|su|sudo)\b/.test(line),
    );
    if (needing !== undefined) return skip('it needs a machine of its own: it adds users, packages or services');
    if (setup.some((line) => /&\s*$|&\s*\n|\bdone\s*&|\)\s*&/.test(line))) return skip('one of its programs must keep running');
    const foreign = [goal, ...setup, ...checks].map(foreignPlace).find((place) => place !== undefined);
    if (foreign !== undefined) return skip(`it works in ${foreign}, which is not private to a trial`);
    const task = { ...base, goal, setup };
    return evaluation.match === undefined ? withChecks(task, checks) : withMatch(task, evaluation.match);
  } catch (thrown) {
    if (thrown instanceof Unusable) return skip(thrown.message);
    throw thrown;
  }
}

function withMatch(task: SuiteTask, match: NonNullable<z.infer<typeof Item>['evaluation']['match']>): SuiteTask {
  const { answer, regex } = typeof match === 'string' ? { answer: match, regex: undefined } : match;
  const pattern = regex ?? (answer === undefined ? undefined : `\\A\\s*\\Q${answer.trim()}\\E\\s*\\z`);
  if (pattern === undefined) throw new Unusable('its expected answer is missing');
  if (!readPattern(pattern).ok) throw new Unusable('its pattern uses look-around, which is not supported');
  return { ...task, checks: [{ check: { kind: 'output_matches', pattern }, guard: false }] };
}

/** Each script gets the answer and the outputs of the scripts before it as arguments, and must succeed. */
function withChecks(task: SuiteTask, checks: readonly string[]): SuiteTask {
  if (checks.length === 0) throw new Unusable('its expected answer is missing');
  const steps = checks.map((check, at) => `step_${at}() { ${check}\n}\nout=$(step_${at} "$@") || exit 1\nset -- "$@" "$out"`);
  return { ...task, tests: { files: {}, run: `set -- "$ANSWER"\n${steps.join('\n')}`, timeout_ms: 60_000 } };
}

/** Why a task cannot be run. */
class Unusable extends Error {}

const listOf = (given: z.infer<typeof scripts> | undefined): readonly Script[] =>
  given === undefined ? [] : Array.isArray(given) ? given : [given];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A line of shell that passes its arguments to a script. */
function lineOf(script: Script, folder: string): string {
  if (script === null) throw new Unusable('one of its scripts is missing');
  const { language, code, file } = typeof script === 'string' ? { language: 'bash', code: script, file: undefined } : script;
  const path = file === undefined ? undefined : join(folder, file);
  if (path !== undefined && (relative(folder, path).startsWith('..') || !existsSync(path)))
    throw new Unusable(`its script ${file} is missing`);
  const text = moved(path === undefined ? (code ?? '') : readFileSync(path, 'utf8'), '/root');
  if (language === 'bash') return `bash -c ${quoted(text)} -- "$@"`;
  if (language === 'python') return `python3 -c ${quoted(text)} "$@"`;
  throw new Unusable(`it has a script in ${language}`);
}
