/** The questions to the person and what the person says, as lines: a question is shown with its answer. */
import { entryOf } from '../../contracts/ids.ts';
import type { MessageOf, PayloadOf } from '../../contracts/messages.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import type { MessageEntry } from '../../journal/entry.ts';
import { span } from '../style/line.ts';
import { insteadIn } from '../words/instead-in.ts';
import { below, type LedLine, labelled, said, signed } from './layout.ts';
import { signs } from './signs.ts';

export type Dialogue = {
  /** The lines that a message finishes; none if it is not part of the dialogue. */
  see(message: MessageEntry): readonly LedLine[];
  /** Whether a question is open. */
  readonly isAsking: boolean;
};

type Question = MessageOf<'ConfirmRequest' | 'ClarifyQuestion' | 'InterruptedCall' | 'PlanReview'>;

/** `near` shortens the paths in a text. */
export function createDialogue(near: (text: string) => string): Dialogue {
  /** By their entries: in a task that continues another, questions were asked under the id of the earlier task. */
  const questions = new Map<number, Question>();
  /** A sentence that arrived while a question was open: it may be the alternative in a no, which the next message shows. */
  let sentence: string | undefined;

  function see(message: MessageEntry): readonly LedLine[] {
    if (message.type === 'Steer') return message.to === 'R2' ? steered(message.payload.text) : []; // the other roles get the same message
    const before = sentence === undefined || sentence === insteadIn(message) ? [] : [labelled('you', said(sentence))];
    sentence = undefined;
    return [...before, ...tell(message)];
  }

  function steered(text: string): readonly LedLine[] {
    const mayBeAnswer = [...questions.values()].some(({ type }) => type === 'ConfirmRequest' || type === 'PlanReview');
    if (!mayBeAnswer) return [labelled('you', said(text))];
    sentence = text;
    return [];
  }

  function tell(message: MessageEntry): readonly LedLine[] {
    const asked = message.reply_to === undefined ? undefined : entryOf(message.reply_to);
    const question = asked === undefined ? undefined : questions.get(asked);
    if (asked !== undefined) questions.delete(asked);
    switch (message.type) {
      case 'ConfirmRequest':
      case 'ClarifyQuestion':
      case 'InterruptedCall':
      case 'PlanReview':
        questions.set(message.seq, message);
        return [];
      case 'ClarifyAnswer':
        return question?.type === 'ClarifyQuestion'
          ? answered(question.payload.question, message.payload.answer || 'as you think best')
          : [];
      case 'PlanReply':
        return reviewed(message.payload);
      case 'InterruptedReply':
        return question?.type === 'InterruptedCall' ? answered(question.payload.action, interrupted[message.payload.answer]) : [];
      case 'Cancel':
        questions.clear(); // none of them is waited for any more
        return [];
      case 'ConfirmReply':
        return question?.type === 'ConfirmRequest' ? confirmed(question.payload, message.payload) : [];
      default:
        return [];
    }
  }

  /** What was asked, and what the person said. */
  const answered = (asked: string, answer: string): readonly LedLine[] => [
    labelled('asks', said(near(asked))),
    labelled('you', said(answer)),
  ];

  function reviewed({ approved, instead, unanswered }: PayloadOf<'PlanReply'>): readonly LedLine[] {
    if (approved) return [signed('you', signs.pass, span('yes to the plan'))];
    if (unanswered) return [signed('plan', signs.open, span('the question about it was closed without an answer'))];
    return [signed('you', signs.fail, span('no to the plan')), ...insteadLines(instead)];
  }

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
    if (instead !== undefined) return [signed('you', signs.fail, span('no to '), what), ...insteadLines(instead)];
    return unanswered // the end shows what to do about it
      ? [signed('refused', signs.fail, what, span(' needs a yes, and no one is there to give it'))]
      : [signed('you', signs.fail, span('no to '), what)];
  }

  return {
    see,
    get isAsking() {
      return questions.size > 0;
    },
  };
}

const insteadLines = (instead: string | undefined): readonly LedLine[] =>
  instead === undefined ? [] : [below(span('instead: '), said(instead))];

/** How far a rule reaches. */
const reaches = { task: 'for this task: ', folder: 'in this folder from now on: ', everywhere: 'from now on: ' } as const;

const interrupted = { again: 'do it again', done: 'it was done, continue', stop: 'stop' } as const;
