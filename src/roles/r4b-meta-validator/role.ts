/** R4b, the Meta-Validator: makes sure that no partial or wrong result of a task passes. */
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { countedVerdicts } from '../../control/counted-verdicts.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { type DeclaredCall, declaredCalls } from '../judging/evidence/declared-call.ts';
import type { Context, Draft, RoleFactory } from '../role.ts';
import { checkWhole, judgeWhole, type Reported, type Round } from './judge-whole.ts';
import { replanRequest } from './replan-request.ts';
import { roundState } from './round-state.ts';

/** `declared`: what each tool's results show. */
export const createMetaValidator =
  (declared: DeclaredEvidence): RoleFactory =>
  () => {
    const reported = new Map<SubTaskId, SubTaskOutcome>();
    /** All calls of the task, in the order reported. */
    const made: DeclaredCall[] = [];
    const said: string[] = [];
    let manifest: DispatchManifest | undefined;

    return {
      id: 'R4b',
      on: {
        async *DispatchManifest({ payload }) {
          manifest = payload;
        },
        async *Steer({ payload: { text } }) {
          said.push(text);
        },
        async *SubTaskOutcome({ ts, payload }, context) {
          reported.set(payload.subtask_id, payload);
          made.push(...declaredCalls(payload.tool_calls, declared));
          if (!manifest) throw new Error('an outcome came before its manifest');
          const state = roundState(manifest, reported);
          if (state.kind === 'waiting') return;
          const { outcomes } = state;
          if (state.kind === 'group_matched') yield groupMatched(manifest, state.sequence, outcomes);
          else if (state.kind === 'failed') yield await missed({ manifest, outcomes, declared }, context);
          else yield await conclude({ manifest, outcomes, declared, made: [...made], said: [...said], now: ts }, context);
        },
      },
    };
  };

function groupMatched({ round }: DispatchManifest, sequence: number, outcomes: readonly SubTaskOutcome[]): Draft {
  const outputs = outcomes.map(({ subtask_id, intent, output }) => ({ subtask_id, intent, output }));
  return { to: 'R2', type: 'GroupMatched', payload: { round, sequence, outputs } };
}

/**
 * A sub-task failed, so no model is asked. The report has the verdicts on the task if it was judged with its only sub-task, otherwise the results of
 * its checks.
 */
async function missed(reported: Reported, context: Context): Promise<Draft> {
  const { manifest, outcomes } = reported;
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const gap_summary = failed.map(({ intent, failure_reason }) => `${intent}: ${failure_reason ?? 'failed'}`).join('; ');
  const [only, ...others] = outcomes;
  if (only?.task_verdicts && others.length === 0) {
    const task_verdicts = countedVerdicts(manifest, only.task_verdicts);
    const task_checks = task_verdicts.filter(({ by }) => by === 'check');
    return replanRequest(manifest, outcomes, context, { gap_summary, task_verdicts, task_checks, merged_output: only.output });
  }
  const task_checks = await checkWhole(reported, context);
  return replanRequest(manifest, outcomes, context, { gap_summary, task_checks, merged_output: null });
}

/** Every sub-task matched: their outputs are merged and judged, unless the task was judged with its only sub-task. */
async function conclude(round: Round, context: Context): Promise<Draft> {
  const { manifest, outcomes } = round;
  const [only, ...others] = outcomes;
  const whole =
    only?.task_verdicts && others.length === 0
      ? { merged_output: only.output, summary: '', task_verdicts: only.task_verdicts }
      : await judgeWhole(round, context);
  const { merged_output, summary } = whole;
  const task_verdicts = countedVerdicts(manifest, whole.task_verdicts);
  const unmet = task_verdicts.filter(({ verdict }) => verdict !== 'pass');
  if (unmet.length > 0) {
    const gap_summary = unmet.map(({ criterion, evidence }) => `${criterion}: ${evidence}`).join('; ');
    return replanRequest(manifest, outcomes, context, { gap_summary, task_verdicts, merged_output });
  }
  const payload = { summary: summary || manifest.task_spec.intent, merged_output, elapsed_ms: context.activeMs(), outcomes, task_verdicts };
  return { to: 'R7', type: 'OutcomeSummary', payload };
}
