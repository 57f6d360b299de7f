/** What an editor is sent, entry by entry, for the whole tasks of the golden journals. */
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import type { Live } from '../app/drive/drive.ts';
import { readJournal } from '../journal/reader.ts';
import { fenced } from './protocol-text.ts';
import { createTaskUpdates } from './task-updates.ts';

const updatesOf = async (golden: string, options = {}): Promise<readonly SessionUpdate[]> => {
  const updates = createTaskUpdates(options);
  const { entries } = await readJournal(join(import.meta.dirname, '../../test/golden', `${golden}.jsonl`));
  return entries.flatMap((entry) => updates.see(entry));
};

/** One word for each update: a call by its title, a plan by the state of its steps. */
function inShort(update: SessionUpdate): string {
  switch (update.sessionUpdate) {
    case 'plan':
      return `plan: ${update.entries.map(({ status }) => status).join(' ')}`;
    case 'tool_call':
      return `${update.kind}: ${update.title}`;
    case 'tool_call_update':
      return `${update.status}${update.content?.some(({ type }) => type === 'diff') ? ' with diff' : ''}`;
    case 'agent_message_chunk':
      return 'says';
    case 'agent_thought_chunk':
      return 'thinks';
    default:
      return update.sessionUpdate;
  }
}

test.each([
  ['talk', ['says']],
  [
    'taken-back',
    [
      ...['plan: pending'],
      ...['plan: in_progress'],
      ...['thinks'],
      ...['read: reads menu.txt', 'completed'],
      ...['edit: writes menu.txt', 'pending with diff', 'in_progress', 'completed with diff'],
      ...['thinks'],
      ...['read: reads menu.txt', 'completed'],
      ...['plan: completed'],
      ...['says'],
    ],
  ],
  [
    'asked-first',
    [
      ...['plan: pending'],
      ...['plan: in_progress'],
      ...['thinks'],
      ...['search: looks for logs/old/*', 'completed'],
      ...['thinks'],
      ...['execute: $ rm -r logs/old', 'pending with diff', 'in_progress', 'completed with diff'],
      ...['thinks'],
      ...['execute: $ ls -d logs/*', 'completed'],
      ...['plan: completed'],
      ...['says'],
    ],
  ],
  [
    'refusal',
    [
      ...['plan: pending'],
      ...['plan: in_progress'],
      ...['thinks'],
      ...['search: looks for logs/old/*', 'completed'],
      ...['thinks'],
      ...['execute: $ rm -r logs/old', 'pending with diff', 'failed with diff'],
      ...['plan: pending'],
      ...['says'],
    ],
  ],
  [
    'another-path',
    [
      ...['plan: pending'],
      ...['plan: in_progress'],
      ...['read: reads config/server.yaml', 'failed'],
      ...['thinks'],
      ...['read: reads config/server.yaml', 'failed'],
      ...['plan: pending'],
      ...['thinks'],
      ...['plan: pending'],
      ...['plan: in_progress'],
      ...['search: looks for **/*.yaml', 'completed'],
      ...['read: reads deploy/production.yaml', 'completed'],
      ...['plan: completed'],
      ...['says'],
    ],
  ],
  [
    'side-by-side',
    [
      ...['plan: pending pending pending'],
      ...['plan: in_progress pending pending'],
      ...['plan: in_progress in_progress pending'],
      ...['read: reads north.csv', 'completed'],
      ...['read: reads south.csv'],
      ...['plan: completed in_progress pending', 'completed'],
      ...['plan: completed completed pending'],
      ...['plan: completed completed in_progress'],
      ...['edit: writes summary.md', 'completed with diff'],
      ...['plan: completed completed completed'],
      ...['says'],
    ],
  ],
])('of %s', async (golden, told) => {
  expect((await updatesOf(golden)).map(inShort)).toEqual(told);
});

test('a call that needs a yes keeps its id, and its diff, from the first try to the end', async () => {
  const calls = (await updatesOf('taken-back')).filter((update) => 'toolCallId' in update && update.toolCallId.endsWith('/2.1'));
  const diff = {
    type: 'diff',
    path: '/scratch/home/menu.txt',
    oldText: 'soup      6\nbread     2\nfish     14',
    newText: 'soup      7\nbread     3\nfish     15',
  };
  expect(calls).toMatchObject([
    {
      sessionUpdate: 'tool_call',
      title: 'writes menu.txt',
      kind: 'edit',
      status: 'in_progress',
      locations: [{ path: '/scratch/home/menu.txt' }],
    },
    { sessionUpdate: 'tool_call_update', status: 'pending', content: [diff] },
    { sessionUpdate: 'tool_call_update', status: 'in_progress' },
    {
      sessionUpdate: 'tool_call_update',
      status: 'completed',
      content: [diff, { type: 'content' }],
      locations: [{ path: '/scratch/home/menu.txt' }],
    },
  ]);
});

