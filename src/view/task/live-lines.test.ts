import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisions } from '../../../test/support/decisions.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { type Entry, parseEntry } from '../../journal/entry.ts';
import { story, telling } from './live-lines.ts';

/** Stands in the samples below wherever a text from outside may stand. */
const anything = '«anything»';

const filled = <T>(sample: T, text: string): T => JSON.parse(JSON.stringify(sample), (_, value) => (value === anything ? text : value));

const [remembered] = decisions.calibration.result.entries;
const verdict = {
  criterion: anything,
  mode: 'verifiable',
  weight: 1,
  verdict: 'fail',
  failure_class: null,
  evidence: anything,
  by: 'check',
};
const call = {
  call_id: anything,
  tool: anything,
  input: { [anything]: anything },
  target: anything,
  ok: false,
  output_head_tail: anything,
};
const spec = {
  task_id: 't',
  slug: anything,
  intent: anything,
  constraints: { scope: anything, deadline: null },
  raw_input: anything,
  kind: 'task',
  cwd: anything,
};
const outcome = {
  subtask_id: 't-1-1',
  parent_task_id: 't',
  intent: anything,
  status: 'failed',
  output: anything,
  failure_reason: anything,
  refused: false,
  success_criteria: [],
  criteria_verdicts: [verdict],
  gap_trajectory: [],
  tool_calls: [call],
};

const at = { seq: 1, ts: '2026-01-02T03:04:05.678Z' };
const message = (from: string, to: string, type: string, payload: object) => ({
  kind: 'message',
  id: 't-1',
  ...at,
  task_id: 't',
  from,
  to,
  type,
  payload,
});
const toolInput = { tool: anything, input: { pattern: anything, path: anything }, cwd: anything, workspace: anything };

/** One line of a journal for everything that is told and repeats a text from outside. */
const told = {
  TaskSpec: message('R1', 'R2', 'TaskSpec', spec),
  SubTask: message('R2', 'R3', 'SubTask', {
    subtask_id: 't-1-1',
    parent_task_id: 't',
    index: 1,
    round: 1,
    sequence: 1,
    intent: anything,
    success_criteria: [],
    context: anything,
    tools: [anything],
    blocked: { tools: [], targets: [] },
    deadline: null,
  }),
  ExecutionResult: message('R3', 'R4a', 'ExecutionResult', {
    subtask_id: 't-1-1',
    attempt: 1,
    status: 'failed',
    output: anything,
    tool_calls: [call, { ...call, ok: true }],
    reason: anything,
    refused: false,
  }),
  SubTaskOutcome: message('R4a', 'R4b', 'SubTaskOutcome', outcome),
  OutcomeSummary: message('R4b', 'R7', 'OutcomeSummary', {
    summary: anything,
    merged_output: anything,
    elapsed_ms: 0,
    outcomes: [outcome],
    task_verdicts: [verdict],
  }),
  ReplanRequest: message('R4b', 'R7', 'ReplanRequest', {
    task_id: 't',
    round: 1,
    gap_summary: anything,
    failed_subtasks: [],
    correction_count: 0,
    elapsed_ms: 0,
    outcomes: [],
    merged_output: null,
    recommendation: 'replan',
  }),
  ClarifyQuestion: message('R1', 'User', 'ClarifyQuestion', { question: anything }),
  ClarifyAnswer: message('User', 'R1', 'ClarifyAnswer', { answer: anything }),
  'a ConfirmReply with another command': message('User', 'R3', 'ConfirmReply', { hash: 'h', allowed: false, edited: anything }),
  ConfirmRequest: message('R3', 'User', 'ConfirmRequest', {
    subtask_id: 't-1-1',
    tool: anything,
    action: anything,
    cwd: anything,
    effects: [],
    reason: anything,
    hash: anything,
    rule: null,
  }),
  CorrectionSignal: message('R4a', 'R3', 'CorrectionSignal', {
    subtask_id: 't-1-1',
    attempt_number: 1,
    failed_criterion: anything,
    failure_class: null,
    what_was_wrong: anything,
    what_to_do: anything,
  }),
  PlanDirective: message('R7', 'R2', 'PlanDirective', {
    task_id: 't',
    round: 1,
    loss: { D: 1, P: 0, Omega: 0, L: 0.6 },
    prev_directive: 'init',
    directive: 'change_path',
    urgency: 'normal',
    blocked_tools: [anything],
    blocked_targets: [{ tool: anything, target: anything }],
    failed_criterion: anything,
    failure_class: 'mixed',
    budget_pressure: 0,
    grad_l: 0,
    rationale: anything,
    gap_summary: anything,
  }),
  'a rejected plan': { kind: 'decision', ...at, ...decisions.rejected, result: { reasons: [anything, anything] } },
  'what memory says': {
    kind: 'decision',
    ...at,
    ...decisions.calibration,
    result: { ...decisions.calibration.result, entries: [{ ...remembered, text: anything }], missing: anything },
  },
  'an end': { kind: 'decision', ...at, ...decisions.ends, result: { ...decisions.ends.result, rationale: anything } },
  PlanFailed: message('R2', 'R7', 'PlanFailed', { round: 1, reasons: [anything, anything] }),
  Failure: message('R1', 'R7', 'Failure', { code: 'model_unreachable', role: 'R1', detail: anything }),
  Cancel: message('User', 'R7', 'Cancel', { why: anything }),
  'a tool call': {
    kind: 'intent',
    ...at,
    key: '1.1.1/R3/1.1',
    effect: 'tool',
    role: 'R3',
    repeatable: true,
    input: toolInput,
    input_hash: anything,
  },
  'a refusal': { kind: 'refusal', ...at, from: 'R3', to: anything, type: anything, code: 'route_refused', detail: anything },
  'a decision': { kind: 'decision', ...at, role: 'R7', name: anything, inputs: anything, result: anything },
  'a halt': { kind: 'halt', ...at, code: 'task_halted', detail: anything },
};

