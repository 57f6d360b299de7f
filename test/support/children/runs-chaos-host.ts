/**
 * A host in the chaos test: begins the task, or continues it whenever no other host has it, until it has ended. Reports each entry to its parent, and how
 * the task ended.
 * `<server> <data folder> <folder of the task> <address of the bells> [begins] [usual]`; with `usual`, a silent host counts as dead only after the
 * default time.
 */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { withLogCopies } from '../../../src/app/bus/log-copies.ts';
import { openArtoo } from '../../../src/app/open-artoo.ts';
import type { RunningTask } from '../../../src/app/tasks.ts';
import { ArtooError, type ErrorCode } from '../../../src/contracts/errors.ts';
import { createInProcessObservers } from '../../../src/engine/in-process-observers.ts';
import type { Entry } from '../../../src/journal/entry.ts';
import { journalPath } from '../../../src/journal/files.ts';
import { busAddress } from '../../../src/laws/network/bus-address.ts';
import { chaosGoal, chaosModel, chaosTask, ringTool, whatBecameOf } from '../../cluster/chaos/task.ts';
import { settingsFor } from '../settings.ts';

const [url = '', data = '', cwd = '', bells = '', begins = '', pace = ''] = process.argv.slice(2);
const leaving = new AbortController();
const tell = (told: object) => void process.send?.(told);

const observers = createInProcessObservers<Entry>();
const publish: typeof observers.publish = (task, entry) => {
  tell({ seq: entry.seq });
  observers.publish(task, entry);
};
const site = {
  settings: { ...settingsFor({ data, workspace: cwd }), bus: busAddress(url) },
  model: chaosModel(),
  secrets: () => [],
};
const artoo = openArtoo({
  ...{
    data,
    env: process.env,
    answers: { confirm: () => true, interrupted: ({ action }) => whatBecameOf(action, { cwd, bells }) },
    tools: (own) => [...own, ringTool(bells)],
  },
  siteOf: () => site,
  observers: { ...observers, publish },
  ...(pace !== 'usual' && { pace: { beatMs: 200, deadMs: 1_000 } }),
  onNotice: (notice) => tell({ notice }),
});

/** Why a host does not have the task now, and may have it later. */
const later: ReadonlySet<ErrorCode> = new Set(['task_taken', 'task_half_applied', 'journal_locked', 'bus_unreachable']);

async function attempt(): Promise<RunningTask | undefined> {
  if (existsSync(journalPath(data, chaosTask))) return artoo.resume(chaosTask);
  if (begins !== '') return artoo.run(chaosGoal, { cwd, task_id: chaosTask });
  const { signal } = leaving;
  const copy = await withLogCopies({ data, address: busAddress(url), signal }, async ({ tasks, complete }) =>
    tasks.length === 0 ? undefined : complete(chaosTask),
  );
  if (copy?.unread) throw copy.unread;
  if (copy?.isOver) throw new ArtooError('task_over', 'another host has ended it');
  return copy && artoo.resume(chaosTask, { copy: copy.path });
}

async function untilEnded(): Promise<object> {
  for (;;) {
    try {
      const result = await (await attempt())?.result;
      if (result) return { ended: result };
    } catch (error) {
      if (!(error instanceof ArtooError)) return { failed: String(error) };
      if (error.code === 'task_over') return { ended: null };
      if (!later.has(error.code)) return { failed: `${error.code}: ${error.message}` };
      tell({ waits: error.code });
    }
    await delay(100);
  }
}

process.once('message', async () => {
  leaving.abort();
  await artoo.close();
  process.disconnect();
});
process.once('disconnect', () => process.exit());
tell(await untilEnded());
