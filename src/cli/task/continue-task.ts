/** Goes on with a task that is there already, itself or a fork of it: where it was, with what it was started with, and the models of today. */
import { stat } from 'node:fs/promises';
import type { Artoo, RunningTask } from '../../app/open-artoo.ts';
import type { Flags } from '../../config/config-layers.ts';
import { homeIn } from '../../config/folders.ts';
import { type Settled, settle } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/visible.ts';
import { readCassette } from '../../effects/cassette.ts';
import { createRecorder } from '../../effects/record.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import type { TaskSettings } from '../../journal/entry.ts';
import { streamJournal } from '../../journal/stream.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import type { Terminal } from '../command.ts';
import { textOf } from '../flags/from-here.ts';
import { findTty } from '../terminal/tty.ts';
import { recoverFirst } from './recover.ts';
import { howToShow, runTask } from './run-task.ts';

export type GoingOn = {
  readonly task: TaskFile;
  readonly data: string;
  readonly flags: Flags;
  /** Starts it. */
  readonly begin: (artoo: Artoo, settled: Settled) => RunningTask | Promise<RunningTask>;
  /** Whether its plans are to be shown, whatever it was started with. */
  readonly review?: boolean;
};

/** The exit code. */
export async function continueTask({ task, data, flags, begin, review }: GoingOn, terminal: Terminal): Promise<number> {
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const { cwd, workspace, review: wasReviewed } = await settingsOf(task);
  await stillThere(task, { cwd, workspace });
  const replay = textOf(flags, 'replay');
  const home = homeIn(terminal.env);
  const today = await settle({ flags: { ...flags, data }, env: terminal.env, cwd, home, wantsModel: replay === undefined, signal });
  const settled = { ...today, data, task: { ...today.task, workspace } };
  const cassette = replay === undefined ? undefined : await readCassette(replay);
  using tty = findTty(terminal, false);
  if ((review ?? wasReviewed) && !tty)
    throw new ArtooError(
      'person_needed',
      `the plans of ${task.task_id} need a person at a terminal to approve them, and there is none here`,
    );
  await recoverFirst(openChanges(data), terminal, signal);
  const record = textOf(flags, 'record');
  using recorder = record === undefined ? undefined : createRecorder(record); // last of all: what is wrong before leaves no empty file
  signal.throwIfAborted();
  for (const note of settled.notes) terminal.note(`artoo: ${note}`);
  const answers = cassette && { cassette, file: replay ?? '', isWhole: false };
  const errand = { begin: (artoo: Artoo) => begin(artoo, settled), cwd, how: howToShow(flags, settled), settled, answers, recorder, tty };
  return await runTask(errand, terminal); // or what it uses would be let go of before it ends
}

/** From the first line alone, also of a compressed journal. */
async function settingsOf({ path }: TaskFile): Promise<TaskSettings> {
  for await (const line of streamJournal(path)) if ('entry' in line && line.entry.kind === 'open') return line.entry.settings;
  throw new ArtooError('journal_empty', `${path} holds no entry`);
}

/** What it did so far counts on its folders: without them it would go on from what is no longer true. A workspace that it never used need not be there. */
async function stillThere({ task_id, path }: TaskFile, { cwd, workspace }: Pick<TaskSettings, 'cwd' | 'workspace'>): Promise<void> {
  if (!(await isFolder(cwd)))
    throw new ArtooError('folder_gone', `${visible(cwd)}, where ${task_id} works, no longer exists; restore it, then try again`);
  if (!(await isFolder(workspace)) && (await isMentioned(`${workspace}/`, path)))
    throw new ArtooError(
      'folder_gone',
      `the workspace ${visible(workspace)} of ${task_id} no longer exists; restore it, or create an empty one to continue without its contents`,
    );
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Whether the journal says anything about what lies there, as far as it can be read: damage is for whoever runs it to find. */
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
