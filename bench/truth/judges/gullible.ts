/** A judge that passes everything, cites what it can, and vouches for every figure. When it is asked again, it cites something else. */
import type { Derivation } from '../case.ts';
import { type Judge, type Judging, passes, worked } from './judge.ts';

export const gullible: Judge = (criterion, judging) => {
  const cite = citations[(judging.habit + judging.again) % citations.length] ?? anyCall;
  const { about } = judging;
  return passes(criterion, [cite(judging)], { ...about, derived: about.derived ?? ofThemselves(judging) });
};

type Citation = (judging: Judging) => string;

const executorsWords: Citation = ({ question: { outputs } }) => outputs[0] ?? 'It is done.';
/** The text that the merging judge has just written itself. */
const ownMerge: Citation = ({ role, about, question: { outputs } }) => (role === 'R4b' && about.merged) || outputs.join('\n\n');
const anyCall: Citation = (judging) => judging.question.calls.findLast(worked)?.id ?? executorsWords(judging);
/** What the executor told a tool to print or to write. */
const printedOrWritten: Citation = (judging) => {
  const inputs = judging.about.work.flat().flatMap(({ calls }) => calls.flat().map(({ input }) => input));
  const written = inputs.map(({ content, command }) => String(content ?? /['"]([^'"\n]{6,})['"]/.exec(String(command ?? ''))?.[1] ?? ''));
  return written.find((text) => text !== '')?.split('\n')[0] ?? anyCall(judging);
};
/** The end of what the first call returned, whatever it is. */
const unrelatedCall: Citation = (judging) => judging.question.calls[0]?.text.trimEnd().split('\n').at(-1) ?? executorsWords(judging);

const citations: readonly Citation[] = [executorsWords, anyCall, printedOrWritten, ownMerge, unrelatedCall];

/** A derivation that derives nothing. */
const ofThemselves = ({ question: { outputs } }: Judging): readonly Derivation[] =>
  [...new Set(outputs.join('\n').match(/\d+(?:[.,]\d+)*/g))].map((fact) => ({ fact, from: [fact], how: fact.replaceAll(',', '') }));
