import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisions } from '../../../test/support/decisions.ts';
import { draws, hostile } from '../../../test/support/hostile-text.ts';
import { type Entry, parseEntry } from '../../journal/entry.ts';
import { columnLines } from './columns.ts';
import { createEntryRows } from './entry-rows.ts';

/** The rows of a task as lines, as `--verbose` shows them. */
function createLiveLines(cwd?: string): (entry: Entry, width?: number) => readonly string[] {
  const rowsOf = createEntryRows({ cwd });
  return (entry, width) =>
    rowsOf(entry)
      .filter(({ weight }) => weight !== 'fine')
      .flatMap((row) => columnLines(row, width, 220));
}

/** The lines of an entry that comes first. */
const linesOf = (entry: Entry, cwd?: string): readonly string[] => createLiveLines(cwd)(entry);

/** Used in the samples below wherever an entry may contain a foreign text. */
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

/** One line of a journal for every kind of row that repeats a foreign text. */
const samples = {
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
    summary: 'it is done',
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

/** The sample with a text in it, as if it had been read from disk. */
function entryWith(sample: object, text: string): Entry {
  const parsed = parseEntry(JSON.stringify(filled(sample, text)));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

test.each(Object.keys(samples) as (keyof typeof samples)[])('%s is shown with the text that it carries', (name) => {
  expect(linesOf(entryWith(samples[name], 'plain words')).join('\n')).toContain('plain words');
});

test.each(Object.keys(samples) as (keyof typeof samples)[])('nothing in %s can draw on the terminal', (name) => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(linesOf(entryWith(samples[name], text)).filter((line) => [...line].some(draws))).toEqual([]);
    }),
  );
});

test.each([
  ['nothing', null],
  ['a text', 'x'],
  ['an empty object', {}],
  ['an object that cannot become a text', { pattern: { toString: 1, valueOf: 1 } }],
  ['a list of such objects', [[{ toString: 1 }]]],
])('a tool call whose input is %s is shown by its tool', (_, input) => {
  const sample = { ...samples['a tool call'], input: { ...toolInput, tool: 'glob', input } };
  expect(linesOf(entryWith(sample, ''))).toEqual([expect.stringContaining('glob')]);
});

describe('a long text', () => {
  const long = '😀'.repeat(5_000);

  test.each(Object.keys(samples) as (keyof typeof samples)[])('is cut in %s, between characters', (name) => {
    const lines = linesOf(entryWith(samples[name], long));
    expect(lines.filter((line) => line.length > 500 || !line.isWellFormed())).toEqual([]);
    expect(lines.join('\n')).toContain('…');
  });
});

describe('the loss', () => {
  const directed = (more: object) =>
    linesOf(entryWith({ ...samples.PlanDirective, payload: { ...samples.PlanDirective.payload, ...more } }, 'x'));

  test.each([
    ['of a first round has no direction', { prev_directive: 'init' }, '∇L ⊥'],
    ['that grows points up', { prev_directive: 'refine', grad_l: 0.2 }, '∇L ↑ +0.20'],
    ['that falls points down', { prev_directive: 'refine', grad_l: -0.2 }, '∇L ↓ -0.20'],
    ['that hardly changes points ahead', { prev_directive: 'refine', grad_l: 0.05 }, '∇L → +0.05'],
  ])('%s', (_, more, part) => {
    expect(directed(more).join('\n')).toContain(part);
  });

  test('is shown with the kind of the next plan, what it must meet and what it must do without', () => {
    const lines = directed({ blocked_tools: ['glob'], blocked_targets: [{ tool: 'read_file', target: 'a.txt' }], failed_criterion: 'b' });
    expect(lines.map((line) => line.slice(6, 18).trim())).toEqual(['decides', 'measures', 'directs', 'because', 'blocks']);
    expect(lines[0]).toContain('Not met yet: b. It plans again, without what did not work: looking for files by name and a.txt.');
    expect(lines[2]).toContain('init→change_path, to meet "b"');
    expect(lines[4]).toContain('glob, read_file a.txt');
  });
});

test('paths below the folder of the task are shown from there', () => {
  const sample = { ...samples['a tool call'], input: { ...toolInput, tool: 'read_file', input: { path: '/home/ada/notes/a.md' } } };
  expect(linesOf(entryWith(sample, ''), '/home/ada')).toEqual(['R3    read_file    notes/a.md']);
});

