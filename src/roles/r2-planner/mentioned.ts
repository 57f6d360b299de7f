/** Whether a text mentions a target, and whether the person named it. Pure. */
import type { TaskSpec } from '../../contracts/intent.ts';
import { unspaced } from '../../control/overlap.ts';

const continuesBefore = /[\p{L}\p{N}\p{M}_/~.*-]$/u;
/** A full stop ends a sentence unless a letter follows; so does a question mark, unless it is part of an address. */
const continuesAfter = /^(?:[\p{L}\p{N}\p{M}_/~*-]|[.?#][\p{L}\p{N}_])/u;

/** In languages without spaces, a name ends where the script changes: "读取notes.txt并总结", "notes.txt를". */
const latinStart = /^[\p{Script=Latin}\p{Nd}]/u;
const latinEnd = /[\p{Script=Latin}\p{Nd}]$/u;
const otherBefore = /[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Inherited}\p{scx=Common}]]$/v;
const otherAfter = /^[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Inherited}\p{scx=Common}]]/v;

/** Whether a text has a target as a whole token: `notes.txt` is in "read notes.txt.", not in "my-notes.txt", "*notes.txt" or "notes.txt.bak". */
export function isMentioned(target: string, text: string): boolean {
  if (target === '') return false;
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + beginning(target) + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + target.length, at + target.length + 3);
    const starts = !continuesBefore.test(before) || (latinStart.test(target) && otherBefore.test(before));
    if (starts && (!continuesAfter.test(after) || (latinEnd.test(target) && otherAfter.test(after)))) return true;
  }
  return false;
}

/**
 * The length of the name at the start. The next search begins after it, because no other occurrence can begin inside it: a megabyte of one repeated
 * letter is not searched again from each letter.
 */
const beginning = (target: string): number => /^[\w/~.*-]*/.exec(target)?.[0].length ?? 0;

/** Whether the person named a target, in the goal or in an answer. */
export function isNamed(target: string, { raw_input, clarifications }: Pick<TaskSpec, 'raw_input' | 'clarifications'>): boolean {
  return [raw_input, ...clarifications.map(({ answer }) => answer)].some((text) => isNamedIn(target, text));
}

/** Tools name a path without the leading `./`. In scripts without spaces it is unclear where a name begins, so any occurrence counts. */
const isNamedIn = (target: string, text: string): boolean =>
  isMentioned(target, text) || isMentioned(`./${target}`, text) || (unspaced.test(target) && text.includes(target));
