/** How suites and their tasks are written in YAML: one schema each. */
import { posix } from 'node:path';
import { z } from 'zod';
import { Check } from '../../contracts/criteria.ts';
import { suggestion } from '../../contracts/text/nearest.ts';
import { by, section } from '../../reading/by.ts';
import type { Fault } from '../../reading/faults.ts';
import { type Read, readCount, readDuration, readMoney, readSwitch } from '../../reading/quantities.ts';
import { whyHollow, whyInvalid } from '../../roles/judging/checks/checks.ts';
import type { Content, TaskCheck } from './suite-task.ts';

const wrong = (error: string): { readonly ok: false; readonly error: string } => ({ ok: false, error });

const maxPath = 400;

/** A path below the task's folder. */
function readInnerPath(raw: unknown): Read<string> {
  if (typeof raw !== 'string' || raw.trim() === '') return wrong('must be a path');
  const path = posix.normalize(raw);
  if (raw.length > maxPath || /\p{Cc}/u.test(raw)) return wrong('must be a short path without control characters');
  if (posix.isAbsolute(path) || path === '..' || path.startsWith('../'))
    return wrong("must be a path below the task's folder, neither absolute nor with ..");
  return { ok: true, value: path };
}

function readText(raw: unknown): Read<string> {
  return typeof raw === 'string' && raw.trim() !== ''
    ? { ok: true, value: raw }
    : wrong('must be text; numbers and words such as yes need quotes');
}

/** A name that can be typed, and that is a single word on a screen. */
function readName(raw: unknown): Read<string> {
  return typeof raw === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(raw)
    ? { ok: true, value: raw }
    : wrong('must be a name of at most 64 letters, digits, dots, dashes and underscores; put it in quotes if it looks like a number');
}

function readContent(raw: unknown): Read<Content> {
  if (raw === undefined) return { ok: true, value: '' };
  if (typeof raw === 'string') return { ok: true, value: raw };
  const base64 = typeof raw === 'object' && raw !== null && 'base64' in raw && Object.keys(raw).length === 1 ? raw.base64 : undefined;
  if (typeof base64 !== 'string') return wrong('must be text (put it in quotes), or { base64: … }');
  const bytes = Buffer.from(base64, 'base64');
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === base64.replaceAll(/\s/g, '').replace(/=+$/, '');
  return isWhole ? { ok: true, value: bytes } : wrong('is not base64');
}

const maxFiles = 2_000;

function readFiles(raw: unknown): Read<Readonly<Record<string, Content>>> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return wrong('must be a map of paths to texts');
  const entries = Object.entries(raw);
  if (entries.length > maxFiles) return wrong(`must have at most ${maxFiles} files; copy a folder instead`);
  const files: Record<string, Content> = {};
  for (const [name, value] of entries) {
    const path = readInnerPath(name);
    if (!path.ok) return wrong(`has the path ${JSON.stringify(name.slice(0, 60))}, which is wrong: it ${path.error}`);
    const content = readContent(value);
    if (!content.ok) return wrong(`has a file ${JSON.stringify(name.slice(0, 60))}, which is wrong: it ${content.error}`);
    files[path.value] = content.value;
  }
  return { ok: true, value: files };
}

/** The kinds of checks that look at the outcome alone. The other kinds are about calls and schemas, which a suite does not have. */
const checkKinds = [
  'file_exists',
  'file_absent',
  'file_contains',
  'file_matches',
  'output_contains',
  'output_matches',
  'json_equals',
  'command',
] as const;

