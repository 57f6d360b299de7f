/** Checks what a program passes: a wrong option is refused by name, with what to pass instead. */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../config/config.ts';
import { errnoOf } from '../contracts/errno.ts';
import { GivenPlan } from '../contracts/given-plan.ts';
import { AttachedData } from '../contracts/intent.ts';
import { explain } from '../contracts/text/explain.ts';
import { defaults } from '../control/hyperparameters.ts';
import { uncapped } from '../laws/caps.ts';
import { readBusAddress } from '../laws/network/bus-address.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import type { ArtooOptions } from './artoo.ts';
import {
  type Check,
  callable,
  check,
  flag,
  isPlain,
  isRecord,
  kindOf,
  listOf,
  mustBe,
  number,
  objectOf,
  passed,
  shown,
  text,
  usage,
  withMethods,
} from './checks.ts';
import type { RuleMaking } from './memory/dream-schedule.ts';
import type { ForkOptions, RunOptions } from './tasks.ts';
import { toolList } from './wiring/check-tools.ts';

type Checks<T> = { readonly [K in keyof Required<T>]: Check };

/** Checks the arguments of each function; an empty goal and an impossible id are refused when the task is started. All throw `usage`. */
export const checkCall = {
  createArtoo: (options: unknown): void => check('createArtoo', options, artooOptions),
  run(goal: unknown, options: unknown): void {
    if (typeof goal !== 'string') throw usage(`run: the goal must be a string, not ${kindOf(goal)}; options come after it`);
    check('run', options, runOptions);
  },
  resume: (task_id: unknown): unknown => passed(task_id, text, 'resume: the id of the task'),
  fork(task_id: unknown, options: unknown): void {
    passed(task_id, text, 'fork: the id of the task');
    check('fork', options, forkOptions, ['at']);
  },
  makeRules: (making: unknown): void => check('makeRules', making, ruleMaking, ['signal', 'onBegin']),
};

/** Accepts what the configuration accepts for this setting, but as a number. */
const configured =
  (path: readonly [string, ...string[]]): Check =>
  (value, name) => {
    const read = readConfig(path.reduceRight((inner, key) => ({ [key]: inner }), value));
    return number(value, name) ?? (read.ok ? undefined : `${name} ${read.faults[0]?.error ?? 'cannot be'}; it is ${value}`);
  };

const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
const cap = mustBe('a number that is not negative, or null for no cap', (value) => value === null || isAmount(value));

const isPath = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
const path = mustBe('the path of a folder', isPath);

/** Whether the path is a folder, or why that cannot be determined. */
function isFolder(value: unknown): boolean | string {
  try {
    return statSync(String(value)).isDirectory();
  } catch (error) {
    return errnoOf(error) ?? 'not a path';
  }
}

const noFolder = (value: unknown, name: string): string => `${name} must be a folder; ${shown(String(value))} is not one`;

/** A folder, or a path where one may be created. */
export const folderOrNothing: Check = (value, name) => (isFolder(value) === false ? noFolder(value, name) : undefined);

/** A folder that exists. */
export const folder: Check = (value, name) => {
  const fault = path(value, name);
  if (fault !== undefined) return fault;
  const found = isFolder(value);
  if (found === false) return noFolder(value, name);
  return found === true ? undefined : `${name} must be a folder that exists; there is no ${shown(String(value))} (${found})`;
};

/** A model. */
export const oneModel = withMethods('an object with the function step', ['step']);

const model: Check = (value, name) =>
  typeof value === 'function'
    ? undefined
    : withMethods('an object with the function step, or a function that takes a role and returns such an object', ['step'])(value, name);

const memoryMethods = ['recall', 'write', 'remember', 'forget', 'settled'];
const taskMemory = withMethods(`true, false or an object with the functions ${memoryMethods.join(', ')}`, memoryMethods);

const memory: Check = (value, name) => {
  if (typeof value === 'boolean') return undefined;
  const isOpened = isRecord(value) && typeof value.potentials === 'function' && typeof value.recall !== 'function';
  if (!isOpened && kindOf(value) !== 'a promise') return taskMemory(value, name);
  const place = "tasks keep their memory in the data folder. Pass true; to open the same memory, await openMemory(join(data, 'memory'))";
  return `${name} cannot be ${isOpened ? 'what openMemory() returns' : 'a promise, such as openMemory() without await'}: ${place}`;
};

/** A rule is checked by its text alone, which does not say what `./` and `~/` stand for. */
const rule: Check = (value, name) => {
  if (isRecord(value) && typeof value.wrong === 'string') return `${name} is not a rule: ${value.wrong}`;
  const read = isRecord(value) && typeof value.text === 'string' ? readRule(value.text, { cwd: '/', home: '/' }, 'deny') : undefined;
  const isSame = ([key, part]: [string, unknown]) => {
    if (!isRecord(value) || key === 'path') return isRecord(value) && isNames(value.path);
    return (key === 'neverAllows' && value.tool === 'folder') || isDeepStrictEqual(value[key], part); // the rule for a folder depends on the home
  };
  if (read && !('wrong' in read) && Object.entries(read).every(isSame)) return undefined;
  return `${name} is not a rule; pass what readRule(text, { cwd, home }) returns, not ${kindOf(value)}${isRecord(value) ? ' of your own' : ''}`;
};

