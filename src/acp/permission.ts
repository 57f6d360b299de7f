/** A question that only the person may answer, in the form in which the editor asks it, and their choice as an answer. Pure. */
import type { PermissionOption, RequestPermissionOutcome, RequestPermissionRequest } from '@agentclientprotocol/sdk';
import type { Answer, Question } from '../app/drive/drive.ts';
import type { PayloadOf } from '../contracts/messages.ts';
import { oneLine } from '../contracts/text/shorten.ts';
import { visible, visibleLines } from '../contracts/text/visible.ts';
import { effectLines } from '../view/asking/harm-lines.ts';
import { type RuleOffer, ruleOffers } from '../view/asking/rule-offers.ts';
import { whyLines } from '../view/asking/why-asked.ts';
import { textOf } from '../view/style/line.ts';
import { effectDiffs } from './call-diffs.ts';
import { asContent, fenced, text } from './protocol-text.ts';

/** A question asked in a message, which the next prompt answers. It approves nothing that could harm. */
export type TalkQuestion = Extract<Question, { readonly type: 'ClarifyQuestion' | 'PlanReview' }>;
/** A question for which the person has to choose an option. */
export type PermissionQuestion = Exclude<Question, TalkQuestion>;

export const isForTalk = (question: Question): question is TalkQuestion =>
  question.type === 'ClarifyQuestion' || question.type === 'PlanReview';

type ConfirmRequest = PayloadOf<'ConfirmRequest'>;

/** The question for the editor. `call`: the tool call that it is about, if the editor has it. */
export function permissionRequest(sessionId: string, question: PermissionQuestion, call: string = question.id): RequestPermissionRequest {
  const { action, tool } = question.payload;
  const title = visible(oneLine(tool === 'shell' ? `$ ${action}` : action, 200));
  const base = { toolCallId: call, title, status: 'pending' } as const;
  if (question.type === 'InterruptedCall') {
    const said = `artoo was stopped while this was running; whether it took effect is unknown:\n\n${fenced(`${tool} in ${question.payload.cwd}:\n${action}`)}`;
    return { sessionId, toolCall: { ...base, content: [text(said)] }, options: interruptedOptions };
  }
  const { effects } = question.payload;
  const content = [...effectDiffs(effects).map(asContent), text(fenced(confirmText(question.payload)))];
  return {
    sessionId,
    toolCall: { ...base, content, locations: effects.slice(0, 100).map(({ path }) => ({ path })) },
    options: optionsOf(question.payload),
  };
}

const interruptedOptions: PermissionOption[] = [
  { optionId: 'again', name: 'Do it again', kind: 'allow_once' },
  { optionId: 'done', name: 'Continue as if it had been done', kind: 'allow_once' },
  { optionId: 'stop', name: 'Stop the task', kind: 'reject_once' },
];

/** The effects of an action; the editor shows the diffs beside them. */
const confirmText = (asked: ConfirmRequest): string =>
  [
    ...effectLines({ ...asked, effects: asked.effects.map(({ diff: _, ...effect }) => effect) }).map(textOf),
    `  in ${visible(asked.cwd)}:`,
    ...visibleLines(asked.action).map((line) => `    ${line}`),
    ...whyLines(asked),
    ...(needsForm(asked)
      ? ['This question includes a form, which this editor cannot show; to answer it, run artoo resume in a terminal.']
      : []),
  ].join('\n');

const needsForm = ({ form = [] }: Pick<ConfirmRequest, 'form'>): boolean => form.some(({ required }) => required);

const offersOf = (asked: ConfirmRequest): readonly RuleOffer[] => ruleOffers({ ...asked, who: 'R3' });

/** The options; each says how far its rule would reach. */
const optionsOf = (asked: ConfirmRequest): PermissionOption[] => [
  ...(needsForm(asked)
    ? []
    : [
        { optionId: 'yes', name: 'Yes, this once', kind: 'allow_once' } as const,
        ...offersOf(asked).map(
          ({ says }, at) => ({ optionId: `rule ${at}`, name: visible(oneLine(`Always: ${says}`, 300)), kind: 'allow_always' }) as const,
        ),
      ]),
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

/** What the person chose. `rule`: a rule to be written first. An approval counts only if it was offered. */
export type Chosen = { readonly answer: Answer; readonly rule?: RuleOffer & { readonly folder?: string } };

/** The chosen answer; undefined if the question was not answered. */
export function chosenIn(question: PermissionQuestion, outcome: RequestPermissionOutcome): Chosen | undefined {
  if (outcome.outcome !== 'selected') return undefined;
  const { optionId } = outcome;
  if (question.type === 'InterruptedCall')
    return { answer: { question: question.id, reply: { answer: optionId === 'again' || optionId === 'done' ? optionId : 'stop' } } };
  const { hash, cwd } = question.payload;
  const reply = (allowed: boolean, rule?: RuleOffer): Answer => ({
    ...{ question: question.id, hash },
    reply: { allowed, ...(rule && { rule: rule.rule, scope: rule.scope }) },
  });
  if (!optionsOf(question.payload).some((option) => option.optionId === optionId)) return { answer: reply(false) };
  const rule = offersOf(question.payload).find((_, at) => `rule ${at}` === optionId);
  if (rule) return { answer: reply(true, rule), rule: { ...rule, ...(rule.scope === 'folder' && { folder: cwd }) } };
  return { answer: reply(optionId === 'yes') };
}

/** The answer if the editor cannot ask, as for any task without a person. */
export function unattended(question: PermissionQuestion): Answer {
  if (question.type === 'InterruptedCall') return { question: question.id, reply: { answer: 'stop' } };
  const { hash, caution } = question.payload;
  return { question: question.id, hash, reply: { allowed: caution, unanswered: true } };
}
