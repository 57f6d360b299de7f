import { expect, test } from 'vitest';
import { isRecorded, traceContextFor, traceIdOf, traceParentIn } from './trace-ids.ts';

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

test.each([
  [`00-${trace}-${span}-01`, { trace, span, flags: '01' }],
  [` 00-${trace}-${span}-00\n`, { trace, span, flags: '00' }],
  [`cc-${trace}-${span}-01-what-comes-later`, { trace, span, flags: '01' }],
  [`ff-${trace}-${span}-01`, undefined],
  [`00-${'0'.repeat(32)}-${span}-01`, undefined],
  [`00-${trace}-${'0'.repeat(16)}-01`, undefined],
  [`00-${trace.toUpperCase()}-${span}-01`, undefined],
  [`00-${trace}-${span}`, undefined],
  ['', undefined],
])('the parent in %j', (text, parent) => {
  expect(traceParentIn({ TRACEPARENT: text })).toEqual(parent);
});

test('a task without a caller has a trace of its own, the same each time', () => {
  expect(traceIdOf('task', undefined)).toBe(traceIdOf('task', undefined));
  expect(traceIdOf('task', undefined)).not.toBe(traceIdOf('other', undefined));
  expect(traceContextFor('task', '1.1.1/R3/1.1', undefined).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test('with a caller, children are told its trace, its flags and its state', () => {
  const parent = traceParentIn({ TRACEPARENT: `00-${trace}-${span}-00`, TRACESTATE: 'vendor=1' });
  expect(traceContextFor('task', '1.1.1/R3/1.1', parent)).toEqual({
    traceparent: expect.stringMatching(new RegExp(`^00-${trace}-(?!${span})[0-9a-f]{16}-00$`)),
    tracestate: 'vendor=1',
  });
});

test('spans are sent unless the caller records none', () => {
  expect(['00', '01', '02', '03'].filter((flags) => isRecorded({ trace, span, flags }))).toEqual(['01', '03']);
  expect(isRecorded(undefined)).toBe(true);
});
