import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { errorCodes } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { RoleId } from '../../contracts/parties.ts';
import { endedHeadIn, lineOf, lineStart, lineVersion, rowIn } from './index-row.ts';
import { lineFilterFor } from './line-filter.ts';
import { type State, statesOf, stateWords } from './state-words.ts';
import { filterFor } from './task-filter.ts';
import type { Row } from './task-state.ts';

const amount = fc.oneof(fc.nat(), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }));
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).map((text) => text as TaskId);
const text = fc.string({
  unit: fc.constantFrom('a', '"', '\\', ',', '{', '}', ',"cost":', '\n', '\u2028', 'ü', '€', '\u{1f600}', '\ud800'),
});
const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }).map((date) => date.toISOString());
const used = {
  model_calls: fc.nat(),
  tool_calls: fc.nat(),
  input_tokens: fc.nat(),
  output_tokens: fc.nat(),
  model_ms: amount,
  tool_ms: amount,
  usd: amount,
  unpriced: fc.array(text, { maxLength: 2 }),
};
const role = fc.constantFrom(...RoleId.options);
const estimated = fc.constantFrom({}, { estimated: true });
const cost = fc
  .tuple(fc.record({ active_ms: amount, ...used, by_role: fc.array(fc.record({ role, ...used }), { maxLength: 3 }) }), estimated)
  .map(([spent, bound]) => ({ ...spent, ...bound }));
const origin = fc.record({ task_id: id, seq: fc.nat(), cost });
const started = { started: time, goal: text, slug: text };
const forked = fc.oneof(fc.constant({}), fc.record({ origin }));
const directive = fc.constantFrom('accept' as const, 'success' as const, 'abandon' as const);
const reason = fc.constantFrom(
  'met' as const,
  'close_enough' as const,
  'cancelled' as const,
  'no_plan' as const,
  'infrastructure' as const,
);
const status = fc.oneof(
  fc.tuple(
    fc.record(
      { ...started, state: fc.constant('ended' as const), ended: time, directive, reason, partly: fc.constant(true as const), cost },
      { requiredKeys: ['started', 'goal', 'slug', 'state', 'ended', 'directive', 'reason', 'cost'] },
    ),
    forked,
  ),
  fc.tuple(
    fc.record(
      { ...started, state: fc.constant('unfinished' as const), stopped: time, halted: fc.constantFrom(null, ...errorCodes), cost },
      { requiredKeys: ['started', 'goal', 'slug', 'state', 'stopped', 'halted'] },
    ),
    forked,
  ),
  fc.tuple(fc.record({ state: fc.constant('unreadable' as const), wrong: text }), fc.constant({})),
);
const row = fc
  .record({ task_id: id, file: fc.record({ size: fc.nat(), mtime: amount }), status })
  .map(({ status: [said, more], ...rest }) => ({ ...rest, status: { ...said, ...more } }) as Row); // one of the same kind, with or without an origin

/** Possible texts in a line: no lone surrogates. */
const kept = (value: Row): unknown => JSON.parse(JSON.stringify(value));

test('a row is the same after it was a line: one line of ASCII that begins with its id', () => {
  fc.assert(
    fc.property(row, (given) => {
      const line = lineOf(given);
      expect(line).toMatch(/^[ -~]+\n$/);
      expect(line.startsWith(`${lineStart}${given.task_id}${lineVersion}`)).toBe(true);
      expect(rowIn(line)).toEqual(kept(given));
    }),
  );
});

test('the beginning of a line tells how a task ended, and only of one that did', () => {
  fc.assert(
    fc.property(row, (given) => {
      const { status: said, task_id } = given;
      const { cost: _, ended: __, origin: ___, ...told } = said.state === 'ended' ? said : { cost: 0, ended: 0, origin: 0 };
      expect(endedHeadIn(lineOf(given))).toEqual(said.state === 'ended' ? { task_id, ...told } : undefined);
    }),
  );
});