test('a path that only contains the name of the folder stays as it is', () => {
  const sample = { ...samples['a tool call'], input: { ...toolInput, tool: 'read_file', input: { path: '/var/tmp/report' } } };
  expect(linesOf(entryWith(sample, ''), '/tmp')).toEqual(['R3    read_file    /var/tmp/report']);
});

test('what the rationale of a directive already says is not repeated', () => {
  const payload = { ...samples.PlanDirective.payload, failed_criterion: 'b', blocked_tools: ['glob'], blocked_targets: [] };
  const lines = linesOf(entryWith({ ...samples.PlanDirective, payload: { ...payload, rationale: 'without glob, to meet "b"' } }, ''));
  expect(lines.slice(2)).toEqual(['R7    directs      init→change_path', '      because      without glob, to meet "b"']);
});

test('what memory said before a plan is shown, the most important first, and why it said nothing', () => {
  const tag = { space: 's', entity: 'e', decision: 0, megrams: [] };
  const entries = ['one', 'two', 'three', 'four'].map((text, at) => ({ kind: 'CAUTION', text, enforced: at === 0, ...tag }));
  const told = (said: object) => {
    const result = { must_nots: [], cautions: [], ...said };
    const entry = entryWith({ kind: 'decision', ...at, role: 'R2', name: 'calibration', inputs: { round: 1, tools: [] }, result }, '');
    return linesOf(entry).map((line) => line.replaceAll(/ +/g, ' '));
  };
  expect(told({ entries, missing: null })).toEqual([
    'R2 remembers 4 things from earlier tasks',
    ' forbidden one',
    ' careful two',
    ' careful three',
  ]);
  expect(told({ entries: [], missing: 'it does not answer' })).toEqual(['R2 remembers nothing: it does not answer']);
  expect(told({ entries: [], missing: null })).toEqual([]);
  expect(told({})).toEqual(['R2 decides calibration']); // the entry does not have that form
});

describe('an answer to a question', () => {
  const confirm = samples.ConfirmRequest;
  const reply = (allowed: boolean, more: object = {}) => ({
    ...message('User', 'R3', 'ConfirmReply', { hash: 'h', allowed, ...more }),
    reply_to: 't-1',
  });
  const answered = (caution: boolean, sample: object) => {
    const lines = createLiveLines();
    lines(entryWith({ ...confirm, payload: { ...confirm.payload, caution } }, 'x'));
    return lines(entryWith(sample, ''));
  };

  test.each([
    ['no to harm is a no', false, reply(false), 'you   answer       no'],
    ['no answer about harm refuses it', false, reply(false, { unanswered: true }), '      no answer    it is refused'],
    ['yes to harm is a yes', false, reply(true), 'you   answer       yes'],
    ['no answer about a doubt goes on', true, reply(true, { unanswered: true }), '      no answer    it continues'],
    ['no to a doubt is a no', true, reply(false), 'you   answer       no'],
    ['yes with a rule', false, reply(true, { rule: 'shell(ls)' }), 'you   answer       yes, and from now on: shell(ls)'],
  ])('%s', (_, caution, sample, expected) => {
    expect(answered(caution, sample)).toEqual([expected]);
  });
});

describe('a call', () => {
  const outcome = (value: object) => ({ kind: 'outcome', ...at, key: '1.1.1/R3/1.1', ms: 2_000, result: { ok: true, value } });
  const result = { ok: false, output: 'not found', exit_code: 3, truncated: false, error: { class: 'failed', message: 'it failed' } };

  test('is told when it begins, and again when it failed', () => {
    const lines = createLiveLines();
    const begun = entryWith({ ...samples['a tool call'], input: { ...toolInput, tool: 'shell', input: { command: 'ls x' } } }, '');
    expect(lines(begun)).toEqual(['R3    shell        ls x']);
    expect(lines(entryWith(outcome(result), ''))).toEqual(['R3    shell        failed, 2.0 s, exit code 3: it failed not found']);
  });

  test('that went well is shown by what follows', () => {
    const lines = createLiveLines();
    lines(entryWith(samples['a tool call'], 'x'));
    expect(lines(entryWith(outcome({ ok: true, output: 'a', truncated: false }), ''))).toEqual([]);
  });

  test('that was refused before it was made is shown with the report', () => {
    const refused = { ...call, error_class: 'refused' };
    const payload = { ...samples.ExecutionResult.payload, tool_calls: [refused] };
    const lines = linesOf(entryWith({ ...samples.ExecutionResult, payload }, 'x'));
    expect(lines).toEqual(['R3    x            x – not made: x', 'R3    gives up     x']);
  });
});
