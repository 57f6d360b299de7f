/** Words as one line for a shell, which reads exactly these words out of it. Pure. */

export const shellLine = (words: readonly string[]): string => words.map(quoted).join(' ');

const quoted = (word: string): string => (plain.test(word) && !reserved.has(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Where a command begins, these are no programs. */
const reserved: ReadonlySet<string> = new Set(
  'if then else elif fi do done case esac while until for in function time select coproc'.split(' '),
);

/** Nothing that a shell reads as anything but itself, wherever it stands. */
const plain = /^[A-Za-z0-9_./:@%+,-]+$/;
