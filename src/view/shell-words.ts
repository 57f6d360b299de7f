/** Words as one shell line, quoted so that the shell reads exactly these words. Pure. */
export const shellLine = (words: readonly string[]): string => words.map(quoted).join(' ');

const quoted = (word: string): string => (plain.test(word) && !reserved.has(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Words that are not programs, even as the first word of a command. */
const reserved: ReadonlySet<string> = new Set(
  'if then else elif fi do done case esac while until for in function time select coproc'.split(' '),
);

/** Characters that no shell treats specially, wherever they are. */
const plain = /^[A-Za-z0-9_./:@%+,-]+$/;
