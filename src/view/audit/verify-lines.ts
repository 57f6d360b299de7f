/** Whether the auditor's record is unaltered, in words. Pure. */
import type { Verified } from '../../audit/record/verify.ts';
import { counted, listable } from '../pages.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

/** How many faults are listed; further ones are only counted. */
const maxListed = 20;

export const verifyLines = (verified: Verified & { readonly seals: number }, columns = 100): readonly Line[] =>
  verdictLines(verified).flatMap((each) => wrapLine(each, columns, [span('  ')]));

function verdictLines({ lines, last, faults, seals }: Verified & { readonly seals: number }): readonly Line[] {
  if (lines === 0 && faults.length === 0) return [line('There is no record yet: the auditor starts it with the first task.')];
  if (faults.length === 0)
    return [
      line(
        `The record is unaltered: ${counted(lines, 'line')}, each chained to the previous one${seals === 0 ? '; none is sealed yet' : `, and ${counted(seals, 'seal')} ${seals === 1 ? 'matches' : 'match'} it`}.`,
        'good',
      ),
      line(`Last line: ${last.n}, ${last.hash}`, 'muted'),
    ];
  const shown = listable(faults.length, maxListed);
  const more = faults.length - shown;
  return [
    line('The record has been altered.', 'bad'),
    ...faults
      .slice(0, shown)
      .map(({ n, what, detail, file, line: place }) => [
        span(`  line ${n} ${what === 'removed' || what === 'cut' ? 'and on' : ''}`.trimEnd(), 'strong'),
        span(` ${words[what]}: ${detail}${file === null ? '' : ` (line ${place} of ${file})`}`),
      ]),
    ...(more > 0 ? [line(`  and ${more} more`)] : []),
  ];
}

const words = {
  changed: 'was changed',
  removed: 'was removed',
  'out of order': 'is out of order',
  added: 'was inserted',
  'not a line': 'is not a line of the record',
  cut: 'was cut off',
  'not as sealed': 'is not the line that was sealed',
} as const satisfies Record<Verified['faults'][number]['what'], string>;
