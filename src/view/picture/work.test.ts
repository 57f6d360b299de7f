import { expect, test } from 'vitest';
import type { Json } from '../../contracts/shapes/json.ts';
import { textOf } from '../style/line.ts';
import { fitted } from './layout.ts';
import { createShownReasons } from './shown-reasons.ts';
import { createWork } from './work.ts';

const ended = (tool: string, target: string, value: { readonly [key: string]: Json } = {}) => ({
  ...{ label: 'works', tool, target, ms: 5 },
  result: { ok: true, value: { ok: true, output: '', truncated: false, ...value } } as const,
});
const newWork = () => createWork(() => '/home/ada', createShownReasons());
const texts = (lines: Parameters<typeof fitted>[0]): readonly string[] => fitted(lines, undefined).map((line) => textOf(line).trim());

test.each([
  [4, ['$ make', '1', '2', '3', '4']], // a line with the count would take as much room as the missing line
  [5, ['$ make', '… 2 more lines above', '3', '4', '5']],
])('of %i lines that a command printed, only a few are shown', (count, expected) => {
  const output = Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('');
  const lines = texts(newWork().end(ended('shell', 'make', { output, exit_code: 0 })));
  expect(lines.map((line) => line.replace(/^works +/, ''))).toEqual(expected);
});

test.each([
  [['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'], 'a'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e, f, g'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a'], 'a, b, c, d, e, f and 2 more'],
])('of what was looked at, each is named once: %j', (targets, expected) => {
  const work = newWork();
  for (const target of targets) work.end(ended('read_file', target));
  expect(texts(work.flush())).toEqual([expect.stringMatching(new RegExp(` ${expected}$`))]);
});
