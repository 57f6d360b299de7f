/** R4a, the Agent-Validator: no unmet criterion of a sub-task passes silently. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult, SubTaskOutcome } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Effects } from '../../effects/effects.ts';
import { needsLook } from '../decide-check.ts';
import type { RoleFactory } from '../role.ts';
import { judge, whyNotDone } from './judge.ts';

export const createValidator: RoleFactory = ({ cwd }) => {
  const rubrics = new Map<SubTaskId, SubTask>();

  async function verdicts(
    { success_criteria, tools, round, index }: SubTask,
    execution: ExecutionResult,
    effects: Effects,
  ): Promise<CriterionVerdict[]> {
    const why = whyNotDone(execution, tools);
    const judged: CriterionVerdict[] = [];
    for (const [at, criterion] of success_criteria.entries()) {
      const place = { round, subtask: index, attempt: execution.attempt, step: 1, call: at + 1 };
      const { check } = criterion;
      const observation = why === null && needsLook(check) ? await effects.check(place, { check, cwd }) : undefined;
      judged.push(judge(criterion, execution, observation, why));
    }
    return judged;
  }

  return {
    id: 'R4a',
    on: {
      async *SubTask({ payload }) {
        rubrics.set(payload.subtask_id, payload);
      },
      async *ExecutionResult({ payload: execution }, { effects }) {
        const subtask = rubrics.get(execution.subtask_id);
        if (!subtask) throw new Error(`no rubric for ${execution.subtask_id}`);
        const payload = outcomeOf(subtask, execution, await verdicts(subtask, execution, effects));
        yield { to: 'R4b', type: 'SubTaskOutcome', payload };
        yield { to: 'R7', type: 'SubTaskOutcome', payload };
      },
    },
  };
};

/** All pass means matched; anything else means failed. */
function outcomeOf(subtask: SubTask, execution: ExecutionResult, criteria_verdicts: readonly CriterionVerdict[]): SubTaskOutcome {
  const { subtask_id, parent_task_id, intent, success_criteria } = subtask;
  const unmet = criteria_verdicts.filter(({ verdict }) => verdict !== 'pass');
  const matched = unmet.length === 0 && criteria_verdicts.length > 0;
  const failed_criteria = unmet.map(({ criterion, failure_class }) => ({ criterion, failure_class }));
  return {
    subtask_id,
    parent_task_id,
    intent,
    status: matched ? 'matched' : 'failed',
    output: execution.output,
    failure_reason: matched ? null : (execution.reason ?? unmet.map(({ criterion, evidence }) => `${criterion}: ${evidence}`).join('; ')),
    refused: execution.refused,
    success_criteria,
    criteria_verdicts,
    gap_trajectory: [{ attempt: execution.attempt, failed_criteria }],
    tool_calls: execution.tool_calls,
  };
}
