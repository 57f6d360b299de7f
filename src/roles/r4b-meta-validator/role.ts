/** R4b, the Meta-Validator: no partial or wrong merged result passes. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { SubTaskOutcome, ToolCall } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/json.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { lastAttempt } from '../../control/calls.ts';
import { askModel } from '../ask-model.ts';
import { joinedOutputs } from '../joined-outputs.ts';
import { checkCriteria, inOrder, type Looking } from '../judging/check-criteria.ts';
import { failureClass, obstacleIn } from '../judging/failure-class.ts';
import { lookForEvidence } from '../judging/look-for-evidence.ts';
import { saidAbout, settle } from '../judging/model-verdicts.ts';
import { outputText } from '../output-text.ts';
import type { Context, Draft, RoleFactory } from '../role.ts';
import { standing } from './gate.ts';
import { Merge, mergePrompt } from './prompt.ts';

/** Where in a round the merge, checks, and looks for evidence stand. */
const steps = { merge: 1, checks: 2, evidence: 3 } as const;

export const createMetaValidator: RoleFactory = () => {
  const reported = new Map<SubTaskId, SubTaskOutcome>();
  let manifest: DispatchManifest | undefined;

  return {
    id: 'R4b',
    on: {
      async *DispatchManifest({ payload }) {
        manifest = payload;
      },
      async *SubTaskOutcome({ ts, payload }, context) {
        reported.set(payload.subtask_id, payload);
        if (!manifest) throw new Error('an outcome came before its manifest');
        const now = standing(manifest, reported);
        if (now.kind === 'group_matched') yield groupMatched(manifest, now.sequence, now.outcomes);
        if (now.kind === 'failed') yield await missed(manifest, now.outcomes, context);
        if (now.kind === 'matched') yield await conclude(manifest, now.outcomes, ts, context);
      },
    },
  };
};

function groupMatched({ round }: DispatchManifest, sequence: number, outcomes: readonly SubTaskOutcome[]): Draft {
  const outputs = outcomes.map(({ subtask_id, intent, output }) => ({ subtask_id, intent, output }));
  return { to: 'R2', type: 'GroupMatched', payload: { round, sequence, outputs } };
}

/** Some sub-task failed: no model is asked, but what checks can say about the whole is sent along. */
async function missed(manifest: DispatchManifest, outcomes: readonly SubTaskOutcome[], context: Context): Promise<Draft> {
  const task_checks = (await checkedTask(manifest, joinedOutputs(outcomes), outcomes, context)).values().toArray();
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const gap_summary = failed.map(({ intent, failure_reason }) => `${intent}: ${failure_reason ?? 'failed'}`).join('; ');
  return replan(manifest, outcomes, context, { gap_summary, task_checks, merged_output: null });
}

/** Every sub-task matched: the whole is put together and judged. */
async function conclude(manifest: DispatchManifest, outcomes: readonly SubTaskOutcome[], now: string, context: Context): Promise<Draft> {
  const { task_criteria, task_spec } = manifest;
  const unchecked = task_criteria.filter(({ check }) => !check);
  const [only, ...others] = outcomes;
  const passesThrough = only !== undefined && others.length === 0;
  const merge = passesThrough && unchecked.length === 0 ? nothingToAsk : await askForMerge(manifest, outcomes, unchecked, now, context);
  if (!merge) {
    const gap_summary = 'what the sub-tasks gave could not be put together: the answer of the model could not be read twice';
    const task_verdicts = task_criteria.map((criterion) => unjudged(criterion, gap_summary));
    return replan(manifest, outcomes, context, { gap_summary, task_verdicts, merged_output: null });
  }
  const merged_output = passesThrough && merge.merged_output.trim() === '' ? only.output : merge.merged_output;
  const checked = await checkedTask(manifest, merged_output, outcomes, context);
  const delivered = { ...merge, merged_output: outputText(merged_output) };
  const judged = await judgedTask(manifest, delivered, unchecked, outcomes, context);
  const task_verdicts = inOrder(task_criteria, checked, judged);
  const unmet = task_verdicts.filter(({ verdict }) => verdict !== 'pass');
  if (unmet.length > 0) {
    const gap_summary = unmet.map(({ criterion, evidence }) => `${criterion}: ${evidence}`).join('; ');
    return replan(manifest, outcomes, context, { gap_summary, task_verdicts, merged_output });
  }
  const summary = merge.summary || task_spec.intent;
  return { to: 'R7', type: 'OutcomeSummary', payload: { summary, merged_output, elapsed_ms: context.activeMs(), outcomes, task_verdicts } };
}

