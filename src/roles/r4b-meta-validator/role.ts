/** R4b, the Meta-Validator: no partial or wrong merged result passes. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/json.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { askModel } from '../ask-model.ts';
import { decideCheck, needsLook } from '../decide-check.ts';
import type { Context, Draft, RoleFactory } from '../role.ts';
import { Merge, mergePrompt } from './prompt.ts';

export const createMetaValidator: RoleFactory = () => {
  const outcomes = new Map<SubTaskId, SubTaskOutcome>();
  let manifest: DispatchManifest | undefined;

  return {
    id: 'R4b',
    on: {
      async *DispatchManifest({ payload }) {
        manifest = payload;
      },
      async *SubTaskOutcome({ payload }, context) {
        outcomes.set(payload.subtask_id, payload);
        const reported = manifest?.subtasks.flatMap(({ subtask_id }) => outcomes.get(subtask_id) ?? []) ?? [];
        if (!manifest || reported.length < manifest.subtasks.length) return;
        yield* gate(manifest, reported, context);
      },
    },
  };
};

/** Every started sub-task has reported. */
async function* gate(manifest: DispatchManifest, outcomes: readonly SubTaskOutcome[], context: Context): AsyncGenerator<Draft> {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const joined = outcomes
    .filter(({ status }) => status === 'matched')
    .map(({ output }) => textOf(output))
    .join('\n\n');
  if (failed.length > 0) {
    const task_checks = await judgeTask(manifest, joined, context);
    const gap = failed.map(({ intent, failure_reason }) => `${intent}: ${failure_reason ?? 'failed'}`).join('; ');
    return yield replan(manifest, outcomes, context, { gap_summary: gap, task_checks, merged_output: null });
  }
  const merged = await merge(manifest, outcomes, context);
  if (!merged) {
    const gap = 'what the sub-tasks gave could not be put together: the answer of the model could not be read twice';
    return yield replan(manifest, outcomes, context, { gap_summary: gap, task_verdicts: unjudged(manifest, gap), merged_output: null });
  }
  const { merged_output, summary } = merged;
  const task_verdicts = await judgeTask(manifest, merged_output, context);
  const unmet = task_verdicts.filter(({ verdict }) => verdict !== 'pass');
  if (unmet.length > 0) {
    const gap = unmet.map(({ criterion, evidence }) => `${criterion}: ${evidence}`).join('; ');
    return yield replan(manifest, outcomes, context, { gap_summary: gap, task_verdicts, merged_output });
  }
  yield { to: 'R7', type: 'OutcomeSummary', payload: { summary, merged_output, elapsed_ms: context.activeMs(), outcomes, task_verdicts } };
}

/** One output passes through as it is; several are put together by the model. Undefined when its answer cannot be read twice. */
async function merge(
  { round, task_spec }: DispatchManifest,
  outcomes: readonly SubTaskOutcome[],
  { effects }: Context,
): Promise<{ merged_output: Json; summary: string } | undefined> {
  const [only] = outcomes;
  if (only && outcomes.length === 1) return { merged_output: only.output, summary: task_spec.intent };
  try {
    const { merged_output, summary } = await askModel(effects, { round, step: 1 }, mergePrompt(task_spec, outcomes), Merge);
    return { merged_output, summary: summary || task_spec.intent };
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'answer_unreadable') return undefined;
    throw error;
  }
}

/** Without a merged output nothing can be said about the task's criteria, so none passes (SPEC §4). */
const unjudged = ({ task_criteria }: DispatchManifest, evidence: string): CriterionVerdict[] =>
  task_criteria.map(({ criterion, mode, weight }) => ({
    criterion,
    mode,
    weight,
    verdict: 'unverifiable',
    failure_class: null,
    evidence,
    by: 'code',
  }));

/** The task's own criteria, decided by code against the merged output and the real world. */
async function judgeTask(
  { round, task_criteria, task_spec: { cwd } }: DispatchManifest,
  output: Json,
  { effects }: Context,
): Promise<CriterionVerdict[]> {
  const verdicts: CriterionVerdict[] = [];
  for (const [at, { criterion, mode, weight, check }] of task_criteria.entries()) {
    const observation = needsLook(check) ? await effects.check({ round, step: 2, call: at + 1 }, { check, cwd }) : undefined;
    verdicts.push({
      criterion,
      mode,
      weight,
      ...decideCheck(check, output, observation),
      failure_class: null,
      by: check ? 'check' : 'code',
    });
  }
  return verdicts;
}

function replan(
  { task_id, round }: DispatchManifest,
  outcomes: readonly SubTaskOutcome[],
  { activeMs }: Context,
  gap: { gap_summary: string; merged_output: Json; task_verdicts?: CriterionVerdict[]; task_checks?: CriterionVerdict[] },
): Draft {
  const failed_subtasks = outcomes.filter(({ status }) => status === 'failed').map(({ subtask_id }) => subtask_id);
  const measured = { correction_count: 0, elapsed_ms: activeMs(), outcomes, recommendation: 'replan' } as const;
  return { to: 'R7', type: 'ReplanRequest', payload: { task_id, round, failed_subtasks, ...measured, ...gap } };
}

const textOf = (output: Json): string => (typeof output === 'string' ? output : JSON.stringify(output));
