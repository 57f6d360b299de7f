/** Which arguments may be given to a program, as an allowlist. */

/** Anything not listed is not allowed. */
export type OptionList = {
  /** Letters without a value, alone or combined, as in `-la`. */
  readonly flags?: string;
  /** Letters that take a value: the rest of the argument, or the next one. */
  readonly valued?: string;
  /** Letters that may have a value in the same argument only, as in `-i.bak`. */
  readonly attached?: string;
  /** Long options by their full names: `all` takes no value, `lines=` takes one, `color?` may take one, `arg==` takes two. */
  readonly long?: string;
  /** Whether options such as `-5` are allowed too. */
  readonly numbers?: boolean;
  /** The largest number of operands allowed, if there is a limit. */
  readonly maxOperands?: number;
  /** The pattern that each operand must match, if any. */
  readonly operands?: RegExp;
};

/**
 * Whether these arguments are allowed, by rules that are safe for every program: every argument with a dash must be an allowed option, even after
 * `--`; no value may look like an option; and if operands are counted, options must come first, since some programs treat later options as operands.
 */
export function allows(list: OptionList, args: readonly string[]): boolean {
  let operands = 0;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? '';
    if (!hasDash(argument)) {
      if (list.operands?.test(argument) === false) return false;
      operands++;
      continue;
    }
    if (list.maxOperands !== undefined && operands > 0) return false;
    const values = valuesOf(list, argument);
    if (values === undefined) return false;
    const taken = args.slice(at + 1, at + 1 + values);
    if (taken.length < values || taken.some((value) => hasDash(value) && !/^-\d+[A-Za-z]{0,2}$/.test(value))) return false;
    at += values;
  }
  return operands <= (list.maxOperands ?? operands);
}

const hasDash = (argument: string): boolean => argument.startsWith('-') && argument !== '-';

/** How many arguments an option consumes after itself; undefined if it is not allowed. */
function valuesOf({ flags = '', valued = '', long = '', numbers = false }: OptionList, option: string): number | undefined {
  if (option === '--' || (numbers && /^-\d+(?:\.\d+)?$/.test(option))) return 0;
  return option.startsWith('--') ? valuesOfLong(long, option) : valuesOfLetters(flags, valued, option.slice(1));
}

function valuesOfLetters(flags: string, valued: string, letters: string): number | undefined {
  for (const [at, letter] of [...letters].entries()) {
    if (valued.includes(letter)) return at === letters.length - 1 ? 1 : 0;
    if (!flags.includes(letter)) return undefined;
  }
  return 0;
}

/** How many arguments a long option consumes after itself; undefined if it is not in the list. */
export function valuesOfLong(long: string, option: string): number | undefined {
  const [, name, value] = /^--([a-z\d][a-z\d-]*)(=.*)?$/s.exec(option) ?? [];
  const allowed = ['help', 'version', ...long.split(' ')].find((entry) => entry.replace(/[=?]+$/, '') === name);
  if (allowed === undefined) return undefined;
  const values = /=*$/.exec(allowed)?.[0].length ?? 0;
  if (value === undefined) return values;
  return values === 1 || allowed.endsWith('?') ? 0 : undefined;
}
