/** What a program passes, checked where it comes in: what cannot be is refused by its name, with what to pass instead. */
import { statSync } from 'node:fs';
import { readConfig } from '../config/config.ts';
import { nearest } from '../config/reading/nearest.ts';
import { ArtooError } from '../contracts/errors.ts';
import { clip } from '../contracts/shorten.ts';
import { visible } from '../contracts/visible.ts';
import { defaults } from '../control/hyperparameters.ts';
import { uncapped } from '../laws/caps.ts';
import type { ArtooOptions } from './artoo.ts';
import { duplicateName } from './assemble-tools.ts';
import type { ForkOptions, RunOptions } from './open-artoo.ts';

/** What is wrong with a value, in words that follow its name; nothing where it is right. */
type Check = (value: unknown) => string | undefined;
type Checks<T> = { readonly [K in keyof Required<T>]: Check };

/** Throws `usage`. */
export const checkArtooOptions = (options: unknown): void => check('createArtoo', options, artooOptions);
/** Throws `usage`. */
export const checkRunOptions = (options: unknown): void => check('run', options, runOptions);

/** Throws `usage`. */
export function checkForkOptions(options: unknown): void {
  check('fork', options, forkOptions);
  if (!isRecord(options) || options.at === undefined)
    throw wrong('fork: at is missing; pass the number of the first entry that is no longer shared');
}

/** Throws `usage` for what is no text; what an empty one is, is said where it is started. */
export function checkGoal(goal: unknown): void {
  if (typeof goal !== 'string') throw wrong(`run: the goal must be a text, not ${kindOf(goal)}; options come after it`);
}

type Table = Readonly<Record<string, Check>>;

function check(where: string, options: unknown, table: Table): void {
  if (!isRecord(options)) throw wrong(`${where}: options must be an object, not ${kindOf(options)}`);
  const fault = faultIn(options, table);
  if (fault !== undefined) throw wrong(`${where}: ${fault}`);
}

/** The first value that is wrong or has no place in the table, and why: `name must …`. */
function faultIn(given: Readonly<Record<string, unknown>>, table: Table): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    const test = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!test) return `${shown(name)} is not known; ${suggestion(name, Object.keys(table))}`;
    const fault = value === undefined ? undefined : test(value);
    if (fault !== undefined) return `${name}${/^[.[]/.test(fault) ? '' : ' '}${fault}`; // of a part, its place comes first
  }
  return undefined;
}

const each =
  (table: Table, what: string): Check =>
  (given) => {
    if (!isRecord(given)) return `must be ${what}, not ${kindOf(given)}`;
    const fault = faultIn(given, table);
    return fault === undefined ? undefined : `.${fault}`;
  };

function suggestion(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  return meant === undefined ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
}

const text: Check = (value) => (typeof value === 'string' ? undefined : `must be a text, not ${kindOf(value)}`);
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : `must be true or false, not ${kindOf(value)}`);
const callable: Check = (value) => (typeof value === 'function' ? undefined : `must be a function, not ${kindOf(value)}`);
const anything: Check = () => undefined;

const withMethods =
  (what: string, methods: readonly string[]): Check =>
  (value) => {
    const lacks = isRecord(value) ? methods.filter((name) => typeof value[name] !== 'function') : methods;
    return lacks.length === 0
      ? undefined
      : `must be ${what}; ${isRecord(value) ? `it has no ${lacks.join(', ')}` : `it is ${kindOf(value)}`}`;
  };

/** As the configuration has it, but a number. */
const configured =
  (path: readonly [string, ...string[]]): Check =>
  (value) => {
    if (typeof value !== 'number') return `must be a number, not ${kindOf(value)}`;
    const read = readConfig(path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value));
    return read.ok ? undefined : `${read.faults[0]?.error ?? 'cannot be'}; it is ${value}`;
  };

const cap: Check = (value) =>
  value === null || (typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY)
    ? undefined
    : `must be a number that is not negative, or null for no cap; it is ${kindOf(value)}`;

const folder: Check = (value) => {
  if (typeof value !== 'string' || value === '') return `must be the path of a folder, not ${kindOf(value)}`;
  const found = statOf(value);
  if (found?.isDirectory()) return undefined;
  return `must be a folder that is there; ${found ? `${shown(value)} is no folder` : `there is no ${shown(value)}`}`;
};

