import { expect, test } from 'vitest';
import { criterion, manifest } from '../../test/support/work.ts';
import type { Amendment } from '../contracts/plan.ts';
import { droppedCriteria } from './dropped-criteria.ts';

const asking = (texts: readonly string[], amended: readonly Amendment[] = []) =>
  manifest([1], { task_criteria: texts.map((text) => criterion({ criterion: text })), amended });
const amendment = (text: string, instead: string): Amendment => ({
  criterion: text,
  instead,
  why: 'it is not there',
  mode: 'plausible',
  weight: 1,
});

test.each([
  ['nothing before the first plan', undefined, asking(['a']), []],
  ['nothing that still holds', asking(['a']), asking(['a', 'b']), []],
  [
    'what the person changed',
    asking(['a', 'b']),
    asking(['b', 'c']),
    [{ criterion: 'a', isWished: true, why: 'you asked for something else' }],
  ],
  [
    'what the plan gave up, and what for',
    asking(['a']),
    asking(['c'], [amendment('a', 'c')]),
    [{ criterion: 'a', isWished: false, why: 'it is not there (instead: c)' }],
  ],
  ['nothing that was given up before', asking(['c'], [amendment('a', 'c')]), asking(['d'], [amendment('a', 'd')]), []],
  [
    'nothing that was never asked for',
    manifest([1], { task_criteria: [criterion({ criterion: 'x', added: true }), criterion({ criterion: 'y', builtin: true })] }),
    asking([]),
    [],
  ],
])('%s', (_, before, now, dropped) => {
  expect(droppedCriteria(before, now)).toEqual(dropped);
});