const nothingToAsk: Merge = { merged_output: '', summary: '', verdicts: [] };

/** Undefined when the answer cannot be read twice: then nothing is judged, and so nothing passes (SPEC §4). */
async function askForMerge(
  { round, task_spec }: DispatchManifest,
  outcomes: readonly SubTaskOutcome[],
  criteria: readonly Criterion[],
  now: string,
  { effects }: Context,
): Promise<Merge | undefined> {
  try {
    return await askModel(effects, { round, step: steps.merge }, mergePrompt(task_spec, outcomes, criteria, now), Merge);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'answer_unreadable') return undefined;
    throw error;
  }
}

/** The task's criteria that carry checks. Exit codes are those of the sub-task that came last. */
function checkedTask(manifest: DispatchManifest, output: Json, outcomes: readonly SubTaskOutcome[], context: Context) {
  const latest = manifest.subtasks.toSorted((a, b) => a.sequence - b.sequence).at(-1)?.subtask_id;
  const calls = outcomes.find(({ subtask_id }) => subtask_id === latest)?.tool_calls ?? [];
  const seen = { output, calls: lastAttempt(calls), failureClass: failureClass(lastCalls(outcomes)) };
  return checkCriteria(manifest.task_criteria, seen, looking(manifest, steps.checks, context));
}

const looking = ({ round, task_spec: { cwd } }: DispatchManifest, step: number, { effects }: Context): Looking => ({
  effects,
  place: (call) => ({ round, step, call }),
  cwd,
});

/** The others, as far as the judge's evidence is found in what the sub-tasks gave, called or touched. What the judge wrote itself shows only how it reads. */
async function judgedTask(
  manifest: DispatchManifest,
  { verdicts, merged_output }: Merge,
  asked: readonly Criterion[],
  outcomes: readonly SubTaskOutcome[],
  context: Context,
): Promise<readonly CriterionVerdict[]> {
  const given = outcomes.map(({ output }) => outputText(output));
  const calls = outcomes.flatMap(({ tool_calls }) => tool_calls);
  const { cwd, raw_input } = manifest.task_spec;
  const work = { calls, cwd, said: raw_input, given: [], answer: [...given, merged_output].join('\n') };
  const said = saidAbout(asked, verdicts);
  const weighed = await lookForEvidence(asked, said, work, looking(manifest, steps.evidence, context));
  return settle(asked, said, weighed, obstacleIn(lastCalls(outcomes)));
}

const unjudged = ({ criterion, mode, weight }: Criterion, evidence: string): CriterionVerdict => ({
  criterion,
  mode,
  weight,
  verdict: 'unverifiable',
  failure_class: null,
  evidence,
  by: 'code',
});

/** The calls of the last attempts: why the whole was missed, where they make it plain. */
const lastCalls = (outcomes: readonly SubTaskOutcome[]): readonly ToolCall[] =>
  outcomes.flatMap(({ tool_calls }) => lastAttempt(tool_calls));

type Gap = {
  readonly gap_summary: string;
  readonly merged_output: Json;
  readonly task_verdicts?: readonly CriterionVerdict[];
  readonly task_checks?: readonly CriterionVerdict[];
};

function replan({ task_id, round }: DispatchManifest, outcomes: readonly SubTaskOutcome[], { activeMs }: Context, gap: Gap): Draft {
  const { gap_summary, merged_output, task_verdicts, task_checks } = gap;
  return {
    to: 'R7',
    type: 'ReplanRequest',
    payload: {
      task_id,
      round,
      gap_summary,
      failed_subtasks: outcomes.filter(({ status }) => status === 'failed').map(({ subtask_id }) => subtask_id),
      correction_count: outcomes.reduce((count, { gap_trajectory }) => count + Math.max(0, gap_trajectory.length - 1), 0),
      elapsed_ms: activeMs(),
      outcomes,
      ...(task_verdicts ? { task_verdicts } : {}),
      ...(task_checks ? { task_checks } : {}),
      merged_output,
      recommendation: outcomes.some(({ refused }) => refused) ? 'abandon' : 'replan',
    },
  };
}
