/** What the doctor found, as lines: a mark, what was checked, what was found, and below it what to do. Pure. */
import type { Finding } from '../../config/doctor/finding.ts';
import { visible } from '../../contracts/text/visible.ts';
import { wrap } from '../wrap.ts';

const marks = { ok: 'ok', warning: '!', failed: '✗' } as const;
const column = 28;

/** `width`: the width of the terminal; without it, nothing is wrapped. */
export function findingLines({ state, name, detail, hint }: Finding, width = Number.POSITIVE_INFINITY): readonly string[] {
  const head = `${marks[state].padEnd(3)} ${visible(name).padEnd(column - 6)}  `;
  return [
    ...wrap(`${head}${visible(detail)}`, width, column),
    ...(hint === undefined ? [] : wrap(`${' '.repeat(column)}${visible(hint)}`, width, column)),
  ];
}
