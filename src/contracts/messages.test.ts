import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, criterion, loss, samples, subtask_id, task_id, toolCall, verdict } from '../../test/support/samples.ts';
import { Check, Criterion } from './criteria.ts';
import { Message, type MessageType, messageTypes, payloads } from './messages.ts';

/** The fields of a payload that its sender may leave out. */
const optional: Partial<Record<MessageType, readonly string[]>> = {
  UserInput: ['session'],
  TaskSpec: ['clarifications'],
  PlanDirective: ['gap_summary', 'findings', 'ran'],
  HandoffRequest: ['findings'],
  PlanFailed: ['impossible'],
  PlanReview: ['amended', 'reasons'],
  PlanReply: ['subtasks'],
  SubTask: ['surroundings', 'cautions'],
  DispatchManifest: ['amended', 'surroundings'],
  ConfirmRequest: ['more', 'network', 'caution'],
  ConfirmReply: ['edited', 'instead', 'rule', 'scope'],
  ReplanRequest: ['task_verdicts', 'task_checks'],
  Cancel: ['why'],
  FinalResult: ['refused', 'failure', 'audited'],
  Megram: ['last_recalled_at', 'fingerprint'],
  Forget: ['purge'],
};

const messageOf = (type: MessageType, payload: unknown = samples[type]) => ({
  id: `${task_id}-7`,
  seq: 7,
  ts: at,
  task_id,
  from: 'User',
  to: 'R1',
  reply_to: `${task_id}-6`,
  type,
  payload,
});
const accepts = (message: unknown) => Message.safeParse(message).success;
const without = (record: object, key: string) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

describe('every message type', () => {
  test.each(messageTypes)('%s keeps every field that it has', (type) => {
    const message = messageOf(type);
    expect(Message.parse(JSON.parse(JSON.stringify(message)))).toStrictEqual(message);
  });

  test.each(messageTypes)('%s is refused without a field that it needs', (type) => {
    const spared = Object.keys(samples[type]).filter((key) => accepts(messageOf(type, without(samples[type], key))));
    expect(spared).toEqual(optional[type] ?? []);
  });

  test.each(messageTypes)('%s is declared under its own name, with a line that says what it is', (type) => {
    expect(payloads[type].meta()).toEqual({ id: type, description: expect.stringMatching(/\S/) });
  });
});

describe('the envelope', () => {
  test.each([
    ['id', '../7'],
    ['id', undefined],
    ['seq', -1],
    ['seq', 0.5],
    ['seq', '7'],
    ['seq', 2 ** 53],
    ['ts', 'yesterday'],
    ['ts', '2025-02-30T12:00:00Z'],
    ['ts', '2025-01-31T12:00:00'],
    ['ts', 1_738_324_800_000],
    ['task_id', '../../etc/passwd'],
    ['from', 'R4'],
    ['from', 'user'],
    ['to', 'R8'],
    ['to', undefined],
    ['reply_to', ''],
    ['reply_to', null],
    ['type', 'Nonsense'],
    ['type', '__proto__'],
    ['type', 'constructor'],
    ['type', 'toString'],
    ['type', undefined],
    ['payload', undefined],
    ['payload', null],
    ['payload', []],
  ])('is refused with %s = %j', (key, value) => {
    expect(accepts({ ...messageOf('Cancel'), [key]: value })).toBe(false);
  });

  test('may go without reply_to', () => {
    expect(Message.parse(without(messageOf('Cancel'), 'reply_to'))).not.toHaveProperty('reply_to');
  });

  test.each([undefined, null, 'Cancel', 7, []])('is not %j', (value) => {
    expect(accepts(value)).toBe(false);
  });
});

describe('what is left out has its default', () => {
  test.each([
    ['UserInput', { text: '', cwd: '/' }, { text: '', session: [], cwd: '/' }],
    ['Cancel', {}, { why: 'you cancelled it' }],
    ['Forget', { id: 'm1' }, { id: 'm1', purge: false }],
  ] as const)('in %s', (type, given, parsed) => {
    expect(payloads[type].parse(given)).toEqual(parsed);
  });

  test('a criterion weighs 1', () => {
    expect(Criterion.parse({ criterion: 'c', mode: 'plausible' })).toEqual({ criterion: 'c', mode: 'plausible', weight: 1 });
  });

  test('a command is expected to exit with 0', () => {
    expect(Check.parse({ kind: 'command', run: 'npm test' })).toEqual({ kind: 'command', run: 'npm test', equals: 0 });
  });
});

describe('a value outside its range is refused', () => {
  test.each([
    ['PlanDirective', { loss: { ...loss, D: -0.01 } }],
    ['PlanDirective', { loss: { ...loss, P: 1.01 } }],
    ['PlanDirective', { loss: { ...loss, Omega: Number.NaN } }],
    ['PlanDirective', { loss: { ...loss, L: Number.POSITIVE_INFINITY } }],
    ['PlanDirective', { round: 0 }],
    ['PlanDirective', { directive: 'success' }],
    ['PlanDirective', { directive: 'init' }],
    ['PlanDirective', { failure_class: null }],
    ['PlanDirective', { rationale: '' }],
    ['FinalResult', { directive: 'refine' }],
    ['FinalResult', { reason: 'done' }],
    ['FinalResult', { replans: 0.5 }],
    ['FinalResult', { loss: null }],
    ['PlanReview', { task_criteria: [{ ...criterion, weight: 0 }] }],
    ['PlanReview', { task_criteria: [{ ...criterion, weight: 6 }] }],
    ['PlanReview', { task_criteria: [{ ...criterion, weight: 1.5 }] }],
    ['PlanReview', { task_criteria: [{ ...criterion, criterion: '' }] }],
    ['PlanReview', { task_criteria: [{ ...criterion, check: { kind: 'file_exists', path: '' } }] }],
    ['PlanReview', { task_criteria: [{ ...criterion, check: { kind: 'looks_good' } }] }],
    ['OutcomeSummary', { task_verdicts: [{ ...verdict, verdict: 'maybe' }] }],
    ['OutcomeSummary', { task_verdicts: [{ ...verdict, by: 'R3' }] }],
    ['OutcomeSummary', { elapsed_ms: -1 }],
    ['ExecutionResult', { attempt: 0 }],
    ['ExecutionResult', { status: 'matched' }],
    ['ExecutionResult', { tool_calls: [{ ...toolCall, error_class: 'odd' }] }],
    ['SubTaskOutcome', { status: 'completed' }],
    ['Failure', { code: 'oops' }],
    ['Failure', { role: 'R9' }],
    ['Megram', { sigma: -1.01 }],
    ['Megram', { f: 1.01 }],
    ['Megram', { k: -0.01 }],
    ['Megram', { level: 'X' }],
  ] as const)('%s %j', (type, change) => {
    expect(accepts(messageOf(type, { ...samples[type], ...change }))).toBe(false);
  });
});

