/** Merges the outputs of several sub-tasks and judges the task's criteria: by code where code can decide, otherwise by a judge whose evidence code weighs (docs/proof.md). */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { lastAttempt } from '../../control/calls.ts';
import { unsupported } from '../../laws/facts/unsupported.ts';
import { placesNamedIn } from '../../laws/places/named-places.ts';
import type { ModelRequest } from '../../models/model.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { againstRefusals, refusedClaims } from '../judging/against-refusals.ts';
import { falseClaims } from '../judging/answer/false-claims.ts';
import { allSupported, givenIn, noFacts, sourcesOf, statedFacts } from '../judging/answer/stated-facts.ts';
import { believe } from '../judging/believe.ts';
import { builtIn } from '../judging/built-in.ts';
import { changesIn } from '../judging/changes-in.ts';
import { type Checkable, checkCriteria, type Looking, verdictOf } from '../judging/check-criteria.ts';
import { lookFor } from '../judging/checks/checks.ts';
import { formWords, isOfForm } from '../judging/conforming.ts';
import { foldersAround } from '../judging/criterion/known-folders.ts';
import { decideByCode } from '../judging/decide-by-code.ts';
import { areAmong, verdictsOn } from '../judging/distinct-criteria.ts';
import { type DeclaredCall, declaredCalls } from '../judging/evidence/declared-call.ts';
import { failureClass, obstacleIn } from '../judging/failure-class.ts';
import { verdictByCode } from '../judging/verdict-by-code.ts';
import { writtenFiles } from '../judging/written-files.ts';
import { joinedOutputs, outputText } from '../output-text.ts';
import { askModel } from '../prompting/ask-model.ts';
import { withSteered } from '../prompting/clarified.ts';
import type { Context } from '../role.ts';
import { Merge, mergePrompt } from './prompt.ts';

/** A round, what its sub-tasks reported, and what each tool's results show. */
export type Reported = {
  readonly manifest: DispatchManifest;
  readonly outcomes: readonly SubTaskOutcome[];
  readonly declared: DeclaredEvidence;
};

/** A round in which every sub-task matched. `made` has all calls of the task so far, `said` what the person said while the task ran. */
export type Round = Reported & { readonly made: readonly DeclaredCall[]; readonly said: readonly string[]; readonly now: string };

type Whole = {
  readonly merged_output: string | null;
  readonly summary: string;
  readonly task_verdicts: readonly CriterionVerdict[];
};

/** The steps of the effects in a round. */
const steps = { merge: 1, checks: 2, evidence: 3, again: 4, evidenceAgain: 5, written: 6 } as const;

