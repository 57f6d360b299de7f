/** Checks that hold whatever was done, and so prove nothing. Pure. */
import type { Check } from '../../contracts/criteria.ts';
import { type Run, runsIn, workIn } from '../../laws/commands/line-runs.ts';
import { readPattern } from '../../tools/observing/pattern.ts';

/** Why a check cannot fail; nothing for one that can. */
export function cannotFail(check: Check): string | undefined {
  switch (check.kind) {
    case 'output_contains':
    case 'file_contains':
      return check.text.trim() === '' ? 'every text contains white space' : undefined;
    case 'output_matches':
    case 'file_matches':
      return matchesNothing(check.pattern) ? 'the pattern matches the empty text, and so every text' : undefined;
    case 'command':
      return alwaysEndsSo(check.run, check.equals);
    default:
      return undefined;
  }
}

/** Texts that have nothing in them: what matches one of them matches wherever it is looked for. `\A\z` asks for no text at all, and can fail. */
function matchesNothing(text: string): boolean {
  const pattern = readPattern(text);
  return pattern.ok && typeof pattern.find('') === 'object' && typeof pattern.find('\u0001') === 'object';
}

function alwaysEndsSo(line: string, equals: number): string | undefined {
  const runs = runsIn(line);
  if (runs === undefined) return undefined;
  if (runs.length === 0) return 'the command runs nothing';
  const deciding = runs.filter(({ prints }) => prints !== 'word');
  if (deciding.every(isConstant)) return 'the command looks at nothing, and always ends the same';
  const work = workIn(deciding);
  const lost = work.find(({ isProved, isBlamed, isConditional }) => !isProved && !isBlamed && !isConditional);
  const ends = deciding.filter(({ isBlamed }) => isBlamed);
  if (equals === 0 && (ends.length === 0 || ends.every(neverFails))) return hidden(lost ?? work[0]);
  return undefined;
}

const hidden = (run: Run | undefined): string => `the command hides the exit code of ${run?.program || 'what it runs'}`;

const constants: ReadonlySet<string> = new Set(['true', ':', 'echo', 'printf', 'exit', 'false', 'cd', 'export', 'set', 'sleep']);

/** Looks at nothing: its words are known before it runs, and it is no program that reads. */
function isConstant({ program, args, isPiped }: Run): boolean {
  if (constants.has(program)) return true;
  if (program !== 'test' && program !== '[' && program !== '[[') return false;
  return !isPiped && args.every(({ literal }) => literal !== undefined) && !args.some(({ literal = '' }) => looking.test(literal));
}

/** The questions of `test` about files; the others compare its own words. */
const looking = /^-(?:[abcdefghkLNOpGrsSuwxt]|nt|ot|ef|v)$/;

/** Ends with 0 whatever it is given to read. */
const neverFailing: ReadonlySet<string> = new Set(
  'true : echo printf cat tee head tail wc sort uniq tr cut sed nl rev tac exit'.split(' '),
);

const neverFails = ({ program, args, isPiped }: Run): boolean => {
  if (program === 'exit') return /^0*$/.test(args[0]?.text ?? '0');
  if (program === 'true' || program === ':' || program === 'echo' || program === 'printf') return true;
  return isPiped && neverFailing.has(program) && !args.some(({ text }) => /^[^-]*[./]/.test(text));
};
