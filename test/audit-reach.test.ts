/** No tool can read or write the auditor's record; and what a replay of a task differs in is told. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differenceIn } from '../src/app/audit/replay-difference.ts';
import { auditedPlace, rewriteJournal } from './support/audited-place.ts';
import { saying } from './support/scripted.ts';
import { newMachine } from './support/under-law.ts';

const record = '.artoo/audit/000000000000.jsonl';
const secret = 'what the auditor knows';

test.each<[string, string, (path: string) => object]>([
  ['read_file', 'read_file', (path) => ({ path })],
  ['grep', 'grep', (path) => ({ pattern: 'auditor', path: join(path, '..') })],
  ['glob', 'glob', (path) => ({ pattern: '*.jsonl', path: join(path, '..') })],
  ['write_file', 'write_file', (path) => ({ path, content: 'nothing to see' })],
  ['edit_file', 'edit_file', (path) => ({ path, old: 'auditor', new: 'nobody' })],
  ['cat', 'shell', (path) => ({ command: `cat ${path}` })],
  ['echo >>', 'shell', (path) => ({ command: `echo '{}' >> ${path}` })],
  ['rm', 'shell', (path) => ({ command: `rm -rf ${join(path, '..')}` })],
  ['find', 'shell', (path) => ({ command: `find ${join(path, '../..')} -name '*.jsonl' -exec cat {} +` })],
])('%s does not reach the record', async (_, tool, input) => {
  const machine = newMachine('this user', { files: { [record]: `${secret}\n` } });
  const path = join(machine.home, record);
  const { result } = await machine.call(tool, input(path));
  expect(JSON.stringify(result)).not.toContain(secret);
  if (tool === 'glob' || tool === 'grep') expect(JSON.stringify(result)).not.toContain('000000000000.jsonl'); // others are given its name
  expect(readFileSync(path, 'utf8')).toBe(`${secret}\n`);
});

/** An auditor of many tasks that ended, some of which it replays: here, each differs. */
async function replayedTask() {
  const place = auditedPlace();
  const { path } = await place.run({ model: saying({}) });
  const asked: string[] = [];
  const journals = Array.from({ length: 200 }, (_, at) => ({ task_id: `t${at}` as never, path })); // ids of the right form
  const auditor = place.auditor({
    replay: async ({ task_id }) => {
      asked.push(task_id);
      return 'entry 7 differs';
    },
  });
  return { asked, auditor, journals };
}

test('some of the tasks that ended are replayed, chosen by their ids, a few at a time; what differs is a finding', async () => {
  const { asked, auditor, journals } = await replayedTask();
  const { found } = await auditor.pass(journals);
  expect(asked).toHaveLength(2);
  expect(found.filter(({ anomaly }) => anomaly === 'replay_differs')).toMatchObject(
    asked.map((task_id) => ({ task_id, detail: 'entry 7 differs' })),
  );
  expect((await auditor.pass(journals)).found).toEqual([]);
});

test('a task that decides the same has no difference, one whose decision was changed has, and one that takes too long is left', async () => {
  const place = auditedPlace();
  const { id, path } = await place.run({ model: saying({}) });
  const task = { task_id: id, path };
  expect(await differenceIn(task)).toBeUndefined();
  rewriteJournal(path, (lines) => lines.map((line) => line.replace('"reason":"met"', '"reason":"close_enough"')));
  expect(await differenceIn(task)).toMatch(/^when replayed, entry \d+ \(.+\) differs/);
  expect(await differenceIn(task, -1)).toBeUndefined();
});
