import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialState } from '../../control/decide.ts';
import { type Rejection, type Steered, steer } from './steer.ts';

const limits = { maxReviewCycles: 5, reviewHours: 8 };
const minute = 60_000;

/**
 * A review of eight criteria: `l` failed by logic, `e` by its surroundings, `.` passed; `!` at the end: a blocker from the previous review is still
 * present.
 */
function review(marks: string, elapsedMs = minute): Rejection {
  const criteria = [...marks.replace('!', '')].map((mark, at) => ({
    criterion: `criterion ${at + 1}`,
    verdict: mark === '.' ? ('pass' as const) : ('fail' as const),
    failure_class: mark === 'l' ? ('logical' as const) : mark === 'e' ? ('environmental' as const) : null,
  }));
  return { criteria, isStillPresent: marks.endsWith('!'), elapsedMs };
}

/** All reviews one after another. */
function steered(...reviews: readonly Rejection[]): readonly Steered[] {
  const all: Steered[] = [];
  for (const each of reviews) all.push(steer(all.at(-1)?.state ?? initialState, each, limits));
  return all;
}
const last = (...marks: readonly string[]): Steered => steered(...marks.map((each) => review(each))).at(-1) as Steered; // there is at least one

describe('after a rejection', () => {
  test.each([
    ['the first one, whatever it says', ['llllllll'], 'break_symmetry', 'same_coder'],
    ['fewer criteria fail, for their surroundings', ['eeeeee..', 'eeee....'], 'refine', 'same_coder'],
    ['fewer fail, by logic: one of eight is progress', ['llll....', 'lll.....'], 'change_approach', 'same_coder'],
    ['as many fail, others than before', ['ll......', '..ll....'], 'break_symmetry', 'same_coder'],
    ['as many fail, and what was wrong is still wrong', ['ll......', 'll......!'], 'break_symmetry', 'review_stuck'],
    ['more fail, by logic', ['ll......', 'llll....'], 'change_approach', 'another_coder'],
    ['as many fail, for their surroundings', ['ee......', 'ee......'], 'change_path', 'another_coder'],
    ['as many fail for their surroundings, still', ['ee......', 'ee......!'], 'change_path', 'another_coder'],
    ['more fail, twice in a row', ['l.......', 'lll.....', 'lllll...'], 'abandon', 'review_deadlock'],
    ['the fifth one', ['lllll...', 'llll....', 'lll.....', 'll......', 'l.......'], 'abandon', 'review_deadlock'],
  ] as const)('%s', (_, marks, directive, next) => {
    const { decision, ...rest } = last(...marks);
    expect([decision.macro_state, rest.next]).toEqual([directive, next]);
  });

  test('the fourth rejection is not the end if the work got better', () => {
    expect(last('lllll...', 'llll....', 'lll.....', 'll......').next).toBe('same_coder');
  });

  test.each([
    [36, 'same_coder'],
    [60, 'another_coder'],
  ])('one failed criterion of eight less is progress, unless the time spent outweighs half of that: %i minutes', (minutes, next) => {
    expect(steered(review('eeee....', 0), review('eee.....', minutes * minute)).at(-1)?.next).toBe(next);
  });

  test('four fifths of the time for reviews is the end', () => {
    expect(steer(initialState, review('l.......', 6.4 * 60 * minute), limits).next).toBe('review_deadlock');
    expect(steer(initialState, review('l.......', 6.3 * 60 * minute), limits).next).toBe('same_coder');
  });

  test('with at most one cycle, the first rejection ends it', () => {
    expect(steer(initialState, review('l.......'), { ...limits, maxReviewCycles: 1 }).next).toBe('review_deadlock');
  });
});

test.each([
  [['ll......'], '2 of 8 criteria fail: the same coder continues, first with "criterion 1"'],
  [['ll......', '.l......'], '1 of 8 criteria fails, fewer than before: the same coder continues, first with "criterion 2"'],
  [['ll......', 'llll....'], '4 of 8 criteria fail, more than before: this approach is not working, so another coder starts afresh'],
  [['ee......', 'ee......'], '2 of 8 criteria fail, as many as before: the environment gets in the way, so another coder starts afresh'],
  [
    ['l.......', 'lll.....', 'lllll...'],
    '5 of 8 criteria fail, more than before: it got worse twice in a row, so the planner decides what comes next',
  ],
])('%j is reported in a sentence', (marks, why) => {
  expect(last(...marks).why).toBe(why);
});

test('whatever reviewers say, steering ends within the allowed cycles, and the same reviews are steered in the same way', () => {
  const mark = fc.string({ unit: fc.constantFrom('l', 'e', '.'), minLength: 7, maxLength: 7 }).map((rest) => `l${rest}`);
  const marks = fc.array(fc.tuple(mark, fc.boolean()), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(marks, (reviews) => {
      const texts = reviews.map(([each, isStill]) => (isStill ? `${each}!` : each));
      const once = steered(...texts.map((each) => review(each)));
      expect(steered(...texts.map((each) => review(each)))).toEqual(once);
      expect(once.some(({ next }) => next === 'review_deadlock')).toBe(true);
    }),
  );
});
