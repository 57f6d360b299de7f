/** Continues a task, or a fork of it: in its folder and with its settings, with the models that are configured at the moment. */
import type { Artoo, RunningTask } from '../../app/tasks.ts';
import type { Flags } from '../../config/config-layers.ts';
import { homeIn } from '../../config/folders.ts';
import type { RoleEndpoints } from '../../config/models/role-endpoints.ts';
import { defaultCaps } from '../../config/settings.ts';
import { type Settled, settle } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { readCassette } from '../../effects/cassette.ts';
import { createRecorder } from '../../effects/record.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import type { Entry, TaskSettings } from '../../journal/entry.ts';
import { streamJournal } from '../../journal/stream.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import type { Terminal } from '../command.ts';
import { isFolder } from '../flags/existing-folder.ts';
import { textOf } from '../flags/from-here.ts';
import { findTty } from '../terminal/tty.ts';
import { recoverFirst } from '../undo/recover.ts';
import { howToShow, quietly, runTask } from './run-task.ts';

export type ContinueOptions = {
  readonly task: TaskFile;
  readonly data: string;
  readonly flags: Flags;
  readonly begin: (artoo: Artoo, settled: Settled) => RunningTask | Promise<RunningTask>;
  /** For a fork, and for an ended task that is resumed: the first entry that the new task does not share. */
  readonly at?: number;
  /** For a fork: another folder to work in. */
  readonly cwd?: string | undefined;
  /** Whether the person reviews its plans; by default, as when it was started. */
  readonly review?: boolean;
};

/** Returns the exit code. */
export async function continueTask(
  { task, data, flags, begin, at, cwd: moved, review }: ContinueOptions,
  terminal: Terminal,
): Promise<number> {
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  using tty = findTty(terminal, false);
  using quiet = quietly(tty, terminal, flags);
  const was = await settingsOf(task);
  const { review: wasReviewed } = was;
  const cwd = moved ?? was.cwd;
  if (moved === undefined) await mustStillExist(task, was);
  const replay = textOf(flags, 'replay');
  const home = homeIn(terminal.env);
  const current = await settle({ flags: { ...flags, data }, env: terminal.env, cwd, home, wantsModel: replay === undefined, signal });
  const workspace = moved === undefined ? was.workspace : current.task.workspace;
  const settled = { ...current, data, task: { ...current.task, workspace } };
  if (current.endpoints && flags['max-cost'] === undefined) await mustHold(was.caps, current.endpoints);
  const cassette = replay === undefined ? undefined : await readCassette(replay);
  if ((review ?? wasReviewed) && !tty)
    throw new ArtooError(
      'person_needed',
      `the plans of ${task.task_id} need a person at a terminal to approve them, and there is no terminal here`,
    );
  await recoverFirst(openChanges(data), terminal, signal);
  const record = textOf(flags, 'record');
  using recorder = record === undefined ? undefined : createRecorder(record); // last: an earlier error leaves no empty file
  signal.throwIfAborted();
  for (const note of settled.notes) terminal.note(`artoo: ${note}`);
  const answers = cassette && { cassette, file: replay ?? '', isWhole: false };
  const past = entriesBefore(task, at);
  const run = {
    begin: (artoo: Artoo) => begin(artoo, settled),
    past,
    cwd,
    how: howToShow(flags, settled),
    settled,
    answers,
    recorder,
    tty,
    quiet,
  };
  return await runTask(run, terminal); // awaited: terminal and recorder are disposed afterwards
}

/** A cap on money that the person gave the task must hold with the present models, too. Throws `price_unknown` if it cannot. */
async function mustHold({ usd }: TaskSettings['caps'], endpoints: RoleEndpoints): Promise<void> {
  if (usd === null || usd === defaultCaps.usd) return;
  const { unpricedIn } = await import('../../config/models/unpriced.ts'); // loads the table of prices
  const unknown = await unpricedIn(endpoints);
  if (unknown.length === 0) return;
  const why = `no price is known for ${unknown.join(', ')}, so the task's cap of $${usd} cannot be kept`;
  throw new ArtooError('price_unknown', `${why} (artoo fork can give it another one)`);
}

/** What a task has done before it is continued or forked: up to that entry, up to a cancel, or everything so far. */
async function* entriesBefore({ path }: TaskFile, at = Number.POSITIVE_INFINITY): AsyncGenerator<Entry> {
  for await (const line of streamJournal(path)) {
    if (!('entry' in line) || line.entry.seq >= at || isCancel(line.entry)) return;
    yield line.entry;
  }
}

const isCancel = (entry: Entry): boolean => entry.kind === 'message' && entry.type === 'Cancel';

/** Reads only the first line, even of a compressed journal. */
async function settingsOf({ path }: TaskFile): Promise<TaskSettings> {
  for await (const line of streamJournal(path)) if ('entry' in line && line.entry.kind === 'open') return line.entry.settings;
  throw new ArtooError('journal_empty', `${path} has no entries`);
}

/** What a task has done so far relies on its folders. A workspace that it never used need not exist. Throws `folder_gone`. */
async function mustStillExist({ task_id, path }: TaskFile, { cwd, workspace }: Pick<TaskSettings, 'cwd' | 'workspace'>): Promise<void> {
  if (!(await isFolder(cwd)))
    throw new ArtooError('folder_gone', `${visible(cwd)}, where ${task_id} worked, no longer exists; restore it, then try again`);
  if (!(await isFolder(workspace)) && (await isMentioned(`${workspace}/`, path)))
    throw new ArtooError(
      'folder_gone',
      `the workspace ${visible(workspace)} of ${task_id} no longer exists; restore it, or create an empty one to continue without its contents`,
    );
}

/** Whether the readable part of a journal mentions the path; damage is reported when the task is run. */
async function isMentioned(place: string, path: string): Promise<boolean> {
  const text = JSON.stringify(place).slice(1, -1);
  try {
    for await (const line of streamJournal(path)) if ('text' in line && line.text.includes(text)) return true;
    return false;
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'journal_corrupt') return false;
    throw error;
  }
}
