/**
 * Host + journal + delivery in messages per second, against the bare JSON.stringify rate of the same messages. No effects, so it is the cost of the
 * log itself.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../src/config/settings.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { createHost } from '../src/engine/host.ts';
import type { Entry } from '../src/journal/entry.ts';
import { createJournal, journalPath } from '../src/journal/files.ts';
import { readJournal } from '../src/journal/reader.ts';
import type { RoleFactory } from '../src/roles/role.ts';
import { compare, seconds } from './measure.ts';
import { pipeline } from './pipeline.ts';
import { report } from './report.ts';

const noWorld = async () => Promise.reject(new Error('this benchmark has no effects'));
const world = { repeatable: () => true, perform: noWorld, recover: noWorld };

async function measure(name: string, roles: readonly RoleFactory[]): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
  const host = createHost({
    roles,
    world,
    openJournal: (id) => createJournal(data, id),
    version: 'bench',
    settings: defaultSettings({ data, workspace: data }).task,
    limits: { derived: Number.POSITIVE_INFINITY },
  });
  const run = async (task_id: TaskId) => {
    const took = await seconds(() => host.start({ text: 'bench', session: [], cwd: '/' }, task_id).result);
    return { took, journal: journalPath(data, task_id) };
  };
  const { entries } = await readJournal((await run('first' as TaskId)).journal);
  let at = 0;
  const { subject, ratio } = await compare(5, async () => {
    at += 1;
    const { took, journal } = await run(`round-${at}` as TaskId);
    rmSync(journal);
    return { subject: entries.length / took, baseline: await stringifyRate(entries) };
  });
  rmSync(data, { recursive: true });
  report({
    name: `host + journal + delivery, ${name}`,
    figure: subject,
    unit: 'messages a second',
    ratio,
    against: 'the bare `JSON.stringify` rate of the same messages',
    aim: '0.5×',
  });
}

async function stringifyRate(entries: readonly Entry[]): Promise<number> {
  let characters = 0;
  const took = await seconds(() => {
    for (const entry of entries) characters += JSON.stringify(entry).length;
  });
  if (characters === 0) throw new Error('nothing was measured');
  return entries.length / took;
}

await measure('8 sub-tasks side by side', pipeline(8, 2_000));
await measure('1 sub-task at a time', pipeline(1, 12_000));
