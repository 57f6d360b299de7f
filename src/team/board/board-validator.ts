/**
 * `validateBoard` for a board that changes: an object that is also in the previous board, with the same surroundings, is not checked again. The
 * result is the same as if everything were checked, because objects are never changed in place.
 */
import { z } from 'zod';
import { Agent, Board, HistoryEvent, Task } from './board.ts';
import type { Around } from './rules.ts';
import { aroundOf, type BoardPlace, type Finding, findingsOf, missingSections, normalized, validateBoard } from './validate.ts';

/** The last board in which nothing was wrong with any task. */
type Sound = { readonly tasks: readonly Task[]; readonly around: Around };

/** `shaped` is the set of sections, tasks and agents known to fit their schemas, to which the validator adds. */
export function createBoardValidator(shaped = new WeakSet<object>()): (board: unknown, place: BoardPlace) => readonly Finding[] {
  let sound: Sound | undefined;
  return (board, place) => {
    const before = sound;
    sound = undefined;
    if (!isShaped(board, shaped, before?.tasks)) return validateBoard(board, place);
    const { tasks } = board;
    const changed = before ? tasks.filter((task, at) => task !== before.tasks[at]) : tasks;
    const same = before && isSameAround(before, tasks, place) ? before.around : undefined;
    const around = same ?? aroundOf(tasks, place);
    const context = { ...around, board, now: place.now ?? new Date() };
    const findings = findingsOf(context, { alone: changed, amongOthers: same ? changed : tasks });
    if (findings.length === 0) sound = { tasks, around };
    return findings;
  };
}

/** Whether a value has the shape of a board. Tasks in the same place as before need no check; everything that fits is added to `shaped`. */
function isShaped(board: unknown, shaped: WeakSet<object>, before: readonly Task[] = []): board is Board {
  if (missingSections(board).length > 0) return false;
  const fits = (schema: z.ZodType, value: unknown): boolean => {
    if (typeof value === 'object' && value !== null && shaped.has(value)) return true;
    if (!schema.safeParse(value).success) return false;
    if (typeof value === 'object' && value !== null) shaped.add(value);
    return true;
  };
  const fitsTask = (task: unknown): boolean => {
    const history = isMapping(task) && 'history' in task ? task.history : undefined;
    const isChecked = Array.isArray(history) && history.every((event) => fits(HistoryEvent, event));
    return fits(isChecked ? TaskBesideHistory : Task, task);
  };
  const { tasks, agents, ...others } = Board.shape;
  const sections = board as Readonly<Record<string, unknown>>; // no section is missing
  return (
    Array.isArray(sections.tasks) &&
    sections.tasks.every((task, at) => (task !== undefined && task === before[at]) || fitsTask(task)) &&
    isMapping(sections.agents) &&
    Object.values(sections.agents).every((agent) => fits(Agent, agent)) &&
    Object.entries(others).every(([name, schema]) => fits(schema, sections[name]))
  );
}

/** For a task whose history was checked event by event: a task that changes usually has one more event, and the others are the same objects. */
const TaskBesideHistory = Task.extend({ history: z.array(z.unknown()) });

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a rule about a task among others would get the same input as before; such rules read only `Around`. */
const isSameAround = ({ tasks: before, around }: Sound, tasks: readonly Task[], { files, dirs, env }: BoardPlace): boolean =>
  before.length === tasks.length &&
  around.areSpecsUnchecked === (env.SKIP_SPEC_FILE_CHECK === 'true') &&
  isSameSet(around.files, normalized(files)) &&
  isSameSet(around.dirs, normalized(dirs)) &&
  tasks.every((task, at) => task === before[at] || isSeenAlike(task, before[at]));

const isSeenAlike = (task: Task, before: Task | undefined): boolean =>
  task.id === before?.id && task.status === before.status && isSameList(task.depends_on ?? [], before.depends_on ?? []);

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
