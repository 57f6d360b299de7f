import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playSprint } from '../../src/app/team/demo-sprint.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { scratch } from '../support/scratch.ts';

test('a sprint of scripted agents ends with everything merged', async () => {
  const alerts: string[] = [];
  const root = join(scratch(), 'greetings');
  const { surprises, log } = await playSprint({
    root,
    data: scratch(),
    env: process.env,
    signal: AbortSignal.timeout(120_000),
    onAlert: (text) => alerts.push(text),
  });
  expect({ surprises, alerts }).toEqual({ surprises: [], alerts: [] });
  expect(replayJournal(root)).toMatchObject({ difference: undefined, applied: 0, foreign: 0 });
  expect(log).toMatch(/Say goodbye by name, or to the world \(coder-\d\)/);
}, 150_000);
