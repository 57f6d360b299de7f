/** Phrases for every type of message. Pure. */

import { youCancelled } from '../../contracts/control.ts';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { wasMade } from '../../contracts/execution.ts';
import type { Message, MessageOf, MessageType } from '../../contracts/messages.ts';
import { fileName } from '../../contracts/text/file-name.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { toldUnmet } from '../../contracts/told-unmet.ts';
import type { Dropped } from '../../control/dropped-criteria.ts';
import { criterionOf } from '../../history/story/criteria.ts';
import { subTaskPlace } from '../../history/story/place.ts';
import { textOf } from '../../history/story/short-copies.ts';
import { plainReasons } from '../../roles/plain-reasons.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { orderOf } from '../words/order-of.ts';
import { replanSentence } from '../words/replan-sentence.ts';
import { blockedIn, criterionFigures, criterionText, headline, reasonIn } from '../words/wording.ts';
import { adding, figure, fine, listing, minor, type Phrase, phrase, type Tone } from './row.ts';

/** What is known about a task beyond the message itself. */
export type Known = {
  /** The ε of the task, once it is known. */
  readonly epsilon: number | undefined;
  /** Whether a verdict has already been shown in this round; marks it as shown. */
  readonly isTold: (verdict: CriterionVerdict) => boolean;
  /** Whether an earlier plan contained a criterion of the task; marks it as known. */
  readonly isNamed: (criterion: string) => boolean;
  /** For a new plan, the criteria of the previous plan that it drops. */
  readonly dropped: readonly Dropped[];
  /** Whether a reported call was really made, and so already has a row. */
  readonly wasCalled: (key: string) => boolean;
};

type PhrasesOf<T extends MessageType> = (message: MessageOf<T>, known: Known) => readonly Phrase[];

/** What a person reads about one message; empty if another entry shows it. */
export const messagePhrases = (message: Message, known: Known): readonly Phrase[] =>
  (table[message.type] as PhrasesOf<MessageType>)(message, known); // the table gives each function messages of its own type

const silent = (): readonly Phrase[] => [];
const maxText = 2_000;

