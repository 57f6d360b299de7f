/** Identifiers. Code makes all of them: task ids from time and randomness, all others from the task id. Models never choose ids. */
import { z } from 'zod';
import { ArtooError } from './errors.ts';

const derived = /^[A-Za-z0-9_-]{1,96}$/;

export const TaskId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
  .brand('TaskId')
  .meta({ id: 'TaskId', description: 'A task: 1 to 64 letters, digits, `_` or `-`. Also the name of its journal.' });
export type TaskId = z.infer<typeof TaskId>;

export const SubTaskId = z
  .string()
  .regex(derived)
  .brand('SubTaskId')
  .meta({ id: 'SubTaskId', description: '`<task_id>-<round>-<index>`.' });
export type SubTaskId = z.infer<typeof SubTaskId>;

export const MessageId = z.string().regex(derived).brand('MessageId').meta({ id: 'MessageId', description: '`<task_id>-<seq>`.' });
export type MessageId = z.infer<typeof MessageId>;

export const EffectKey = z
  .string()
  .regex(/^\d+\.\d+\.\d+\/R(?:[1-35-7]|4[ab])\/\d+\.\d+$/)
  .brand('EffectKey')
  .meta({ id: 'EffectKey', description: '`round.subtask.attempt/role/step.call`, the same in every run.' });
export type EffectKey = z.infer<typeof EffectKey>;

/** Parses a task id that a person or a program provides. Throws `id_invalid`, for example for a path or an empty name. */
export function parseTaskId(text: string): TaskId {
  const parsed = TaskId.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new ArtooError('id_invalid', `"${text.slice(0, 80)}" is not a task id`);
}

/** A new task id: sortable by time, unique through 40 bits of randomness. `random` returns numbers in [0, 1). Throws `usage` if the clock is far off. */
export function newTaskId(now: Date, random: () => number = Math.random): TaskId {
  const year = now.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new ArtooError('usage', `this machine's clock says that it is the year ${year}; correct it`);
  const [day = '', time = ''] = now
    .toISOString()
    .replaceAll(/[-:.Z]/g, '')
    .split('T');
  const tail = Array.from({ length: 8 }, () => Math.floor(random() * 32).toString(32)).join('');
  return `${day}-${time}-${tail}` as TaskId; // letters, digits and dashes by construction
}

export const messageId = (task: TaskId, seq: number): MessageId => `${task}-${seq}` as MessageId; // a task id with digits appended
/** The entry of a message. A task that continues another has the same entries under its own id. */
export const entryOf = (message: MessageId): number => Number(message.slice(message.lastIndexOf('-') + 1));
export const subTaskId = (task: TaskId, round: number, index: number): SubTaskId => `${task}-${round}-${index}` as SubTaskId; // the same

/** The same shape with plain strings as ids, for programs that have ids of their own. */
export type Plain<T> = T extends z.core.$brand
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Plain<T[Key]> }
      : T;
