/** Whether what was typed where a model, an address or a key is asked for can only be meant as a goal. Pure. */
import { mayBeKey } from './key-owner.ts';

/** Several words in one line. None of what is asked for there has spaces between words. */
export function isGoal(text: string): boolean {
  const said = text.trim();
  return /^\p{L}\S*[ \t]+\S/u.test(said) && !said.includes('\n') && !mayBeKey(said) && !/^\S*(?::\/\/|@)/.test(said);
}
