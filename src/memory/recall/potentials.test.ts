import { expect, test } from 'vitest';
import { potentials } from './potentials.ts';

const tag = { space: 'intent:find_files', entity: 'tool:glob' };

test('potentials are computed over M and K, and never over rules', () => {
  const at = new Date('2026-03-01T00:00:00Z');
  const megram = { id: 'x', created_at: at.toISOString(), ...tag, content: '', state: 'accept', f: 0.4, sigma: 1, k: 0 } as const;
  const all = (['M', 'K', 'C', 'T'] as const).map((level) => ({ ...megram, level }));
  expect(potentials(all, at)).toEqual({ attention: 0.8, decision: 0.8, action: 'Exploit' });
  expect(potentials([], at)).toEqual({ attention: 0, decision: 0, action: 'Ignore' });
});
