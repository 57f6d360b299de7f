/** A plan as R2's model proposes it, and what makes it admissible. */
import { z } from 'zod';
import { Criterion } from '../../contracts/criteria.ts';
import { Deadline } from '../deadline.ts';

/** Ids that a model makes up are dropped here: they are not part of the shape. */
export const Plan = z.object({
  task_criteria: z.array(Criterion).default([]),
  subtasks: z.array(
    z.object({
      intent: z.string().trim().min(1),
      success_criteria: z.array(Criterion),
      context: z.string().default(''),
      tools: z.array(z.string()).default([]),
      sequence: z.int(),
      deadline: Deadline,
    }),
  ),
});
export type Plan = z.infer<typeof Plan>;

export type Means = { readonly tools: readonly string[]; readonly checks: readonly string[] };

const mostSubTasks = 20;

/** Why a plan cannot be dispatched, in words for the model that made it and for a person. Empty when it can. */
export function reasonsAgainst({ task_criteria, subtasks }: Plan, means: Means): readonly string[] {
  if (subtasks.length === 0) return ['the plan has no sub-task'];
  if (subtasks.length > mostSubTasks) return [`the plan has ${subtasks.length} sub-tasks; ${mostSubTasks} is the most`];
  return [
    ...task_criteria.flatMap((criterion) => againstCriterion('the task', criterion, means)),
    ...subtasks.flatMap((subtask, index) => againstSubTask(`sub-task ${index + 1}`, subtask, means)),
  ];
}

function againstSubTask(name: string, { success_criteria, tools, sequence }: Plan['subtasks'][number], means: Means): readonly string[] {
  const unknown = tools.filter((tool) => !means.tools.includes(tool));
  return [
    ...(sequence === 1 ? [] : [`${name} has sequence ${sequence}; all sub-tasks run side by side, as sequence 1`]),
    ...(success_criteria.length > 0 ? [] : [`${name} has no success criteria`]),
    ...unknown.map((tool) => `${name} names the tool "${tool}", which does not exist; there are ${means.tools.join(', ')}`),
    ...success_criteria.flatMap((criterion) => againstCriterion(name, criterion, means)),
  ];
}

function againstCriterion(name: string, { criterion, check }: Criterion, { checks }: Means): readonly string[] {
  if (check && checks.includes(check.kind)) return [];
  const wrong = check ? `has a ${check.kind} check, which is not available` : 'has no check';
  return [`the criterion "${criterion}" of ${name} ${wrong}; use one of ${checks.join(', ')}`];
}

/** Two plans with the same tools and the same intents are the same plan, whatever their wording in case and space. */
export function fingerprint({ subtasks }: Plan): string {
  const parts = subtasks.map(
    ({ tools, intent }) => `${[...tools].sort().join('+')}: ${intent.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()}`,
  );
  return parts.sort().join(' | ');
}