describe('unknown keys are dropped', () => {
  const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  const key = fc.oneof(
    fc.constantFrom(...inherited),
    fc.string().map((name) => `x-${name}`),
  );
  const value = fc.oneof(fc.constant({ polluted: true }), fc.jsonValue());

  test('at every depth of every message, whatever they are called', () => {
    fc.assert(
      fc.property(key, value, (name, junk) => {
        const spoilt = messageTypes.filter((type) => {
          const text = JSON.stringify(planted(messageOf(type), name, junk));
          return !isDeepStrictEqual(Message.parse(JSON.parse(text)), messageOf(type));
        });
        expect(spoilt).toEqual([]);
        expect({}).not.toHaveProperty('polluted');
      }),
    );
  });

  test('and the key __proto__ also where any name is allowed', () => {
    const text = '{"avg_correction_count":0,"trends":{"__proto__":1,"constructor":2}}';
    const report = payloads.AuditReport.parse({ ...samples.AuditReport, convergence_health: JSON.parse(text) });
    expect(Object.entries(report.convergence_health.trends)).toEqual([['constructor', 2]]);
    expect(Object.getPrototypeOf(report.convergence_health.trends)).toBe(Object.prototype);
  });
});

describe('a field that may hold any JSON', () => {
  const fields: readonly [MessageType, (json: unknown) => object][] = [
    ['ExecutionResult', (output) => ({ output })],
    ['ExecutionResult', (input) => ({ tool_calls: [{ ...toolCall, input }] })],
    ['SubTaskOutcome', (output) => ({ output })],
    ['GroupMatched', (output) => ({ outputs: [{ subtask_id, intent: 'i', output }] })],
    ['ReplanRequest', (merged_output) => ({ merged_output })],
    ['OutcomeSummary', (merged_output) => ({ merged_output })],
    ['FinalResult', (output) => ({ output })],
    ['PlanReview', (equals) => ({ task_criteria: [{ ...criterion, check: { kind: 'json_equals', pointer: '', equals } }] })],
  ];
  const holding = (json: unknown) => fields.map(([type, field]) => messageOf(type, { ...samples[type], ...field(json) }));

  const arrays = (depth: number): unknown => (depth === 0 ? null : [arrays(depth - 1)]);
  const objects = (depth: number): unknown => (depth === 0 ? null : { in: objects(depth - 1) });
  const loop: unknown[] = [];
  loop.push(loop, loop);
  const ring: { next?: unknown } = {};
  ring.next = { next: ring };

  test.each([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['an error', new Error('e')],
    ['an object that is not plain', Object.create({ inherited: 1 })],
    ['NaN in a list', [1, Number.NaN]],
    ['undefined in an object', { a: { b: undefined } }],
    ['a function in an object', { toJSON: () => 1 }],
    ['a list that holds itself', loop],
    ['an object that holds itself', ring],
    ['101 lists', arrays(101)],
    ['101 objects', objects(101)],
    ['five thousand lists', arrays(5_000)],
  ])('refuses %s', (_, json) => {
    expect(holding(json).filter(accepts)).toEqual([]);
  });

  test.each([
    ['null', null],
    ['zero', 0],
    ['an empty text', ''],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['100 lists', arrays(100)],
    ['100 objects', objects(100)],
  ])('takes %s', (_, json) => {
    expect(holding(json).map(accepts)).toEqual(fields.map(() => true));
  });

  test('gives back exactly what it was given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const message of holding(json)) expect(isDeepStrictEqual(Message.parse(message), message)).toBe(true);
      }),
    );
  });

  test('keeps a key named __proto__ as data that reaches no prototype', () => {
    const output = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    const parsed = payloads.ExecutionResult.parse({ ...samples.ExecutionResult, output });
    expect(Object.getPrototypeOf(parsed.output)).toBe(Object.prototype);
    expect(parsed.output).not.toHaveProperty('polluted');
    expect(JSON.stringify(parsed.output)).toBe(JSON.stringify(output));
    expect({}).not.toHaveProperty('polluted');
  });
});

/** A copy with one more key in every object whose keys are fixed; even `__proto__` is added as an own key, as JSON.parse does. */
function planted(value: unknown, key: string, junk: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => planted(item, key, junk));
  if (typeof value !== 'object' || value === null) return value;
  const anyKeys = ['input', 'output', 'merged_output', 'trends', 'rates'];
  const fields = Object.entries(value).map(([name, held]) => [name, anyKeys.includes(name) ? held : planted(held, key, junk)] as const);
  return Object.fromEntries([...fields, [key, junk]]);
}
