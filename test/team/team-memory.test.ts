import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTeam } from '../../src/app/team/open-team.ts';
import { openTeamMemory } from '../../src/app/team/open-team-memory.ts';
import { memory } from '../../src/cli/memory/memory.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import type { HistoryEvent, Task } from '../../src/team/board/board.ts';
import { runHere } from '../support/in-process.ts';
import { scratch } from '../support/scratch.ts';
import { silentModel } from '../support/silent-model.ts';
import { aBoard, aTask } from './boards.ts';
import { repositoryWithTeam } from './team-repository.ts';

const time = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString();
const by = (agent: string, event: string, more: object = {}): HistoryEvent => ({ time: time(5), event, agent, ...more });
const rejectedFor = (file: string): readonly HistoryEvent[] => [
  by('coder-1', 'claimed'),
  by('code-reviewer-1', 'rejected', { reason: `Blockers: 1\n- [blocker] ${file}:2 — greet() fails\n  Suggestion: use World` }),
  by('supervisor', 'steered', { directive: 'change_approach', next: 'another_coder', reason: 'it got worse' }),
];
const failed = (id: string, file: string): Task => aTask({ id, history: [...rejectedFor(file)] });

test('lessons of a board come back with the files of a task, once, at most ten lines, in sentences', async () => {
  const [root, data] = [await repositoryWithTeam(), scratch()];
  const turn = {
    kind: 'intent',
    what: 'turn',
    seq: 2,
    at: time(6),
    id: 'r1',
    run: 'r1',
    by: 'coder-1',
    task: 't1',
    fencing: 1,
    runner: 'built-in',
  };
  appendFileSync(join(root, '.liza/journal.jsonl'), `${JSON.stringify(turn)}\n`);
  const notices: string[] = [];
  const open = (at: string) => openTeamMemory({ root: at, data, onNotice: (text) => notices.push(text) });
  const board = aBoard([failed('t1', 'src/greet.js')], {});
  for (const _ of ['one process', 'another']) {
    await using learning = open(root);
    learning.learn(board);
    learning.learn(board);
  }
  const about = aTask({ id: 'next', description: 'Mend src/greet.js' });
  const line = 'found in review: src/greet.js (from 1 task): greet() fails (src/greet.js:2 in t1). What helps: use World';
  {
    await using recalling = open(root);
    expect(await recalling.recall(board, [about])).toEqual([line]);
    expect(await recalling.recall(board, [aTask({ id: 'else', description: 'Mend src/other.js' })])).toEqual([]);
    expect(await recalling.avoided(['claude', 'built-in'])).toEqual(['built-in']);
    expect(notices).toEqual([]);
    await using elsewhere = open(await repositoryWithTeam());
    expect(await elsewhere.recall(board, [about])).toEqual([line]); // a copy of the same first commit is the same repository
    const many = Array.from({ length: 30 }, (_, at) => failed(`m${at}`, `src/f${at}.js`));
    recalling.learn(aBoard(many, {}));
  }
  await using full = open(root);
  const named = aTask({ description: Array.from({ length: 30 }, (_, at) => `src/f${at}.js`).join(' ') });
  expect(await full.recall(board, [named])).toHaveLength(10);
  const { out } = await runHere(memory, ['--data', data], { cwd: root, env: {} });
  expect(out).toMatch(/Teams in commit:[0-9a-f]{8}/);
  expect(out).toMatch(/Reviews found something in `src\/f\d+\.js`, 5 min ago\.\s+greet\(\) fails/);
});

test.each([true, false])('with memory %s in the settings', async (isOn) => {
  const [root, data] = [await repositoryWithTeam(), scratch()];
  const settings = defaultSettings({ data, workspace: root });
  const site = { settings: { ...settings, task: { ...settings.task, memory: isOn } }, model: silentModel, secrets: () => [] };
  await using open = openTeam({ root, site, env: {}, onAlert: () => {} });
  expect(open.team.memory !== undefined).toBe(isOn);
});
