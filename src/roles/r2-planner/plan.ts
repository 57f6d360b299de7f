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

/** How many reasons, and how much of a model's words in each, are worth saying: they go into a prompt and before a person. */
const mostReasons = 10;
const mostQuoted = 120;

/** Why a plan cannot be dispatched, in words for the model that made it and for a person. Empty when it can. */
export function reasonsAgainst({ task_criteria, subtasks }: Plan, means: Means): readonly string[] {
  if (subtasks.length === 0) return ['the plan has no sub-task'];
  if (subtasks.length > mostSubTasks) return [`the plan has ${subtasks.length} sub-tasks; ${mostSubTasks} is the most`];
  const reasons = [
    ...task_criteria.flatMap((criterion) => againstCriterion('the task', criterion, means)),
    ...subtasks.flatMap((subtask, index) => againstSubTask(`sub-task ${index + 1}`, subtask, means)),
  ];
  const more = reasons.length - mostReasons;
  return more > 0 ? [...reasons.slice(0, mostReasons), `and ${more} more`] : reasons;
}

function againstSubTask(name: string, { success_criteria, tools, sequence }: Plan['subtasks'][number], means: Means): readonly string[] {
  const unknown = tools.filter((tool) => !means.tools.includes(tool));
  return [
    ...(sequence === 1 ? [] : [`${name} has sequence ${sequence}; all sub-tasks run side by side, as sequence 1`]),
    ...(success_criteria.length > 0 ? [] : [`${name} has no success criteria`]),
    ...unknown.map((tool) => `${name} names the tool ${quoted(tool)}, which does not exist; there are ${means.tools.join(', ')}`),
    ...success_criteria.flatMap((criterion) => againstCriterion(name, criterion, means)),
  ];
}

function againstCriterion(name: string, { criterion, check }: Criterion, { checks }: Means): readonly string[] {
  if (check && checks.includes(check.kind)) return [];
  const wrong = check ? `has a ${check.kind} check, which is not available` : 'has no check';
  return [`the criterion ${quoted(criterion)} of ${name} ${wrong}; use one of ${checks.join(', ')}`];
}

const quoted = (text: string): string => `"${text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text}"`;

/** Two plans with the same tools and the same intents are the same plan, whatever their wording in case and space. */
export function fingerprint({ subtasks }: Plan): string {
  const parts = subtasks.map(({ tools, intent }) => `${[...new Set(tools)].sort().join('+')}: ${normalised(intent)}`);
  return parts.sort().join(' | ');
}

/** A bar is escaped, or one intent could read like two sub-tasks. */
const normalised = (intent: string): string => intent.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
