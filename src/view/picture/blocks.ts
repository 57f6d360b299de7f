/** What is finished in a task, as lines in plain words. Each fact is told once, where it happened. */
import type { EffectKey, MessageId } from '../../contracts/ids.ts';
import type { MessageOf, PayloadOf } from '../../contracts/messages.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { targetIn } from '../../history/story/call-target.ts';
import { placeOf, subTaskPlace } from '../../history/story/place.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';
import { outputText } from '../../roles/output-text.ts';
import { ToolRequest } from '../../tools/tool.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { type Line, span } from '../style/line.ts';
import { aimText } from '../words/aim-text.ts';
import { orderOf } from '../words/order-of.ts';
import { plainly } from '../words/plainly.ts';
import { replanSentence } from '../words/replan-sentence.ts';
import { below, type LedLine, labelled, said, signed } from './layout.ts';
import { signs } from './signs.ts';
import type { Aim, SubTaskName } from './state.ts';
import { createTold, type Told } from './told.ts';
import { createVerdicts } from './verdicts.ts';
import { createWork } from './work.ts';

export type Blocks = {
  /** The lines that an entry finishes. */
  see(entry: Entry): readonly LedLine[];
  readonly aims: readonly Aim[];
  /** The folder of the task. */
  readonly cwd: string;
  /** Whether a question is open. */
  readonly isAsking: boolean;
  /** The sub-task of a round; null where it is not known. */
  nameOf(round: number, subtask: number): SubTaskName | null;
  /** What was told so far: the end does not tell it again. */
  readonly told: Told;
};

type Question = MessageOf<'ConfirmRequest' | 'ClarifyQuestion' | 'InterruptedCall' | 'PlanReview'>;
type Subtasks = PayloadOf<'DispatchManifest'>['subtasks'];

