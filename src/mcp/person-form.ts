/** A question to the person, as a form that their client shows, and their answer as a reply. Pure. */
import type { Answer } from '../app/drive/drive.ts';
import type { Filled, FormField } from '../contracts/questions/form.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import { oneLine } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import { harmScreen } from '../view/asking/harm-lines.ts';
import type { PersonQuestion } from './task-report.ts';

type Property = Readonly<Record<string, unknown>>;

/** The fields, in the subset of JSON Schema that clients can show. */
export type PersonForm = {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, Property>>;
    readonly required: readonly string[];
  };
};

/** What the person did with the form, as the client reports it. */
export type Filling = { readonly action: string; readonly content?: Readonly<Record<string, unknown>> | undefined };

/** How much of a question fits into a dialogue; what is left out is counted. */
const screen = { width: undefined, height: 45 };

const yesOrNo: Property = { type: 'string', title: 'Do it?', enum: ['yes', 'no'] };

/** A form that asks for a yes or a no to a message. */
export const yesNoForm = (message: string): PersonForm => formOf(message, { answer: yesOrNo }, ['answer']);

export function personForm(question: PersonQuestion, task: { readonly id: string; readonly goal: string }): PersonForm {
  const about = `For the task ${shortId(task.id)} (${visible(oneLine(task.goal, 120))}):`;
  if (question.type === 'InterruptedCall') {
    const { tool, action, cwd } = question.payload;
    const message = `${about}\nartoo was stopped while this was running; whether it took effect is unknown:\n  ${visible(tool)} in ${visible(cwd)}:\n  ${visible(oneLine(action, 2_000))}`;
    const answer = {
      type: 'string',
      title: 'Do it again, continue as if it had been done, or stop the task?',
      enum: ['again', 'done', 'stop'],
    };
    return formOf(message, { answer }, ['answer']);
  }
  const { form = [], ...asked } = question.payload;
  const message = [about, ...harmScreen(asked, screen).rows].join('\n');
  const fields = Object.fromEntries(form.map((field) => [fieldName(field.name), propertyOf(field)]));
  const instead = { type: 'string', title: 'If no: what to do instead' };
  const required = form.filter((field) => field.required).map((field) => fieldName(field.name));
  return formOf(message, { answer: yesOrNo, instead, ...fields }, ['answer', ...required]);
}

const formOf = (message: string, properties: PersonForm['requestedSchema']['properties'], required: readonly string[]): PersonForm => ({
  message,
  requestedSchema: { type: 'object', properties, required },
});

/** A server's own fields must not be mistaken for ours. */
const fieldName = (name: string): string => `field_${name}`;

const types = { text: 'string', choice: 'string', number: 'number', integer: 'integer', switch: 'boolean' } as const;

const propertyOf = ({ label, kind, options, default: value }: FormField): Property => ({
  ...{ type: types[kind], title: label },
  ...(options && { enum: options }),
  ...(value !== undefined && { default: value }),
});

/** Whether the person explicitly approved: anything else is a no. */
export const saidYes = ({ action, content }: Filling): boolean => action === 'accept' && content?.answer === 'yes';

/** The reply to a question. A form that was closed, declined or filled in with anything but a yes allows nothing. */
export function replyOf(question: PersonQuestion, filling: Filling): Answer {
  const { answer, instead } = filling.action === 'accept' ? (filling.content ?? {}) : {};
  if (question.type === 'InterruptedCall') {
    const chosen = answer === 'again' || answer === 'done' ? answer : 'stop';
    return { question: question.id, reply: { answer: chosen } };
  }
  const { hash, form } = question.payload;
  const allowed = saidYes(filling);
  const filled = allowed && form ? { filled: filledIn(form, filling.content ?? {}) } : {};
  const sentence = !allowed && typeof instead === 'string' && instead.trim() !== '' ? { instead: instead.trim() } : {};
  return { question: question.id, hash, reply: { allowed, ...filled, ...sentence } };
}

/** Values of a type that a form cannot return are dropped, and count as missing if they are required. */
function filledIn(form: readonly FormField[], content: Readonly<Record<string, unknown>>): Filled {
  const filled: Record<string, string | number | boolean> = {};
  for (const { name } of form) {
    const value = content[fieldName(name)];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') filled[name] = value;
  }
  return filled;
}

/** The reply if no person can be asked, as for any task without a person. */
export function unattendedReply(question: PersonQuestion): Answer {
  if (question.type === 'InterruptedCall') return { question: question.id, reply: { answer: 'stop' } };
  const { hash, caution } = question.payload;
  return { question: question.id, hash, reply: { allowed: caution, unanswered: true } };
}
