/** A plan as text that a person can edit, and back again. */
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { PayloadOf } from '../contracts/messages.ts';
import { PlanReply } from '../contracts/plan.ts';
import type { Result } from '../contracts/result.ts';
import { explain } from '../contracts/text/explain.ts';
import { oneLine } from '../contracts/text/shorten.ts';

const head = `# The plan, for you to edit. Equal sequence numbers run in parallel; the groups run in order 1, 2, 3 …
# Save and close: you see it again before anything is done. Delete everything to keep it as it was.
`;

export const planText = ({ reasons, amended, task_criteria, subtasks }: PayloadOf<'PlanReview'>): string =>
  [
    head,
    ...reasons.map((reason) => `# cannot be carried out: ${reason.replaceAll('\n', ' ')}\n`),
    ...amended.map(
      ({ criterion, instead, why }) => `# given up: ${oneLine(`${criterion}; instead: ${instead || 'nothing'}; because ${why}`, 400)}\n`,
    ),
    stringify({ task_criteria, subtasks }),
  ].join('');

type Edited = Pick<PayloadOf<'PlanReply'>, 'task_criteria' | 'subtasks'>;

/** The plan in a text; an empty text leaves the plan unchanged. */
export function readPlanText(text: string): Result<Edited> {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
  if (value === null || value === undefined) return { ok: true, value: {} };
  const parsed = Plan.safeParse(value);
  if (!parsed.success) return { ok: false, error: explain(parsed.error) };
  const { approved: _, ...edited } = parsed.data;
  return { ok: true, value: edited };
}

const Plan = z.preprocess((value) => (typeof value === 'object' ? { ...value, approved: true } : value), PlanReply);
