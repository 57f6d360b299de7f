/** Judges one attempt: by code where code can decide, otherwise by a judge whose evidence code weighs (docs/proof.md). */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { DispatchManifest, SubTask } from '../../contracts/plan.ts';
import { againstRefusals, refusedClaims } from '../judging/against-refusals.ts';
import { falseClaims } from '../judging/answer/false-claims.ts';
import { noFacts, sourcesOf, statedFacts } from '../judging/answer/stated-facts.ts';
import { believe } from '../judging/believe.ts';
import { builtIn } from '../judging/built-in.ts';
import { changesIn } from '../judging/changes-in.ts';
import type { Looking } from '../judging/check-criteria.ts';
import { formWords } from '../judging/conforming.ts';
import { foldersAround } from '../judging/criterion/known-folders.ts';
import { decideByCode } from '../judging/decide-by-code.ts';
import { areAmong, distinct, verdictsOn } from '../judging/distinct-criteria.ts';
import type { DeclaredCall } from '../judging/evidence/declared-call.ts';
import { failureClass, obstacleIn } from '../judging/failure-class.ts';
import { writtenFiles } from '../judging/written-files.ts';
import { outputText } from '../output-text.ts';
import { askModel } from '../prompting/ask-model.ts';
import { withSteered } from '../prompting/clarified.ts';
import type { Context } from '../role.ts';
import { notDone, whyNotDone } from './judge.ts';
import type { Verdicts } from './outcome.ts';
import { Judgement, judgePrompt } from './prompt.ts';

export type Attempt = {
  readonly subtask: SubTask;
  /** The round, if this is its only sub-task, so that the task's own criteria are judged as well. */
  readonly whole: DispatchManifest | undefined;
  readonly execution: ExecutionResult & { readonly tool_calls: readonly DeclaredCall[] };
  /** The calls of all attempts at this sub-task. */
  readonly calls: readonly ToolCall[];
  /** All calls of the task so far. */
  readonly made: readonly DeclaredCall[];
  readonly cwd: string;
  /** How much of the calls the judge is shown, in characters. */
  readonly room: number;
  /** Places that the person named. */
  readonly named?: readonly string[] | undefined;
  /** What the person said while the task ran. */
  readonly said: readonly string[];
  readonly now: string;
};

/** The verdicts, and the judge's words to the executor. */
export type Judged = Verdicts & { readonly words: Pick<Judgement, 'what_was_wrong' | 'what_to_do'> };

const silent: Judged['words'] = { what_was_wrong: '', what_to_do: '' };

/** The steps of the effects that judge an attempt. */
const steps = { checks: 1, judge: 2, evidence: 3, again: 4, evidenceAgain: 5, written: 6 } as const;

export async function judgeAttempt(attempt: Attempt, { effects }: Context): Promise<Judged> {
  const { subtask, whole, execution, calls, made, cwd, room, named = [], said: steered, now } = attempt;
  const why = whyNotDone(execution, subtask.tools, calls);
  if (why !== null) return { verdicts: notDone(subtask.success_criteria, why, execution), words: silent };

  const at = { round: subtask.round, subtask: subtask.index, attempt: execution.attempt };
  const looking = (step: number): Looking => ({ effects, place: (call) => ({ ...at, step, call }), cwd, named });
  const { output, tool_calls } = execution;
  const { task_criteria = [], surroundings = '' } = whole ?? {};
  const task = whole && withSteered(whole.task_spec, steered);
  const criteria = distinct([...subtask.success_criteria, ...task_criteria]);
  const seen = { output, calls: tool_calls, failureClass: failureClass(tool_calls) };
  const said = task?.raw_input ?? '';
  const isGiven = task?.plan !== undefined;
  const { decided, open, byWorld } = await decideByCode(criteria, seen, looking(steps.checks), { cwd, calls: made, input: said, isGiven });
  const asked = areAmong(task_criteria, byWorld) || isGiven ? open : [...open, { criterion: builtIn }];
  if (asked.length === 0) return { ...verdictsFor(attempt, [...decided]), words: silent };

  const written = await writtenFiles(made, looking(steps.written));
  const answer = outputText(output);
  const form = formWords(task_criteria);
  const isAboutText = criteria.every(({ mode }) => mode === 'plausible');
  const facts = task && !isAboutText ? statedFacts(answer, sourcesOf(made, written, { spec: task, surroundings, now, form })) : noFacts;
  const request = judgePrompt({
    subtask,
    task,
    said: steered,
    asked,
    calls: whole ? made : calls,
    changes: changesIn(made),
    written,
    facts: facts([]),
    cwd,
    room,
    output,
    now,
  });
  const judgement = await askModel(effects, { ...at, step: steps.judge }, request, Judgement);
  const { verdicts: believed, revision = silent } = await believe(judgement, {
    asked: asked.map(({ criterion }) => criterion),
    request,
    work: {
      calls: made,
      cwd,
      said,
      steered,
      given: task?.data ? [task.data.excerpt] : [],
      known: foldersAround(surroundings),
      answer,
      form,
    },
    facts,
    falseClaims: [...(isAboutText ? [] : falseClaims(answer, made, cwd)), ...refusedClaims(answer, made, cwd)],
    plainClass: obstacleIn(tool_calls),
    effects,
    again: { ...at, step: steps.again },
    looking: [looking(steps.evidence), looking(steps.evidenceAgain)],
  });
  return {
    ...verdictsFor(attempt, [...decided, ...againstRefusals(believed, { calls, cwd, answer })]),
    words: bothOf(judgement, revision),
  };
}

/** The words from a judge's first answer and from the second. */
const bothOf = (first: Judged['words'], second: Judged['words']): Judged['words'] => ({
  what_was_wrong: lines(first.what_was_wrong, second.what_was_wrong),
  what_to_do: lines(first.what_to_do, second.what_to_do),
});

const lines = (...texts: readonly string[]): string => [...new Set(texts)].filter((text) => text !== '').join('\n');

/** The verdicts for the sub-task and, with the built-in criterion, for the task. */
function verdictsFor({ subtask, whole }: Attempt, judged: readonly (readonly [Criterion, CriterionVerdict])[]): Verdicts {
  const verdicts = verdictsOn(subtask.success_criteria, judged);
  return whole ? { verdicts, task_verdicts: verdictsOn([...whole.task_criteria, builtIn], judged) } : { verdicts };
}