export function createBlocks(folder: string): Blocks {
  const told = createTold();
  const verdicts = createVerdicts(told);
  const work = createWork(() => cwd, told);
  const calls = new Map<EffectKey, { readonly tool: string; readonly target: string }>();
  const questions = new Map<MessageId, Question>();
  let cwd = folder;
  let round = 0;
  let subtasks: Subtasks = [];
  let forkedAt: number | undefined;
  let isCancelled = false;
  let last = '';

  const near = (text: string): string => plainly(text, cwd);
  const nameOf: Blocks['nameOf'] = (of, index) => {
    const listed = of === round ? subtasks[index - 1] : undefined;
    return listed ? { index, of: subtasks.length, intent: listed.intent } : null;
  };
  const working = (subtask: number): string => (subtasks.length > 1 && subtask > 0 ? `works ${subtask}` : 'works');

  /** What the person said last while the task ran: a no with a sentence says it, too. */
  let steered: string | undefined;

  function seeMessage(message: MessageEntry): readonly LedLine[] {
    const question = message.reply_to === undefined ? undefined : questions.get(message.reply_to);
    if (question) questions.delete(question.id);
    switch (message.type) {
      case 'ConfirmRequest':
      case 'ClarifyQuestion':
      case 'InterruptedCall':
      case 'PlanReview':
        questions.set(message.id, message);
        return [];
      case 'TaskSpec':
        return message.to === 'R2' && message.payload.kind === 'task' ? [labelled('understands', said(message.payload.intent))] : [];
      case 'Steer':
        steered = message.payload.text;
        return message.to === 'R2' ? [labelled('you', said(steered))] : []; // the other roles are told the same
      case 'ClarifyAnswer':
        return question?.type === 'ClarifyQuestion'
          ? answered(question.payload.question, message.payload.answer || 'as you think best')
          : [];
      case 'PlanReply':
        return [labelled('you', span(message.payload.approved ? 'yes to the plan' : 'no to the plan'))];
      case 'InterruptedReply':
        return question?.type === 'InterruptedCall' ? answered(question.payload.action, interrupted[message.payload.answer]) : [];
      case 'Cancel':
        isCancelled = true;
        return [];
      case 'ConfirmReply':
        return question?.type === 'ConfirmRequest' ? confirmed(question.payload, message.payload) : [];
      case 'DispatchManifest':
        return message.to === 'R4b' ? planned(message.payload) : [];
      case 'ExecutionResult':
        return executed(message.payload);
      case 'CorrectionSignal':
        return corrected(message.payload);
      case 'SubTaskOutcome':
        return message.to === 'R4b' ? ended(message.payload) : [];
      case 'OutcomeSummary':
        return verdicts.find(message.payload.task_verdicts.map(nearly));
      case 'ReplanRequest': {
        const { task_verdicts = [], task_checks = [] } = message.payload;
        return verdicts.find([...task_verdicts, ...task_checks].map(nearly));
      }
      case 'PlanDirective':
        return [labelled('decides', said(near(replanSentence(message.payload)), 'fair'))];
      case 'Failure':
        return failed(message.payload.detail);
      default:
        return [];
    }
  }

  /** What was asked, and what the person said. */
  const answered = (asked: string, answer: string): readonly LedLine[] => [
    labelled('asks', said(near(asked))),
    labelled('you', said(answer)),
  ];

  function confirmed(
    asked: PayloadOf<'ConfirmRequest'>,
    { allowed, unanswered, edited, instead, rule, scope = 'everywhere' }: PayloadOf<'ConfirmReply'>,
  ): readonly LedLine[] {
    const what = said(near(oneLine(asked.action, 200)), 'code');
    if (edited !== undefined) return [labelled('you', span('instead of '), what, span(', '), said(edited, 'code'))];
    if (allowed) {
      const lasting = rule === undefined ? [] : [below(span(reaches[scope]), said(rule, 'code'))];
      return [signed('you', signs.pass, span('yes to '), what), ...lasting];
    }
    if (instead !== undefined)
      return [
        signed('you', signs.fail, span('no to '), what),
        ...(instead.trim() === steered ? [] : [below(span('instead: '), said(instead))]),
      ];
    if (isCancelled) return [];
    return unanswered // the end says what to do about it
      ? [signed('refused', signs.fail, what, span(' needs a yes, and no one is there to give it'))]
      : [signed('you', signs.fail, span('no to '), what)];
  }

  function planned({ round: of, subtasks: listed, task_criteria }: PayloadOf<'DispatchManifest'>): readonly LedLine[] {
    round = of;
    subtasks = listed;
    const fresh = verdicts.expect(task_criteria).filter(({ builtin }) => !builtin);
    return [
      ...listed.map(({ intent }, at) =>
        listed.length === 1
          ? labelled('plans', said(intent))
          : signed(at === 0 ? 'plans' : '', span(`${at + 1}. `, 'muted'), said(intent), ...orderLine(listed, at)),
      ),
      ...fresh.map(({ criterion }, at) => signed(at === 0 ? 'done when' : '', signs.open, said(aimText(criterion)))),
    ];
  }

  function executed({ subtask_id, status, reason, refused, output }: PayloadOf<'ExecutionResult'>): readonly LedLine[] {
    const why = near(reason ?? outputText(output));
    if (refused) return []; // the person's answer said it
    if (status !== 'failed' || told.once(why) === '') return [];
    return [signed(working(subTaskPlace(subtask_id).subtask), signs.fail, span('gives up: '), said(why))];
  }

  /** What was wrong, by criterion where it can be told, and that it is tried again. */
  function corrected({ subtask_id, attempt_number, what_was_wrong, failed_criterion }: PayloadOf<'CorrectionSignal'>): readonly LedLine[] {
    const why = what_was_wrong.split('\n').find((line) => line.startsWith(`- ${failed_criterion}: `));
    const evidence = near(why?.slice(failed_criterion.length + 4) ?? what_was_wrong);
    const label = working(subTaskPlace(subtask_id).subtask);
    const wrong = failed_criterion === '' ? [] : verdicts.find([{ criterion: failed_criterion, verdict: 'fail', evidence, by: 'check' }]);
    verdicts.again();
    return [...wrong, labelled(label, span(attempt_number === 1 ? 'tries again' : 'tries once more'))];
  }

  function ended({
    subtask_id,
    status,
    intent,
    criteria_verdicts,
    task_verdicts = [],
    failure_reason,
    output,
    refused,
  }: PayloadOf<'SubTaskOutcome'>): readonly LedLine[] {
    const lines = refused ? [] : verdicts.find([...criteria_verdicts, ...task_verdicts].map(nearly)); // after a refusal, nothing was looked at
    const { subtask } = subTaskPlace(subtask_id);
    if (subtasks.length === 1) return lines;
    const says = status === 'matched' ? outputText(output) : refused ? '' : (failure_reason ?? '');
    const why = says === '' ? [] : [below(said(near(says), 'muted', 200))];
    return [...lines, signed(`done ${subtask}`, status === 'matched' ? signs.pass : signs.fail, said(intent)), ...why];
  }

  /** What to do about it is said at the end. */
  function failed(detail: string): readonly LedLine[] {
    const why = told.once(near(detail));
    return why === '' ? [] : [signed('error', signs.fail, said(why))];
  }

  const nearly = <V extends { readonly evidence: string }>(verdict: V): V => ({ ...verdict, evidence: near(verdict.evidence) });

  /** A label is shown where it changes. */
  function unrepeated({ lead: [label, ...signs], text }: LedLine): LedLine {
    if (!label) return { lead: signs, text };
    const isSame = label.text === last;
    if (label.text.trim() !== '') last = label.text;
    return { lead: [isSame ? span(' '.repeat(label.text.length)) : label, ...signs], text };
  }

  function linesOf(entry: Entry): readonly LedLine[] {
    switch (entry.kind) {
      case 'open':
        cwd = entry.settings.cwd;
        forkedAt = entry.origin?.seq;
        return [];
      case 'message':
        return seeMessage(entry);
      case 'intent': {
        const request = entry.effect === 'tool' ? ToolRequest.safeParse(entry.input).data : undefined;
        if (request) calls.set(entry.key, { tool: request.tool, target: targetIn(request.input) });
        return [];
      }
      case 'outcome': {
        const call = calls.get(entry.key);
        calls.delete(entry.key);
        return call ? work.end({ ...call, label: working(placeOf(entry.key).subtask), ms: entry.ms, result: entry.result }) : [];
      }
      case 'decision':
        return entry.name === 'calibration' ? remembered(entry.result) : [];
      case 'pause':
        if (entry.seq === forkedAt) return [];
        return [labelled(entry.resumed ? 'goes on' : 'paused', span(`after ${lasting(entry.ms)}`))];
      case 'alarm':
        return [labelled('note', said(entry.detail, 'fair'))];
      case 'halt':
        return failed(entry.detail);
      default:
        return [];
    }
  }

  return {
    see(entry) {
      const lines = linesOf(entry);
      const before = entry.kind === 'outcome' || lines.length === 0 ? [] : work.flush().map(unrepeated);
      if (isSetApart(entry)) last = '';
      return [...before, ...lines.map(unrepeated)];
    },
    get aims() {
      return verdicts.aims;
    },
    get cwd() {
      return cwd;
    },
    get isAsking() {
      return questions.size > 0;
    },
    nameOf,
    told,
  };
}

/** When a sub-task runs, after its name. */
function orderLine(subtasks: Subtasks, at: number): Line {
  const order = orderOf(subtasks, at);
  return order === '' ? [] : [span(`  ${order}`, 'muted')];
}

function remembered({ entries, missing }: { readonly entries: readonly unknown[]; readonly missing: string | null }): readonly LedLine[] {
  if (missing !== null) return [labelled('remembers', said(`nothing: ${missing}`, 'fair'))];
  return entries.length === 0 ? [] : [labelled('remembers', span(`${counted(entries.length, 'thing')} from earlier tasks`))];
}

/** How far a rule reaches. */
const reaches = { task: 'for this task: ', folder: 'in this folder from now on: ', everywhere: 'from now on: ' } as const;

const interrupted = { again: 'do it again', done: 'it is done, go on', stop: 'stop' } as const;

/** Where other lines are printed in between, such as a question or where a task stood: a label before them is too far up. */
const isSetApart = (entry: Entry): boolean =>
  entry.kind === 'pause' || (entry.kind === 'message' && (entry.from === 'User' || entry.to === 'User'));
