import { expect, test } from 'vitest';
import { newTerminal } from '../../../test/support/in-process.ts';
import { line } from '../../view/style/line.ts';
import { createScriptStage } from './stage.ts';

const said = 'Each command runs on a worker, on a copy of the folder. The changes that it would make come back and are applied here.';

test.each([
  ['on a screen of 80 columns no word is broken', true, 2],
  ['in a pipe every line is whole', false, 1],
] as const)('%s', (_, isPrinting, count) => {
  const { terminal, out } = newTerminal({ width: 80, isPrinting });
  using stage = createScriptStage(terminal, 0);
  stage.show([line(said)]);
  const rows = out.join('\n').split('\n');
  expect(rows).toHaveLength(count);
  expect(rows.map((row) => row.trim()).join(' ')).toBe(said);
  if (isPrinting) expect(rows.filter((row) => row.length > 80)).toEqual([]);
});
