import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBoardCommands } from '../../src/app/team/board-commands.ts';
import { createBuiltInRunner } from '../../src/app/team/built-in-runner.ts';
import { demoGoal, demoSite, makeDemoRepository } from '../../src/app/team/demo-sprint.ts';
import { openBoardFile } from '../../src/team/board/file.ts';
import { newText } from '../../src/team/board/text/read-text.ts';
import { makeIntegrationBranch } from '../../src/team/git/integrate.ts';
import { supervise } from '../../src/team/supervisor/loop.ts';
import { openPast } from '../../src/team/supervisor/past.ts';
import { thisHost } from '../../src/team/supervisor/surroundings.ts';
import { scratch } from '../support/scratch.ts';
import { aBoard } from './boards.ts';

test('a sprint of scripted agents ends with everything merged', async () => {
  const root = join(scratch(), 'greetings');
  const data = scratch();
  mkdirSync(root);
  await makeDemoRepository(root);
  await makeIntegrationBranch(root, 'integration');
  mkdirSync(join(root, '.liza'));
  writeFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  const board = aBoard([], {});
  writeFileSync(
    join(root, '.liza/state.yaml'),
    newText({
      ...board,
      goal: { ...board.goal, description: demoGoal },
      config: { artoo: { test_command: 'node --test', plan_review: false } },
    }),
  );
  const site = await demoSite(data, root);
  await using file = openBoardFile({ root });
  const alerts: string[] = [];
  const commands = openBoardCommands({ root, settings: site.settings, env: process.env });
  const end = await supervise(
    {
      root,
      file,
      past: openPast(root),
      runner: createBuiltInRunner({ root, site, env: process.env, onNotice: (text) => alerts.push(text) }),
      ...commands,
      now: () => new Date(),
      env: {},
      host: thisHost(),
      looked: new Map(),
      alert: (text) => alerts.push(text),
    },
    { agents: ['planner', 'coder', 'coder', 'code_reviewer'], signal: AbortSignal.timeout(60_000), maxWaitMs: 3_000 },
  );
  commands.end();
  const { tasks } = await file.read();
  expect(tasks.map(({ id, status }) => [id, status])).toEqual([
    ['greet', 'MERGED'],
    ['farewell', 'SUPERSEDED'],
    ['farewell-named', 'MERGED'],
  ]);
  expect({ end, alerts }).toEqual({ end: 'done', alerts: [] });
}, 90_000);
