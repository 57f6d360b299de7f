import { expect, test } from 'vitest';
import type { Megram } from '../../contracts/memory.ts';
import type { StoredMemory } from '../keeper.ts';
import { activeMemory } from './active-memory.ts';
import { experience, refTo } from './tag-record.ts';

const megram: Megram = {
  ...{ id: 'a-m01', level: 'M', created_at: '2026-03-01T00:00:00.000Z', space: 's', entity: 'e', content: 'x' },
  ...{ state: 'accept', f: 0.9, sigma: 1, k: 0.05 },
};
const at = '2026-03-02T00:00:00.000Z';

test.each<[string, Partial<Megram>, Partial<StoredMemory>, keyof typeof experience]>([
  ['an event', {}, {}, 'evidence'],
  ['an event that a rule was made of', {}, { consolidated: { into: 'r', at } }, 'consolidated'],
  ['what was said about a rule', { state: 'dissonance' }, {}, 'none'],
  ['the same, consolidated', { state: 'dissonance' }, { consolidated: { into: 'r', at } }, 'none'],
  ['what was a rule', { level: 'C', state: 'rule' }, { demoted_at: at }, 'none'],
  ['a rule', { level: 'C', state: 'rule' }, {}, 'none'],
])('%s is listed with how it counts as experience', (_, more, facts, how) => {
  const active = activeMemory({ id: megram.id, megram: { ...megram, ...more }, ...facts });
  expect(active && refTo(active)).toEqual(['a-m01', Date.parse(megram.created_at), 1, experience[how]]);
});
