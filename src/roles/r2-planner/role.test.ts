import { describe, expect, test } from 'vitest';
import { scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { task_id } from '../../../test/support/work.ts';
import type { PlanDirective } from '../../contracts/control.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { Draft } from '../role.ts';
import { createPlanner } from './role.ts';

const tools = ['glob', 'read_file', 'shell'].map((name) => ({ name, description: name, input: {} }));
const spec = (raw_input: string): TaskSpec => ({
  task_id,
  slug: 's',
  intent: 'Summarise the notes.',
  constraints: { scope: null, deadline: null },
  raw_input,
  clarifications: [],
  kind: 'task',
  cwd: '/home',
});
const plan = (intent: string, named: readonly string[]) => ({
  subtasks: [
    { intent, tools: named, sequence: 1, success_criteria: [{ criterion: 'c', check: { kind: 'output_contains', text: 'notes' } }] },
  ],
});
const directive = (more: Partial<PlanDirective>): PlanDirective => ({
  task_id,
  round: 1,
  loss: { D: 1, P: 0, Omega: 0, L: 0.6 },
  prev_directive: 'init',
  directive: 'change_path',
  urgency: 'normal',
  blocked_tools: [],
  blocked_targets: [],
  failed_criterion: 'c',
  failure_class: 'environmental',
  budget_pressure: 0,
  grad_l: 0,
  rationale: 'because',
  gap_summary: 'it was missed',
  ...more,
});
const subTasksIn = (drafts: readonly Draft[]) =>
  drafts.flatMap((draft) => ('type' in draft && draft.type === 'SubTask' && draft.to === 'R3' ? [draft.payload] : []));

/** The sub-tasks of a second round, after a first that failed. */
async function secondRound(goal: string, more: Partial<PlanDirective>, second: object) {
  const { tell, prompts } = scripted(createPlanner({ tools })(settings), { model: [plan('Read it', ['read_file']), second] });
  await tell('TaskSpec', spec(goal));
  return { subtasks: subTasksIn(await tell('PlanDirective', directive(more))), prompts };
}

describe('what a directive blocks', () => {
  const blocked_targets = [
    { tool: 'read_file', target: 'notes.txt' },
    { tool: 'read_file', target: 'draft.txt' },
  ];

  test('goes along with every sub-task of the next round, but for what the person named, which cannot be avoided', async () => {
    const { subtasks } = await secondRound(
      'Summarise notes.txt, please.',
      { blocked_targets },
      plan('Look elsewhere', ['glob', 'read_file']),
    );
    expect(subtasks).toMatchObject([{ round: 2, blocked: { tools: [], targets: [{ tool: 'read_file', target: 'draft.txt' }] } }]);
  });

  test('leaves the last tool, whatever it says', async () => {
    const { subtasks } = await secondRound('Do it.', { blocked_tools: ['glob', 'read_file', 'shell'] }, plan('Use the shell', ['shell']));
    expect(subtasks).toMatchObject([{ tools: ['shell'], blocked: { tools: ['glob', 'read_file'] } }]);
  });

  test('is told to the planner, with what was missed as data', async () => {
    const { prompts } = await secondRound('Do it.', { blocked_tools: ['read_file'] }, plan('Use the shell', ['shell']));
    expect(prompts[1]).toContain('<missed>\nit was missed\n</missed>');
    expect(prompts[1]).toContain('read_file');
  });
});
