import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startChild } from '../../../test/support/child.ts';
import { endsAtOnce, goal, hostIn, perceives, settings } from '../../../test/support/parts.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Entry } from '../../journal/entry.ts';
import { createJournal, journalPath } from '../../journal/files.ts';
import { summarize } from './task-summary.ts';

const task_id = 'a-task' as TaskId;
const ts = '2026-01-02T03:04:05.678Z';
const later = '2026-01-02T03:05:00.000Z';
const open: Entry = { kind: 'open', seq: 0, ts, format: 1, task_id, artoo: 'test', settings };
const input = (text: string): string =>
  `{"kind":"message","id":"a-task-1","seq":1,"ts":"${ts}","task_id":"a-task","from":"User","to":"R1","type":"UserInput","payload":${JSON.stringify({ text, session: [], cwd: '/' })}}`;
const pause = (seq: number): string => JSON.stringify({ kind: 'pause', seq, ts: later, ms: 1 });
const head = [JSON.stringify(open), input('do it')];

const nothing = {
  active_ms: 54_321,
  model_calls: 0,
  tool_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  model_ms: 0,
  tool_ms: 0,
  usd: 0,
  unpriced: [],
  by_role: [],
};

/** The summary of a file with these lines and, possibly, a torn one after them. */
function ofLines(lines: readonly string[], torn = ''): ReturnType<typeof summarize> {
  const path = join(scratch(), 'a-task.jsonl');
  writeFileSync(path, [...lines, torn].join('\n'));
  return summarize({ task_id, path });
}

/** A task that ran and ended. */
async function ended(text = 'do it'): Promise<string> {
  const data = scratch();
  await using host = hostIn(data, [perceives, endsAtOnce]);
  await host.start(goal(text), task_id).result;
  return journalPath(data, task_id);
}

test('a task that ended is told by how it did and what it used', async () => {
  const path = await ended();
  expect(await summarize({ task_id, path })).toEqual({
    task_id,
    state: 'ended',
    started: expect.stringMatching(/Z$/),
    ended: expect.stringMatching(/Z$/),
    goal: 'do it',
    slug: 's',
    cwd: goal('do it').cwd,
    directive: 'accept',
    reason: 'met',
    cost: expect.objectContaining({ model_calls: 0, input_tokens: 0 }),
  });
});

test('a torn tail after the end changes nothing', async () => {
  const path = await ended();
  appendFileSync(path, Buffer.alloc(100_000));
  expect(await summarize({ task_id, path })).toMatchObject({ state: 'ended' });
});

test('a result that is longer than one look at the tail is read to its beginning', async () => {
  const path = await ended('x'.repeat(300_000)); // the text is part of the summary in the result
  expect(await summarize({ task_id, path })).toMatchObject({ state: 'ended', goal: `${'x'.repeat(199)}…` });
});

test('a last line of many megabytes is read, and one that is longer than any can be is reported', async () => {
  const path = await ended('x'.repeat(9_000_000));
  expect(await summarize({ task_id, path })).toMatchObject({ state: 'ended' });
  truncateSync(path, 200_000_000);
  expect(await summarize({ task_id, path })).toMatchObject({ state: 'unreadable', wrong: expect.stringContaining('longer than') });
});

test('a journal that another process writes is a running task, and the writer is not disturbed', async () => {
  const data = scratch();
  const child = await startChild('holds-journal.ts', [data, task_id]);
  await child.line('ready');
  const path = journalPath(data, task_id);
  const before = readFileSync(path);
  for (let times = 0; times < 20; times += 1) expect(await summarize({ task_id, path })).toMatchObject({ state: 'running', goal: '' });
  expect(readFileSync(path)).toEqual(before);
  await child.kill('SIGKILL');
  expect(await summarize({ task_id, path })).toMatchObject({ state: 'unfinished', halted: null });
});

test('a running task is found running whatever its last line is', async () => {
  const data = scratch();
  await using journal = createJournal(data, task_id);
  journal.append(open);
  journal.flush();
  appendFileSync(journalPath(data, task_id), 'half a li');
  expect(await summarize({ task_id, path: journalPath(data, task_id) })).toMatchObject({ state: 'running' });
});

test('a task that was cut off is unfinished since its last whole line', async () => {
  const expected = {
    task_id,
    state: 'unfinished',
    started: ts,
    stopped: later,
    goal: 'do it',
    slug: '',
    cwd: open.settings.cwd,
    halted: null,
    cost: nothing,
  };
  expect(await ofLines([...head, pause(2)])).toEqual(expected);
  expect(await ofLines([...head, pause(2)], '{"kind":"mess')).toEqual(expected);
});

test('a task that had to be halted says why', async () => {
  const halt = JSON.stringify({ kind: 'halt', seq: 2, ts: later, code: 'stalled', detail: 'unknown' });
  expect(await ofLines([...head, halt])).toMatchObject({ state: 'unfinished', halted: 'stalled' });
});

test.each([
  ['a goal of one line', 'list "all" files\\', 'list "all" files\\'],
  ['a goal with line breaks', 'a\n\tb', 'a b'],
  ['a goal in other scripts', 'ü€𝄞', 'ü€𝄞'],
])('%s is given on one line', async (_, text, shown) => {
  expect(await ofLines([JSON.stringify(open), input(text)])).toMatchObject({ goal: shown });
});