function statOf(path: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const model: Check = (value) =>
  typeof value === 'function'
    ? undefined
    : withMethods('a model, { step(request, origin, signal) }, or a function from a role to one', ['step'])(value);

const taskMemory = withMethods('true, false or a memory for tasks', ['recall', 'write', 'remember', 'forget', 'settled']);

const memory: Check = (value) => {
  if (typeof value === 'boolean') return undefined;
  if (isRecord(value) && typeof value.potentials === 'function' && typeof value.recall !== 'function')
    return "cannot be what openMemory() returns: tasks keep their memory in the data folder. Pass true; openMemory(join(data, 'memory')) opens the same one";
  return taskMemory(value);
};

const toolMethods = withMethods('a tool', ['target', 'changes', 'repeatable', 'run']);

const tools: Check = (value) => {
  if (typeof value === 'function') return undefined;
  if (!Array.isArray(value)) return `must be a list of tools, or a function from artoo's own to one, not ${kindOf(value)}`;
  for (const [at, tool] of value.entries()) {
    const fault = isRecord(tool) && (typeof tool.name !== 'string' || tool.name === '') ? 'has no name' : toolMethods(tool);
    if (fault !== undefined) return `[${at}] ${fault}`;
  }
  return duplicateName(value);
};

const ruleList: Check = (value) => {
  if (!Array.isArray(value)) return `must be a list of rules, not ${kindOf(value)}`;
  for (const [at, rule] of value.entries()) {
    if (isRecord(rule) && typeof rule.wrong === 'string') return `[${at}] is no rule: ${rule.wrong}`;
    if (!isRecord(rule) || typeof rule.tool !== 'string' || typeof rule.text !== 'string')
      return `[${at}] must be a rule, as readRule(text, { cwd, home }) returns it, not ${kindOf(rule)}`;
  }
  return undefined;
};

const constants = Object.fromEntries(Object.keys(defaults).map((name) => [name, configured(['control', name])]));
const caps = Object.fromEntries(Object.keys(uncapped).map((name) => [name, cap]));

const taskOptions = {
  parallel: configured(['parallel']),
  review: flag,
  control: each(constants, "an object of the controller's constants"),
  caps: each(caps, 'an object of caps'),
};

const artooOptions: Checks<ArtooOptions> = {
  ...taskOptions,
  steps: configured(['steps']),
  workspace: text,
  data: text,
  cwd: folder,
  model,
  tools,
  rules: each({ allow: ruleList, ask: ruleList, deny: ruleList }, 'an object of rules'),
  answers: each({ clarify: callable, confirm: callable, interrupted: callable, review: callable }, 'an object of functions'),
  memory,
  clock: withMethods('a clock', ['now', 'monotonic']),
  bus: withMethods('a bus', ['publish', 'watch', 'end', 'close']),
  env: (value) => (isRecord(value) ? undefined : `must be an object of variables, not ${kindOf(value)}`),
  secrets: callable,
  recorder: withMethods('a recorder', ['write']),
  onText: callable,
  onNotice: callable,
  onRulesDue: callable,
};

const runOptions: Checks<RunOptions> = {
  cwd: folder,
  session: (value) => (Array.isArray(value) ? undefined : `must be a list of { input, output }, not ${kindOf(value)}`),
  data: (value) => (isRecord(value) ? undefined : `must be { path, bytes, excerpt, whole }, not ${kindOf(value)}`),
  task_id: text,
};

const forkOptions: Checks<ForkOptions> = {
  ...taskOptions,
  at: (value) => (Number.isInteger(value) ? undefined : `must be the number of an entry, not ${kindOf(value)}`),
  task_id: text,
  signal: anything,
};

const wrong = (message: string): ArtooError => new ArtooError('usage', message);
const shown = (value: string): string => visible(clip(value, 80));

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What it is instead, in a word or two. */
function kindOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return Array.isArray(value)
    ? 'a list'
    : value === undefined
      ? 'nothing'
      : `a${typeof value === 'object' ? 'n object' : ` ${typeof value}`}`;
}
