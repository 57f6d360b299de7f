import { describe, expect, test } from 'vitest';
import type { SubTaskOutcome, ToolCall } from '../contracts/execution.ts';
import type { SubTaskId, TaskId } from '../contracts/ids.ts';
import { findingsIn } from './findings.ts';

const call = (target: string, more: Partial<ToolCall> = {}): ToolCall => ({
  call_id: 'c',
  tool: 'grep',
  input: {},
  target,
  ok: true,
  output_head_tail: '',
  ...more,
});
const outcome = (round: number, index: number, more: Partial<SubTaskOutcome> = {}): SubTaskOutcome => ({
  subtask_id: `20250131-t-${round}-${index}` as SubTaskId,
  parent_task_id: '20250131-t' as TaskId,
  intent: 'Find the invoice',
  status: 'failed',
  output: null,
  failure_reason: 'no file holds Contoso',
  refused: false,
  success_criteria: [],
  criteria_verdicts: [],
  gap_trajectory: [],
  tool_calls: [],
  ...more,
});

describe('the findings of a task', () => {
  test('tell of every round what was tried, what was found and why it failed', () => {
    const missed = {
      criterion: 'it is found',
      mode: 'verifiable',
      weight: 1,
      verdict: 'fail',
      failure_class: null,
      evidence: 'nothing',
      by: 'code',
    } as const;
    const text = findingsIn([
      outcome(1, 1, { tool_calls: [call('Contoso'), call('*.pdf', { tool: 'glob', output_head_tail: 'a.pdf\nb.pdf' })] }),
      outcome(2, 1, {
        tool_calls: [call('strings a.pdf', { tool: 'shell', ok: false, exit_code: 127, output_head_tail: 'not found' })],
        criteria_verdicts: [missed],
        output: 'perhaps a.pdf',
      }),
      outcome(2, 2, { status: 'matched', failure_reason: null, intent: 'List the folder', output: 'two files' }),
    ]);
    expect(text.split('\n')).toEqual([
      'Round 1, sub-task 1, Find the invoice: failed: no file holds Contoso',
      '  tried: grep Contoso; glob *.pdf',
      '  found by grep Contoso: nothing',
      '  found by glob *.pdf: a.pdf b.pdf',
      'Round 2, sub-task 1, Find the invoice: failed: no file holds Contoso',
      '  tried: shell strings a.pdf [exit 127]',
      '  found by shell strings a.pdf [exit 127]: not found',
      '  answered, unproved: perhaps a.pdf',
      '  missed: it is found (nothing)',
      'Round 2, sub-task 2, List the folder: done and checked',
      '  tried: no call',
      '  answered: two files',
    ]);
  });

  test('do not tell a sub-task as done in which the person refused something', () => {
    const declined = [{ action: 'rm b.log', effects: [{ path: '/b.log', change: 'deleted' as const }] }];
    const tool_calls = [call('rm b.log', { tool: 'shell', ok: false, error_class: 'refused', declined })];
    const text = findingsIn([outcome(1, 1, { status: 'matched', failure_reason: null, tool_calls })]);
    expect(text).toMatch(/^Round 1, sub-task 1, Find the invoice: done, except for what the person refused\n/);
  });

  test.each([
    ['that is the same for every criterion', 'There is no other way.', 'There is no other way.', 'failed: There is no other way.', ''],
    ['that is told by each criterion', 'it is found: no match; it is named: no match', 'no match', 'failed', ' (no match)'],
    [
      'that only begins like a criterion',
      'it is found: no match by name',
      'no match',
      'failed: it is found: no match by name',
      ' (no match)',
    ],
  ])('give a reason %s once', (_, failure_reason, evidence, end, why) => {
    const missed = { mode: 'verifiable', weight: 1, verdict: 'fail', failure_class: null, evidence, by: 'code' } as const;
    const verdicts = ['it is found', 'it is named'].map((criterion) => ({ criterion, ...missed }));
    expect(findingsIn([outcome(1, 1, { failure_reason, criteria_verdicts: verdicts })]).split('\n')).toEqual([
      `Round 1, sub-task 1, Find the invoice: ${end}`,
      '  tried: no call',
      `  missed: it is found${why}`,
      `  missed: it is named${why}`,
    ]);
  });

  test('leave out calls that were refused, and name the last of many', () => {
    const many = Array.from({ length: 20 }, (_, at) => call(`word${at}`));
    const text = findingsIn([outcome(1, 1, { tool_calls: [...many, call('no', { ok: false, error_class: 'refused' })] })]);
    expect(text).toContain('tried: 12 more; grep word12; ');
    expect(text).not.toContain('grep no');
  });

  test('are empty where nothing was reported', () => {
    expect(findingsIn([])).toBe('');
  });

  test('stay within their bounds, with the newest whole and the oldest left out', () => {
    const long = 'x'.repeat(1 << 18);
    const huge = (at: number) =>
      outcome(at, 1, {
        intent: long,
        failure_reason: long,
        output: long,
        tool_calls: Array(9).fill(call(long, { output_head_tail: long })),
      });
    const texts = [1, 10, 80].map((count) => [count, findingsIn(Array.from({ length: count }, (_, at) => huge(at + 1)))] as const);
    for (const [count, text] of texts) {
      expect(text.length).toBeLessThanOrEqual(8_192);
      expect(text).toContain(`Round ${count}, sub-task 1`);
      expect(text.slice(text.indexOf(`Round ${count},`))).toContain('  tried: 1 more; grep xxx');
    }
    expect(texts.at(-1)?.[1]).toMatch(/^\(\d+ earlier left out\)\n/);
  });
});