export async function judgeWhole(judged: Round, context: Context): Promise<Whole> {
  const { manifest, outcomes, made, said, now } = judged;
  const { task_criteria, surroundings, round } = manifest;
  const task = withSteered(manifest.task_spec, said);
  const { effects } = context;
  const named = placesNamedIn(task.raw_input);
  const looking = (step: number): Looking => ({ effects, place: (call) => ({ round, step, call }), cwd: task.cwd, named });
  const joined = joinedOutputs(outcomes);
  const isGiven = task.plan !== undefined;
  const circumstances = { cwd: task.cwd, calls: made, input: task.raw_input, isGiven };
  const before = await decideByCode(task_criteria, seenIn(judged, joined), looking(steps.checks), circumstances);
  const decided = [...before.decided].filter(([criterion]) => !isOfAnswer(criterion));
  const ofForm = task_criteria.filter(isOfForm);
  const open = task_criteria.filter((criterion) => !isOfForm(criterion) && (isOfAnswer(criterion) || !before.decided.has(criterion)));
  const noted = open.map(
    (criterion) => (isOfAnswer(criterion) ? undefined : before.open.find((each) => each.criterion === criterion)) ?? { criterion },
  );
  const asked = areAmong(task_criteria, before.byWorld) || isGiven ? noted : [...noted, { criterion: builtIn }];

  if (asked.length === 0 && ofForm.length === 0)
    return { merged_output: joined, summary: '', task_verdicts: verdictsOn(task_criteria, decided) };

  const written = await writtenFiles(made, looking(steps.written));
  const request = mergePrompt({
    task,
    outcomes,
    asked,
    ofForm,
    calls: made,
    changes: changesIn(made),
    written,
    facts: allSupported,
    cwd: task.cwd,
    now,
  });
  const merge = await merged(request, round, context);
  if (!merge) return { merged_output: null, summary: '', task_verdicts: task_criteria.map((each) => verdictByCode(each, unjudged)) };

  const form = formWords(task_criteria);
  const given = givenIn({ spec: task, surroundings, now, form });
  const outputs = { shown: outcomes.map(({ output }) => outputText(output)), given };
  const derived = merge.verdicts.flatMap((verdict) => verdict.derived);
  const adds = (text: string) => unsupported(text, outputs, derived).length > 0;
  const merged_output = merge.merged_output.trim() === '' || adds(merge.merged_output) ? joined : merge.merged_output;
  const isAboutText = task_criteria.every(({ mode }) => mode === 'plausible');
  const calls = outcomes.flatMap(({ tool_calls }) => tool_calls);
  const { verdicts: believed } = await believe(merge, {
    asked: asked.map(({ criterion }) => criterion),
    request,
    work: {
      calls: made,
      cwd: task.cwd,
      said: task.raw_input,
      steered: said,
      given: task.data ? [task.data.excerpt] : [],
      known: foldersAround(surroundings),
      form,
      answer: [joined, merged_output].join('\n\n'),
    },
    facts: isAboutText ? noFacts : statedFacts(merged_output, sourcesOf(made, written, { spec: task, surroundings, now, form })),
    falseClaims: [...(isAboutText ? [] : falseClaims(merged_output, made, task.cwd)), ...refusedClaims(merged_output, made, task.cwd)],
    plainClass: obstacleIn(lastCalls(judged)),
    effects,
    again: { round, step: steps.again },
    looking: [looking(steps.evidence), looking(steps.evidenceAgain)],
  });
  const misses = open.filter(isOfAnswer).flatMap((criterion) => {
    const verdict = verdictOf(criterion, seenIn(judged, merged_output));
    return verdict.verdict === 'pass' ? [] : [[criterion, verdict] as const];
  });
  const formed = ofForm.filter(isOfAnswer).map((criterion) => [criterion, verdictOf(criterion, seenIn(judged, merged_output))] as const);
  const task_verdicts = verdictsOn(
    [...task_criteria, builtIn],
    [
      ...decided,
      ...againstRefusals(believed, { calls, cwd: task.cwd, answer: [joined, merged_output].join('\n\n') }),
      ...misses,
      ...formed,
    ],
  );
  return { merged_output, summary: adds(merge.summary) ? '' : merge.summary, task_verdicts };
}

/** The verdicts on the task's criteria that carry checks, after a sub-task failed: by code alone. */
export async function checkWhole(reported: Reported, { effects }: Context): Promise<readonly CriterionVerdict[]> {
  const { round, task_criteria, task_spec } = reported.manifest;
  const { cwd, raw_input } = task_spec;
  const looking: Looking = { effects, place: (call) => ({ round, step: steps.checks, call }), cwd, named: placesNamedIn(raw_input) };
  return (await checkCriteria(task_criteria, seenIn(reported, joinedOutputs(reported.outcomes)), looking)).values().toArray();
}

/** Whether a check looks only at the answer and the calls. */
const isOfAnswer = (criterion: Criterion): criterion is Checkable =>
  criterion.check !== undefined && lookFor(criterion.check) === undefined;

/** What checks are based on. Exit codes come from the last sub-task. */
function seenIn(reported: Reported, output: string) {
  const { manifest, outcomes, declared } = reported;
  const latest = manifest.subtasks.toSorted((a, b) => a.sequence - b.sequence).at(-1)?.subtask_id;
  const calls = outcomes.find(({ subtask_id }) => subtask_id === latest)?.tool_calls ?? [];
  return { output, calls: declaredCalls(lastAttempt(calls), declared), failureClass: failureClass(lastCalls(reported)) };
}

/** The calls of the last attempts, which may show why the task as a whole missed its criteria. */
const lastCalls = ({ outcomes, declared }: Reported): readonly DeclaredCall[] =>
  outcomes.flatMap(({ tool_calls }) => declaredCalls(lastAttempt(tool_calls), declared));

/** Undefined if two answers in a row could not be read: nothing is judged, so nothing passes (SPEC §4). */
async function merged(request: ModelRequest, round: number, { effects }: Context): Promise<Merge | undefined> {
  try {
    return await askModel(effects, { round, step: steps.merge }, request, Merge);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'answer_unreadable') return undefined;
    throw error;
  }
}

const unjudged = {
  verdict: 'unverifiable',
  failure_class: null,
  evidence: 'the results of the sub-tasks could not be put together: the model answered twice in a form that cannot be read',
} as const;