const table: { readonly [T in MessageType]: PhrasesOf<T> } = {
  UserInput: ({ payload: { text, data } }) => [
    phrase('wants', text, fine),
    ...(data ? [adding('with', `${fileName(data.path)}, ${counted(data.bytes, 'byte')}`, fine)] : []),
  ],
  ClarifyQuestion: ({ payload }) => [phrase('asks', payload.question)],
  ClarifyAnswer: ({ payload }) => [phrase('answer', payload.answer || 'nothing: use your judgement')],
  TaskSpec: ({ to, payload: { intent, constraints } }) => {
    const limits = [constraints.scope, constraints.deadline].filter((limit) => limit !== null);
    return to === 'R2' ? [phrase('understands', `${intent}${limits.length === 0 ? '' : ` (${limits.join('; ')})`}`)] : [];
  },
  Steer: ({ to, payload }) => (to === 'R2' ? [phrase('add', payload.text)] : []),
  MemoryQuery: silent, // the row of the calibration shows the result
  MemoryRecall: silent,
  PlanReview: ({ payload: { subtasks, reasons } }) => [
    phrase('shows', `you a plan of ${counted(subtasks.length, 'sub-task')}`),
    ...reasons.map((reason) => adding('turned down', reason, { tone: 'fair' })),
  ],
  PlanReply: ({ payload: { approved, subtasks, task_criteria, instead, unanswered } }) => {
    if (unanswered) return [phrase('no answer', 'to the question about the plan', { tone: 'fair' })];
    if (!approved && instead !== undefined) return [phrase('answer', `no, and instead: ${instead}`, { tone: 'fair' })];
    const isEdited = subtasks !== undefined || task_criteria !== undefined;
    return [phrase('answer', approved ? (isEdited ? 'yes, to an edited plan' : 'yes') : 'no', { tone: approved ? 'good' : 'bad' })];
  },
  SubTask: ({ to, payload: { index, intent, tools, success_criteria } }) =>
    to === 'R3'
      ? [
          phrase('works on', `${index}. ${intent}`),
          adding('with', tools.join(', ') || 'no tools', fine),
          ...mustPhrases(success_criteria, 'fine'),
        ]
      : [],
  DispatchManifest: ({ to, payload: { subtasks, task_criteria } }, { isNamed, dropped }) =>
    to === 'R4b'
      ? [
          phrase('plans', counted(subtasks.length, 'sub-task')),
          ...subtasks.map(({ intent }, at) =>
            adding(orderOf(subtasks, at), `${at + 1}. ${intent}`, subtasks.length === 1 ? fine : undefined),
          ),
          ...dropped.map(({ criterion, isWished, why }) => adding(isWished ? 'dropped' : 'gives up', `${criterion} – ${why}`)),
          ...task_criteria.flatMap((criterion) => mustPhrases([criterion], isNamed(criterion.criterion) ? 'fine' : 'main')),
        ]
      : [],
  ConfirmRequest: ({ payload }) => {
    const { effects, more, reason } = payload;
    const counts = [...Map.groupBy(effects, ({ change }) => change)].map(([change, { length }]) => `${length} ${change}`);
    return [
      phrase('asks', `${oneLine(payload.action, 120)}: ${reason}`),
      ...listing('effects', [...counts, ...(more > 0 ? [`${more} more`] : [])], fine),
    ];
  },
  ConfirmReply: ({ payload: { allowed, unanswered, edited, instead, rule, scope = 'everywhere' } }) => {
    if (unanswered) return [adding('no answer', allowed ? 'it continues' : 'it is refused', { tone: allowed ? 'fair' : 'bad' })];
    if (instead !== undefined) return [phrase('answer', `no, and instead: ${instead}`, { tone: 'fair' })];
    if (edited !== undefined) return [phrase('answer', `try instead: ${edited}`, { tone: 'fair' })];
    const lasting = rule === undefined ? '' : `, and ${reach[scope]}: ${rule}`;
    return [phrase('answer', `${allowed ? 'yes' : 'no'}${lasting}`, { tone: allowed ? 'good' : 'bad' })];
  },
  InterruptedCall: ({ payload }) => [
    phrase('asks', `${oneLine(payload.action, 120)}: artoo was stopped while it ran; did it take effect?`),
  ],
  InterruptedReply: ({ payload }) => [phrase('answer', interrupted[payload.answer])],
  ExecutionResult: ({ payload: { tool_calls, status, reason, refused, output } }, { wasCalled }) => {
    const notMade = tool_calls.filter((call) => !wasCalled(call.call_id) && !wasMade(call));
    const says = textOf(output, maxText);
    return [
      ...notMade.map(({ tool, target, output_head_tail }) =>
        phrase(tool, `${target} – not made: ${output_head_tail.replace(/^\[LAW1\] /, '')}`, { ...minor, tone: 'fair' }),
      ),
      refused
        ? phrase('stops', 'it was refused', { ...minor, tone: 'bad' })
        : status === 'failed'
          ? phrase('gives up', reason ?? says, { ...minor, tone: 'bad' })
          : phrase('says', says || 'nothing', minor),
      ...(refused && reason !== null ? [adding('because', reason, fine)] : []), // the row of the result shows it
    ];
  },
  CorrectionSignal: ({ payload: { what_was_wrong, what_to_do } }) => [
    phrase('sent back', what_was_wrong.replaceAll(/^- /gm, '').replaceAll('\n', '; '), { ...minor, tone: 'bad' }),
    adding('to do', what_to_do, fine),
  ],
  SubTaskOutcome: ({ to, payload }, { isTold }) => {
    if (to !== 'R4b') return [];
    const { subtask_id, status, intent, failure_reason: why, refused, criteria_verdicts, success_criteria } = payload;
    const isSaid =
      why === null ||
      refused ||
      criteria_verdicts.some(({ evidence }) => evidence !== '' && (why.includes(evidence) || evidence.includes(why)));
    return [
      phrase(status === 'matched' ? 'done' : 'not done', `sub-task ${subTaskPlace(subtask_id).subtask}${isSaid ? '' : `: ${why}`}`, {
        tone: status === 'matched' ? 'good' : 'bad',
      }),
      adding('wanted', intent, fine),
      ...verdictPhrases(criteria_verdicts, isTold, success_criteria),
    ];
  },
  GroupMatched: ({ payload }) => [phrase('hands on', `what group ${payload.sequence} found`, figure)],
  ReplanRequest: ({ payload }, { isTold }) => {
    const { gap_summary, outcomes, failed_subtasks, correction_count, task_verdicts = [], task_checks = [] } = payload;
    const judged = new Set(task_verdicts.map(({ criterion }) => criterion));
    const verdicts = [...task_verdicts, ...task_checks.filter(({ criterion }) => !judged.has(criterion))];
    const failed =
      outcomes.length === 1
        ? `after ${counted(correction_count + 1, 'attempt')}`
        : `${failed_subtasks.length} of ${outcomes.length} sub-tasks failed${correction_count === 0 ? '' : `, after ${counted(correction_count, 'correction')}`}`;
    const isSaid = verdicts.some(({ verdict }) => verdict !== 'pass');
    return [
      phrase('not met', outcomes.some(({ refused }) => refused) ? 'it was refused' : isSaid ? failed : gap_summary, { tone: 'bad' }),
      isSaid ? adding('gap', gap_summary, fine) : adding('counts', failed, fine),
      ...verdictPhrases(verdicts, isTold),
    ];
  },
  OutcomeSummary: ({ payload }, { isTold }) => [
    phrase('met', 'everything that was asked for', { tone: 'good' }),
    ...verdictPhrases(payload.task_verdicts, isTold),
  ],
  PlanDirective: ({ payload }, { epsilon }) => {
    const { prev_directive, directive, urgency, failed_criterion: aim } = payload;
    const reason = reasonIn(payload);
    const isAimed = aim !== null && !reason.includes(aim);
    const blocked = blockedIn(payload.blocked_tools, payload.blocked_targets).filter((name) => !reason.includes(name));
    return [
      phrase('decides', replanSentence(payload)),
      phrase('measures', measure(payload, epsilon), figure),
      phrase(
        'directs',
        `${prev_directive}→${directive}${urgency === 'high' ? ', urgent' : ''}${isAimed ? `, to meet "${aim}"` : ''}`,
        figure,
      ),
      adding('because', reason, figure),
      ...listing('blocks', blocked, figure),
    ];
  },
  HandoffRequest: silent, // the row of the result shows it
  Handoff: silent,
  Answer: ({ payload }) => [phrase('answers', payload.answer, fine)], // views show the result in full
  PlanFailed: ({ payload }) => [
    phrase('no plan', plainReasons(payload), { tone: 'bad' }),
    ...payload.reasons.map((reason) => adding('in full', reason, fine)),
  ],
  Failure: ({ from, payload: { role, code, detail, more } }) => [
    phrase('error', detail, { tone: 'bad' }),
    ...(more === undefined ? [] : [adding('in full', more, fine)]),
    adding('code', `${role === from ? '' : `${role}: `}${code}`, figure),
  ],
  Cancel: ({ payload }) => [phrase('cancel', payload.why === youCancelled ? '' : payload.why, { tone: 'bad' })],
  // The lesson about the whole task repeats the rows above and the result.
  Megram: ({ payload: { space, entity, content } }) => [
    phrase('learns', content, space.startsWith('intent:') && entity === 'env:local' ? figure : {}),
  ],
  FinalResult: ({ payload }) => [
    phrase('ends', headline(payload), fine), // views show the result in full
    ...toldUnmet(payload.unmet).map(({ criterion, why, unchecked }) =>
      adding(unchecked ? 'open' : 'not met', `${criterion}: ${why}`, fine),
    ),
    adding('after', counted(payload.replans, 'replan'), fine),
  ],
  Remember: silent, // no part of a task
  Forget: silent,
  AuditQuery: silent,
  AuditReport: silent,
};

