/** One round as rows: the plan, what each sub-task did and what was found, what the whole came to. Pure. */
import type { AttemptStory, CallStory, QuestionStory } from '../../history/story/attempt.ts';
import type { CriterionStory, VerdictStory } from '../../history/story/criteria.ts';
import type { RoundStory, TurnStory } from '../../history/story/round.ts';
import type { SubTaskStory } from '../../history/story/subtask.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { inOrder, type Row } from './log-rows.ts';

/** `beside`: what happened beside the plan; each stands where it happened. */
export function roundRows(round: RoundStory, beside: readonly Row[]): readonly Row[] {
  const { seq, plan, no_plan, rejected, reviews, gate, turn } = round;
  const rows: readonly Row[] = [
    { seq, who: `Round ${round.round}`, text: '' },
    ...rejected.map((each) => ({ seq: each.seq, who: 'R2', text: `sends a plan back: ${each.reasons.join('; ')}` })),
    ...reviews.flatMap(reviewRows),
    ...(no_plan ? [{ seq: no_plan.seq, who: 'R2', text: `finds no plan: ${no_plan.reasons.join('; ')}` }] : []),
    ...(plan ? planRows(plan) : []),
    ...groupsOf(round.subtasks).flatMap(groupRows),
    ...(gate ? gateRows(gate, round.subtasks) : []),
    ...(turn ? turnRows(turn) : []),
  ];
  return inOrder(rows, beside);
}

function reviewRows({ seq, subtasks, reasons, reply }: RoundStory['reviews'][number]): readonly Row[] {
  const why = reasons.length === 0 ? '' : `, which cannot be carried out: ${reasons.join('; ')}`;
  const answer = !reply?.approved ? 'says no to it' : reply.edited ? 'makes another plan of it' : 'says yes to it';
  return [
    { seq, who: 'R2', text: `shows the plan, ${counted(subtasks, 'sub-task')}${why}` },
    ...(reply ? [{ seq: reply.seq, who: 'User', text: answer }] : []),
  ];
}

const planRows = ({ seq, subtasks, criteria }: NonNullable<RoundStory['plan']>): readonly Row[] => [
  { seq, who: 'R2', text: `plans ${counted(subtasks, 'sub-task')}${criteria.length === 0 ? '' : '. In the end this must be true:'}` },
  ...criteria.map((criterion) => ({ depth: 1, text: criterionText(criterion) })),
];

const criterionText = ({ criterion, weight, check }: CriterionStory): string =>
  `${criterion} (${weight === 1 ? '' : `weight ${weight}, `}${check === null ? 'a model judges' : check})`;

/** Sub-tasks that run side by side, group after group. */
export const groupsOf = (subtasks: readonly SubTaskStory[]): readonly (readonly SubTaskStory[])[] =>
  [...Map.groupBy(subtasks, ({ group }) => group)].toSorted(([a], [b]) => a - b).map(([, group]) => group);

/** Where sub-tasks run side by side, it is said where that begins and where it ends. */
function groupRows(group: readonly SubTaskStory[], at: number, groups: readonly (readonly SubTaskStory[])[]): readonly Row[] {
  const isAfterSeveral = at > 0 && (groups[at - 1]?.length ?? 0) > 1;
  const title = [...(at > 0 ? ['then'] : []), ...(group.length > 1 ? ['side by side'] : [])].join(', ');
  return [...(group.length > 1 || isAfterSeveral ? [{ text: `${title}:`, heads: true }] : []), ...group.flatMap(subTaskRows)];
}

function subTaskRows(subtask: SubTaskStory): readonly Row[] {
  const { seq, index, intent, tools, started, attempts, verdicts, end } = subtask;
  const named = attempts.length > 1;
  return [
    { seq, who: 'R2', text: `${index}. ${intent} (${started ? tools.join(', ') || 'no tools' : 'never handed out'})` },
    ...(end ? [] : subtask.criteria.map(pending)),
    ...attempts.flatMap((attempt) => attemptRows(attempt, named)),
    ...(end && started ? [...verdicts.map((verdict) => verdictRow(verdict, 'R4a', 1)), ...endRows(end, verdicts, attempts.length)] : []),
  ];
}

const pending = (criterion: CriterionStory): Row => ({ depth: 1, text: `· ${criterionText(criterion)}` });

function attemptRows(attempt: AttemptStory, named: boolean): readonly Row[] {
  const { calls, questions, claim, correction } = attempt;
  const depth = named ? 2 : 1;
  const during = [...calls.map(callRow), ...questions.flatMap(questionRows)].toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  return [
    ...(named ? [{ seq: attempt.seq, who: 'R3', depth: 1, text: `attempt ${attempt.attempt}` }] : []),
    ...during.map((row) => ({ ...row, depth })),
    ...(claim ? [{ seq: claim.seq, who: 'R3', depth, text: claimText(claim) }] : []),
    ...(correction ? [{ seq: correction.seq, who: 'R4a', depth, text: `sends it back: ${listed(correction.wrong)}` }] : []),
  ];
}

/** A list of lines as one. */
const listed = (text: string): string => text.replaceAll(/^- /gm, '').replaceAll('\n', '; ');