const isNames = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');

const answers: Check = (value, name) => {
  const functions = { clarify: callable, confirm: callable, interrupted: callable, review: callable };
  const isOwnClass = isRecord(value) && Object.keys(functions).some((each) => typeof value[each] === 'function');
  return isOwnClass && !isPlain(value) ? undefined : objectOf(functions, 'an object of functions')(value, name);
};

const env: Check = (value, name) => {
  if (!isRecord(value) || (value !== process.env && !isPlain(value))) return `${name} must be an object of variables, not ${kindOf(value)}`;
  const wrong = Object.entries(value).find(([, each]) => each !== undefined && typeof each !== 'string');
  return wrong && text(wrong[1], `${name}.${shown(wrong[0])}`);
};

const clock: Check = (value, name) => {
  const fault = withMethods('an object with the functions now and monotonic', ['now', 'monotonic'])(value, name);
  if (fault !== undefined) return fault;
  const { now, monotonic } = value as Readonly<Record<'now' | 'monotonic', () => unknown>>; // it has both functions, as checked above
  const told = [now.call(value), monotonic.call(value)];
  return told.every(Number.isFinite) ? undefined : `${name} must return the time in milliseconds, not ${told.map(kindOf).join(' and ')}`;
};

const busFiles = objectOf(
  { url: text, credentials: path, ca: path, cert: path, key: path },
  'an object with url, credentials, ca, cert and key',
  ['url'],
);

/** An address, or an object with the address and the files needed to sign in. */
const bus: Check = (value, name) => {
  const fault = typeof value === 'string' ? undefined : busFiles(value, name);
  if (fault !== undefined) return fault;
  const { url } = typeof value === 'string' ? { url: value } : (value as { readonly url: string }); // it has just been checked
  const read = readBusAddress(url);
  return read.ok ? undefined : `${name} ${read.error}`;
};

const taskId: Check = (value, name) =>
  value === 'last' ? `${name} cannot be "last", which stands for the newest task` : text(value, name);

const abortSignal = mustBe('an AbortSignal', (value) => value instanceof AbortSignal);
const rules = listOf('a list of rules', rule);
/** What a function for secrets returns. */
export const secretList = listOf('a list of { name, value }', objectOf({ name: text, value: text }, '{ name, value }', ['name', 'value']));
const constants = Object.fromEntries(Object.keys(defaults).map((name) => [name, configured(['control', name])]));
const caps = Object.fromEntries(Object.keys(uncapped).map((name) => [name, cap]));

const taskOptions = {
  parallel: configured(['parallel']),
  review: flag,
  control: objectOf(constants, "an object of the controller's constants"),
  caps: objectOf(caps, 'an object with caps'),
};

const artooOptions: Checks<ArtooOptions> = {
  ...taskOptions,
  steps: configured(['steps']),
  context: configured(['context']),
  workspace: (value, name) => (value === '' ? undefined : path(value, name)),
  data: path,
  cwd: folder,
  model,
  tools: (value, name) => (typeof value === 'function' ? undefined : toolList(value, name)),
  rules: objectOf({ allow: rules, ask: rules, deny: rules }, 'an object of rules'),
  answers,
  memory,
  clock,
  bus,
  observers: withMethods('an object with the functions publish, watch, end and close', ['publish', 'watch', 'end', 'close']),
  env,
  secrets: callable,
  recorder: withMethods('an object with the function write', ['write']),
  onText: callable,
  onNotice: callable,
  onRulesDue: callable,
};

/** What a task is run with. */
export const runOptions: Checks<RunOptions> = {
  cwd: folder,
  session: listOf('a list of { input, output }', objectOf({ input: text, output: text }, '{ input, output }', ['input', 'output'])),
  data(value, name) {
    const read = AttachedData.safeParse(value);
    return read.success ? undefined : `${name} must be { path, bytes, excerpt, whole }: ${explain(read.error)}`;
  },
  plan(value, name) {
    const read = GivenPlan.safeParse(value);
    return read.success ? undefined : `${name} must be { slug, intent, task_criteria, subtasks }: ${explain(read.error)}`;
  },
  task_id: taskId,
  review: flag,
  places: listOf('a list of paths', path),
  caps: taskOptions.caps,
};

const forkOptions: Checks<ForkOptions> = {
  ...taskOptions,
  at: mustBe('the number of the first entry that is no longer shared', Number.isInteger),
  task_id: taskId,
  cwd: folder,
  copy: path,
  signal: abortSignal,
};

const ruleMaking: Checks<RuleMaking> = { signal: abortSignal, onBegin: callable };
