/** Which lines of the index can be left out without parsing them. Pure. */
import { costStart } from './index-row.ts';
import { type TaskFilter, wordsIn } from './task-filter.ts';

const startedStart = '"started":"';
const timeLength = '2026-11-01T09:30:00.000Z'.length;

/** Whether a line could belong to a wanted task: never false if it belongs to one. Only ended tasks can be left out, because an end is final. */
export function lineFilterFor({ state, text, since, until }: TaskFilter): (line: string) => boolean {
  const words = wordsIn(text).filter(isPlain).map(inAnyCase);
  return (line) => {
    const head = line.slice(0, Math.max(0, line.indexOf(costStart)));
    if (!head.includes('"state":"ended"')) return true;
    if (state && !state.some((each) => each === 'dropped' || head.includes(`":"${each}"`))) return false;
    if (since !== undefined || until !== undefined) {
      const from = head.indexOf(startedStart) + startedStart.length;
      const started = Date.parse(head.slice(from, from + timeLength));
      if (started < (since ?? Number.NEGATIVE_INFINITY) || started >= (until ?? Number.POSITIVE_INFINITY)) return false;
    }
    return head.includes('\\u') || words.every((word) => word.test(head)); // letters of other scripts are escaped, and may turn into plain letters in lower case
  };
}

/** Whether lines contain a word in the form in which it is typed. */
const isPlain = (word: string): boolean => /^[!#-[\]-~]+$/.test(word);

const inAnyCase = (word: string): RegExp => new RegExp(word.replaceAll(/[^a-z0-9_]/g, '\\$&'), 'i');
