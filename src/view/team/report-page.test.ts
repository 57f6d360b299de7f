import { expect, test } from 'vitest';
import { aBoard, idleCoder, inState, now } from '../../../test/team/boards.ts';
import type { Board } from '../../team/board/board.ts';
import { type ReportFacts, reportOf } from '../../team/report/report.ts';
import { summaryText } from '../../team/report/summary.ts';
import { lineWidth, textOf } from '../style/line.ts';
import { reportLines } from './report-lines.ts';
import { reportPage } from './report-page.ts';

const at = (minutesAgo: number): string => new Date(now.getTime() - minutesAgo * 60_000).toISOString().replace('.000', '');
const by = (agent: string, event: string, minutesAgo: number, more: object = {}) => ({ time: at(minutesAgo), event, agent, ...more });
const steered = (minutesAgo: number, D: number, grad_l: number, reason: string) =>
  by('supervisor', 'steered', minutesAgo, { next: 'same_coder', directive: 'refine', loss: { D }, grad_l, reason });

const greet = inState('CLAIMED', {
  id: 'greet',
  steering: { replans: 2 },
  review_cycles_total: 2,
  history: [
    by('planner-1', 'created', 60),
    by('coder-1', 'claimed', 50),
    by('coder-1', 'pre_execution_checkpoint', 49, { checkpoint: { intent: '<script>alert(1)</script>' } }),
    by('coder-1', 'ready_for_review', 40, { commit: 'a'.repeat(40) }),
    by('code-reviewer-1', 'review_claimed', 35),
    by('code-reviewer-1', 'rejected', 30, { reason: 'Blockers: 1\n- [blocker] src/greet.js:2 — greet() fails' }),
    steered(30, 0.5, 0, '3 of 6 criteria fail: the same coder goes on'),
    by('coder-1', 'reclaimed_after_rejection', 20),
  ],
});
const mended = inState('MERGED', {
  id: 'mended',
  review_cycles_total: 2,
  history: [
    by('coder-2', 'claimed', 30),
    by('supervisor', 'integration_failed', 20, { reason: 'it conflicts with integration in a.js' }),
    by('code-reviewer-1', 'merged', 10, { commit: 'b'.repeat(40), drift_commits: 2 }),
  ],
});
const board: Board = {
  ...aBoard([greet, mended, inState('BLOCKED', { id: 'docs' })], { 'coder-1': idleCoder({ status: 'WORKING', current_task: 'greet' }) }),
  anomalies: [{ timestamp: at(5), task: 'greet', reporter: 'coder-1', type: 'trade_off', details: { what: 'no streaming', why: 'small' } }],
  discovered: [{ id: 'd1', by: 'coder-1', severity: 'high', description: 'CI runs no linter' }],
};
const cost = { usd: 0.25, inputTokens: 900, outputTokens: 100, modelCalls: 3, unpriced: [] };
const facts: ReportFacts = {
  ...{
    now,
    dead: new Set<string>(),
    control: { abort: false, pause: false, checkpoint: false },
    alertLog: ['[12:00] WARNING BLOCKED: docs'],
  },
  turns: [
    { run: 'r1', agent: 'coder-1', task: 'greet', runner: 'built-in', began: at(50), ended: at(40), end: 'done', detail: '', cost },
    { run: 'r2', agent: 'coder-2', task: 'mended', runner: 'claude', began: at(30) },
  ],
};
const report = reportOf(board, facts);

