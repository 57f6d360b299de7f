import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Turn } from '../../models/model.ts';
import { defaultBound } from '../prompting/bound-for.ts';
import { lengthOf, withinBound } from './conversation.ts';

const said = (call_id: string, content = ''): Turn => ({
  role: 'assistant',
  text: 'so',
  calls: [{ call_id, tool: 'put', input: { content } }],
});
const returned = (call_id: string, text: string): Turn => ({ role: 'tool', call_id, tool: 'put', text: `<result>\n${text}\n</result>` });
const goal: Turn = { role: 'user', text: 'x'.repeat(5_000) };

/** One step for each length: a call and what it returned. */
const steps = (...lengths: readonly number[]): readonly Turn[] =>
  lengths.flatMap((length, at) => [said(`${at}`), returned(`${at}`, 'y'.repeat(length))]);
const referencesIn = (turns: readonly Turn[]): ReadonlyMap<Turn, string> =>
  new Map(turns.flatMap((turn) => (turn.role === 'tool' ? [[turn, `[${turn.call_id} is elsewhere]`] as const] : [])));
const fit = (turns: readonly Turn[], bound: number) => withinBound(turns, bound, referencesIn(turns));
const replacedIn = (turns: readonly Turn[], kept: readonly Turn[]): readonly number[] =>
  kept.flatMap((turn, at) => (turn.text.includes('is elsewhere') ? [Number((turns[at] as { call_id?: string }).call_id)] : []));

test('a conversation that fits stays as it is', () => {
  const turns = [goal, said('a', 'x'.repeat(30_000)), returned('a', 'y'.repeat(30_000))];
  expect(withinBound(turns, defaultBound, new Map())).toEqual({ turns, isReplaced: false });
});

describe('one that does not', () => {
  test('has references in place of its oldest long results, and keeps short ones, calls and the words of the person', () => {
    const turns = [goal, ...steps(30_000, 50, 30_000, 30_000, 30_000)];
    const { turns: kept, isReplaced } = fit(turns, 100_000);
    expect(isReplaced).toBe(true);
    expect(replacedIn(turns, kept)).toEqual([0, 2]);
    expect(kept.filter((turn, at) => turn !== turns[at])).toHaveLength(2);
    expect(kept[2]).toEqual({ role: 'tool', call_id: '0', tool: 'put', text: '<result>\n[0 is elsewhere]\n</result>' });
    expect(lengthOf(kept)).toBeLessThanOrEqual(100_000);
  });

  test('keeps what the last step returned, as long as the rest can give way', () => {
    const turns = [goal, ...steps(20_000, 20_000, 60_000)];
    expect(replacedIn(turns, fit(turns, 70_000).turns)).toEqual([0, 1]);
  });

  test('is replaced in large steps, so that most requests begin like the previous one', () => {
    const heads = Array.from({ length: 40 }, (_, at) => {
      const turns = [goal, ...steps(...Array.from({ length: at + 1 }, () => 4_000))];
      return replacedIn(turns, fit(turns, 80_000).turns).length;
    });
    const changes = heads.filter((count, at) => at > 0 && count !== heads[at - 1]).length;
    expect(Math.max(...heads)).toBeGreaterThan(15);
    expect(changes).toBeLessThan(8);
  });

  test('loses the middle of its calls where results are not enough', () => {
    const turns = [goal, ...['a', 'b', 'c', 'd', 'e'].flatMap((id) => [said(id, 'x'.repeat(30_000)), returned(id, 'y')])];
    const { turns: kept, isReplaced } = fit(turns, 100_000);
    expect(isReplaced).toBe(false);
    expect(JSON.stringify(kept[1])).toMatch(/characters left out/);
    expect(lengthOf(kept)).toBeLessThanOrEqual(100_000);
  });

  test('is shortened, too, where its last step alone is too long', () => {
    const turns = [goal, said('a'), ...Array.from({ length: 16 }, (_, at) => returned(`${at}`, 'y'.repeat(30_000)))];
    const { turns: kept, isReplaced } = fit(turns, defaultBound);
    expect(lengthOf(kept)).toBeLessThan(defaultBound);
    expect(kept[2]?.text).toMatch(/^<result>\ny+[\s\S]*characters left out[\s\S]*<\/result>\n\[0 is elsewhere\]$/);
    expect(isReplaced).toBe(true);
  });
});

test('whatever was said, it fits as far as the person left room, the same calls are answered, and it is the same again', () => {
  const turn = fc.oneof(
    fc.record({ role: fc.constant('user' as const), text: fc.string({ maxLength: 20 }) }),
    fc.integer({ min: 0, max: 30_000 }).map((length) => returned('1', 'y'.repeat(length))),
    fc.integer({ min: 0, max: 30_000 }).map((length) => said('1', 'x'.repeat(length))),
  );
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 30 }), fc.integer({ min: 40_000, max: 300_000 }), (turns, bound) => {
      const { turns: kept } = fit(turns, bound);
      expect(kept.map(({ role }) => role)).toEqual(turns.map(({ role }) => role));
      expect(kept.filter(({ role }) => role === 'user')).toEqual(turns.filter(({ role }) => role === 'user'));
      expect(lengthOf(kept)).toBeLessThanOrEqual(bound);
      expect(fit(turns, bound).turns).toEqual(kept);
    }),
    { numRuns: 100 },
  );
});