test('the past is not told again, but a call that continues is shown whole', async () => {
  const updates = createTaskUpdates();
  const { entries } = await readJournal(join(import.meta.dirname, '../../test/golden/taken-back.jsonl'));
  const resumedAt = entries.findIndex((entry) => entry.kind === 'message' && entry.type === 'ConfirmReply');
  const told = entries.flatMap((entry, at) => updates.see(entry, at < resumedAt));
  expect(told[0]).toMatchObject({ sessionUpdate: 'tool_call', title: 'writes menu.txt', status: 'in_progress' });
});

/** What an editor is sent for the model step `1.1.1/R3/1.0`, which says "I read the menu.", with these pieces before its end and after it. */
async function updatesOfStep(before: readonly Live[], after: readonly Live[] = []): Promise<string> {
  const updates = createTaskUpdates();
  const { entries } = await readJournal(join(import.meta.dirname, '../../test/golden/taken-back.jsonl'));
  const end = entries.findIndex((entry) => entry.kind === 'outcome' && entry.key === '1.1.1/R3/1.0');
  const told = [
    ...entries.slice(0, end).flatMap((entry) => updates.see(entry)),
    ...before.flatMap(updates.hear),
    ...entries.slice(end, end + 1).flatMap((entry) => updates.see(entry)),
    ...after.flatMap(updates.hear),
  ];
  return told
    .flatMap((each) => (each.sessionUpdate === 'agent_thought_chunk' && each.content.type === 'text' ? [each.content.text] : []))
    .join('|');
}

const piece = (text: string, more: Partial<Extract<Live, { text: string }>> = {}): Live => ({
  ...{ key: '1.1.1/R3/1.0', role: 'R3', text },
  ...more,
});

test.each([
  ['nothing of it was heard', [], [], 'I read the menu.\n\n'],
  ['the beginning was heard', [piece(' I read'), piece(' the ')], [piece('menu.')], ' I read| the |menu.\n\n'],
  ['all was heard', [piece('I read the menu.\n')], [], 'I read the menu.\n|\n\n'],
  ['the beginning was missed', [piece('the menu.')], [], 'the menu.|\n\nI read the menu.\n\n'],
  ['another speaks at its side', [piece('I read'), piece('no', { key: '1.2.1/R3/1.0' })], [], 'I read| the menu.\n\n'],
  ['another role speaks', [piece('{', { role: 'R2', key: '0.0.0/R2/1.0' })], [], 'I read the menu.\n\n'],
])('what a step says is shown whole and once: %s', async (_, before, after, told) => {
  expect(await updatesOfStep(before, after)).toBe(told);
});

test('what a command prints is shown with its call while it runs, and not after that', async () => {
  const updates = createTaskUpdates();
  const { entries } = await readJournal(join(import.meta.dirname, '../../test/golden/asked-first.jsonl'));
  const output = (key: string): Live => ({ key, output: 'one\n' });
  for (const entry of entries) {
    updates.see(entry);
    if (!('key' in entry) || !/R3\/\d+\.[1-9]$/.test(entry.key)) continue;
    const shown = [{ sessionUpdate: 'tool_call_update', status: 'in_progress', content: [{ content: { text: '```\none\n```' } }] }];
    expect(updates.hear(output(entry.key))).toMatchObject(entry.kind === 'intent' ? shown : []);
  }
  expect(updates.hear(output('none'))).toEqual([]);
});

test('what the person said is told only in a replay', async () => {
  const said = async (isReplay: boolean) => (await updatesOf('talk', { isReplay })).map(({ sessionUpdate }) => sessionUpdate);
  expect(await said(false)).not.toContain('user_message_chunk');
  expect(await said(true)).toEqual(['user_message_chunk', 'agent_message_chunk']);
});

test('no output can leave its fence', () => {
  const output = '```\n# title\n````\n\u202e';
  expect(fenced(output)).toBe('`````\n```\n# title\n````\n\ufffd\n`````');
});
