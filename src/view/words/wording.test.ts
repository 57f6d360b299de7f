import { expect, test } from 'vitest';
import type { FinalResult } from '../../contracts/control.ts';
import { refusedPart } from '../../contracts/refused-part.ts';
import { endOf, headline } from './wording.ts';

const path = '/p/logs/old.log';
const rm = { action: 'rm logs/old.log', effects: [{ path, change: 'deleted' as const }] };
const other = { path: '/p/summary.txt', change: 'created' as const };

test.each<[string, Pick<FinalResult, 'directive' | 'declined' | 'changed'>, FinalResult['directive'], string]>([
  ['nothing was refused', { directive: 'accept', changed: [other] }, 'accept', 'Done'],
  ['the refused part was replaced', { directive: 'accept', declined: [rm], changed: [{ path, change: 'changed' }] }, 'accept', 'Done'],
  ['a part was refused', { directive: 'accept', declined: [rm], changed: [other] }, 'success', 'Done, except for what you refused'],
  ['all of it was refused', { directive: 'accept', declined: [rm], changed: [] }, 'success', 'Nothing was changed, because you refused it'],
  ['gaps are left', { directive: 'success', declined: [rm], changed: [other] }, 'success', 'Delivered with gaps'],
  ['it was given up', { directive: 'abandon', declined: [rm], changed: [] }, 'abandon', 'Not done'],
])('a task of which %s', (_, result, kind, text) => {
  const refused_part = refusedPart(result);
  expect(endOf({ ...result, refused_part })).toEqual({ kind, text });
  expect(headline({ ...result, summary: 'why' })).toBe(`${text}: why`);
});
