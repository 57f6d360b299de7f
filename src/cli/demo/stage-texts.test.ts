import { expect, test } from 'vitest';
import { textOf } from '../../view/style/line.ts';
import { closingLines } from './stage-texts.ts';

const left = { isTour: true, columns: 80, isOne: false, hasLeft: true, skipped: 0, hasModel: false };

test.each([
  [
    'command line',
    ['artoo setup', 'artoo "which files here are largest?"', 'artoo try -- "date > today.txt"', 'artoo demo --list', 'artoo --help'],
  ],
  ['shell', ['/setup', 'which files here are largest?', '!date > today.txt', '/demo --list', '/help']],
] as const)('what comes next is named as it is typed in the %s, in one column', (from, commands) => {
  const said = closingLines(0, { ...left, from }).map(textOf);
  const rows = said.slice(said.indexOf('What you could do next') + 1);
  expect(rows.map((row) => row.slice(2, 43).trimEnd())).toEqual(commands);
  expect(rows.map((row) => row.slice(41, 43).trim())).toEqual(rows.map(() => ''));
  expect(said).toContain(`You quit the tour. ${from === 'shell' ? '/demo' : 'artoo demo'} plays it again.`);
});
