import { expect, test } from 'vitest';
import { line } from '../../view/style/line.ts';
import type { Terminal } from '../command.ts';
import { report, tell } from './report.ts';

/** A terminal of this many columns; undefined means a file or a pipe. */
function printing(width: number | undefined, json = false) {
  const printed: string[] = [];
  const terminal = { width, print: (text: string) => void printed.push(text) } as unknown as Terminal; // no other members are used
  return { called: { json, terminal }, printed };
}

const sentence = 'Remembered as 20261118-211214620-ta3h54fc. Every plan takes this fact into account until you forget it.';

test('a sentence is wrapped between words on a terminal, and one line elsewhere', () => {
  const on = printing(60);
  report(on.called, {}, () => [sentence]);
  expect(on.printed).toEqual([
    'Remembered as 20261118-211214620-ta3h54fc. Every plan takes',
    '  this fact into account until you forget it.',
  ]);
  const off = printing(undefined);
  report(off.called, {}, () => [sentence]);
  expect(off.printed).toEqual([sentence]);
});

test('JSON is never wrapped, and a story is wrapped by its teller alone', () => {
  const json = printing(20, true);
  report(json.called, { said: sentence }, () => []);
  expect(JSON.parse(json.printed.join('\n'))).toEqual({ said: sentence });
  const told = printing(20);
  tell(told.called, {}, () => [line(sentence)]);
  expect(told.printed).toEqual([sentence]);
});
