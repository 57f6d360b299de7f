import { expect, test } from 'vitest';
import type { TaskId } from '../contracts/ids.ts';
import type { Entry } from '../journal/entry.ts';
import { dropRefused } from './drop-refused.ts';

const said = (type: string, payload: object) => ({ kind: 'message', type, payload }) as Entry; // the other fields do not matter

test.each<[string, Entry, readonly object[]]>([
  ['a yes', said('ConfirmReply', { allowed: true, hash: 'h' }), []],
  ['a no', said('ConfirmReply', { allowed: false, hash: 'h' }), [{ task_id: 't', hash: 'h' }]],
  ['a no with a sentence', said('ConfirmReply', { allowed: false, instead: 'use b', hash: 'h' }), [{ task_id: 't', hash: 'h' }]],
  ['a yes to another command line', said('ConfirmReply', { allowed: true, edited: 'ls', hash: 'h' }), [{ task_id: 't', hash: 'h' }]],
  ['the question', said('ConfirmRequest', { hash: 'h' }), []],
])('after %s what waits for the answer ends, or not', (_, entry, expected) => {
  const dropped: object[] = [];
  dropRefused((over) => dropped.push(over))('t' as TaskId, entry); // as above
  expect(dropped).toEqual(expected);
});
