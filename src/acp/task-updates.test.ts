/** What an editor is told, entry by entry, of whole tasks that are kept as golden journals. */
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { readJournal } from '../journal/reader.ts';
import { fenced } from './protocol-text.ts';
import { createTaskUpdates } from './task-updates.ts';

const updatesOf = async (golden: string, options = {}): Promise<readonly SessionUpdate[]> => {
  const updates = createTaskUpdates(options);
  const { entries } = await readJournal(join(import.meta.dirname, '../../test/golden', `${golden}.jsonl`));
  return entries.flatMap((entry) => updates.see(entry));
};

/** One word for each update: a call by its title, a plan by how its steps stand. */
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

test('the past is not told again, but a call that goes on is told whole', async () => {
  const updates = createTaskUpdates();
  const { entries } = await readJournal(join(import.meta.dirname, '../../test/golden/taken-back.jsonl'));
  const resumedAt = entries.findIndex((entry) => entry.kind === 'message' && entry.type === 'ConfirmReply');
  const told = entries.flatMap((entry, at) => updates.see(entry, at < resumedAt));
  expect(told[0]).toMatchObject({ sessionUpdate: 'tool_call', title: 'writes menu.txt', status: 'in_progress' });
});

test('what the person said is told only in a replay', async () => {
  const said = async (isReplay: boolean) => (await updatesOf('talk', { isReplay })).map(({ sessionUpdate }) => sessionUpdate);
  expect(await said(false)).not.toContain('user_message_chunk');
  expect(await said(true)).toEqual(['user_message_chunk', 'agent_message_chunk']);
});

test('output stays in its fence, whatever is in it', () => {
  const output = '```\n# title\n````\n\u202e';
  expect(fenced(output)).toBe('`````\n```\n# title\n````\n\ufffd\n`````');
});