const filter = fc.record(
  {
    state: fc.constantFrom(...stateWords, 'accept', 'gap').map((word): readonly State[] => statesOf(word) ?? []),
    text: fc.oneof(text, fc.stringMatching(/^[a-zA-Z0-9_ -]{1,3}$/)),
    since: time.map(Date.parse),
    until: time.map(Date.parse),
  },
  { requiredKeys: [] },
);

test('no line is left out of a task that is wanted, and none of a task that has not ended', () => {
  fc.assert(
    fc.property(row, filter, (given, wanted) => {
      const { task_id, status: said } = given;
      const isWanted = said.state !== 'ended' || filterFor(wanted)({ task_id, ...said });
      expect(lineFilterFor(wanted)(lineOf(given)) || !isWanted).toBe(true);
    }),
    { numRuns: 500 / oneIn(10) },
  );
});

test.each([
  [{ text: 'G' }, true],
  [{ text: 'other' }, false],
  [{ text: 'ü' }, true],
  [{ text: '"' }, true],
  [{ state: ['accept' as const] }, true],
  [{ state: ['abandon' as const] }, false],
  [{ state: ['running' as const] }, false],
  [{ since: Date.parse('2026-01-01T00:00:00.000Z') }, true],
  [{ since: Date.parse('2026-01-01T00:00:00.001Z') }, false],
  [{ until: Date.parse('2026-01-01T00:00:00.000Z') }, false],
  [{}, true],
])('for %j a line may be wanted: %s', (wanted, may) => {
  expect(lineFilterFor(wanted)(line)).toBe(may);
  expect(lineFilterFor(wanted)(line.slice(0, 120))).toBe(true); // torn: the end is unknown
  expect(lineFilterFor(wanted)('')).toBe(true);
});

const nothing = { model_calls: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, model_ms: 0, tool_ms: 0, usd: 0, unpriced: [] };
const line = lineOf({
  task_id: 'a' as TaskId,
  file: { size: 7, mtime: 8 },
  status: {
    state: 'ended',
    started: '2026-01-01T00:00:00.000Z',
    ended: '2026-01-01T00:00:01.000Z',
    goal: 'g',
    slug: 's',
    directive: 'accept',
    reason: 'met',
    cost: { active_ms: 1, ...nothing, by_role: [{ role: 'R1', ...nothing }] },
    origin: { task_id: 'b' as TaskId, seq: 2, cost: { active_ms: 1, ...nothing, by_role: [] } },
  },
});

test.each([
  ['"v":1', '"v":2'],
  ['"v":1,', ''],
  ['"size":7', '"size":-7'],
  ['"mtime":8', '"mtime":null'],
  ['"state":"ended"', '"state":"started"'],
  ['"state":"ended"', '"state":"unreadable"'],
  ['"state":"ended"', '"state":"unfinished"'],
  ['"started":"2026-01-01T00:00:00.000Z"', '"started":"yesterday"'],
  ['"goal":"g"', '"goal":null'],
  ['"slug":"s"', '"slug":["s"]'],
  ['"accept"', '"refine"'],
  ['"met"', '"constructor"'],
  ['"active_ms":1', '"active_ms":"1"'],
  ['"used":[0', '"used":[0,0'],
  ['"used":[0', '"used":["0"'],
  [',[]]', ',null]'],
  [',[]]', ',[1]]'],
  ['"R1"', '"R9"'],
  ['[["R1",', '[["R1"],['],
  ['"by_role":[[', '"by_role":{"0":[['],
  ['"seq":2', '"seq":"2"'],
  ['"origin":{"task_id":"b"', '"origin":{"task_id":3'],
  ['}\n', '\n'],
  ['{"task_id"', '[{"task_id"'],
])('a line where %s became %s says nothing', (from, to) => {
  expect(rowIn(line)).toBeDefined();
  expect(line).toContain(from);
  expect(rowIn(line.replace(from, to))).toBeUndefined();
});
