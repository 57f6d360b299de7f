import { expect, test } from 'vitest';
import { type WorkerEventTold, workerEventLine } from './worker-lines.ts';

const run = { command: 'make \u001b[31mall', task_id: 't-1' };

test.each<[string, WorkerEventTold, RegExp]>([
  ['begins', { what: 'began', run, running: 2 }, /^ {2}runs {3}make .*all {3}\(task t-1; 2 running\)$/],
  ['ends', { what: 'ended', run, running: 1, ms: 1_200, result: { ok: true, exit_code: 2 } }, /exit code 2, 1\.2 s/],
  ['is stopped', { what: 'ended', run, running: 1, ms: 10, result: { ok: true, exit_code: null } }, /\(stopped, /],
  ['fails', { what: 'ended', run, running: 1, ms: 10, result: { ok: false, detail: 'no \u001b[2Jroom' } }, /\(no .*room, /],
  [
    'cannot be answered',
    { what: 'unanswered', run, running: 0, detail: 'the bus is full' },
    /its result could not be sent: the bus is full/,
  ],
])('a command that %s is one line, without control characters', (_, event, line) => {
  expect(workerEventLine(event)).toMatch(line);
  expect(workerEventLine(event)).not.toMatch(/\p{Cc}/u);
});
