/** What a task has taught by its end, as memories (SPEC §6). Pure. */

import type { FinalResult } from '../../contracts/control.ts';
import type { SubTaskOutcome, ToolCall } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import { type Megram, type MemoryRecall, Tag } from '../../contracts/memory.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { canonicalTest } from '../../contracts/shapes/canonical.ts';
import { failedCalls, failingSubTasks, toolsOf } from '../../control/calls.ts';
import { exceeds } from '../../control/compare.ts';
import type { Decision } from '../../control/decide.ts';
import { isIdle } from '../../laws/commands/line/idle-programs.ts';
import { unknownProgram } from '../../laws/commands/line/shell-line.ts';
import { quantize } from '../../memory/fading/quantize.ts';
import { planFingerprint } from '../../memory/recall/plan-fingerprint.ts';
import { notesTag, projectOf, refusalsTag } from '../../memory/recall/project.ts';
import { pathEntity } from '../../memory/recall/targets.ts';
import { declinedIn, mentionedIn } from '../declined.ts';
import { outputText } from '../output-text.ts';
import { breakthrough, contradicted, ending, failure, found, type Use, wished, worked, wrongApproach } from './lesson-text.ts';

/** A round that was measured, and what was decided about it. */
export type Round = {
  readonly outcomes: readonly SubTaskOutcome[];
  readonly decision: Pick<Decision, 'macro_state' | 'loss' | 'blocked_tools' | 'failed_criterion'>;
  /** Whether the round belongs to this task: one that a fork shares with its origin teaches only once, in the origin. */
  readonly isOwn: boolean;
};

/** The facts about an ended task from which its lessons are drawn. */
export type Experience = {
  readonly task_id: TaskId;
  readonly created_at: string;
  readonly spec: TaskSpec;
  /** The manifest of the last plan. */
  readonly manifest: DispatchManifest | undefined;
  /** In order; the last one ended the task. */
  readonly rounds: readonly Round[];
  /** Memory's advice before each plan, and whether this task was the one that asked. */
  readonly recalls: readonly { readonly recall: MemoryRecall; readonly isOwn: boolean }[];
  readonly end: Pick<FinalResult, 'directive' | 'reason' | 'unmet'> & Partial<Pick<FinalResult, 'summary'>>;
};

type Lesson = Pick<Megram, 'space' | 'entity' | 'state' | 'content'> & Partial<Pick<Megram, 'level' | 'sigma' | 'fingerprint'>>;

/** The limit on calls, and on tools, that one round can teach about. */
const maxPerRound = 20;
/** The limit on findings that a task leaves for later tasks in its folder. */
const maxNotes = 5;

/** A task that was cut short teaches nothing about its goal, and a refused task nothing about how to reach it (Laws 0, 3). */
const teaching: ReadonlySet<FinalResult['reason']> = new Set(['met', 'close_enough', 'gap', 'impossible']);

export function lessons(experience: Experience): readonly Megram[] {
  const { task_id, created_at, rounds, recalls, end } = experience;
  if (!teaching.has(end.reason)) return [];
  const kind = spaceOf(experience);
  const project = projectOf({ cwd: experience.spec.cwd, identity: experience.manifest?.repository });
  const isOwnEnd = rounds.at(-1)?.isOwn ?? true;
  const learnt = [
    ...rounds.flatMap((round, at) => (round.isOwn ? [...ofBreakthrough(kind, rounds[at - 1], round), ...ofRound(kind, round)] : [])),
    ...(isOwnEnd ? ofEnd(kind, experience) : []),
    ...ofRules(recalls.filter(({ isOwn }) => isOwn).map(({ recall }) => recall)),
    ...(isOwnEnd && project !== undefined ? [...ofWords(project, experience), ...ofFindings(project, experience)].slice(0, maxNotes) : []),
  ];
  return once(learnt)
    .filter(({ space, entity }) => isTag({ space, entity })) // an overlong target cannot be a tag, and will never be asked about
    .map(({ level = 'M', space, entity, content, state, sigma, fingerprint }, at) => ({
      id: `${task_id}-m${String(at + 1).padStart(2, '0')}`,
      level,
      created_at,
      space,
      entity,
      content,
      state,
      ...quantize(state, sigma),
      ...(fingerprint !== undefined && { fingerprint }),
      ...(project !== undefined && { learnt_in: project }),
    }));
}

