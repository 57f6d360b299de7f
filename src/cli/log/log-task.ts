/** `artoo log <task>`: one task in full, as text, JSON, journal lines or an HTML page. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { replaceFile } from '../../config/files/replace-file.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { agentOfTurn } from '../../contracts/team-turn.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { createTaskStory, type TaskStory } from '../../history/story/task-story.ts';
import { createWrites, type Writes } from '../../history/story/writes.ts';
import { readAfterwards } from '../../history/tasks/task-marks.ts';
import type { Afterwards } from '../../history/tasks/task-state.ts';
import { isHeld } from '../../journal/locked.ts';
import { type JournalLine, streamJournal } from '../../journal/stream.ts';
import type { FileDiff } from '../../tools/changes/task-diffs.ts';
import { createTaskRows } from '../../view/rows/task-rows.ts';
import type { TaskView } from '../../view/task/task-facts.ts';
import { wrap } from '../../view/wrap.ts';
import { exits, type Terminal } from '../command.ts';
import { mustBeNew, writeNew } from '../terminal/new-file.ts';
import { printJson, printJsonText } from '../terminal/print-json.ts';
import { isOwnPage } from './own-page.ts';

/** `data`: the data folder, whose receipts show whether it was undone. `verbose`: with roles and the codes of decisions. */
type Task = {
  readonly task_id: TaskId;
  readonly path: string;
  readonly data?: string;
  readonly verbose?: boolean;
  readonly onBus?: OnBus;
};

/** A task whose journal is a copy of its log: the bus, the machine that works on it, and why the log could not be read further. */
type OnBus = { readonly bus: string; readonly machine: string | undefined; readonly unread: ArtooError | undefined };

/** How a task is shown. `html`: the file that the page is written to, or true for one in the current folder that is named after the task; only an earlier page of artoo's is overwritten. */
export type How = 'text' | 'json' | 'entries' | { readonly html: string | true };

/** Shows everything up to the first damage in the journal, and then throws that error. */
export async function logTask({ task_id, path, data, onBus, verbose = false }: Task, how: How, terminal: Terminal): Promise<number> {
  const page = typeof how === 'object' ? resolve(terminal.cwd, how.html === true ? `artoo-${shortId(task_id)}.html` : how.html) : undefined;
  if (page !== undefined && !(await isOwnPage(page))) await mustBeNew(page);
  await mustBeFile(path);

  const story = createTaskStory();
  const rows = createTaskRows({ verbose });
  const writes = createWrites();
  const read = await readLines(path, terminal, (line) => {
    if (how === 'entries') return printJsonText(line.text, terminal);
    story.add(line.entry);
    if (how !== 'json') rows.add(line.entry);
    if (page !== undefined) writes.add(line.entry);
  });
  if (terminal.terminate.aborted) return exits.terminated;
  if (terminal.cancel.aborted) return exits.cancelled;

  const damage = onBus?.unread ?? read.damage;
  const state = read.isOver || read.bytes === 0 ? undefined : onBus ? stateOnBus(onBus) : await stateOf(path, read);
  let way = '';
  const after: Afterwards = data === undefined ? {} : readAfterwards(data)(task_id);
  if (how !== 'entries' && read.bytes > 0) {
    const whole = story.story();
    const isUndone = whole.changed.length > 0 && data !== undefined && (await wasUndone(data, task_id));
    const diffs = page === undefined || data === undefined ? undefined : await diffsOf(data, whole, writes.byPath, terminal.env);
    const isContinued = after.resumed_as !== undefined;
    const view = { story: whole, rows: rows.rows, leftOut: rows.leftOut, isUndone, isContinued, ...(diffs && { diffs }) };
    await show(view, { how, page, state, after, isDamaged: damage !== undefined, verbose }, terminal);
    if (how === 'text' && damage === undefined && !isUndone) way = await wayOn(whole, { task_id, path }, after);
  }
  const details = { torn: read.torn, onBus, isTurn: state !== undefined && isTeamTurn(story.story()) };
  const now = state && damage === undefined && !after.dropped ? stateText(state, task_id, details) : '';
  for (const text of [afterText(after), way, now]) {
    const lines = text === '' ? [] : ['', ...wrap(text, terminal.width ?? Number.POSITIVE_INFINITY, 0)];
    for (const line of lines) (how === 'text' ? terminal.print : terminal.note)(line);
  }
  if (damage !== undefined) throw damage;
  return exits.ok;
}

function afterText({ dropped, resumed_as }: Afterwards): string {
  if (dropped) return 'It was dropped: it will not be resumed.';
  return resumed_as === undefined ? '' : `It continues as ${shortId(resumed_as)}.`;
}

/** The command that continues a task that ended; empty if there is none, or another task continues it. */
async function wayOn(story: TaskStory, task: { readonly task_id: TaskId; readonly path: string }, after: Afterwards): Promise<string> {
  const { result } = story;
  if (!result || isTeamTurn(story) || after.dropped || after.resumed_as !== undefined) return '';
  const { continuationAfter } = await import('../../history/replay/resume-place.ts');
  const way = await continuationAfter(result, task);
  if (way?.by === 'resume') return `To continue it: artoo resume ${shortId(task.task_id)}`;
  return way ? `To continue it from the point before its model failed: artoo fork ${shortId(task.task_id)} --at ${way.at}` : '';
}