test('a task has its way, its measures, its times and its cost', () => {
  const [first, second] = report.tasks;
  expect(first).toMatchObject({
    ...{ claims: 2, rejections: 1, coders: ['coder-1'], reviewers: ['code-reviewer-1'], driftCommits: undefined },
    cycles: [{ D: 0.5, gradL: 0, why: '3 of 6 criteria fail: the same coder goes on' }],
    why: '3 of 6 criteria fail: the same coder goes on',
    lastedMs: 50 * 60_000,
    workedMs: (10 + 5 + 20) * 60_000,
    cost: { usd: 0.25, turns: 1, unknownTurns: 0 },
  });
  expect(first?.steps.map(({ who, text }) => `${who} ${text}`)).toEqual([
    'planner-1 planned it',
    'coder-1 claimed it',
    'coder-1 stated its intent: <script>alert(1)</script>',
    'coder-1 submitted aaaaaaaaaaaa',
    'code-reviewer-1 began reviewing it',
    'code-reviewer-1 rejected it: src/greet.js:2 — greet() fails',
    'supervisor decided what comes next: 3 of 6 criteria fail: the same coder goes on',
    'coder-1 continued after the rejection',
  ]);
  expect(second?.steps.at(-1)).toMatchObject({ who: 'supervisor', text: expect.stringMatching(/^merged it as b{12}/) }); // the reviewer approved the task, but did not merge it
  expect(second).toMatchObject({ driftCommits: 2, lastedMs: 20 * 60_000, cost: { turns: 1, unknownTurns: 1 } });
  expect(report).toMatchObject({
    cost: { usd: 0.25, turns: 2, unknownTurns: 1 },
    questions: [{ task: 'docs', question: 'What is printed?' }],
    metrics: { tasks_done: 1, tasks_in_progress: 1, tasks_blocked: 1, review_verdict_rejections: 1 },
  });
});

test('what to look at before a merge follows from the board', () => {
  const texts = report.checklist.flatMap(({ text, more }) => [text, ...more]);
  expect(texts).toEqual(
    expect.arrayContaining([
      'greet: claimed',
      'docs: blocked',
      'mended: 2 rejections',
      'mended: it conflicts with integration in a.js',
      'trade off in greet: what: no streaming; why: small',
      'high: CI runs no linter',
    ]),
  );
  const calm = reportOf(aBoard([inState('MERGED')], {}), { ...facts, turns: [], alertLog: [] });
  expect(calm.checklist).toHaveLength(2);
});

const [inTerminal, onPage, summary] = [reportLines(report, 60).map(textOf).join('\n'), reportPage(report), summaryText(report)];

test.each([
  ['the terminal', inTerminal],
  ['the page', onPage],
  ['the summary', summary],
])('%s tells all of it', (_, said) => {
  const plain = said.replaceAll(/\s+/g, ' ').replaceAll('\\', '');
  for (const words of [
    'D 0.50 · ∇L 0.00',
    '3 of 6 criteria fail: the same',
    'What is printed?',
    'no streaming',
    'CI runs no linter',
    'BLOCKED: docs',
  ])
    expect(plain).toContain(words);
});

test('lines fit the terminal, also where agents draw', () => {
  const drawn = reportOf(
    aBoard([inState('BLOCKED', { description: `\u001b[31m${'x'.repeat(400)}`, blocked_reason: '\u001b[2J' })], {}),
    facts,
  );
  const lines = reportLines(drawn, 60);
  expect(lines.every((line) => lineWidth(line) <= 60)).toBe(true);
  expect(lines.map(textOf).join('')).not.toContain('\u001b');
});

test('the page asks for nothing, runs nothing, and shows markup of agents as text', () => {
  expect(onPage).not.toMatch(/<script|<img|<link|<iframe|https?:|url\(|@import|\son\w+=/i);
  expect(onPage).toContain('&#60;script&#62;alert(1)');
  expect(onPage).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
  expect(onPage).toContain('prefers-color-scheme: dark');
  expect(onPage).toContain('name="viewport"');
});

test('markup of agents makes no headings, tables or links in the summary', () => {
  const marked = reportOf(aBoard([inState('BLOCKED', { description: '# x\n| a |\n[l](http://h) <b>' })], {}), { ...facts, turns: [] });
  expect(summaryText(marked)).toContain('\\# x \\| a \\| \\[l\\](http://h) \\<b\\>');
});
