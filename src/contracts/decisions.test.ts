import { describe, expect, test } from 'vitest';
import { decisions } from '../../test/support/decisions.ts';
import { parseDecision } from './decisions.ts';

const all = Object.entries(decisions);

describe('a decision', () => {
  test.each(all)('%s is read as it is', (_, decision) => {
    expect(parseDecision(decision)).toEqual({ ok: true, value: decision });
    expect(JSON.stringify(parseDecision(decision))).toBe(JSON.stringify({ ok: true, value: decision })); // the order of the keys must be the same, too
  });

  test.each(all)('%s is read in any order of its keys, without those that nothing knows of', (_, decision) => {
    const { role, name, inputs, result } = decision;
    const other = { result: { ...result, more: 1 }, inputs: { more: 1, ...inputs }, name, role };
    expect(JSON.stringify(parseDecision(other))).toBe(JSON.stringify({ ok: true, value: decision }));
  });

  test.each(all)('%s is refused of another role, under another name, or without what it was based on', (_, decision) => {
    const other = decision.role === 'R7' ? 'R2' : 'R7';
    expect(parseDecision({ ...decision, role: other })).toEqual({ ok: false, error: `${other} makes no such decision` });
    expect(parseDecision({ ...decision, name: 'noted' })).toEqual({ ok: false, error: `${decision.role} makes no such decision` });
    expect(parseDecision({ ...decision, inputs: {} })).toEqual({ ok: false, error: expect.stringContaining('inputs.') });
    expect(parseDecision({ ...decision, result: null })).toEqual({ ok: false, error: expect.stringContaining('result: ') });
  });
});