const isTag = canonicalTest(Tag);

/** Each lesson once: two rounds may have failed in the same way. */
const once = (learnt: readonly Lesson[]): readonly Lesson[] => [
  ...new Map(learnt.map((lesson) => [JSON.stringify([lesson.space, lesson.entity, lesson.state, lesson.content]), lesson])).values(),
];

/** The name under which memory recognised this kind of task, so that each kind has only one name. */
const spaceOf = ({ recalls, spec }: Experience): string =>
  recalls.findLast(({ recall }) => recall.missing === null)?.recall.space ?? `intent:${spec.slug}`;

const toolEntity = (tool: string): string => `tool:${tool}`;

function ofRound(space: string, round: Round): readonly Lesson[] {
  const { macro_state: state } = round.decision;
  if (state !== 'change_path' && state !== 'refine' && state !== 'change_approach') return [];
  return [...ofFailedCalls(state, round.outcomes), ...(state === 'change_approach' ? ofFailingTools(space, round) : [])];
}

/** Lessons from failed calls. A failure never counts in favour of anything, whatever the state says (SPEC §6). */
function ofFailedCalls(state: Lesson['state'], outcomes: readonly SubTaskOutcome[]): readonly Lesson[] {
  const calls = outcomes.flatMap(({ tool_calls }) => tool_calls);
  const byTag = new Map<string, Lesson>();
  const sigma = Math.min(0, quantize(state).sigma);
  for (const { tool, target } of failedCalls([], calls)) {
    const call = calls.findLast((each) => saysWhy(each) && each.tool === tool && each.target === target);
    const tag = { space: toolEntity(tool), entity: pathEntity(target) };
    byTag.set(`${tag.space}\0${tag.entity}`, { ...tag, state, sigma, content: failure(call ?? { tool, target }) }); // `./a` and `a` are one target
  }
  return [...byTag.values()].slice(0, maxPerRound);
}

/** Whether a failed call says something about its target: not if it was refused or had bad input. */
const saysWhy = ({ ok, error_class }: ToolCall): boolean => !ok && error_class !== 'refused' && error_class !== 'invalid_input';

/** Lessons about the tools that the directive blocks; it may have cleared others that were used. */
function ofFailingTools(space: string, { outcomes, decision }: Round): readonly Lesson[] {
  const { blocked_tools, failed_criterion } = decision;
  return usesOf(failingSubTasks(outcomes), () => true)
    .filter(({ tool }) => blocked_tools.includes(tool))
    .map((use) => ({ space, entity: toolEntity(use.tool), state: 'change_approach', content: wrongApproach(use, failed_criterion) }));
}

/** Breaking the symmetry was right if the next round came closer to the goal; the lessons are about the tools that this round used. */
function ofBreakthrough(space: string, before: Round | undefined, { outcomes, decision }: Round): readonly Lesson[] {
  if (before?.decision.macro_state !== 'break_symmetry' || !exceeds(before.decision.loss.D, decision.loss.D)) return [];
  const state = 'break_symmetry';
  return successes(outcomes).map((use) => ({ space, entity: toolEntity(use.tool), state, content: breakthrough(use) }));
}

const callsOf = (rounds: readonly Round[]): readonly ToolCall[] =>
  rounds.flatMap(({ outcomes }) => outcomes.flatMap(({ tool_calls }) => tool_calls));

function ofEnd(space: string, { spec, manifest, rounds, end }: Experience): readonly Lesson[] {
  const state = end.directive;
  const outcomes = rounds.at(-1)?.outcomes ?? [];
  const declined = declinedIn(callsOf(rounds));
  const whole: Lesson = {
    space,
    entity: 'env:local',
    state,
    content: ending({ end, intent: spec.intent, rounds: rounds.length, criteria: manifest?.task_criteria ?? [], outcomes, declined }),
    ...(manifest && { fingerprint: planFingerprint(manifest.fingerprint) }),
  };
  if (state === 'abandon') return [whole];
  const uses = unlike([...(state === 'success' ? partlyWorked(outcomes) : []), ...successes(outcomes)]);
  return [whole, ...uses.map((use): Lesson => ({ space, entity: toolEntity(use.tool), state, content: worked(use, state) }))];
}

