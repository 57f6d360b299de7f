/** Phrases for every type of message. Pure. */
import { basename } from 'node:path';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { wasMade } from '../../contracts/execution.ts';
import type { Message, MessageOf, MessageType, PayloadOf } from '../../contracts/messages.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { criterionOf } from '../../history/story/criteria.ts';
import { textOf } from '../../history/story/kept.ts';
import { subTaskPlace } from '../../history/story/place.ts';
import { measure } from '../measure.ts';
import { counted } from '../pages.ts';
import { adding, fine, listing, minor, type Phrase, phrase, type Tone } from './row.ts';
import { blockedIn, criterionText, headline, reasonIn } from './wording.ts';

/** What a message does not say itself. */
export type Known = {
  /** The ε of the task, once it is known. */
  readonly epsilon: number | undefined;
  /** Whether it answers a question that was asked only because of what memory says. */
  readonly isCaution: boolean;
  /** Whether a reported call was made, and so has a row already. */
  readonly wasCalled: (key: string) => boolean;
};

type PhrasesOf<T extends MessageType> = (message: MessageOf<T>, known: Known) => readonly Phrase[];

/** What a person reads about one message; nothing where another entry says it. */
export const messagePhrases = (message: Message, known: Known): readonly Phrase[] =>
  (table[message.type] as PhrasesOf<MessageType>)(message, known); // each function of the table is given its own type

const silent = (): readonly Phrase[] => [];
const orAbsent = 'or no one was there to answer';
const maxText = 2_000;

