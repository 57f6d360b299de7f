import { describe, expect, test } from 'vitest';
import type { EffectKey } from '../contracts/ids.ts';
import type { Intent } from '../journal/entry.ts';
import { succeeded } from '../tools/tool.ts';
import { afterLookUp, asStarted, mayRepeat, whileEnding } from './repeat-effect.ts';

const rows = [
  ['model', true, true, 'unknown'],
  ['check', true, true, 'unknown'],
  ['look', true, true, 'unknown'],
  ['tool', true, true, 'unknown'],
  ['tool', false, false, 'look up'],
] as const;

describe('an effect that was started and not finished', () => {
  test.each(rows)('%s, safe to repeat %s: is repeated at once %s, while its task ends %s', (effect, repeatable, repeats, ending) => {
    expect(mayRepeat({ effect, repeatable })).toBe(repeats);
    expect(whileEnding({ effect, repeatable }, true)).toBe(ending);
    expect(whileEnding({ effect, repeatable }, false)).toBe('not performed');
  });

  const result = succeeded('done');
  test.each([
    [result, false, result],
    [result, true, result],
    ['not_done', false, 'perform'],
  ] as const)('looked up as %j, cancelled %s, gives %j', (known, isCancelled, expected) => {
    expect(afterLookUp(known, isCancelled)).toBe(expected);
  });

  test.each([
    ['unknown', false, 'interrupted'],
    ['unknown', true, 'interrupted'],
    ['not_done', true, 'cancelled'],
  ] as const)('looked up as %s, cancelled %s, is answered with %s', (known, isCancelled, code) => {
    expect(() => afterLookUp(known, isCancelled)).toThrow(expect.objectContaining({ code }));
  });

  test('is as safe to repeat as when it was started, or less', () => {
    const key = '1.1.1/R3/1.1' as EffectKey;
    const intent: Intent = { kind: 'intent', seq: 1, ts: '', key, effect: 'tool', role: 'R3', repeatable: true, input: {}, input_hash: '' };
    const unsafe = { ...intent, repeatable: false };
    expect(asStarted(unsafe, intent)).toEqual(unsafe);
    expect(asStarted(intent, unsafe)).toEqual(unsafe);
    expect(asStarted(intent, intent)).toEqual(intent);
  });
});
