import { describe, expect, test } from 'vitest';
import { type EvalReport, evalReport } from '../../eval/figures/eval-report.ts';
import { Tally } from '../../eval/figures/tally.ts';
import { nothingSpent, type TrialResult } from '../../eval/trials/trial-result.ts';
import { textOf } from '../style/line.ts';
import { widthOf } from '../wrap.ts';
import { evalLines } from './eval-lines.ts';
import { evalPage } from './eval-page.ts';

const hostile = '<script>alert(1)</script>\u001b[31m';

/** Two arms, of which the second fails every other task. */
function reported(arms: readonly [string, string], tasks = 12, why = 'it is not there'): EvalReport {
  const tally = new Tally(arms);
  for (const [at, arm] of arms.entries())
    for (let task = 0; task < tasks; task += 1) {
      const hasPassed = at === 0 || task % 2 === 0;
      const result: TrialResult = {
        ...{
          task: `task-${task}`,
          kind: task < 6 ? 'files' : 'data',
          arm,
          repeat: 1,
          outcome: hasPassed ? 'passed' : 'failed',
          claim: 'done',
        },
        ...{ why: hasPassed ? '' : why, checks: [], rounds: 1, ended_at: '2026-01-01T00:00:00Z' },
        spent: { ...nothingSpent, model_calls: 5, input_tokens: 12_345, output_tokens: 678, usd: 0.0123, active_ms: 12_300 },
      };
      tally.add(result);
    }
  tally.add({
    task: 'refused',
    kind: 'any',
    arm: arms[0],
    repeat: 1,
    outcome: 'refused',
    claim: 'none',
    why,
    checks: [],
    spent: nothingSpent,
    rounds: 0,
    ended_at: '',
  });
  const head = { format: 1 as const, suite: 'mine', hash: '', version: '1', started_at: '2026-01-01T00:00:00Z', arms: [] };
  return evalReport(head, tally, { ended: 'all' }, tasks + 1);
}

const long = 'model=a-provider-with-a-long-name:a-model-with-a-long-name-2026-11-01,memory=off,kill=3';

describe('the table', () => {
  test.each([60, 80, 120, 160])('fits %i columns, and keeps the rates', (columns) => {
    const lines = evalLines(reported([long, `${long},epsilon=0.2`]), columns).map(textOf);
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    expect(lines.join('\n')).toMatch(/100 %[\s\S]*50 %/);
  });

  test('says whether a difference may be chance', () => {
    const say = (tasks: number) =>
      evalLines(reported(['a', 'b'], tasks), 120)
        .map(textOf)
        .join(' ');
    expect(say(12)).toMatch(/b against a: −50 points \(−\d+ … −\d+\) on 12 tasks: better on 0, worse on 6, the same on 6/);
    expect(say(12)).not.toContain('chance');
    expect(say(2)).toContain('this may be chance');
  });
});

describe('the page', () => {
  test('has the figures and a drawing of each, and loads nothing', () => {
    const page = evalPage(reported(['a', 'b']));
    expect(page).toMatch(/<td>12\/12<\/td><td>100 %<\/td>/);
    expect(page.match(/<svg class="plot"/g)).toHaveLength(3);
    expect(page).not.toMatch(/<script|<img|<link|@import|url\(|https?:|style="/);
    expect(page).toMatch(/Content-Security-Policy" content="default-src &#39;none&#39;|content="default-src 'none'/);
  });

  test('shows texts of the suite and of tasks as texts', () => {
    const page = evalPage(reported([hostile, 'b'], 4, hostile));
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('\u001b');
    expect(page).toContain('&#60;script&#62;');
  });

  test('shows no number that does not exist', () => {
    const tally = new Tally(['a']);
    const empty = evalReport({ format: 1, suite: 's', hash: '', version: '1', started_at: '', arms: [] }, tally, { ended: 'stopped' }, 0);
    expect(evalPage(empty)).not.toMatch(/NaN|Infinity|undefined/);
    expect(evalLines(empty).map(textOf).join('\n')).not.toMatch(/NaN|Infinity|undefined/);
  });
});
