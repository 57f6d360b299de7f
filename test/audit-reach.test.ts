/** No tool can read or write the auditor's record; and the differences that a replay of a task finds are reported. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { differenceIn } from '../src/app/audit/replay-difference.ts';
import { auditedPlace, rewriteJournal } from './support/audited-place.ts';
import { triedBy, users } from './support/contained.ts';
import { answers, does, everyAttempt, folderThere, oneRound, plan, saying, subtask, write } from './support/scripted.ts';
import { newMachine } from './support/under-law.ts';

const record = '.artoo/audit/000000000000.jsonl';
const secret = 'what the auditor knows';

/** How tools can reach a file whose name is given. */
const ways: readonly (readonly [string, string, (path: string) => object])[] = [
  ['read_file', 'read_file', (path) => ({ path })],
  ['read_file through a link', 'read_file', () => ({ path: 'link/000000000000.jsonl' })],
  ['grep', 'grep', (path) => ({ pattern: 'auditor', path: join(path, '..') })],
  ['glob', 'glob', (path) => ({ pattern: '*.jsonl', path: join(path, '..') })],
  ['mdfind', 'mdfind', () => ({ query: '000000000000' })],
  ['mdfind in its folder', 'mdfind', (path) => ({ query: 'jsonl', in: join(path, '..') })],
  ['write_file', 'write_file', (path) => ({ path, content: 'nothing to see' })],
  ['edit_file', 'edit_file', (path) => ({ path, old: 'auditor', new: 'nobody' })],
  ['cat', 'shell', (path) => ({ command: `cat ${path}` })],
  ['cat through a link', 'shell', () => ({ command: 'cat link/*' })],
  ['echo >>', 'shell', (path) => ({ command: `echo '{}' >> ${path}` })],
  ['rm', 'shell', (path) => ({ command: `rm -rf ${join(path, '..')}` })],
  ['mv', 'shell', (path) => ({ command: `mv ${join(path, '../..')} ${join(path, '../../../gone')}` })],
  ['ln', 'shell', (path) => ({ command: `ln ${path} copy; cat copy` })],
  ['chmod', 'shell', (path) => ({ command: `chmod -R a= ${join(path, '..')}` })],
  ['truncate', 'shell', (path) => ({ command: `: > ${path}; truncate -s 0 ${path}` })],
  ['tar', 'shell', (path) => ({ command: `tar -cO ${join(path, '../..')}` })],
  ['find', 'shell', (path) => ({ command: `find ${join(path, '../..')} -name '*.jsonl' -exec cat {} +` })],
  [
    'a program',
    'shell',
    (path) => ({ command: `perl -e 'open F, "<", "${path}" or die $!; print <F>; open G, ">", "${path}"; print G 1'` }),
  ],
  ['a command in the background', 'shell', (path) => ({ command: `cat ${path}; echo x > ${path}; sleep 0.1`, background: true })],
];

describe.each(users)('of %s,', (user) => {
  test.each(triedBy(user, ways))('%s does not reach the record', async (_, tool, input) => {
    const machine = newMachine(user, { files: { [record]: `${secret}\n` }, links: { 'project/link': '../.artoo/audit' } });
    const path = join(machine.home, record);
    const before = statSync(path);
    const { result } = await machine.call(tool, input(path));
    expect(JSON.stringify(result)).not.toContain(secret);
    if (tool === 'glob' || tool === 'grep') expect(JSON.stringify(result)).not.toContain('000000000000.jsonl'); // the other tools are given its name
    if (tool === 'mdfind') expect(result.output ?? '').not.toContain('.artoo/audit/');
    expect(readFileSync(path, 'utf8')).toBe(`${secret}\n`);
    expect(statSync(path)).toMatchObject({ mode: before.mode, nlink: 1 });
  });
});

test('no check of a task reads the record', async () => {
  const place = auditedPlace();
  await place.run({ model: saying({}) });
  await place.auditor().pass();
  const path = join(place.data, 'audit', '000000000000.jsonl');
  const checks = [
    { kind: 'file_contains', path, text: 'observed' },
    { kind: 'json_equals', path, pointer: '/n', equals: 0 },
    { kind: 'command', run: `cat ${path}`, equals: 0 },
  ];
  const criteria = checks.map((check, at) => ({ criterion: `the record says it (${at})`, mode: 'strict', check }) as never); // as a model writes them
  const model = saying(
    { R2: answers(plan([subtask({ success_criteria: [folderThere, ...criteria] })], [folderThere])) },
    everyAttempt('1.1', does(write())),
  );
  const { path: journal } = await place.run({ model, control: oneRound });
  const { hash } = JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '');
  const text = readFileSync(journal, 'utf8');
  expect(text).toContain('"effect":"check"');
  expect(text.split('\n').slice(1).join('\n')).not.toContain(hash); // the first line names the newest seal
});

/** An auditor of many tasks that ended, some of which it replays. In this one, each replay differs. */
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
