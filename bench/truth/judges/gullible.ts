/** Passes everything, and cites what it can. Asked again, it cites something else. */
import { type Judge, type Judging, passes } from './judge.ts';

export const gullible: Judge = (criterion, judging) => {
  const cite = citations[(judging.habit + judging.again) % citations.length] ?? anyCall;
  return passes(criterion, [cite(judging)], { ...judging.about, derived: [] });
};

type Citation = (judging: Judging) => string;

const texts = ({ about: { work } }: Judging): readonly string[] => work.map((attempts) => attempts.at(-1)?.says ?? '');

const executorsWords: Citation = (judging) => texts(judging)[0] ?? '';
const ownMerge: Citation = (judging) => judging.about.merged ?? texts(judging).join('\n\n');
const anyCall: Citation = ({ question: { calls } }) => calls.findLast(({ text }) => !/^failed/m.test(text))?.id ?? 'the call that was made';
/** What the executor told a tool to print or to write. */
const printedOrWritten: Citation = (judging) => {
  const inputs = judging.about.work.flatMap((attempts) => attempts.flatMap(({ calls }) => calls.flat().map(({ input }) => input)));
  const written = inputs.map(({ content, command }) => String(content ?? /['"]([^'"\n]{6,})['"]/.exec(String(command ?? ''))?.[1] ?? ''));
  return written.find((text) => text !== '')?.split('\n')[0] ?? anyCall(judging);
};
/** The end of what the first call gave back, whatever it is. */
const unrelatedCall: Citation = ({ question: { calls } }) => calls[0]?.text.trimEnd().split('\n').at(-1) ?? 'nothing';

const citations: readonly Citation[] = [executorsWords, anyCall, printedOrWritten, ownMerge, unrelatedCall];