/** The sample with a text in it, as it would be read from disk. */
function entryWith(sample: object, text: string): Entry {
  const parsed = parseEntry(JSON.stringify(filled(sample, text)));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

const abandoned: FinalResult = {
  task_id: 't' as FinalResult['task_id'],
  summary: anything,
  output: anything,
  unmet: [{ criterion: anything, why: anything }],
  ungrounded: [anything],
  loss: { D: 0.25, P: 0.5, Omega: 0.1, L: 0.325 },
  grad_l: 0,
  replans: 0,
  prev_directive: 'init',
  directive: 'abandon',
  reason: 'gap',
  next_moves: [anything],
  changed: [{ path: anything, change: 'created' }],
  cost: {
    active_ms: 1_500,
    model_calls: 2,
    tool_calls: 3,
    input_tokens: 0,
    output_tokens: 0,
    model_ms: 0,
    tool_ms: 0,
    usd: 0,
    unpriced: [],
    by_role: [],
  },
  refused: false,
  failure: null,
};
const accepted: FinalResult = {
  ...abandoned,
  unmet: [],
  ungrounded: [],
  next_moves: [],
  changed: [],
  directive: 'accept',
  reason: 'met',
};

/** Whatever could move the cursor, colour, hide or reorder text, by its number. */
function draws(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const within = (from: number, to: number) => code >= from && code <= to;
  return (
    within(0x00, 0x1f) ||
    within(0x7f, 0x9f) ||
    [0xad, 0x61c, 0x180e, 0xfeff].includes(code) ||
    within(0x200b, 0x200f) ||
    within(0x2028, 0x202e) ||
    within(0x2060, 0x2064) ||
    within(0x2066, 0x206f) ||
    within(0xfff9, 0xfffb) ||
    within(0xe0020, 0xe007f)
  );
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\r', '\n', '\r\n', '\t', '\b', '\0', '\u007f'),
      fc.constantFrom('\u202e', '\u2066', '\u200f', '\u061c', '\u200b', '\ufeff', '\u2028', '\u{e0041}', '\ud800', '😀'),
      fc.string({ unit: 'binary' }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `x${parts.join('')}`);

test.each(Object.keys(told) as (keyof typeof told)[])('%s is told with the text that it carries', (name) => {
  expect(telling(entryWith(told[name], 'plain words')).join('\n')).toContain('plain words');
});

test.each(Object.keys(told) as (keyof typeof told)[])('nothing in %s can draw on the terminal', (name) => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(telling(entryWith(told[name], text)).filter((line) => [...line].some(draws))).toEqual([]);
    }),
  );
});

