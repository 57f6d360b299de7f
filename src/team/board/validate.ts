/** Whether a board makes sense: the rules of Liza's own validator, and ours beyond them. An error stops all agents until the board is mended; a warning does not. Pure. */
import type { z } from 'zod';
import { Agent, Board, Task } from './board.ts';
import { hasSameLinks, inCircles } from './depends.ts';
import { plainPath, type RuleContext, rules } from './rules.ts';

export type Finding = { readonly level: 'error' | 'warning'; readonly rule: string; readonly text: string };

/** What a board is held against. Paths are relative to the repository. */
export type BoardPlace = {
  readonly files: readonly string[] | ReadonlySet<string>;
  readonly dirs: readonly string[] | ReadonlySet<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now?: Date;
};

/** Everything that is wrong with a board; it is valid where none of that is an error. */
export function validateBoard(board: unknown, place: BoardPlace): readonly Finding[] {
  const missing = missingSections(board);
  if (missing.length > 0) return missing;
  const read = Board.safeParse(board);
  if (!read.success) return read.error.issues.map((issue) => misshapen(issue, board));
  return findingsOf(contextOf(read.data, place), read.data.tasks);
}

/** `validateBoard` for a board that changes: what is the same object as in a board before is not looked at again, as far as it is judged by itself. Objects are never changed in place. */
export function createBoardValidator(): (board: unknown, place: BoardPlace) => readonly Finding[] {
  const shaped = new WeakSet();
  const sound = new WeakSet<Task>();
  let linked: { readonly tasks: readonly Task[]; readonly circles: ReadonlySet<string> } | undefined;
  return (board, place) => {
    if (!isShaped(board, shaped)) return validateBoard(board, place);
    const unknown = board.tasks.filter((task) => !sound.has(task));
    for (const task of unknown) if (isSound(task)) sound.add(task);
    const { tasks } = board;
    const known = linked && hasSameLinks(linked.tasks, tasks) ? linked.circles : undefined;
    const context = contextOf(board, place, known);
    linked = { tasks, circles: context.circles };
    return findingsOf(context, unknown);
  };
}

/** Whether nothing in it is an error. */
export const isValid = (findings: readonly Finding[]): boolean => findings.every(({ level }) => level !== 'error');

const required = ['version', 'goal', 'tasks', 'agents', 'config', 'sprint'] as const;

function missingSections(board: unknown): readonly Finding[] {
  if (typeof board !== 'object' || board === null || Array.isArray(board))
    return [{ level: 'error', rule: 'required', text: 'the board is not a mapping of sections' }];
  return required
    .filter((section) => !(section in board) || board[section as keyof typeof board] === null)
    .map((section) => ({ level: 'error', rule: 'required', text: `the section ${section} is missing` }));
}

/** Fields whose values are known have a rule of their own. */
const rulesOfFields: readonly (readonly [RegExp, string])[] = [
  [/^tasks\.\d+\.status$/, 'state'],
  [/^tasks\.\d+\.fencing$/, 'fencing'],
  [/^tasks\.\d+\.blocked_questions/, 'blocked'],
  [/^goal\.status$/, 'goal'],
  [/^sprint\.status$/, 'sprint'],
  [/^anomalies\.\d+\.type$/, 'anomaly_type'],
  [/^discovered\.\d+\.urgency$/, 'discovered'],
];

function misshapen({ path, message }: z.core.$ZodIssue, board: unknown): Finding {
  const field = path.join('.');
  const [, rule = 'shape'] = rulesOfFields.find(([pattern]) => pattern.test(field)) ?? [];
  const [section, at] = path;
  const id = section === 'tasks' && typeof at === 'number' ? valueAt(board, ['tasks', at, 'id']) : undefined;
  const name = typeof id === 'string' ? `task ${id}: ${path.slice(2).join('.')}` : field;
  return { level: 'error', rule, text: `${name} is ${JSON.stringify(valueAt(board, path)) ?? 'missing'}: ${message}` };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value);

/** Whether it has the shape of a board. What has been found in `shaped` has; what has is put there. */
function isShaped(board: unknown, shaped: WeakSet<object>): board is Board {
  if (missingSections(board).length > 0) return false;
  const fits = (schema: z.ZodType, value: unknown): boolean => {
    if (typeof value === 'object' && value !== null && shaped.has(value)) return true;
    if (!schema.safeParse(value).success) return false;
    if (typeof value === 'object' && value !== null) shaped.add(value);
    return true;
  };
  const { tasks, agents, ...others } = Board.shape;
  const sections = board as Readonly<Record<string, unknown>>; // nothing is missing in it
  return (
    Array.isArray(sections.tasks) &&
    sections.tasks.every((task) => fits(Task, task)) &&
    isMapping(sections.agents) &&
    Object.values(sections.agents).every((agent) => fits(Agent, agent)) &&
    Object.entries(others).every(([name, schema]) => fits(schema, sections[name]))
  );
}

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether nothing speaks against a task that is looked at alone. */
const isSound = (task: Task): boolean => !rules.some((rule) => rule.about === 'task' && rule.why(task));

/** `circles` are looked for where they are not known. */
function contextOf(board: Board, { files, dirs, env, now = new Date() }: BoardPlace, circles?: ReadonlySet<string>): RuleContext {
  const byId = new Map(board.tasks.map((task) => [task.id, task]));
  return { board, files: normalized(files), dirs: normalized(dirs), env, now, byId, circles: circles ?? inCircles(byId) };
}

/** What the rules say. `unknown` are the tasks that may have something wrong by themselves. */
function findingsOf(context: RuleContext, unknown: readonly Task[]): readonly Finding[] {
  return rules.flatMap((rule) => {
    const { level = 'error' } = rule;
    const found =
      rule.about === 'board'
        ? [...rule.found(context)]
        : aboutTasks(rule.about === 'task' ? unknown : context.board.tasks, (task) => rule.why(task, context));
    return found.map((text) => ({ level, rule: rule.rule, text }));
  });
}

/** The id of a task is put before what was found. */
function aboutTasks(tasks: readonly Task[], why: (task: Task) => string | false | null | undefined): readonly string[] {
  const found: string[] = [];
  for (const task of tasks) {
    const text = why(task);
    if (text) found.push(`task ${task.id}: ${text}`);
  }
  return found;
}

const normalized = (paths: readonly string[] | ReadonlySet<string>): ReadonlySet<string> => new Set([...paths].map(plainPath));
