/** R4a, the Agent-Validator: makes sure that no unmet criterion of a sub-task passes silently. */
import type { ExecutionResult } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { DispatchManifest, SubTask } from '../../contracts/plan.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { type DeclaredCall, declaredCalls } from '../judging/evidence/declared-call.ts';
import { missedIn } from '../missed.ts';
import { boundFor } from '../prompting/bound-for.ts';
import type { RoleFactory } from '../role.ts';
import { type Attempt, judgeAttempt } from './judge-attempt.ts';
import { correctionOf, type Gaps, mayCorrect, outcomeOf } from './outcome.ts';

/** What is known about a sub-task, carried from one attempt to the next. */
type Rubric = {
  readonly subtask: SubTask;
  /** The round, if this is its only sub-task. */
  readonly whole: DispatchManifest | undefined;
  readonly executions: ExecutionResult[];
  readonly gaps: Gaps[number][];
};

/** `declared`: what each tool's results show. */
export const createValidator =
  (declared: DeclaredEvidence): RoleFactory =>
  ({ cwd, places: named, context_tokens }) => {
    const rubrics = new Map<SubTaskId, Rubric>();
    /** All calls of the task, in the order reported. */
    const made: DeclaredCall[] = [];
    const said: string[] = [];
    let whole: DispatchManifest | undefined;

    return {
      id: 'R4a',
      on: {
        async *DispatchManifest({ payload }) {
          whole = payload;
        },
        async *Steer({ payload: { text } }) {
          said.push(text);
        },
        async *SubTask({ payload: subtask }) {
          const isWhole = whole?.subtasks.some(({ subtask_id }) => subtask_id === subtask.subtask_id);
          rubrics.set(subtask.subtask_id, { subtask, whole: isWhole ? whole : undefined, executions: [], gaps: [] });
        },
        async *ExecutionResult({ ts, payload: execution }, context) {
          const rubric = rubrics.get(execution.subtask_id);
          if (!rubric) throw new Error(`no rubric for ${execution.subtask_id}`);
          const { subtask, executions, gaps } = rubric;
          executions.push(execution);
          const tool_calls = declaredCalls(execution.tool_calls, declared);
          made.push(...tool_calls);
          const calls = executions.flatMap((each) => each.tool_calls);
          const attempt: Attempt = {
            ...rubric,
            execution: { ...execution, tool_calls },
            calls,
            made: [...made],
            cwd,
            room: boundFor(context_tokens),
            named,
            said: [...said],
            now: ts,
          };
          const judged = await judgeAttempt(attempt, context);
          const unmet = missedIn([...judged.verdicts, ...(judged.task_verdicts ?? [])]);
          const failed_criteria = unmet.map(({ criterion, failure_class }) => ({ criterion, failure_class }));
          gaps.push({ attempt: execution.attempt, failed_criteria });
          const criteria = [...subtask.success_criteria, ...(rubric.whole?.task_criteria ?? [])];
          if (unmet.length > 0 && mayCorrect(executions, criteria, unmet, said.length > (subtask.heard ?? 0))) {
            return yield { to: 'R3', type: 'CorrectionSignal', payload: correctionOf(subtask, execution, unmet, judged.words) };
          }
          const payload = outcomeOf(subtask, execution, judged, [...gaps], calls);
          yield { to: 'R4b', type: 'SubTaskOutcome', payload };
          yield { to: 'R7', type: 'SubTaskOutcome', payload };
        },
      },
    };
  };