function readCheck(raw: unknown): Read<TaskCheck> {
  if (typeof raw !== 'object' || raw === null || !('kind' in raw))
    return wrong(`must be a check, such as { kind: file_exists, path: a.txt }`);
  const { guard = false, ...written }: { readonly guard?: unknown; readonly kind: unknown } = raw;
  const kind = String(written.kind);
  if (!checkKinds.some((known) => known === kind))
    return wrong(`is not a kind of check that a suite can have; ${suggestion(kind, checkKinds)}`);
  const isGuard = readSwitch(guard);
  if (!isGuard.ok) return wrong(`is wrong: its guard ${isGuard.error}`);
  const parsed = Check.safeParse(written);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return wrong(`is not a whole ${kind}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(' ')}`);
  }
  const check = parsed.data;
  const unknown = Object.keys(written).find((key) => !Object.hasOwn(check, key));
  if (unknown !== undefined) return wrong(`has ${unknown}, which ${kind} does not take`);
  if ('path' in check && check.path !== undefined) {
    const path = readInnerPath(check.path);
    if (!path.ok) return wrong(`is wrong: its path ${path.error}`);
  }
  const why = whyInvalid(check);
  if (why !== undefined) return wrong(`can never be decided: ${why}`);
  const hollow = whyHollow(check);
  if (hollow !== undefined) return wrong(`always holds: ${hollow}`);
  return { ok: true, value: { check, guard: isGuard.value } };
}

function readProgram(raw: unknown): Read<string> {
  return typeof raw === 'string' && /^[\w.+-]{1,60}$/.test(raw)
    ? { ok: true, value: raw }
    : wrong('must be the name of a program, such as python3');
}

const text = by(readText);
const name = by(readName);
const maxRepeats = 1_000;
const repeats = by((raw) => readCount(raw, { min: 1, max: maxRepeats }));

const limits = section(
  {
    time: by(readDuration).optional(),
    max_tokens: by((raw) => readCount(raw, { min: 1, max: 1_000_000_000_000 })).optional(),
    max_cost: by(readMoney).optional(),
  },
  'a map of time, max_tokens and max_cost',
);

const tests = section(
  { files: by(readFiles).default({}), run: text, time: by(readDuration).default(120_000) },
  'a map of files, run and time, such as { run: sh check.sh }',
);

const list = <T extends z.ZodType>(item: T, what: string) => z.array(item, { error: `must be a list of ${what}` });

export const WrittenSuite = section(
  {
    suite: name,
    about: text.default(''),
    limits: limits.prefault({}),
    repeats: repeats.default(1),
    include: list(by(readText), 'paths of other suites').default([]),
  },
  'a map that begins with the name of the suite, such as "suite: my-suite"',
);
export type WrittenSuite = z.infer<typeof WrittenSuite>;

export const WrittenTask = section(
  {
    task: name,
    kind: name.default('any'),
    goal: text,
    files: by(readFiles).default({}),
    copy: by(readInnerPath).optional(),
    setup: list(text, 'command lines').default([]),
    needs: list(by(readProgram), 'programs').default([]),
    checks: list(by(readCheck), 'checks').default([]),
    tests: tests.optional(),
    after: name.optional(),
    limits: limits.prefault({}),
    repeats: repeats.optional(),
  },
  'a map that begins with the name of the task, such as "task: rename-notes"',
);
export type WrittenTask = z.infer<typeof WrittenTask>;

/** Each task is parsed once, so generating code for the schema first would take longer. */
export const withoutJit = { jitless: true } as const;

/** What a schema found wrong, with a suggestion for misspelt words. */
export function faultsOf(error: z.ZodError, known: readonly string[]): readonly Fault[] {
  return error.issues.flatMap((issue): readonly Fault[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ path, error: missing(issue.message), at: 'value' }];
    const keys = path.length === 0 ? known : (innerKeys[path[0] ?? ''] ?? []);
    return issue.keys.map((key) => ({ path: [...path, key], error: `is not known here; ${suggestion(key, keys)}`, at: 'key' }));
  });
}

const innerKeys: Readonly<Record<string, readonly string[]>> = {
  limits: ['time', 'max_tokens', 'max_cost'],
  tests: ['files', 'run', 'time'],
};

/** Zod's own message for a missing value. */
const missing = (message: string): string => (/^Invalid input/.test(message) ? 'is missing' : message);