/** What the person said when they refused something: they should not have to say it again. */
const ofWords = (project: string, { rounds }: Experience): readonly Lesson[] =>
  callsOf(rounds)
    .flatMap(({ declined = [] }) => declined.flatMap((each) => wished(each) ?? []))
    .map((content) => ({ ...refusalsTag(project), ...note, content }));

/** A note is neither for nor against anything. */
const note = { level: 'K', state: 'accept', sigma: 0 } as const;

/**
 * What accepted sub-tasks found: notes for later tasks in the same folder, neither for nor against anything. An answer that mentions what the person
 * declined to have changed is not noted: nothing shows that it knows.
 */
function ofFindings(project: string, { rounds, end, spec }: Experience): readonly Lesson[] {
  if (end.directive === 'abandon') return [];
  const declined = declinedIn(callsOf(rounds));
  const isDoubtful = ({ output }: SubTaskOutcome): boolean => {
    const text = outputText(output);
    return declined.some((each) => mentionedIn(text, each, spec.cwd).length > 0);
  };
  const accepted = (rounds.at(-1)?.outcomes ?? []).filter((outcome) => outcome.status === 'matched' && !isDoubtful(outcome));
  const contents = accepted.flatMap((outcome) => found(outcome) ?? []).slice(-maxNotes);
  return contents.map((content) => ({ ...notesTag(project), ...note, content }));
}

/** One lesson for each contradicted rule, however often memory reported the rule. */
function ofRules(recalls: readonly MemoryRecall[]): readonly Lesson[] {
  const byRule = new Map<string, Lesson>();
  for (const { rules, recent, dissonances } of recalls) {
    for (const { rule_id, evidence_id } of dissonances) {
      const rule = rules.find(({ id }) => id === rule_id);
      if (!rule || byRule.has(rule_id)) continue;
      const { space, entity, sigma } = rule;
      const evidence = recent.find(({ id }) => id === evidence_id);
      byRule.set(rule_id, { space, entity, state: 'dissonance', content: contradicted(rule, evidence), sigma: sigma > 0 ? -1 : 1 });
    }
  }
  return [...byRule.values()];
}

/** The tools whose last call worked, in sub-tasks that met some but not all of their criteria. */
const partlyWorked = (outcomes: readonly SubTaskOutcome[]): readonly Use[] =>
  usesOf(outcomes.filter(isPartlyMet), () => true).filter(({ call: { ok } }) => ok);

function isPartlyMet({ status, criteria_verdicts: all }: SubTaskOutcome): boolean {
  const passed = all.filter(({ verdict }) => verdict === 'pass').length;
  return status === 'failed' && passed > 0 && passed < all.length;
}

/** The tools that worked, from matched sub-tasks. */
function successes(outcomes: readonly SubTaskOutcome[]): readonly Use[] {
  const matched = outcomes.filter(({ status }) => status === 'matched');
  return usesOf(matched, ({ ok }) => ok);
}

/** Each tool once, with the last call that counts. */
function usesOf(outcomes: readonly SubTaskOutcome[], counts: (call: ToolCall) => boolean): readonly Use[] {
  const calls = outcomes.flatMap((outcome) => outcome.tool_calls.filter(counts).map((call) => ({ call, outcome })));
  const uses = calls.flatMap((made) => toolsOf([made.call]).map((tool): Use => ({ tool, ...made })));
  return unlike(uses.filter(({ tool }) => isTelling(tool))).slice(0, maxPerRound);
}

/** Whether the name of a program is known before the line runs, and says something about the work; otherwise the call teaches nothing. */
const isTelling = (tool: string): boolean => !tool.endsWith(`:${unknownProgram}`) && !isIdle(tool);

/** Each tool once: the last use counts. */
const unlike = (uses: readonly Use[]): readonly Use[] => [...new Map(uses.map((use) => [use.tool, use])).values()];
