import { expect, test } from 'vitest';
import { event } from '../../../test/support/stocked-memory.ts';
import type { TagState, TagView } from '../../memory/keeper.ts';
import { spaceLines, tagLines } from './tag-lines.ts';

const standing: TagState = { space: 's', entity: 'e', attention: 1, decision: 1, action: 'Exploit', count: 30, rules: 0 };
const entries = Array.from({ length: 30 }, (_, at) => ({ id: `t${at}-m01`, megram: event(`t${at}-m01`, at) }));

test.each<[string, number, boolean, string]>([
  ['memories that were not asked for', 0, false, 'and 10 more, with --all'],
  ['memories that were not handed over', 970, false, 'and 980 more, with --all'],
  ['more than are ever listed', 10_000, false, 'and 10,010 more; --all lists 10,000, `artoo memory export` has all of them'],
  ['what --all does not list', 7, true, 'and 7 more; `artoo memory export` has all of them'],
])('of a tag: %s', (_, more, isAll, expected) => {
  const view: TagView = { standing, entries, more, curve: [] };
  expect(tagLines(view, { now: Date.now(), width: undefined, isAll }).at(-1)).toBe(expected);
});

test('a memory says where it was learnt, on a line that nothing can draw on', () => {
  const learnt_in = 'example.org/team/app\u001b[2J\n';
  const view: TagView = { standing, entries: [{ id: 'a-m01', megram: { ...event('a-m01', 0), learnt_in } }], more: 0, curve: [] };
  const lines = tagLines(view, { now: Date.now(), width: undefined, isAll: false });
  expect(lines.filter((line) => line.includes('learnt in'))).toEqual([
    expect.stringMatching(/^ {2}\(learnt in example\.org\/team\/app\P{Cc}*\)$/u),
  ]);
});

test.each([
  [1, false, 'and 1 more tag, with --all'],
  [2, true, 'and 2 more tags; `artoo memory export` has all of them'],
])('of a space: %s tags', (more, isAll, expected) => {
  expect(spaceLines([standing], more, { width: undefined, isAll }).at(-1)).toBe(expected);
});
