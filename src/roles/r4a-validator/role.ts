/** R4a, the Agent-Validator: no unmet criterion of a sub-task passes silently. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { SubTask } from '../../contracts/plan.ts';
import { askModel } from '../ask-model.ts';
import { checkCriteria, inOrder, type Looking } from '../judging/check-criteria.ts';
import { failureClass, obstacleIn } from '../judging/failure-class.ts';
import { lookForEvidence } from '../judging/look-for-evidence.ts';
import { saidAbout, settle } from '../judging/model-verdicts.ts';
import { outputText } from '../output-text.ts';
import type { Context, RoleFactory } from '../role.ts';
import { notDone, whyNotDone } from './judge.ts';
import { correctionOf, type Gaps, mayCorrect, outcomeOf, unmetIn } from './outcome.ts';
import { Judgement, judgePrompt } from './prompt.ts';

/** What is known of a sub-task from attempt to attempt. */
type Rubric = { readonly subtask: SubTask; readonly calls: ToolCall[]; readonly gaps: Gaps[number][] };

type Words = Pick<Judgement, 'what_was_wrong' | 'what_to_do'>;
const silent: Words = { what_was_wrong: '', what_to_do: '' };

/** Where in an attempt checks, the judge, and looks for its evidence stand. */
const steps = { checks: 1, judge: 2, evidence: 3 } as const;

export const createValidator: RoleFactory = ({ cwd }) => {
  const rubrics = new Map<SubTaskId, Rubric>();

  async function judge(
    { subtask, calls }: Rubric,
    execution: ExecutionResult,
    now: string,
    { effects }: Context,
  ): Promise<{ verdicts: readonly CriterionVerdict[]; words: Words }> {
    const { success_criteria: criteria, round, index } = subtask;
    const why = whyNotDone(execution, subtask.tools);
    if (why !== null) return { verdicts: notDone(criteria, why, execution), words: silent };
    const at = { round, subtask: index, attempt: execution.attempt };
    const looking = (step: number): Looking => ({ effects, place: (call) => ({ ...at, step, call }), cwd });

    const { output, tool_calls } = execution;
    const seen = { output, calls: tool_calls, failureClass: failureClass(tool_calls) };
    const checked = await checkCriteria(criteria, seen, looking(steps.checks));
    const rest = criteria.filter(({ check }) => !check);
    if (rest.length === 0) return { verdicts: [...checked.values()], words: silent };

    const judgement = await askModel(effects, { ...at, step: steps.judge }, judgePrompt(subtask, rest, execution, calls, now), Judgement);
    const said = saidAbout(rest, judgement.verdicts);
    const work = { calls, cwd, said: '', given: [], answer: outputText(output) };
    const weighed = await lookForEvidence(rest, said, work, looking(steps.evidence));
    const judged = settle(rest, said, weighed, obstacleIn(tool_calls));
    return { verdicts: inOrder(criteria, checked, judged), words: judgement };
  }

  return {
    id: 'R4a',
    on: {
      async *SubTask({ payload: subtask }) {
        rubrics.set(subtask.subtask_id, { subtask, calls: [], gaps: [] });
      },
      async *ExecutionResult({ ts, payload: execution }, context) {
        const rubric = rubrics.get(execution.subtask_id);
        if (!rubric) throw new Error(`no rubric for ${execution.subtask_id}`);
        rubric.calls.push(...execution.tool_calls);
        const { verdicts, words } = await judge(rubric, execution, ts, context);
        const failed_criteria = unmetIn(verdicts).map(({ criterion, failure_class }) => ({ criterion, failure_class }));
        rubric.gaps.push({ attempt: execution.attempt, failed_criteria });
        const payload = outcomeOf(rubric.subtask, execution, verdicts, [...rubric.gaps], [...rubric.calls]);
        if (payload.status === 'failed' && mayCorrect(execution, rubric.subtask, verdicts)) {
          return yield { to: 'R3', type: 'CorrectionSignal', payload: correctionOf(rubric.subtask, execution, verdicts, words) };
        }
        yield { to: 'R4b', type: 'SubTaskOutcome', payload };
        yield { to: 'R7', type: 'SubTaskOutcome', payload };
      },
    },
  };
};
