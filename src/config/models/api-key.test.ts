import { expect, test } from 'vitest';
import { masked, readKey } from './api-key.ts';

test.each([
  ['sk-1234', 'sk-1234'],
  [' sk-1234\n', 'sk-1234'],
  ['\uFEFFsk-1234', 'sk-1234'],
  ['with space', 'with space'],
  ['café', 'café'],
])('the key %j is read', (raw, value) => {
  expect(readKey(raw)).toEqual({ ok: true, value });
});

test.each([
  ['hunter2\nhunter2', /line break/],
  ['hunter2\r\nX: y', /line break/],
  ['hunter2\u0000', /control/],
  ['hunter2\u007f', /control/],
  ['hunter2\u0085x', /control/],
  ['“hunter2”', /header/],
  ['hunter2🎹', /header/],
  ['hunter2\u200b', /header/],
  ['', /empty/],
  [' \n', /empty/],
  [12_345, /quotes/],
  [null, /quotes/],
  [['hunter2'], /quotes/],
  ['hunter2'.repeat(10_000), /long/],
])('the key %# is refused without being shown', (raw, why) => {
  const read = readKey(raw);
  expect(read).toEqual({ ok: false, error: expect.stringMatching(why) });
  expect(JSON.stringify(read)).not.toContain('hunter2');
});

test.each([
  ['sk-proj-0123456789abcdef', 'set (…cdef)'],
  ['0123456789abcde', 'set'],
  ['x', 'set'],
])('%s is shown as %s', (key, shown) => {
  expect(masked(key)).toBe(shown);
});
