/**
 * Whether a board is valid: the rules of Liza's own validator, and our additional ones. An error stops all agents until the board is fixed; a warning
 * does not. Pure.
 */
import type { z } from 'zod';
import { Board, type Task } from './board.ts';
import { inCircles } from './depends.ts';
import { type Around, plainPath, type RuleContext, rules } from './rules.ts';

export type Finding = { readonly level: 'error' | 'warning'; readonly rule: string; readonly text: string };

/** What a board is checked against. Paths are relative to the repository. */
export type BoardPlace = {
  readonly files: readonly string[] | ReadonlySet<string>;
  readonly dirs: readonly string[] | ReadonlySet<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now?: Date;
};

/** Everything that is wrong with a board; the board is valid if none of the findings is an error. */
export function validateBoard(board: unknown, place: BoardPlace): readonly Finding[] {
  const missing = missingSections(board);
  if (missing.length > 0) return missing;
  const read = Board.safeParse(board);
  if (!read.success) return read.error.issues.map((issue) => misshapen(issue, board));
  const { tasks } = read.data;
  return findingsOf({ ...aroundOf(tasks, place), board: read.data, now: place.now ?? new Date() }, { alone: tasks, amongOthers: tasks });
}

/** Whether none of the findings is an error. */
export const isValid = (findings: readonly Finding[]): boolean => !findings.some(isError);

export const isError = ({ level }: Finding): boolean => level === 'error';

const required = ['version', 'goal', 'tasks', 'agents', 'config', 'sprint'] as const;

/** A finding for each section that every board must have and that is missing. */
export function missingSections(board: unknown): readonly Finding[] {
  if (typeof board !== 'object' || board === null || Array.isArray(board))
    return [
      {
        level: 'error',
        rule: 'required',
        text: `${board === null ? 'the board is empty' : 'this is not a board'}: it needs ${required.join(', ')}, each as a key with its content`,
      },
    ];
  return required
    .filter((section) => (new Map<string, unknown>(Object.entries(board)).get(section) ?? null) === null)
    .map((section) => ({ level: 'error', rule: 'required', text: `the section ${section} is missing` }));
}

/** Fields with a fixed set of values have a rule of their own. */
const rulesOfFields: readonly (readonly [RegExp, string])[] = [
  [/^tasks\.\d+\.status$/, 'state'],
  [/^tasks\.\d+\.fencing$/, 'fencing'],
  [/^tasks\.\d+\.blocked_questions/, 'blocked'],
  [/^goal\.status$/, 'goal'],
  [/^sprint\.status$/, 'sprint'],
  [/^anomalies\.\d+\.type$/, 'anomaly_type'],
  [/^discovered\.\d+\.urgency$/, 'discovered'],
];

function misshapen(issue: z.core.$ZodIssue, board: unknown): Finding {
  const { path } = issue;
  const field = path.join('.');
  const [, rule = 'shape'] = rulesOfFields.find(([pattern]) => pattern.test(field)) ?? [];
  const [section, at] = path;
  const id = section === 'tasks' && typeof at === 'number' ? valueAt(board, ['tasks', at, 'id']) : undefined;
  const name = typeof id === 'string' ? `task ${id}: ${path.slice(2).join('.')}` : field;
  return { level: 'error', rule, text: `${name} is ${JSON.stringify(valueAt(board, path)) ?? 'missing'}: ${wanted(issue)}` };
}

/** What the field must be, in words. */
function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `it must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return `it must be ${kinds[issue.expected] ?? issue.expected}`;
  return issue.message;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value);

/** What the tasks of a board are checked against. */
export function aroundOf(tasks: readonly Task[], { files, dirs, env }: BoardPlace): Around {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const areSpecsUnchecked = env.SKIP_SPEC_FILE_CHECK === 'true';
  return { files: normalized(files), dirs: normalized(dirs), areSpecsUnchecked, byId, circles: inCircles(byId) };
}

/** The tasks that may have something wrong with them: on their own, and among the others. */
export type Suspects = { readonly alone: readonly Task[]; readonly amongOthers: readonly Task[] };

/** The findings of the rules. */
export const findingsOf = (context: RuleContext, { alone, amongOthers }: Suspects): readonly Finding[] =>
  rules.flatMap((rule) => {
    const { level = 'error' } = rule;
    const found =
      rule.about === 'board'
        ? [...rule.found(context)]
        : aboutTasks(rule.about === 'task' ? alone : amongOthers, (task) => rule.why(task, context));
    return found.map((text) => ({ level, rule: rule.rule, text }));
  });

/** Applies a rule to tasks, and puts the id of the task before each finding. */
function aboutTasks(tasks: readonly Task[], why: (task: Task) => string | false | null | undefined): readonly string[] {
  const found: string[] = [];
  for (const task of tasks) {
    const text = why(task);
    if (text) found.push(`task ${task.id}: ${text}`);
  }
  return found;
}

/** Paths in the form in which they are compared. */
export const normalized = (paths: readonly string[] | ReadonlySet<string>): ReadonlySet<string> => new Set([...paths].map(plainPath));