/** Refuses a pipe, on which reading would block. A missing file is left to the reader: it may have been compressed just now. */
async function mustBeFile(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isFile() === false) throw new ArtooError('journal_corrupt', `${path} is not a file`);
}

/** How far a journal has been read. */
type Read = { readonly isOver: boolean; readonly bytes: number; readonly torn: number; readonly damage: unknown };

async function readLines(path: string, terminal: Terminal, add: (line: Extract<JournalLine, { entry: object }>) => void): Promise<Read> {
  let [isOver, bytes, torn] = [false, 0, 0];
  try {
    for await (const line of streamJournal(path)) {
      if (terminal.terminate.aborted || terminal.cancel.aborted) break;
      if ('torn' in line) torn = line.torn;
      else {
        add(line);
        bytes += line.bytes;
        isOver = line.entry.kind === 'message' && line.entry.type === 'FinalResult';
      }
    }
  } catch (damage) {
    return { isOver, bytes, torn, damage };
  }
  return { isOver, bytes, torn, damage: undefined };
}

/** The state of a task that has not ended. `continued`: its journal grew while it was read. */
type State = 'running' | 'continued' | 'unfinished';

async function stateOf(path: string, { bytes, torn }: Read): Promise<State> {
  if (isHeld(path)) return 'running';
  const file = await stat(path).catch(() => undefined);
  return file && file.size <= bytes + torn ? 'unfinished' : 'continued';
}

const stateOnBus = ({ machine }: OnBus): State => (machine === undefined ? 'unfinished' : 'running');

type StateDetails = { readonly torn: number; readonly onBus: OnBus | undefined; readonly isTurn: boolean };

/** Whether it is a turn of an agent, which its team continues. */
const isTeamTurn = ({ goal, reading }: TaskStory): boolean =>
  agentOfTurn({ goal: goal?.text ?? '', slug: reading?.slug ?? '' }) !== undefined;

function stateText(state: State, task_id: TaskId, { torn, onBus, isTurn }: StateDetails): string {
  if (state === 'running') return `It is still running${onBus?.machine === undefined ? '' : ` on ${visible(onBus.machine)}`}.`;
  if (state === 'continued') return 'It has since continued: run this command again.';
  const resume = `artoo resume ${shortId(task_id)}`;
  if (onBus)
    return `It is unfinished, and no machine is working on it. \`${resume} --bus ${onBus.bus}\` continues it on the machine where it worked.`;
  const half = torn === 0 ? '' : `, in the middle of a line (${torn} bytes of it are left out)`;
  return `It is unfinished: its journal ends here${half}. \`${isTurn ? 'artoo team run' : resume}\` continues it.`;
}

/** Not in the journal: an undo is not part of the task that it undoes. */
async function wasUndone(data: string, task_id: TaskId): Promise<boolean> {
  const { openChanges } = await import('../../tools/changes/change-store.ts');
  return (await openChanges(data).undoable()).some(({ id, undone }) => id === task_id && undone);
}

/** What changed in files, without secrets. Undefined if the task changed nothing. */
async function diffsOf(
  data: string,
  { task_id, cwd, workspace, changed }: TaskStory,
  writes: Writes['byPath'],
  env: Terminal['env'],
): Promise<TaskView['diffs']> {
  if (changed.length === 0) return undefined;
  const [{ openChanges }, { createReadingGate }, { createRedactor, secretsIn }, { homeIn }] = await Promise.all([
    import('../../tools/changes/change-store.ts'),
    import('../../tools/files/reading-gate.ts'),
    import('../../journal/redact.ts'),
    import('../../config/folders.ts'),
  ]);
  const mayRead = createReadingGate({ home: homeIn(env), data }).for({ cwd, workspace });
  const found = await openChanges(data).diffs(task_id, (path) => mayRead(path).read !== 'whole', writes);
  const redact = createRedactor(secretsIn(env));
  const hidden = (text: string): string => String(redact(text)); // redacting a text returns a text
  return new Map(
    [...found].map(([path, each]): [string, FileDiff] => {
      if ('diff' in each) return [path, { diff: hidden(each.diff) }];
      return [path, 'was' in each && each.was !== undefined ? { ...each, was: hidden(each.was) } : each];
    }),
  );
}

type Showing = {
  readonly how: Exclude<How, 'entries'>;
  readonly page: string | undefined;
  readonly state: State | undefined;
  readonly after: Afterwards;
  readonly isDamaged: boolean;
  readonly verbose: boolean;
};

/** Loads only the renderer that is used. */
async function show(view: TaskView, { how, page, state, after, isDamaged, verbose }: Showing, terminal: Terminal): Promise<void> {
  const { print, width } = terminal;
  if (page !== undefined) {
    const { taskPage } = await import('../../view/task/task-page.ts');
    const text = taskPage(view, state === 'running' ? 'running' : 'unfinished');
    await ((await isOwnPage(page)) ? replaceFile(page, text, 0o600) : writeNew(page, text));
    print(page);
  } else if (how === 'json') printJson({ ...view.story, ...(view.isUndone && { undone: true }), ...after }, terminal);
  else {
    const { logLines } = await import('../../view/task/log-lines.ts');
    for (const line of logLines(view, { now: Date.now(), width, isDamaged, verbose })) print(line);
  }
}
