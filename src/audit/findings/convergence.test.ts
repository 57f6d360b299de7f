import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import type { AuditedEntry } from '../observing/audited-entries.ts';
import { convergence } from './convergence.ts';

const correction = goldenEntries('correction').find(
  (entry) => entry.kind === 'message' && entry.type === 'CorrectionSignal',
) as AuditedEntry; // a message

test.each([
  [4, 0],
  [5, 1],
  [9, 1],
])('of %i corrections there are %i findings', (corrections, findings) => {
  const detect = convergence();
  const found = Array.from({ length: corrections }, () => detect(correction)).flat();
  expect(found.map(({ anomaly }) => anomaly)).toEqual(Array.from({ length: findings }, () => 'many_corrections'));
});