const table: { readonly [T in MessageType]: PhrasesOf<T> } = {
  UserInput: ({ payload: { text, data } }) => [
    phrase('wants', text, fine),
    ...(data ? [adding('with', `${basename(data.path)}, ${counted(data.bytes, 'byte')}`, fine)] : []),
  ],
  ClarifyQuestion: ({ payload }) => [phrase('asks', payload.question)],
  ClarifyAnswer: ({ payload }) => [phrase('answers', payload.answer || 'nothing: use your judgement')],
  TaskSpec: ({ to, payload: { intent, constraints } }) => {
    const limits = [constraints.scope, constraints.deadline].filter((limit) => limit !== null);
    return to === 'R2' ? [phrase('understood', `${intent}${limits.length === 0 ? '' : ` (${limits.join('; ')})`}`)] : [];
  },
  Steer: ({ to, payload }) => (to === 'R2' ? [phrase('adds', payload.text)] : []),
  MemoryQuery: silent, // the calibration says the result
  MemoryRecall: silent,
  PlanReview: ({ payload: { round, subtasks, reasons } }) => [
    phrase('shows', `the plan of round ${round}: ${counted(subtasks.length, 'sub-task')}`),
    ...reasons.map((reason) => adding('refused', reason, { tone: 'fair' })),
  ],
  PlanReply: ({ payload: { approved, subtasks, task_criteria } }) => {
    const isEdited = subtasks !== undefined || task_criteria !== undefined;
    return [phrase('answers', approved ? (isEdited ? 'yes, to another plan' : 'yes') : 'no', { tone: approved ? 'good' : 'bad' })];
  },
  SubTask: ({ to, payload: { index, intent, tools, success_criteria } }) =>
    to === 'R3'
      ? [phrase('hands out', `${index}. ${intent} (${tools.join(', ') || 'no tools'})`), ...mustPhrases(success_criteria, 'fine')]
      : [],
  DispatchManifest: ({ to, payload: { round, subtasks, task_criteria } }) =>
    to === 'R4b'
      ? [
          phrase('plans', `${counted(subtasks.length, 'sub-task')} for round ${round}`),
          ...subtasks.map(({ intent }, at) =>
            adding(orderOf(subtasks, at), `${at + 1}. ${intent}`, subtasks.length === 1 ? fine : undefined),
          ),
          ...mustPhrases(task_criteria, 'main'),
        ]
      : [],
  ConfirmRequest: ({ payload: { tool, action, reason, effects, more, network } }) => {
    const counts = [...Map.groupBy(effects, ({ change }) => change)].map(([change, { length }]) => `${length} ${change}`);
    const extent = [...counts, ...(more > 0 ? [`${more} more`] : []), ...(network ? ['the network'] : [])];
    return [phrase('asks', `${tool}: ${oneLine(action, 120)} (${reason}${extent.length === 0 ? '' : `: ${extent.join(', ')}`})`)];
  },
  ConfirmReply: ({ payload: { allowed, edited, instead, rule, scope = 'everywhere' } }, { isCaution }) => {
    if (instead !== undefined) return [phrase('answers', `no, and instead: ${instead}`, { tone: 'fair' })];
    if (edited !== undefined) return [phrase('answers', `try instead: ${edited}`, { tone: 'fair' })];
    const absent = allowed === isCaution ? `, ${orAbsent}` : ''; // what a missing answer counts as
    const lasting = rule === undefined ? '' : `, and ${reach[scope]}: ${rule}`;
    return [phrase('answers', `${allowed ? 'yes' : 'no'}${absent}${lasting}`, { tone: allowed ? 'good' : 'bad' })];
  },
  InterruptedCall: ({ payload: { tool, action } }) => [
    phrase('asks', `${tool}: ${oneLine(action, 120)} (artoo was stopped while it ran: did it take effect?)`),
  ],
  InterruptedReply: ({ payload }) => [phrase('answers', interrupted[payload.answer])],
  ExecutionResult: ({ payload: { tool_calls, status, reason, refused, output } }, { wasCalled }) => {
    const notMade = tool_calls.filter((call) => !wasCalled(call.call_id) && !wasMade(call));
    const says = textOf(output, maxText);
    return [
      ...notMade.map(({ tool, target, output_head_tail }) =>
        phrase(tool, `${target} – not made: ${output_head_tail}`, { ...minor, tone: 'fair' }),
      ),
      refused
        ? phrase('stops', `it was refused${reason === null ? '' : `: ${reason}`}`, { ...minor, tone: 'bad' })
        : status === 'failed'
          ? phrase('gives up', reason ?? says, { ...minor, tone: 'bad' })
          : phrase('says', says || 'nothing', minor),
    ];
  },
  CorrectionSignal: ({ payload: { attempt_number, what_was_wrong, what_to_do } }) => [
    phrase('corrects', `attempt ${attempt_number}: ${what_was_wrong.replaceAll(/^- /gm, '').replaceAll('\n', '; ')}`, {
      ...minor,
      tone: 'bad',
    }),
    adding('to do', what_to_do, fine),
  ],
  SubTaskOutcome: ({ to, payload }) => {
    if (to !== 'R4b') return [];
    const { subtask_id, status, intent, failure_reason: why, criteria_verdicts, success_criteria } = payload;
    const isSaid =
      why === null || criteria_verdicts.some(({ evidence }) => evidence !== '' && (why.includes(evidence) || evidence.includes(why)));
    return [
      phrase(status, `sub-task ${subTaskPlace(subtask_id).subtask}${isSaid ? '' : `: ${why}`}`, {
        tone: status === 'matched' ? 'good' : 'bad',
      }),
      adding('wanted', intent, fine),
      ...verdictPhrases(criteria_verdicts, success_criteria),
    ];
  },
  GroupMatched: ({ payload }) => [phrase('hands on', `what group ${payload.sequence} found`)],
  ReplanRequest: ({ payload }) => {
    const { gap_summary, outcomes, failed_subtasks, correction_count, task_verdicts = [], task_checks = [] } = payload;
    const judged = new Set(task_verdicts.map(({ criterion }) => criterion));
    const verdicts = [...task_verdicts, ...task_checks.filter(({ criterion }) => !judged.has(criterion))];
    const failed = `${failed_subtasks.length} of ${counted(outcomes.length, 'sub-task')} failed, after ${counted(correction_count, 'correction')}`;
    const isSaid = verdicts.some(({ verdict }) => verdict !== 'pass');
    return [
      phrase('missed', isSaid ? failed : gap_summary, { tone: 'bad' }),
      isSaid ? adding('gap', gap_summary, fine) : adding('counts', failed, fine),
      ...verdictPhrases(verdicts),
    ];
  },
  OutcomeSummary: ({ payload }) => [phrase('met', payload.summary, { tone: 'good' }), ...verdictPhrases(payload.task_verdicts)],
  PlanDirective: ({ payload }, { epsilon }) => {
    const { prev_directive, directive, urgency, failed_criterion: aim } = payload;
    const reason = reasonIn(payload);
    const isAimed = aim !== null && !reason.includes(aim);
    const blocked = blockedIn(payload.blocked_tools, payload.blocked_targets).filter((name) => !reason.includes(name));
    return [
      phrase('measures', measure(payload, epsilon)),
      phrase('directs', `${prev_directive}→${directive}${urgency === 'high' ? ', urgent' : ''}${isAimed ? `, to meet "${aim}"` : ''}`),
      adding('because', reason),
      ...listing('blocks', blocked),
    ];
  },
  HandoffRequest: silent, // the result says it
  Handoff: silent,
  Answer: ({ payload }) => [phrase('answers', payload.answer)],
  PlanFailed: ({ payload }) => [phrase('no plan', payload.reasons.join('; '), { tone: 'bad' })],
  Failure: ({ from, payload: { role, code, detail } }) => [
    phrase('failure', `${role === from ? '' : `${role}: `}${code}: ${detail}`, { tone: 'bad' }),
  ],
  Cancel: ({ payload }) => [phrase('cancels', payload.why, { tone: 'bad' })],
  Megram: ({ payload }) => [phrase('teaches', payload.content)],
  FinalResult: ({ payload }) => [
    phrase('ends', headline(payload), fine), // views show the result in full
    ...payload.unmet.map(({ criterion, why }) => adding('not met', `${criterion}: ${why}`, fine)),
    adding('after', counted(payload.replans, 'replan'), fine),
  ],
  Remember: silent, // not part of a task
  Forget: silent,
  AuditQuery: silent,
  AuditReport: silent,
};

