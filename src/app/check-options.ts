/** What a program passes, checked at the border: a wrong option is refused by name, with what to pass instead. */
import { statSync } from 'node:fs';
import { readConfig } from '../config/config.ts';
import { suggestion } from '../config/reading/nearest.ts';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { clip } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import { defaults } from '../control/hyperparameters.ts';
import { uncapped } from '../laws/caps.ts';
import type { ArtooOptions } from './artoo.ts';
import type { ForkOptions, RunOptions } from './open-artoo.ts';
import { duplicateName } from './wiring/assemble-tools.ts';

/** What is wrong with a value, in words that follow its name; nothing if it is right. */
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

/** Throws `usage` for what is no text; an empty one is refused when the task is started. */
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
    if (fault !== undefined) return `${name}${/^[.[]/.test(fault) ? '' : ' '}${fault}`; // the place of a part comes first
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

const mustBe =
  (what: string, isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? undefined : `must be ${what}, not ${kindOf(value)}`;

const text = mustBe('a text', (value) => typeof value === 'string');
const flag = mustBe('true or false', (value) => typeof value === 'boolean');
const callable = mustBe('a function', (value) => typeof value === 'function');
const number = mustBe('a number', (value) => typeof value === 'number');

const withMethods =
  (what: string, methods: readonly string[]): Check =>
  (value) => {
    if (!isRecord(value)) return `must be ${what}; it is ${kindOf(value)}`;
    const missing = methods.filter((name) => typeof value[name] !== 'function');
    return missing.length === 0 ? undefined : `must be ${what}; it has no ${missing.join(', ')}`;
  };

/** What the configuration accepts there, but a number. */
const configured =
  (path: readonly [string, ...string[]]): Check =>
  (value) => {
    const read = readConfig(path.reduceRight((inner, key) => ({ [key]: inner }), value));
    return number(value) ?? (read.ok ? undefined : `${read.faults[0]?.error ?? 'cannot be'}; it is ${value}`);
  };

const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
const cap = mustBe('a number that is not negative, or null for no cap', (value) => value === null || isAmount(value));

const folder: Check = (value) => {
  if (typeof value !== 'string' || value === '') return `must be the path of a folder, not ${kindOf(value)}`;
  try {
    return statSync(value).isDirectory() ? undefined : `must be a folder; ${shown(value)} is none`;
  } catch (error) {
    return `must be a folder that exists; there is no ${shown(value)} (${errnoOf(error) ?? 'not a path'})`;
  }
};

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
  env: mustBe('an object of variables', isRecord),
  secrets: callable,
  recorder: withMethods('a recorder', ['write']),
  onText: callable,
  onNotice: callable,
  onRulesDue: callable,
};

const runOptions: Checks<RunOptions> = {
  cwd: folder,
  session: mustBe('a list of { input, output }', Array.isArray),
  data: mustBe('{ path, bytes, excerpt, whole }', isRecord),
  task_id: text,
};

const forkOptions: Checks<ForkOptions> = {
  ...taskOptions,
  at: mustBe('the number of an entry', Number.isInteger),
  task_id: text,
  signal: () => undefined,
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
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
