/** `artoo team task`: what the person does with one task. */
import { ArtooError } from '../../contracts/errors.ts';
import { suggestion } from '../../contracts/text/nearest.ts';
import { type Task, taskOf } from '../../team/board/board.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { findTeam } from '../../team/find-team.ts';
import { PlannedTask } from '../../team/letters/letter.ts';
import { taskLines } from '../../view/team/task-lines.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';
import { report, tell } from '../terminal/report.ts';
import { act, type PersonsAct } from './act.ts';
import { taskVerbs } from './task-verbs.ts';

type Verb = keyof typeof taskVerbs;
type Called = { readonly called: CalledPart; readonly id: string; readonly text: string };

export async function task(called: CalledPart): Promise<number> {
  const [verb = '', id = '', text = '', extra] = called.words;
  const perform = Object.hasOwn(verbs, verb) ? verbs[verb as Verb] : undefined; // the table has this verb
  if (!perform) throw new ArtooError('usage', `there is no artoo team task ${shown(verb)}; ${suggestion(verb, Object.keys(verbs))}`);
  if (extra !== undefined) throw new ArtooError('usage', `unexpected "${shown(extra)}": put text with spaces in quotes`);
  const [takes] = taskVerbs[verb as Verb]; // the table has this verb
  if (takes.includes('"') && text.trim() === '')
    throw new ArtooError('usage', `${verb} needs more arguments: artoo team task ${verb} ${takes}`);
  return perform({ called, id, text });
}

const verbs: { readonly [Each in Verb]: (called: Called) => Promise<number> } = {
  async add({ called, id, text }) {
    const { given } = called;
    const planned = PlannedTask.safeParse({
      id,
      description: text,
      spec_ref: given.spec ?? 'specs/vision.md',
      done_when: given.done ?? [],
      scope: given.scope ?? `IN: ${text}`,
      depends_on: given.after ?? [],
      kind: given.kind,
      priority: given.priority === undefined ? undefined : Number(given.priority),
    });
    if (!planned.success)
      throw new ArtooError(
        'usage',
        planned.error.issues.map(({ path, message }) => `${options[String(path[0])] ?? path.join('.')}: ${message}`).join('; '),
      );
    const isDraft = given.draft === true;
    return moved(called, id, { act: 'add', task: planned.data, isDraft }, isDraft ? 'is a draft' : 'has been added, and can be claimed');
  },

  async show({ called, id }) {
    const { cwd, env } = called.terminal;
    await using file = openBoardFile({ root: findTeam(cwd), env });
    const found = taskNamed((await file.read()).tasks, id);
    return tell(called, found, (columns) => taskLines(found, columns));
  },

  block: ({ called, id, text }) => {
    const questions = Array.isArray(called.given.question) ? called.given.question : ['May it continue?'];
    return moved(called, id, { act: 'move', edge: { to: 'BLOCKED', task: id, by: 'human', reason: text, questions } }, 'is blocked');
  },

  unblock: ({ called, id, text }) =>
    moved(called, id, { act: 'move', edge: { to: 'UNCLAIMED', task: id, by: 'human', whatChanged: text } }, 'can be claimed'),

  abandon: ({ called, id, text }) =>
    moved(called, id, { act: 'move', edge: { to: 'ABANDONED', task: id, by: 'human', reason: text } }, 'is abandoned'),

  async release({ called, id }) {
    const role = String(called.given.role ?? 'both');
    if (!releasable.includes(role)) throw new ArtooError('usage', `--role must be ${releasable.join(', ')}`);
    const force = called.given.force === true;
    const status = await statusOf(called, id);
    if (status === 'READY_FOR_REVIEW' && role !== 'coder')
      return moved(called, id, { act: 'release_review', task: id, force }, 'is ready for review');
    if (status === 'CLAIMED' && role !== 'reviewer')
      return moved(called, id, { act: 'move', edge: { to: 'UNCLAIMED', task: id, by: 'human', force } }, 'can be claimed');
    const holder = role === 'both' ? 'No one' : `No ${role}`;
    throw new ArtooError('board_refused', `${holder.toLowerCase()} holds ${id}: it is ${status}`);
  },
};

const releasable: readonly string[] = ['reviewer', 'coder', 'both'];

/** The option that sets a field. */
const options: Readonly<Record<string, string>> = {
  description: 'what should be done, in quotes',
  done_when: '--done',
  scope: '--scope',
  spec_ref: '--spec',
  depends_on: '--after',
  kind: '--kind',
  priority: '--priority',
};

async function moved(called: CalledPart, id: string, made: PersonsAct, says: string): Promise<number> {
  const { board } = await act(called, made);
  return report(called, taskNamed(board.tasks, id), () => [`${id} ${says}.`]);
}

async function statusOf({ terminal: { cwd, env } }: CalledPart, id: string): Promise<Task['status']> {
  await using file = openBoardFile({ root: findTeam(cwd), env });
  return taskNamed((await file.read()).tasks, id).status;
}

function taskNamed(tasks: readonly Task[], id: string): Task {
  const found = taskOf({ tasks: [...tasks] }, id);
  if (found) return found;
  const ids = tasks.map((each) => each.id);
  throw new ArtooError(
    'board_refused',
    `there is no task ${shown(id)}; ${ids.length === 0 ? 'nothing is planned yet' : suggestion(id, ids)}`,
  );
}