function claimText({ status, says, reason, refused }: NonNullable<AttemptStory['claim']>): string {
  if (refused) return 'stops: it was refused';
  if (status === 'failed') return `gives up: ${reason ?? says}`;
  return says === '' ? 'says nothing' : `says: ${says}`;
}

function callRow({ seq, tool, target, state, error, exit_code, output, ms }: CallStory): Row {
  const took = ms !== null && ms >= 100 ? `(${lasting(ms)}) ` : '';
  const code = exit_code === null || exit_code === 0 ? '' : `exit code ${exit_code}`;
  const row = { seq, who: 'R3', text: `${tool} ${target}`, short: true };
  if (state === 'ok') return { ...row, text: `${row.text} ${took}${output === '' ? '' : `→ ${output}`}` };
  const marked = {
    failed: ['✗', [code, error].filter((part) => part !== null && part !== '').join(': ')].join(' ').trimEnd(),
    'needs a yes': '– needs a yes',
    'not made': `– not made: ${output}`,
    unknown: '– nobody knows what came of it',
  }[state];
  return { ...row, mark: `${took}${marked}`, ...(state === 'failed' && { detail: output }) };
}

function questionRows({ seq, about, reason, network, effects, more, answer }: QuestionStory): readonly Row[] {
  const counts = Object.entries(effects).flatMap(([change, count]) => (count > 0 ? [`${count} ${change}`] : []));
  const extent = [...counts, ...(more > 0 ? [`${more} more`] : []), ...(network ? ['the network'] : [])].join(', ');
  return [
    { seq, who: 'R3', text: `asks: ${reason}${extent === '' ? '' : ` (${extent})`}` },
    ...(answer ? [{ seq: answer.seq, who: 'User', text: answerText(answer, about) }] : []),
  ];
}

const answers = {
  yes: 'says yes',
  no: 'says no, or nobody was there',
  another: 'wants to try in its place',
  again: 'says: do it again',
  done: 'says: it is done, go on',
  stop: 'says: stop, or nobody was there',
} as const;

const inDoubt: Readonly<Record<string, string>> = { yes: 'says yes, or nobody was there', no: 'says no' };

/** What the person said. Where memory only doubts, nobody's answer is a yes. */
const answerText = ({ says, edited, rule }: NonNullable<QuestionStory['answer']>, about: QuestionStory['about']): string =>
  `${(about === 'doubt' ? inDoubt[says] : undefined) ?? answers[says]}${edited === null ? '' : `: ${edited}`}${rule === null ? '' : `, and from now on: ${rule}`}`;

const marks = { pass: '✓', fail: '✗', unverifiable: '?' } as const;
/** The mark of a verdict. */
export const markOf = (verdict: VerdictStory['verdict']): string => marks[verdict];

const verdictRow = ({ seq, criterion, verdict, evidence, by }: VerdictStory, who: string, depth: number): Row => ({
  seq,
  who,
  depth,
  short: verdict === 'pass',
  text: `${markOf(verdict)} ${criterion}${evidence === '' ? '' : `: ${evidence}`}${by === 'model' ? ' (judged by a model)' : ''}`,
});

/** Verdicts tell how it ended, unless there are none that failed. */
function endRows(
  { seq, status, why }: NonNullable<SubTaskStory['end']>,
  verdicts: readonly VerdictStory[],
  attempts: number,
): readonly Row[] {
  if (status === 'matched') return [];
  const told = why !== null && verdicts.some(({ evidence }) => why.includes(evidence) || evidence.includes(why));
  const after = attempts > 1 ? ` after ${attempts} attempts` : '';
  return [{ seq, who: 'R4a', depth: 1, text: `failed${after}${told || why === null ? '' : `: ${why}`}` }];
}

/** What was missed is said only where no verdict and no sub-task says it. */
function gateRows({ seq, met, missed, verdicts }: NonNullable<RoundStory['gate']>, subtasks: readonly SubTaskStory[]): readonly Row[] {
  const told =
    verdicts.some(({ verdict }) => verdict !== 'pass') || subtasks.some(({ end, started }) => started && end?.status === 'failed');
  const summary = met ? 'the goal is met' : `the goal is missed${told ? '' : `: ${missed}`}`;
  return [...verdicts.map((verdict) => verdictRow(verdict, 'R4b', 0)), { seq, who: 'R4b', text: summary }];
}

function turnRows({ seq, ...turn }: TurnStory): readonly Row[] {
  const rationale = reasonIn(turn);
  const blocked = [...turn.blocked_tools, ...turn.blocked_targets.map(({ tool, target }) => `${tool} ${target}`)];
  const untold = blocked.filter((name) => !rationale.includes(name));
  return [
    {
      seq,
      who: 'R7',
      text: `${measure(turn, turn.epsilon)}  ${turn.prev_directive}→${turn.directive}${turn.urgency === 'high' ? ', urgent' : ''}`,
      spaced: true,
    },
    ...(rationale === '' ? [] : [{ text: rationale, depth: 1 }]),
    ...(untold.length === 0 ? [] : [{ text: `The next plan does without ${untold.join(', ')}` }]),
  ];
}

/** Why, without the numbers that stand beside it. */
export const reasonIn = ({ rationale, directive }: Pick<TurnStory, 'rationale' | 'directive'>): string =>
  rationale.replace(`${directive}: `, '').replace(/ \(D [^)]*\)/, '');
