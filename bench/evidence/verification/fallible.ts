/**
 * A judge that is right as often as its parameter says. Whether it errs is drawn once for each question, however often it is asked, or again each
 * time.
 */

import { fair } from '../../truth/judges/fair.ts';
import { gullible } from '../../truth/judges/gullible.ts';
import { fails, type Judge, truthAbout } from '../../truth/judges/judge.ts';
import { luckOf } from '../luck.ts';

/** The same text always gives the same number. */
const numberOf = (text: string): number => [...text].reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7);

/** Whether a judge with this share of errors errs about a question of a case. */
export const errs = (share: number, about: string, question: string, time = 0): boolean =>
  luckOf(numberOf(about))(numberOf(question), time) < share;

/** When it errs, it passes what is not met, citing what it can, and fails what is met. */
export function fallible(share: number, isAnew: boolean): Judge {
  const times = new Map<string, number>();
  return (criterion, judging) => {
    const { about } = judging;
    const isMet = truthAbout(criterion, about) !== null;
    const question = criterion.text.split(' [')[0] ?? '';
    const time = times.get(question) ?? 0;
    times.set(question, time + 1);
    if (!errs(share, about.name, question, isAnew ? time : 0)) return isMet ? fair(criterion, judging) : fails(criterion, about);
    return isMet ? { ...fails(criterion, about), evidence: 'nothing shows it' } : gullible(criterion, judging);
  };
}
