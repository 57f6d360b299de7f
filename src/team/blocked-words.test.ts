import { expect, test } from 'vitest';
import { aBoard, inState } from '../../test/team/boards.ts';
import { blockedWords } from './blocked-words.ts';
import { limitsReached } from './supervisor/limits.ts';

test('a person reads why, and not the word that code knows it by', () => {
  const [limit] = limitsReached(aBoard([inState('REJECTED', { review_cycles_current: 5 })], {}));
  expect(limit?.reason).toBe('review_deadlock: rejected 5 times');
  expect(blockedWords(limit?.reason ?? '')).toBe('rejected 5 times');
  expect(blockedWords('The spec is silent: what is printed?')).toBe('The spec is silent: what is printed?');
});