const reach = { task: 'for this task', folder: 'in this folder from now on', everywhere: 'from now on' } as const;

const interrupted = { again: 'do it again', done: 'it is done, continue', stop: `stop, ${orAbsent}` } as const;

/** Sub-tasks of one group run side by side; groups run one after the other. */
function orderOf(subtasks: PayloadOf<'DispatchManifest'>['subtasks'], at: number): string {
  const [group, before] = [subtasks[at]?.sequence, subtasks[at - 1]?.sequence];
  if (before !== undefined && before !== group) return 'then';
  return subtasks.filter(({ sequence }) => sequence === group).length > 1 ? 'side by side' : '';
}

const mustPhrases = (criteria: readonly Criterion[], weight: 'main' | 'fine'): readonly Phrase[] =>
  criteria.map((criterion) => adding('must', criterionText(criterionOf(criterion)), { weight }));

const tones = { pass: 'good', fail: 'bad', unverifiable: 'fair' } as const satisfies Record<CriterionVerdict['verdict'], Tone>;

/** Verdict, criterion, evidence, and what decided it. */
function verdictPhrases(verdicts: readonly CriterionVerdict[], criteria: readonly Criterion[] = []): readonly Phrase[] {
  return verdicts.flatMap(({ verdict, criterion, evidence, by }) => {
    const judged = criteria.find((each) => each.criterion === criterion);
    const check = judged ? criterionOf(judged).check : null;
    const model = verdict === 'pass' ? 'a model, and code found its evidence' : 'a model';
    return [
      adding(verdict, `${criterion}${evidence === '' ? '' : `: ${evidence}`}${by === 'model' ? ' (judged by a model)' : ''}`, {
        tone: tones[verdict],
      }),
      adding('by', by === 'model' ? model : by === 'code' ? 'code' : `check${check === null ? '' : `: ${check}`}`, fine),
    ];
  });
}
