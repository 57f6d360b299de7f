import { describe, expect, test } from 'vitest';
import { nextStop } from './walk-next.ts';

const stops = { seqs: [1, 2, 4, 6, 9], measured: [4, 9], differing: [6] };

describe('a walk', () => {
  test.each([
    ['on', '', 0, { at: 1 }],
    ['on past the last, which ends it', '', 4, undefined],
    ['back', 'b', 2, { at: 1 }],
    ['nowhere before the first', 'b', 0, { at: 0, note: expect.any(String) }],
    ['to the next round', 'r', 0, { at: 2 }],
    ['from one round to the next', 'r', 2, { at: 4 }],
    ['nowhere where no round follows', 'r', 4, { at: 4, note: expect.any(String) }],
    ['to the next difference', 'd', 0, { at: 3 }],
    ['nowhere where no difference follows', 'd', 3, { at: 3, note: expect.any(String) }],
    ['to an entry', '6', 0, { at: 3 }],
    ['to an entry before', '1', 4, { at: 0 }],
    ['to the first that tells something from there on', '5', 0, { at: 3 }],
    ['to the first for 0', '0', 4, { at: 0 }],
    ['nowhere beyond the end', '10', 1, { at: 1, note: 'The last stop is entry 9.' }],
    ['nowhere beyond any end', '9'.repeat(400), 1, { at: 1, note: 'The last stop is entry 9.' }],
    ['nowhere for what it does not know, and says what it knows', 'help', 1, { at: 1, note: expect.stringContaining('q: end') }],
    ['to its end', 'q', 1, undefined],
    ['to its end, however it is typed', '  QUIT ', 1, undefined],
  ])('goes %s', (_, answer, at, route) => {
    expect(nextStop(answer, at, stops)).toEqual(route);
  });
});