const reach = { task: 'for this task', folder: 'in this folder from now on', everywhere: 'from now on' } as const;

const interrupted = { again: 'do it again', done: 'it was done, continue', stop: 'stop' } as const;

const mustPhrases = (criteria: readonly Criterion[], weight: 'main' | 'fine'): readonly Phrase[] =>
  criteria.flatMap((criterion) => {
    const story = criterionOf(criterion);
    const figures = criterionFigures(story);
    return [adding('must', criterionText(story), { weight }), ...(figures === '' ? [] : [adding('', figures, fine)])];
  });

const tones = { pass: 'good', fail: 'bad', unverifiable: 'fair' } as const satisfies Record<CriterionVerdict['verdict'], Tone>;

/** Verdict, criterion, evidence, and what decided the verdict. Repeated verdicts are shown as details. */
function verdictPhrases(
  verdicts: readonly CriterionVerdict[],
  isTold: Known['isTold'],
  criteria: readonly Criterion[] = [],
): readonly Phrase[] {
  return verdicts.flatMap((found) => {
    const { verdict, criterion, evidence, by } = found;
    const judged = criteria.find((each) => each.criterion === criterion);
    const check = judged ? criterionOf(judged).check : null;
    const model = verdict === 'pass' ? 'a model, and code found its evidence' : 'a model';
    return [
      adding(verdict, `${criterion}${evidence === '' ? '' : `: ${evidence}`}${by === 'model' ? ' (judged by a model)' : ''}`, {
        tone: tones[verdict],
        ...(isTold(found) ? fine : {}),
      }),
      adding('by', by === 'model' ? model : by === 'code' ? 'code' : `check${check === null ? '' : `: ${check}`}`, fine),
    ];
  });
}