test('nothing in a result can draw on the terminal', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, asObject) => {
      const output = asObject ? { [text]: [text] } : text;
      expect(story({ ...filled(abandoned, text), output }).filter((line) => [...line].some(draws))).toEqual([]);
    }),
  );
});

test.each([
  ['nothing', null],
  ['a text', 'x'],
  ['an empty object', {}],
  ['an object that cannot become a text', { pattern: { toString: 1, valueOf: 1 } }],
  ['a list of such objects', [[{ toString: 1 }]]],
])('a tool call whose input is %s is told by its tool', (_, input) => {
  const sample = { ...told['a tool call'], input: { ...toolInput, tool: 'glob', input } };
  expect(telling(entryWith(sample, ''))).toEqual([expect.stringContaining('glob')]);
});

describe('a long text', () => {
  const long = '😀'.repeat(5_000);

  test.each(Object.keys(told) as (keyof typeof told)[])('is cut in %s, between characters', (name) => {
    const lines = telling(entryWith(told[name], long));
    expect(lines.filter((line) => line.length > 500 || !line.isWellFormed())).toEqual([]);
    expect(lines.join('\n')).toContain('…');
  });

  test('is cut in every line of a result but its output, which is shown whole', () => {
    const lines = story(filled(abandoned, long));
    expect(lines.filter((line) => line.length > 400)).toEqual([`  ${long}`]);
    expect(lines.every((line) => line.isWellFormed())).toBe(true);
  });

  test('is left alone as long as it fits', () => {
    expect(story({ ...accepted, summary: 'x'.repeat(220) }).join('\n')).toContain('x'.repeat(220));
    expect(story({ ...accepted, summary: 'x'.repeat(221) }).join('\n')).not.toContain('x'.repeat(220));
  });
});

describe('the loss', () => {
  const directed = (more: object) =>
    telling(entryWith({ ...told.PlanDirective, payload: { ...told.PlanDirective.payload, ...more } }, 'x'));

  test.each([
    ['of a first round has no direction', { prev_directive: 'init' }, '∇L ⊥'],
    ['that grows points up', { prev_directive: 'refine', grad_l: 0.2 }, '∇L ↑ +0.20'],
    ['that falls points down', { prev_directive: 'refine', grad_l: -0.2 }, '∇L ↓ -0.20'],
    ['that hardly changes points ahead', { prev_directive: 'refine', grad_l: 0.05 }, '∇L → +0.05'],
  ])('%s', (_, more, part) => {
    expect(directed(more).join('\n')).toContain(part);
  });

  test('is told with the kind of the next plan, what it must meet and what it must do without', () => {
    const lines = directed({ blocked_tools: ['glob'], blocked_targets: [{ tool: 'read_file', target: 'a.txt' }], failed_criterion: 'b' });
    expect(lines.map((line) => line.slice(6, 18).trim())).toEqual(['measures', 'directs', 'blocks']);
    expect(lines[1]).toContain('init→change_path, to meet "b"');
    expect(lines[2]).toContain('glob, read_file a.txt');
  });
});

test('paths below the folder of the task are shown from there', () => {
  const sample = { ...told['a tool call'], input: { ...toolInput, tool: 'read_file', input: { path: '/home/ada/notes/a.md' } } };
  expect(telling(entryWith(sample, ''), { home: '/home/ada' })).toEqual(['R3    read_file    notes/a.md']);
});

