import { describe, expect, test } from 'vitest';
import { call } from '../../test/support/rounds.ts';
import type { Declined, ToolCall } from '../contracts/execution.ts';
import { declinedIn, keptIn, mentionedIn } from './declined.ts';

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
  expect(declinedIn(tool_calls)).toEqual(expected);
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
  expect(declinedIn([moved])).toEqual([edited]);
  const deleted = call('shell', { declined: [edited], changed: [{ path, change: 'deleted' }] });
  expect(declinedIn([deleted])).toEqual([{ ...edited, effects: [] }]);
});

test.each<[string, readonly ToolCall[], readonly string[]]>([
  ['after a no', [refused], [path]],
  ['but not if something else was done to it', [refused, made({ path, change: 'changed' })], []],
  ['but not if it was moved', [refused, made({ path: '/b', change: 'created', moved_from: path })], []],
  ['but not if the person changed the command', [call('shell', { input, declined: [{ ...rm, edited: 'ls' }] })], []],
])('a path is kept %s', (_, calls, expected) => {
  expect(keptIn(calls).flatMap(({ effects }) => effects.map((effect) => effect.path))).toEqual(expected);
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
