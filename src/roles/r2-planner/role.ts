/** R2, the Planner: criteria first, then the fewest sub-tasks that meet them. */
import { subTaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Effects } from '../../effects/effects.ts';
import type { OfferedTool } from '../../tools/toolbox.ts';
import { askModel } from '../ask-model.ts';
import type { Draft, RoleFactory } from '../role.ts';
import { handoffFrom } from './handoff.ts';
import { fingerprint, Plan, reasonsAgainst } from './plan.ts';
import { planPrompt } from './prompt.ts';

export type PlannerOptions = { readonly tools: readonly OfferedTool[]; readonly checks: readonly string[] };

/** How often a plan is sent back to the model in one round (SPEC §4). */
const mostRejections = 3;

export function createPlanner({ tools, checks }: PlannerOptions): RoleFactory {
  const means = { tools: tools.map(({ name }) => name), checks };

  /** An admissible plan, or the reasons against the last one. */
  async function makePlan(spec: TaskSpec, now: string, effects: Effects): Promise<Plan | readonly string[]> {
    let reasons: readonly string[] = [];
    for (let step = 1; step <= 1 + mostRejections; step += 1) {
      const plan = await askModel(effects, { round: 1, step }, planPrompt(spec, tools, checks, now, reasons), Plan);
      reasons = reasonsAgainst(plan, means);
      if (reasons.length === 0) return plan;
    }
    return reasons;
  }

  return () => ({
    id: 'R2',
    on: {
      async *TaskSpec(message, { effects }) {
        const plan = await makePlan(message.payload, message.ts, effects);
        if ('subtasks' in plan) yield* dispatch(plan, message);
        else yield { to: 'R7', type: 'PlanFailed', payload: { round: 1, reasons: plan } };
      },
      async *HandoffRequest({ id, payload }) {
        yield { to: 'R7', type: 'Handoff', payload: handoffFrom(payload), reply_to: id };
      },
    },
  });
}

/** The manifest goes first, so that whoever waits for outcomes knows how many there will be. */
function* dispatch(plan: Plan, { task_id, ts, payload: task_spec }: MessageOf<'TaskSpec'>): Generator<Draft> {
  const round = 1;
  const subtasks = plan.subtasks.map(
    (planned, at): SubTask => ({
      ...planned,
      subtask_id: subTaskId(task_id, round, at + 1),
      parent_task_id: task_id,
      index: at + 1,
      round,
      blocked: { tools: [], targets: [] },
    }),
  );
  const listed = subtasks.map(({ subtask_id, sequence }) => ({ subtask_id, sequence }));
  const { task_criteria } = plan;
  const manifest = { task_id, round, subtasks: listed, task_spec, task_criteria, fingerprint: fingerprint(plan), dispatched_at: ts };
  yield { to: 'R4b', type: 'DispatchManifest', payload: manifest };
  yield { to: 'R7', type: 'DispatchManifest', payload: manifest };
  for (const payload of subtasks) {
    yield { to: 'R4a', type: 'SubTask', payload };
    yield { to: 'R3', type: 'SubTask', payload };
  }
}
