import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import { call } from '../../../test/support/rounds.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { textOf } from '../style/line.ts';
import { fitted } from './layout.ts';
import { createPicture } from './picture.ts';
import { createProgress } from './progress.ts';

const entries = goldenEntries('refusal');
const indexOf = (type: string): number => entries.findIndex((entry) => entry.kind === 'message' && entry.type === type);

function standingAfter(count: number): readonly string[] {
  const [picture, standing] = [createPicture(), createProgress()];
  for (const entry of entries.slice(0, count)) {
    picture.see(entry);
    standing.see(entry);
  }
  return fitted(standing.lines(picture.state), undefined).map(textOf);
}

test.each([
  ['says nothing before there is a goal', 1, []],
  ['says what it is about before there is a plan', indexOf('UserInput') + 1, [/^goal +\S/, /^so far +nothing is planned yet$/]],
  [
    'counts the steps of a plan',
    indexOf('ConfirmRequest') + 1,
    [
      /^goal +\S/,
      /^so far +0 of \d+ steps? done · 0 of \d+ criteri(on|a) met · .*tokens/,
      /^step +Remove the folder logs\/old$/,
      /^did +looked for logs\/old\/\*$/,
    ],
  ],
])('%s', (_, count, expected) => {
  expect(standingAfter(count)).toEqual(expected.map((each) => expect.stringMatching(each)));
});

test('does not count a step in which something was refused', () => {
  const declined = [{ action: 'rm b.log', effects: [{ path: '/b.log', change: 'deleted' as const }] }];
  const soFar = (calls: readonly ToolCall[]): string => {
    const [picture, progress] = [createPicture(), createProgress()];
    for (const entry of goldenEntries('first-task')) {
      const isOutcome = entry.kind === 'message' && entry.type === 'SubTaskOutcome';
      progress.see(isOutcome ? { ...entry, payload: { ...entry.payload, tool_calls: calls } } : entry);
    }
    return fitted(progress.lines(picture.state), undefined).map(textOf).join('\n');
  };
  const no = call('shell', { input: { command: 'rm b.log' }, ok: false, error_class: 'refused', declined });
  expect(soFar([])).toMatch(/so far +1 of 1 step done/);
  expect(soFar([no])).toMatch(/so far +0 of 1 step done/);
  expect(soFar([no, call('shell', { changed: [{ path: '/b.log', change: 'deleted' }] })])).toMatch(/so far +1 of 1 step done/);
});
