/** Whether a target stands in a text as a whole token: `notes.txt` does in "read notes.txt.", not in "my-notes.txt", "*notes.txt" or "notes.txt.bak". */

const goesBefore = /[\p{L}\p{N}\p{M}_/~.*-]$/u;
/** A full stop ends a sentence, unless a letter follows; so does a question mark, unless it is part of an address. */
const goesOn = /^(?:[\p{L}\p{N}\p{M}_/~*-]|[.?#][\p{L}\p{N}_])/u;

/** Where the script changes a name ends, in languages that put no space there: "读取notes.txt并总结", "notes.txt를". */
const latinStart = /^[\p{Script=Latin}\p{Nd}]/u;
const latinEnd = /[\p{Script=Latin}\p{Nd}]$/u;
const otherBefore = /[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Inherited}\p{scx=Common}]]$/v;
const otherBehind = /^[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Inherited}\p{scx=Common}]]/v;

export function isMentioned(target: string, text: string): boolean {
  if (target === '') return false;
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + beginning(target) + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const behind = text.slice(at + target.length, at + target.length + 3);
    const starts = !goesBefore.test(before) || (latinStart.test(target) && otherBefore.test(before));
    if (starts && (!goesOn.test(behind) || (latinEnd.test(target) && otherBehind.test(behind)))) return true;
  }
  return false;
}

/** How much of a target is one name: inside it, no other occurrence can start. Without it, a megabyte of one letter would be searched from each of them. */
const beginning = (target: string): number => /^[\w/~.*-]*/.exec(target)?.[0].length ?? 0;
