/** What `find` does besides finding files, and which files it passes to the commands that it runs. */
import { type Finding, unknown } from '../finding.ts';
import type { Argument } from '../line/shell-word.ts';
import { onlyReads } from '../read-only.ts';
import type { At } from '../target.ts';

/** Patterns for the files below the folders that `find` searches. */
function foundBy(args: readonly Argument[]): readonly Argument[] {
  const start = args.findIndex(({ text }) => !['-H', '-L', '-P'].includes(text));
  const rest = args.slice(Math.max(start, 0));
  const end = rest.findIndex(({ text }) => /^\\?[-!(),]/.test(text));
  const places = end === -1 ? rest : rest.slice(0, end);
  const follows = args.some(({ text }) => text === '-L' || text === '-follow');
  return (places.length === 0 ? [{ text: '.', literal: '.' }] : places).map(({ text, literal }) => ({
    text: `${text}/*`,
    literal: undefined,
    pattern: follows || literal === undefined || /[*?~]/.test(literal) ? undefined : `${literal}/*`,
  }));
}

/** The command that `find` runs, with the files it finds in place of `{}`. */
export const withFound = (command: readonly Argument[], args: readonly Argument[]): readonly Argument[] =>
  command.flatMap((word) => (word.text.includes('{}') ? foundBy(args) : [word]));

/** What `find` deletes and writes. The commands that it runs are judged separately. */
export function* judgeFind(args: readonly Argument[], at: At): Generator<Finding> {
  const rest: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const { literal = '' } = args[index] ?? {};
    if (/^-(?:exec|ok)(?:dir)?$/.test(literal)) while (index < args.length && !['+', ';'].includes(args[index]?.literal ?? '')) index++;
    else if (literal === '-delete') for (const found of foundBy(args)) yield at(found, 'deleted');
    else if (/^-f(?:print0?|printf|ls)$/.test(literal)) {
      yield at(args[++index] ?? { text: '', literal: undefined }, 'changed');
      if (literal === '-fprintf') index++;
    } else rest.push(args[index]?.literal ?? '-unknown');
  }
  if (!onlyReads({ name: 'find', args: rest })) yield unknown('looks for files with an unknown option');
  else yield { verdict: 'creates', effects: [], reason: 'runs something for every file that it finds' };
}
