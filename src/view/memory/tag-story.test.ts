import { expect, test } from 'vitest';
import { failing, memoryOf, tagView } from '../../../test/support/tag-views.ts';
import type { StoredMemory } from '../../memory/keeper.ts';
import { lineWidth, textOf } from '../style/line.ts';
import { memoryStory, tagStory, wholeSpaceStory } from './tag-story.ts';

const now = Date.now() + 60_000; // later than every memory
const showing = { now, columns: 80, isAll: false };
const texts = (lines: ReturnType<typeof tagStory>): readonly string[] => lines.map(textOf);

test('a tag: a summary, its rules, and each lesson once with the newest id', () => {
  const lesson = { entity: 'tool:shell:find', content: 'find never came back.', learnt_in: 'github.com/team/app', ...failing } as const;
  const view = tagView('Avoid', [
    memoryOf('a', { ...lesson, days: 1 }),
    memoryOf('b', lesson),
    memoryOf('c', { ...lesson, content: 'find saw nothing.', days: 3 }),
    { ...memoryOf('r', { entity: 'tool:shell:find', content: 'Use du instead of find.' }), level: 'C', state: 'rule' },
  ]);
  expect(texts(tagStory(view, showing))).toEqual([
    '✗ In tasks like find_large_files, avoid `find`: it has failed 3 times, the last',
    '  time yesterday.',
    '',
    'Rules',
    '  • Use du instead of find.',
    '    2 days ago',
    '    r-m01',
    '',
    'What happened, newest first',
    '  • find never came back.',
    '    twice, the last time yesterday, in github.com/team/app',
    '    a-m01 and 1 more',
    '  • find saw nothing.',
    '    3 days ago, in github.com/team/app',
    '    c-m01',
    '',
    '`artoo memory forget a-m01` forgets the newest; --verbose has the figures.',
  ]);
  expect(texts(tagStory(view, { ...showing, isAll: true }))).toContain('    a-m01, b-m01');
});

test.each<[string, number, boolean, string]>([
  ['lessons that were not asked for', 0, false, 'and 10 more, with --all'],
  ['memories that were not handed over', 970, false, 'and 980 more, with --all'],
  ['more than are ever listed', 10_000, false, 'and 10,010 more; --all lists 10,000, `artoo memory export` has all of them'],
  ['what --all does not list', 7, true, 'and 7 more; `artoo memory export` has all of them'],
])('of a tag: %s', (_, more, isAll, expected) => {
  const many = Array.from({ length: 30 }, (_each, at) => memoryOf(`t${at}`, { content: `lesson ${at}` }));
  expect(texts(tagStory(tagView('Exploit', many, more), { ...showing, isAll }))).toContain(expected);
});

test('a space: a sentence for each tag, and how to look closer', () => {
  const views = [tagView('Exploit', [memoryOf('a')]), tagView('Exploit', [memoryOf('b', { entity: 'env:local' })])];
  expect(texts(wholeSpaceStory(views, 3, showing))).toEqual([
    'In tasks like find_large_files',
    '  ✓ Done once, 2 days ago.',
    '  ✓ `du` has worked once, 2 days ago.',
    'and 3 more tags, with --all',
    '',
    '`artoo memory show intent:find_large_files tool:shell:du` shows what happened',
    'each time.',
  ]);
});

const at = new Date(now - 3_600_000).toISOString();
const kept = (changes: Partial<StoredMemory> = {}): StoredMemory => ({
  id: 'a-m01',
  megram: memoryOf('a', { content: 'one\ntwo' }),
  ...changes,
});

test('one memory has all its words, and how to take it back', () => {
  expect(texts(memoryStory(kept(), showing))).toEqual([
    '`du` in tasks like find_large_files',
    '',
    '  one',
    '  two',
    '',
    'Learnt, 2 days ago.',
    '`artoo memory forget a-m01` forgets it.',
  ]);
});

test.each<[string, Partial<StoredMemory>, string]>([
  ['became part of a rule', { consolidated: { into: 'rule-1', at } }, 'It became part of the rule rule-1, 1 h ago.'],
  ['proved wrong', { demoted_at: at }, 'It was a rule until it proved wrong, 1 h ago; it has been fading since.'],
  ['was replaced', { superseded: { by: 'rule-2', at } }, 'The rule rule-2 took its place, 1 h ago.'],
  ['was taken back', { forgotten: { at, purged: false } }, 'You asked to forget it, 1 h ago.'],
  ['was erased', { megram: null, forgotten: { at, purged: true } }, 'You asked to forget it, 1 h ago, and its words have been erased.'],
])('a memory that %s says so', (_, changes, expected) => {
  expect(texts(memoryStory(kept(changes), showing))).toContain(expected);
});

test('nothing draws on a terminal, and lines fit it', () => {
  const hostile = {
    space: 'intent:\u001b[2J',
    entity: `path:${'\u202e'.repeat(2_000)}`,
    content: `\u001b]8;;x\u0007${'x'.repeat(500)}`,
    learnt_in: '\u0007\n',
  };
  const view = tagView('Avoid', [memoryOf('a\u001b[31m', { ...failing, ...hostile })]);
  for (const lines of [tagStory(view, { ...showing, columns: 40 }), wholeSpaceStory([view], 0, { ...showing, columns: 40 })])
    for (const line of lines) {
      expect(textOf(line)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(lineWidth(line)).toBeLessThanOrEqual(40);
    }
});