describe('a result', () => {
  test.each([
    ['accept', 'met', 'Done'],
    ['success', 'close_enough', 'Delivered with gaps'],
    ['abandon', 'gap', 'Not done'],
    ['abandon', 'cancelled', 'Not done'],
  ] as const)('that ends with %s (%s) reads as %s', (directive, reason, heading) => {
    expect(story({ ...accepted, directive, reason, summary: 'so it is' })[1]).toBe(`${heading} (${reason}): so it is`);
  });

  test('that was abandoned lists what is unmet, what is ungrounded, what to do next and what changed', () => {
    const lines = story({
      ...abandoned,
      unmet: [
        { criterion: 'a exists', why: 'it does not' },
        { criterion: 'b exists', why: 'not judged' },
      ],
      ungrounded: ['/a/b'],
      next_moves: ['Try again.', 'Ask somebody.'],
      changed: [{ path: '/c/d', change: 'deleted' }],
    });
    const sections = ['not met', '  a exists: it does not', '  b exists: not judged', '', 'not seen in any tool output', '  /a/b', ''];
    const rest = ['you could', '  Try again.', '  Ask somebody.', '', 'changed on disk', '  deleted /c/d', ''];
    expect(lines.slice(lines.indexOf('not met'), -2)).toEqual([...sections, ...rest]);
  });

  test('that was accepted has no section without anything in it', () => {
    expect(story({ ...accepted, summary: 's', output: null })).toEqual([
      '',
      'Done (met): s',
      '',
      'loss     D 0.25  P 0.50  Ω 0.10  L 0.33  ∇L ⊥  init→accept',
      'cost     2 model calls, 3 tool calls, 1.5 s, 0 tokens',
    ]);
  });

  test.each([
    ['none for models that cost nothing', { usd: 0 }, '1,240 tokens'],
    ['dollars', { usd: 1.239 }, '1,240 tokens, $1.24'],
    ['parts of a cent', { usd: 0.00123 }, '1,240 tokens, $0.0012'],
    [
      'the models whose price nobody knows',
      { usd: 0.5, unpriced: ['my-model', 'b\u001b[2J'] },
      '1,240 tokens, $0.50, no price is known for my-model, b\ufffd[2J',
    ],
  ])('says what it cost: %s', (_, cost, end) => {
    const lines = story({ ...accepted, cost: { ...accepted.cost, input_tokens: 1_000, output_tokens: 240, ...cost } });
    expect(lines.at(-1)).toBe(`cost     2 model calls, 3 tool calls, 1.5 s, ${end}`);
  });

  test('is broken under where its text begins, for a terminal of some width', () => {
    const lines = story({ ...accepted, summary: 'word '.repeat(30).trim(), output: null }, 40);
    expect(lines[1]).toBe('Done (met): word word word word word');
    expect(lines[2]).toBe('         word word word word word word');
  });

  test.each([
    ['a text row by row', 'one\ntwo\r\n\nthree', ['  one', '  two', '  ', '  three']],
    ['a tab as spaces', 'a\tb', ['  a    b']],
    ['an object as JSON', { a: [1] }, ['  {"a":[1]}']],
  ])('shows %s', (_, output, rows) => {
    expect(story({ ...accepted, output }).slice(3, -3)).toEqual(rows);
  });
});

test('a path that only contains the name of the folder stays as it is', () => {
  const sample = { ...told['a tool call'], input: { ...toolInput, tool: 'read_file', input: { path: '/var/tmp/report' } } };
  expect(telling(entryWith(sample, ''), { home: '/tmp' })).toEqual(['R3    read_file    /var/tmp/report']);
});

test('what memory said before a plan is told, the most important first, and why it said nothing', () => {
  const entries = ['one', 'two', 'three', 'four'].map((text) => ({ ...remembered, kind: 'CAUTION', text }));
  const { calibration } = decisions;
  const told = (result: object) =>
    telling(entryWith({ kind: 'decision', ...at, ...calibration, result: { ...calibration.result, ...result } }, '')).map((line) =>
      line.replaceAll(/ +/g, ' '),
    );
  expect(told({ entries, missing: null })).toEqual([
    'R2 remembers CAUTION: one',
    'R2 remembers CAUTION: two',
    'R2 remembers CAUTION: three',
    'R2 remembers and 1 more',
  ]);
  expect(told({ entries: [], missing: 'it does not answer' })).toEqual(['R2 remembers nothing: it does not answer']);
  expect(told({ entries: [], missing: null })).toEqual([]);
  expect(told({ entries: null })).toEqual(['R2 decides calibration']); // of a version that nobody knows
});

test('a no is nobody saying yes, whatever was asked', () => {
  const said = (allowed: boolean) => telling(entryWith(message('User', 'R3', 'ConfirmReply', { hash: 'h', allowed }), ''));
  expect(said(false)).toEqual(['R3    leaves it    nobody said yes to it']);
  expect(said(true)).toEqual(['User  says yes']);
});
