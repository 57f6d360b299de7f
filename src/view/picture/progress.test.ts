import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
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
