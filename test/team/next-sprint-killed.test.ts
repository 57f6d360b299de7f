/** A process that opens the next sprint, and archives the one before, is killed at each of its changes. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { actOn } from '../../src/team/acts/act-on.ts';
import { openBoardFile } from '../../src/team/board/file.ts';
import { readEntries } from '../../src/team/journal.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { restoreBoard } from '../../src/team/replay/restore.ts';
import { oneIn } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';
import { repositoryWithTeam, runTeam } from './team-repository.ts';

const child = fileURLToPath(new URL('../support/children/opens-next-sprint.ts', import.meta.url));
const next = (root: string, how: string, killedAt?: number) =>
  spawnSync(process.execPath, [child, root, how, ...(killedAt === undefined ? [] : [String(killedAt)])], { encoding: 'utf8' });

/** A board at a checkpoint, with one task that has ended and one that continues. */
async function atCheckpoint(): Promise<string> {
  const root = await repositoryWithTeam();
  for (const id of ['over', 'open']) await runTeam(root, ['task', 'add', id, 'Say hello', '--done', 'hello prints Hello!']);
  await runTeam(root, ['task', 'abandon', 'over', 'not wanted']);
  await runTeam(root, ['checkpoint', 'look at it']);
  return root;
}

/** A completed sprint: everything that was planned has ended. */
async function completed(): Promise<string> {
  const root = await repositoryWithTeam();
  await runTeam(root, ['task', 'add', 'over', 'Say hello', '--done', 'hello prints Hello!']);
  await runTeam(root, ['task', 'abandon', 'over', 'not wanted']);
  await using file = openBoardFile({ root });
  await actOn(file, 'supervisor', { act: 'end_sprint', facts: { now: new Date().toISOString(), dead: [] } });
  return root;
}

test.each([
  ['pivot', 'BLOCKED', atCheckpoint, 2],
  ['add', 'DRAFT', completed, 3],
])(
  'opening a sprint by %s, killed at any change, loses nothing: it continues, is replayed, and can be restored',
  async (how, becomes, make, every) => {
    const made = await make();
    for (let at = 1; ; at += oneIn(every)) {
      const root = scratch();
      cpSync(made, root, { recursive: true });
      const { signal, status, stderr } = next(root, how, at);
      if (signal !== 'SIGKILL') {
        expect([status, stderr]).toEqual([0, '']);
        expect(at).toBeGreaterThan(6);
        break;
      }
      await using file = openBoardFile({ root });
      expect(await file.validate()).toEqual([]);
      if ((await file.read()).sprint.id === 'sprint-1') expect(next(root, how).status).toBe(0);
      await runTeam(root, ['note', 'goes on']);
      expect(await file.read()).toMatchObject({
        sprint: { id: 'sprint-2' },
        tasks: [{ id: 'open', status: becomes }],
        goal: { status: 'IN_PROGRESS' },
      });
      const archived = parse(readFileSync(join(root, '.liza/archive/sprint-1.yaml'), 'utf8'));
      expect(archived).toMatchObject({ sprint: { id: 'sprint-1' }, tasks: [{ id: 'over', status: 'ABANDONED' }] });
      const entries = readEntries(join(root, '.liza/journal.jsonl'));
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      expect(replayJournal(root)).toMatchObject({ difference: undefined, foreign: 0 });
      expect(readdirSync(join(root, '.liza'), { recursive: true }).filter((name) => String(name).endsWith('.draft'))).toEqual([]);
      writeFileSync(join(root, '.liza/state.yaml'), 'nonsense: [');
      await restoreBoard({ root, env: {}, now: new Date() });
      expect(await file.read()).toMatchObject({
        sprint: { id: 'sprint-2' },
        tasks: [{ id: 'open' }],
        human_notes: [{ message: 'goes on' }],
      });
    }
  },
  120_000,
);
