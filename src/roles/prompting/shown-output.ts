/** What a model sees of a tool's output: all of it up to a bound, else head and tail with the total and how to read on. Pure. */
import type { Json } from '../../contracts/json.ts';
import { type LeftOut, withoutMiddle } from '../../contracts/shorten.ts';

/** Of the output of one call, and of one text that a call was given (SPEC §4). */
export const maxOutputLength = 30_000;

type Asked = { readonly tool: string; readonly input: Json };

export const shownOutput = (output: string, { tool, input }: Asked): string =>
  withoutMiddle(output, maxOutputLength, (left) => `… ${leftOut(left, tool, input)} …`);

/** Of all the outputs that one sub-task gets from those before it. */
const maxTotalLength = 120_000;

/** An output that is handed on without its call, one of so many. */
export const handedOn = (text: string, many: number): string =>
  withoutMiddle(text, Math.min(maxOutputLength, Math.floor(maxTotalLength / many)), (left) => `… ${span(left)} …`);

function leftOut(left: LeftOut, tool: string, input: Json): string {
  if (tool !== 'read_file') return `${span(left)}; ${advice[tool] ?? advice.shell}`;
  const before = firstLine(input) - 1;
  const { from, to, lines } = left;
  if (from === to)
    return `${counted(left.characters)} characters of line ${from + before} left out; shell with cut or head reads parts of a long line`;
  const range = { from: from + before, to: to + before, lines: lines + before };
  return `lines ${counted(range.from)} to ${counted(range.to)} of ${counted(range.lines)} left out; read_file with from: ${range.from} reads on`;
}

const advice: Readonly<Record<string, string>> = {
  shell: 'pipe it through a filter such as grep, head or wc, or write it to a file and read that in parts',
  glob: 'a narrower pattern or root lists fewer',
  grep: 'a narrower pattern, root or glob finds fewer',
};

function span({ from, to, lines, characters, total }: LeftOut): string {
  if (from === to) return `${counted(characters)} of ${counted(total)} characters left out`;
  return `lines ${counted(from)} to ${counted(to)} of ${counted(lines)} left out, ${counted(total)} characters in all`;
}

function firstLine(input: Json): number {
  const from = typeof input === 'object' && input !== null && 'from' in input ? input.from : undefined;
  return typeof from === 'number' && from >= 1 ? from : 1;
}

const counted = (count: number): string => count.toLocaleString('en');
