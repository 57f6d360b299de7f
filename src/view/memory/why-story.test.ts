import { expect, test } from 'vitest';
import { memoryOf } from '../../../test/support/tag-views.ts';
import { round, story } from '../../../test/support/why-stories.ts';
import type { SaidEntry } from '../../history/story/memory-story.ts';
import { lineWidth, textOf } from '../style/line.ts';
import type { WhyStory } from './why-lines.ts';
import { whyStory } from './why-story.ts';

const entry = (kind: string, text: string, enforced = false): SaidEntry => ({
  kind,
  text,
  enforced,
  megrams: [{ id: 'a-m01', content: null }],
});
const told = (changes: Partial<WhyStory>, columns?: number): readonly string[] => whyStory({ ...story, ...changes }, columns).map(textOf);

test.each([
  [entry('MUST NOT', 'find (from 2 tasks): it never came back', true), 'Forbidden: find (from 2 tasks): it never came back'],
  [entry('MUST NOT', 'find (a rule, from 1 task): no'), 'Avoid: find (a rule, from 1 task): no'],
  [entry('SHOULD PREFER', 'du (a rule): use it'), 'Prefer: du (a rule): use it'],
  [{ ...entry('SHOULD PREFER', 'the person says: use tabs'), declared: 'use tabs' }, 'You said: use tabs'],
  [entry('SHOULD PREFER', 'the person says: use tabs'), 'Prefer: the person says: use tabs'], // not declared by the person
  [entry('CAUTION', 'sed has a mixed record (from 2 tasks)'), 'Careful: sed has a mixed record (from 2 tasks)'],
  [entry('NOTE', 'found here before, on 2026-11-01: 7 files'), 'Known: found here before, on 2026-11-01: 7 files'],
])('%j', (said, expected) => {
  expect(told({ rounds: [{ ...round, entries: [said] }] }).slice(3, 6)).toEqual([
    'Before the plan of round 1, for a task like find_large_files',
    `  ${expected}`,
    '    from a-m01',
  ]);
});

test('what was said before is not said again, and what is enforced beyond it is', () => {
  const entries = [entry('SHOULD PREFER', 'du (a rule): use it')];
  const overruled = [{ rule: { id: 'rule-1', content: 'Use find.' }, evidence: { id: 'a-m01', content: null } }];
  const lines = told({
    rounds: [
      { ...round, entries },
      { ...round, round: 2, entries, must_nots: ['this very plan failed in 2 tasks'], overruled },
    ],
  });
  expect(lines.filter((line) => line.includes('du ('))).toHaveLength(1);
  expect(lines.slice(7, 13)).toEqual([
    'Before the plan of round 2, for a task like find_large_files',
    '  Forbidden: this very plan failed in 2 tasks',
    '  Overruled for this task: Use find.',
    '    by a-m01',
    '  One lesson as before.',
    '',
  ]);
});

test('each lesson is shown once, in words', () => {
  const lesson = (id: string, content: string, more = {}) => ({ ...memoryOf(id, { content, ...more }), now: 'remembered' as const });
  const content = 'When nothing else got further, wc -l a worked for "Count".';
  const note = { level: 'K', sigma: 0 } as const;
  const taught = [lesson('a', content), lesson('b', content), lesson('c', '"Count": a has 7 lines.', note)];
  expect(told({ rounds: [], taught }).slice(-5)).toEqual([
    'What it taught',
    '  • When nothing else got further, wc -l a worked for "Count".',
    '    a-m01, b-m01',
    '  • a has 7 lines.',
    '    c-m01',
  ]);
});

test('nothing draws on a terminal, and lines fit it', () => {
  const entries = [entry('NOTE', `\u001b[2J${'word '.repeat(60)}`)];
  const taught = [{ ...memoryOf('a\u202e', { content: 'x\u001bc' }), now: null }];
  const lines = whyStory({ ...story, goal: 'a\u001b[31m', rounds: [{ ...round, entries }], taught, missing: 'it is\u001b locked' }, 60);
  expect(lines.map(textOf).join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(60);
});
