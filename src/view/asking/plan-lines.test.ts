import { expect, test } from 'vitest';
import type { PayloadOf } from '../../contracts/messages.ts';
import { planLines } from './plan-lines.ts';

const step = (intent: string, sequence: number) => ({
  intent,
  success_criteria: [{ criterion: 'it says a', mode: 'plausible', weight: 1 } as const],
  context: '',
  tools: ['write_file'],
  sequence,
  deadline: null,
});
const plan: PayloadOf<'PlanReview'> = {
  round: 1,
  task_criteria: [{ criterion: 'a.txt exists', mode: 'verifiable', weight: 1, check: { kind: 'file_exists', path: 'a.txt' } }],
  subtasks: [step('Write a.txt', 1)],
  amended: [],
  reasons: [],
};

test('a plan is shown with what must be true at the end, who finds that out, and its steps', () => {
  expect(planLines(plan)).toEqual([
    'This is the plan. The task is done when:',
    '  - a.txt exists (checked by code)',
    'Steps:',
    '  1. Write a.txt (with write_file)',
    '     - it says a (judged by a model)',
  ]);
});

test('a later plan says what it gives up, and which steps run in parallel', () => {
  const amended = [{ criterion: 'b.txt exists', instead: 'a.txt exists', why: 'you said so', mode: 'plausible' as const, weight: 1 }];
  const lines = planLines({ ...plan, round: 2, amended, subtasks: [step('Write a.txt', 1), step('Write b.txt', 1)] });
  expect(lines).toContain('This is the new plan. The task is done when:');
  expect(lines).toContain('  given up: b.txt exists; instead: a.txt exists; because you said so');
  expect(lines).toContain('Steps (equal numbers run in parallel):');
});

test.each<[string, Partial<PayloadOf<'PlanReview'>>, string]>([
  ['its steps', { subtasks: [step('Write c.txt', 1)] }, 'It differs in its steps.'],
  [
    'how many steps there are, and their tools',
    { subtasks: [step('Write a.txt', 1), { ...step('Read it', 2), tools: ['read_file'] }] },
    'It differs in its steps (2 instead of 1) and its tools (now also read_file).',
  ],
  [
    'tools and aims',
    {
      subtasks: [{ ...step('Write a.txt', 1), tools: ['shell'] }],
      task_criteria: [{ criterion: 'b.txt exists', mode: 'plausible', weight: 1 }],
    },
    'It differs in its tools (shell instead of write_file) and what must be true at the end.',
  ],
  ['nothing', {}, 'It is the same plan as before.'],
])('after a no, another plan says that it differs in %s', (_, made, sentence) => {
  const { task_criteria, subtasks } = plan;
  const [title, next] = planLines({ ...plan, ...made, declined: { task_criteria, subtasks } });
  expect(title).toBe(`This is another plan, made after you said no. ${sentence}`);
  expect(next).toBe('The task is done when:');
});
