/** Checks what a client passes to a drive: a wrong request is refused by name. All throw `usage`. */
import { folder, runOptions } from '../check-options.ts';
import { check, flag, isRecord, mustBe, number, passed, text } from '../checks.ts';

const { cwd, data, task_id, review, places, caps } = runOptions;
const position = mustBe('the number of an entry', (value) => Number.isInteger(value) && Number(value) >= 0);
const signal = mustBe('an AbortSignal', (value) => value instanceof AbortSignal);
const reply = mustBe('an object', isRecord);

export const checkRequest = {
  start: (request: unknown): void =>
    check('start', request, { goal: text, cwd, data, task_id, review, places, caps, session: text }, ['goal', 'cwd']),
  entries: (options: unknown): void => check('entries', options, { from: position, signal }),
  answer: (answer: unknown): void => check('answer', answer, { question: text, hash: text, reply }, ['question', 'reply']),
  openSession: (options: unknown): void => check('openSession', options, { after: text }),
  forget: (options: unknown): void => check('forget', options, { purge: flag }),
  tags: (options: unknown): void => check('tags', options, { space: text, limit: position }),
  cost: (of: unknown): void => check('cost', of, { task: text, since: number, until: number }),
  /** A folder that exists, by its name. */
  folder: (value: unknown, name: string): string => String(passed(value, folder, name)),
  /** Any text, by its name. */
  text: (value: unknown, name: string): unknown => passed(value, text, name),
};