test.each([
  ['plain', 'x', `${'x'.repeat(199)}…`],
  ['escaped', '"\\\n\u0001', `${'"\\ '.repeat(67).slice(0, 199)}…`],
  ['of several bytes', '€', `${'€'.repeat(199)}…`],
])('of a goal that is longer than the head the beginning is given: %s', async (_, text, shown) => {
  expect(await ofLines([JSON.stringify(open), input(text.repeat(100_000)), pause(2)])).toMatchObject({ goal: shown });
});

test.each([
  ['an empty file', [], '', 'has no entries'],
  ['half of a first line', [], '{"kind":"open"', 'has no entries'],
  ['zero bytes', [], '\0'.repeat(4096), 'has no entries'],
  ['a first line without end', [], 'x'.repeat(200_000), 'its first line is too long'],
  ['a first line that is not an entry', ['rubbish', pause(1)], '', 'line 1: not JSON'],
  ['a first line that opens nothing', [pause(0), pause(1)], '', 'line 1: no open entry'],
  ['a newer format', [JSON.stringify({ ...open, format: 7, other: 1 }), '?'], '', 'format 7: written by a newer artoo'],
  ['a second line that is not an entry', [JSON.stringify(open), '{', pause(2)], '', 'line 2: not JSON'],
  ['a last line that is not an entry', [...head, '{'], '', 'its last line: not JSON'],
])('%s is named', async (_, lines, torn, wrong) => {
  expect(await ofLines(lines, torn)).toEqual({ task_id, state: 'unreadable', wrong });
});

test('a line of 100 MB is named', async () => {
  const path = join(scratch(), 'a-task.jsonl');
  writeFileSync(path, `${head.join('\n')}\n`);
  truncateSync(path, 100_000_000);
  appendFileSync(path, '\n');
  expect(await summarize({ task_id, path })).toMatchObject({ state: 'unreadable', wrong: expect.stringContaining('longer') });
});

test('what is not a file or cannot be opened is named, and nothing is waited for', async () => {
  const folder = scratch();
  const at = (name: string) => join(folder, name);
  mkdirSync(at('folder'));
  symlinkSync(at('loop'), at('loop'));
  execFileSync('mkfifo', [at('pipe')]);
  const found = await Promise.all(['folder', 'pipe', 'loop', 'gone'].map((name) => summarize({ task_id, path: at(name) })));
  expect(found.map((summary) => summary.state === 'unreadable' && summary.wrong)).toEqual([
    'not a file',
    'not a file',
    'cannot be read: ELOOP',
    'cannot be read: ENOENT',
  ]);
});

const specLine = (seq: number, slug: string): string =>
  `{"kind":"message","id":"a-task-${seq}","seq":${seq},"ts":"${ts}","task_id":"a-task","from":"R1","to":"R2","type":"TaskSpec","payload":${JSON.stringify(
    {
      task_id,
      slug,
      intent: 'i',
      constraints: { scope: null, deadline: null },
      raw_input: '',
      clarifications: [],
      kind: 'task',
      cwd: '/',
    },
  )}}`;

test.each([
  ['in the head', 1],
  ['behind a long question', 500_000],
])('the slug is found %s', async (_, length) => {
  const intent = JSON.stringify({
    kind: 'intent',
    seq: 2,
    ts,
    key: '0.0.0/R1/1.0',
    effect: 'model',
    role: 'R1',
    repeatable: true,
    input: { text: `${specLine(3, 'not_this')}${'x'.repeat(length)}` },
    input_hash: '',
  });
  expect(await ofLines([...head, intent, specLine(3, 'this_one')])).toMatchObject({ slug: 'this_one', cost: { model_calls: 1 } });
});

test('a fork was started when it was forked, and says from where', async () => {
  const origin = { task_id: 'origin', seq: 2, at: later, cost: nothing };
  expect(await ofLines([JSON.stringify({ ...open, format: 2, origin }), input('do it')])).toMatchObject({
    started: later,
    origin: { task_id: 'origin', seq: 2, cost: nothing },
  });
});

test('what an unfinished task cost is counted up to where its journal is damaged', async () => {
  const intent = (seq: number) => JSON.stringify({ ...intentParts, seq, key: `0.0.0/R1/${seq}.0`, input: null });
  expect(await ofLines([...head, intent(2), 'rubbish', intent(4)])).toMatchObject({ state: 'unfinished', cost: { model_calls: 1 } });
});

const intentParts = { kind: 'intent', ts, effect: 'model', role: 'R1', repeatable: true, input_hash: '' };

test('a compressed journal tells the same as the plain one', async () => {
  const plain = await ended();
  const path = `${plain}.gz`;
  writeFileSync(path, gzipSync(readFileSync(plain)));
  expect(await summarize({ task_id, path })).toEqual(await summarize({ task_id, path: plain }));
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
  ['not compressed at all', () => Buffer.from('rubbish')],
  ['empty', () => Buffer.alloc(0)],
])('a compressed journal that is %s is named', async (_, damage) => {
  const path = `${await ended()}.gz`;
  writeFileSync(path, damage(gzipSync(readFileSync(path.slice(0, -3)))));
  expect(await summarize({ task_id, path })).toMatchObject({ state: 'unreadable', wrong: expect.not.stringContaining('/') });
});
