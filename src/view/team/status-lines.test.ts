import { expect, test } from 'vitest';
import { aBoard, aTask, idleCoder, inState, now } from '../../../test/team/boards.ts';
import { statusOf } from '../../team/status.ts';
import { lineWidth, textOf } from '../style/line.ts';
import { statusLines } from './status-lines.ts';

const facts = { now, dead: new Set(['coder-2']), control: { abort: false, pause: false, checkpoint: false } };

test('a team is shown on one screen', () => {
  const tasks = [
    inState('CLAIMED', { id: 'greet', iteration: 2 }),
    inState('BLOCKED', { id: 'farewell' }),
    aTask({ id: 'docs', depends_on: ['greet'] }),
    inState('MERGED', { id: 'setup' }),
    inState('MERGED', { id: 'lint' }),
  ];
  const agents = { 'coder-1': idleCoder({ status: 'WORKING', current_task: 'greet', runner: 'built-in' }), 'coder-2': idleCoder() };
  expect(statusLines(statusOf(aBoard(tasks, agents), facts)).map(textOf)).toEqual([
    'Greet people',
    'sprint-1 in progress · 2 of 5 tasks done',
    'specs/vision.md · branch integration · no test command',
    '',
    'Needs you',
    '  farewell is blocked: The spec is silent',
    '    ? What is printed?',
    '    artoo team task unblock farewell "what changed"',
    '',
    'Alerts',
    '  STALLED  no task has moved since 2026-11-15T11:00:00Z',
    '',
    'Tasks',
    '  claimed    greet     coder-1 · iteration 2/10 · lease 60 min',
    '  blocked    farewell  The spec is silent',
    '  unclaimed  docs      after greet',
    '  merged     setup, lint',
    '',
    'Agents',
    '  coder-1  working greet · built-in · lease 60 min',
    '  coder-2  gone',
  ]);
});

test('it says what steering measured, and why it decided so', () => {
  const reason = '3 of 6 criteria fail: the same coder goes on';
  const steered = {
    event: 'steered',
    agent: 'supervisor',
    next: 'same_coder',
    directive: 'refine',
    loss: { D: 0.5 },
    grad_l: -0.125,
    reason,
  };
  const history = [{ time: '2026-11-15T11:00:00Z', ...steered }];
  const steering = { replans: 1, next: 'same_coder' };
  const tasks = [inState('CLAIMED', { steering, history }), inState('REJECTED', { id: 't2', assigned_to: 'coder-2', steering, history })];
  const said = statusLines(statusOf(aBoard(tasks, {}), facts), 80).map(textOf);
  expect(said).toEqual(
    expect.arrayContaining([
      '  claimed   t1  coder-1 · iteration 1/10 · D 0.50 · ∇L −0.13 · lease 60 min',
      `            ${reason}`,
      '  rejected  t2  coder-2 · iteration 1/10 · rejected 1/5 · D 0.50 · ∇L −0.13',
      `            ${reason}`,
    ]),
  );
});

test('a large team fits it, too, and draws nothing', () => {
  const tasks = Array.from({ length: 60 }, (_, at) =>
    aTask({ id: `a-task-with-a-long-name-${at}`, description: `\u001b[31m${'long '.repeat(40)}` }),
  );
  const lines = statusLines(statusOf(aBoard([...tasks, inState('MERGED')], {}), facts), 80);
  expect(lines.length).toBeLessThan(24);
  expect(lines.every((line) => lineWidth(line) <= 80)).toBe(true);
  expect(lines.map(textOf).join('\n')).toContain('and 48 more');
  expect(lines.map(textOf).join('\n')).not.toContain('\u001b');
});

test('a lease that ends after days tells of a clock that differs', () => {
  const agents = { 'coder-1': idleCoder({ lease_expires: '2099-01-01T00:00:00Z' }) };
  expect(statusLines(statusOf(aBoard([aTask()], agents), facts)).map(textOf)).toContainEqual(
    expect.stringMatching(/lease \d+ days: another clock\?$/),
  );
});
