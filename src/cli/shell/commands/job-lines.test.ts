import { expect, test } from 'vitest';
import { textOf } from '../../../view/style/line.ts';
import { leftLines } from './job-lines.ts';

test('what a task left running is told with what can be done about it, but not what is kept already', () => {
  const job = { id: 'bg-1', task_id: 't', command: 'npm run dev', since: new Date(0).toISOString(), ports: [5173, 24678], isKept: false };
  expect(leftLines([job, { ...job, isKept: true }]).map(textOf)).toEqual([
    'npm run dev runs (ports 5173, 24678, only for tasks of this shell) in the background until the next task begins; /keep keeps it, /jobs stop bg-1 ends it',
  ]);
});
