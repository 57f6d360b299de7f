import { describe, expect, test } from 'vitest';
import { call, outcome } from '../../../test/support/rounds.ts';
import type { Declined, ToolCall } from '../../contracts/execution.ts';
import { declinedIn, mentionedIn } from './declined.ts';

const path = '/work/logs/old.log';
const rm: Declined = { action: 'rm logs/old.log', effects: [{ path, change: 'deleted' }] };
const input = { command: 'rm logs/old.log' };
const refused = call('shell', { input, ok: false, error_class: 'refused', declined: [rm] });
const made = (...changed: NonNullable<ToolCall['changed']>) => call('shell', { input: { command: 'another' }, changed });

test.each<[string, readonly ToolCall[], readonly Declined[]]>([
  ['a no', [refused], [rm]],
  ['the same no twice is one', [refused, refused], [rm]],
  ['a plain yes', [call('shell', { input })], []],
  ['a no to what was then done after all', [refused, call('shell', { input })], []],
  ['a no whose effect came about in another way', [refused, made({ path, change: 'deleted' })], []],
  ['a no, where the path was changed otherwise', [refused, made({ path, change: 'changed' })], [rm]],
  [
    'a no, where the file was moved',
    [refused, made({ path, change: 'deleted' }, { path: '/b', change: 'created', moved_from: path })],
    [rm],
  ],
  ['a no to what had been done before', [made({ path, change: 'deleted' }), refused], [rm]],
])('what is declined by %s', (_, tool_calls, expected) => {
  expect(declinedIn([outcome([], { tool_calls })])).toEqual(expected);
});

test('an edited line is listed, with what it left undone', () => {
  const edited: Declined = { ...rm, edited: 'mv logs/old.log kept' };
  const moved = call('shell', {
    declined: [edited],
    changed: [
      { path, change: 'deleted' },
      { path: '/b', change: 'created', moved_from: path },
    ],
  });
  expect(declinedIn([outcome([], { tool_calls: [moved] })])).toEqual([edited]);
  const deleted = call('shell', { declined: [edited], changed: [{ path, change: 'deleted' }] });
  expect(declinedIn([outcome([], { tool_calls: [deleted] })])).toEqual([{ ...edited, effects: [] }]);
});

describe('a text mentions a path', () => {
  test.each([
    'summary.txt is written, and logs/old.log is deleted.',
    'I deleted old.log',
    'Deleted: `./logs/old.log`.',
    'Deleted "/work/logs/old.log"',
    '- **logs/old.log**: gone',
  ])('as in: %s', (text) => {
    expect(mentionedIn(text, rm, '/work')).toEqual([path]);
  });

  test.each([
    'summary.txt is written.',
    'logs/old.log.bak is there',
    'very-old.log is there',
    'archive/old.log is there',
    'logs/old.logs',
    'the old log is kept',
  ])('but not in: %s', (text) => {
    expect(mentionedIn(text, rm, '/work')).toEqual([]);
  });
});
