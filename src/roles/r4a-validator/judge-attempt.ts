/** Judges one attempt: by code where code can tell, by a judge whose evidence is weighed for the rest (docs/proof.md). */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { DispatchManifest, SubTask } from '../../contracts/plan.ts';
import { askModel } from '../ask-model.ts';
import { believe } from '../judging/believe.ts';
import { builtIn } from '../judging/built-in.ts';
import type { Looking } from '../judging/check-criteria.ts';
import { decideByCode } from '../judging/decide-by-code.ts';
import { failureClass, obstacleIn } from '../judging/failure-class.ts';
import { nothingToState, type StatedFacts, statedFacts } from '../judging/stated-facts.ts';
import { writtenFiles } from '../judging/written-files.ts';
import { outputText } from '../output-text.ts';
import type { Context } from '../role.ts';
import { notDone, whyNotDone } from './judge.ts';
import type { Verdicts } from './outcome.ts';
import { Judgement, judgePrompt } from './prompt.ts';

export type Attempt = {
  readonly subtask: SubTask;
  /** The round, where this is its only sub-task: then the task's own criteria are judged with it. */
  readonly whole: DispatchManifest | undefined;
  readonly execution: ExecutionResult;
  /** What was called in all attempts at this sub-task. */
  readonly calls: readonly ToolCall[];
  /** What was called in the task so far. */
  readonly made: readonly ToolCall[];
  readonly cwd: string;
  readonly now: string;
};

/** The verdicts, and what the judge tells the executor. */
export type Judged = Verdicts & { readonly words: Pick<Judgement, 'what_was_wrong' | 'what_to_do'> };

const silent: Judged['words'] = { what_was_wrong: '', what_to_do: '' };

/** Where in an attempt the checks, the judge and what is looked up for it stand. */
const steps = { checks: 1, judge: 2, evidence: 3, again: 4, evidenceAgain: 5, written: 6 } as const;

export async function judgeAttempt(attempt: Attempt, { effects }: Context): Promise<Judged> {
  const { subtask, whole, execution, calls, made, cwd, now } = attempt;
  const why = whyNotDone(execution, subtask.tools, calls);
  if (why !== null) return { verdicts: notDone(subtask.success_criteria, why, execution), words: silent };

  const at = { round: subtask.round, subtask: subtask.index, attempt: execution.attempt };
  const looking = (step: number): Looking => ({ effects, place: (call) => ({ ...at, step, call }), cwd });
  const criteria = distinct([...subtask.success_criteria, ...(whole?.task_criteria ?? [])]);
  const { output, tool_calls } = execution;
  const seen = { output, calls: tool_calls, failureClass: failureClass(tool_calls) };
  const said = whole?.task_spec.raw_input ?? '';
  const { decided, open, byWorld } = await decideByCode(criteria, seen, looking(steps.checks), { cwd, calls: made, input: said });
  const isWholeDecided = whole === undefined || whole.task_criteria.every((criterion) => byWorld.has(sameIn(criteria, criterion)));
  const asked = isWholeDecided ? open : [...open, { criterion: builtIn }];
  if (asked.length === 0) return { ...sorted(attempt, criteria, decided), words: silent };

  const written = await writtenFiles(made, looking(steps.written));
  const answer = outputText(output);
  const background = whole && { spec: whole.task_spec, surroundings: whole.surroundings, now };
  const facts: StatedFacts =
    background && !isWholeDecided && criteria.some(({ mode }) => mode === 'verifiable')
      ? statedFacts(answer, made, written, background)
      : nothingToState;
  const request = judgePrompt({ subtask, task: whole?.task_spec, asked, calls, written, facts: facts([]), cwd, output, now });
  const judgement = await askModel(effects, { ...at, step: steps.judge }, request, Judgement);
  const believed = await believe(judgement, {
    asked: asked.map(({ criterion }) => criterion),
    request,
    work: { calls: made, cwd, said, given: whole?.task_spec.data ? [whole.task_spec.data.excerpt] : [], answer },
    facts,
    plainClass: obstacleIn(tool_calls),
    effects,
    again: { ...at, step: steps.again },
    looking: [looking(steps.evidence), looking(steps.evidenceAgain)],
  });
  const verdicts = new Map([...decided, ...asked.map(({ criterion }, index) => [criterion, believed[index]] as const)]);
  return { ...sorted(attempt, criteria, verdicts), words: judgement };
}
