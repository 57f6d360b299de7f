/** A judge that is right about what is true, and quotes the right source word for word. */
import { cited, fails, type Judge, passes, truthAbout } from './judge.ts';

export const fair: Judge = (criterion, { about, question }) => {
  const shown = truthAbout(criterion, about);
  if (shown === null) return fails(criterion, about);
  const evidence = [...new Set(shown.map((one) => cited(one, about, question)))];
  return passes(criterion, evidence, about);
};
