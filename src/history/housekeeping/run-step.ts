/** Runs one step of a plan. First checks again that nothing to be removed has changed since the plan was made. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTaskId } from '../../contracts/ids.ts';
import { compressJournal } from '../../journal/compress.ts';
import { journalPath } from '../../journal/files.ts';
import type { LeftAlone } from '../../journal/hold-ended.ts';
import { removeDropped, removeJournal, removePart } from '../../journal/remove.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { foldersIn, namesIn } from '../../tools/changes/disk/folders.ts';
import { startedCallsFolder } from '../../tools/running/started-calls.ts';
import { claimedBy, markBegun, removeTaskMarks } from '../tasks/task-marks.ts';
import { journalOf } from './find-stored.ts';
import type { Step } from './plan-housekeeping.ts';

export type StepContext = { readonly data: string; readonly changes: Pick<ChangeStore, 'forget'>; readonly signal: AbortSignal };

/** How many bytes were freed, or why the task or file was left alone. */
export type StepResult = { readonly freed: number } | LeftAlone;

/** Throws `journal_unwritable`, a system error or the reason of the signal; in that case, nothing was removed. */
export function runStep(step: Step, context: StepContext): Promise<StepResult> {
  return steps[step.does](step, context);
}

/** Whether a file is unchanged since the plan was made. The time of a compressed journal is in whole seconds, rounded up. */
const isAsOld =
  ({ when }: Step) =>
  (time: number): boolean =>
    time <= when;

const steps = {
  sweep: (step, { data }) => removePart(join(data, 'tasks', step.id), isAsOld(step)),
  async compress({ id }, { data, signal }) {
    const compressed = await compressJournal(journalPath(data, parseTaskId(id)), signal);
    return 'left' in compressed ? compressed : { freed: compressed.freed };
  },
  async forget(step, { data, changes, signal }) {
    const journal = await journalOf(data, parseTaskId(step.id));
    if (journal && journal.state !== 'ended' && journal.state !== 'dropped')
      return { left: 'unfinished', detail: `${step.id} is ${journal.state}` };
    if (journal && !isAsOld(step)(journal.ended)) return { left: 'younger', detail: `${step.id} ended more recently than the list showed` };
    const stays = await forgetting(step, { data, changes, signal });
    if (stays) return stays;
    if (!journal) await removeMarks(step, data); // as long as there is a journal, a fork may need the marks
    return { freed: step.undo };
  },
  async remove(step, { data, changes, signal }) {
    const first = async () => {
      const stays = await forgetting(step, { data, changes, signal });
      if (!stays) await removeMarks(step, data);
      return stays;
    };
    const [path, removing] = [journalPath(data, parseTaskId(step.id)), { isDue: isAsOld(step), first, signal }];
    const journal = await journalOf(data, parseTaskId(step.id));
    const removed = await (journal?.state === 'dropped' ? removeDropped(path, journal.ended, removing) : removeJournal(path, removing));
    return 'left' in removed ? removed : { freed: removed.freed + step.undo };
  },
} as const satisfies Record<Step['does'], (step: Step, context: StepContext) => Promise<StepResult>>;

async function forgetting({ id, undoes }: Step, { data, changes, signal }: StepContext): Promise<LeftAlone | undefined> {
  const still = undoes.find((undone) => namesIn(join(foldersIn(data).undo, undone)).length > 0);
  if (still !== undefined) return { left: 'needed', detail: `${still} cannot be undone without it` };
  if ((await changes.forget(id, signal)) !== 'half applied') return undefined;
  return {
    left: 'half applied',
    detail: 'an earlier run stopped while it was changing files; `artoo undo --list` completes or undoes its changes',
  };
}

/** Removes the marks of calls that will not be resumed, and the marks of the task itself. The task that this one continues stays claimed. */
async function removeMarks({ id }: Step, data: string): Promise<void> {
  for (const task of claimedBy(data, parseTaskId(id))) await markBegun(data, task);
  await rm(startedCallsFolder(data, id), { recursive: true, force: true });
  removeTaskMarks(data, parseTaskId(id));
}
