/** What the page says about memory, in numbers. */
import { fewContrary } from '../memory/memory.ts';
import type { Results } from '../results.ts';
import { percent, table, times } from './format.ts';

export function memoryArms({ memory }: Results): string {
  return ['as R7 writes', 'every experience']
    .map((writer) => {
      const rows = memory.rows
        .filter((row) => row.writer === writer)
        .map((row) => [
          ...[row.arm, times(row.rounds), percent(row.reached), percent(row.precision), percent(row.precisionSoon), percent(row.recall)],
          ...[
            Number.isFinite(row.roundsSoon.value) && row.arm !== 'none' ? `${times(row.roundsSoon)}×` : '–',
            row.stale === 0 ? '–' : `${percent(row.unlearntWithinFew)} of ${row.stale}`,
          ],
          ...[
            row.stale === 0 ? '–' : times(row.daysUntilUnlearnt, 0),
            row.cautions === 0 ? '–' : `${percent(row.rightCautions)} of ${row.cautions}`,
          ],
        ]);
      const head = [
        ...['', 'rounds', 'tasks done', 'advice that is right', 'soon after a change', 'what is true and advised'],
        ...[
          'rounds soon after a change, against none',
          `wrong advice unlearnt within ${fewContrary} contrary experiences`,
          'days until then, or until the end',
          'cautions that were right',
        ],
      ];
      return `${writer === 'as R7 writes' ? 'Written as R7 writes:' : 'Every experience written:'}\n\n${table(head, rows)}`;
    })
    .join('\n\n');
}

export function memoryWorlds({ memory }: Results): string {
  const rows = memory.otherWorlds.flatMap(({ name, rows: arms }) =>
    arms.map(({ arm, rounds, precision, precisionSoon, recall }) => [
      name,
      arm,
      times(rounds),
      percent(precision),
      percent(precisionSoon),
      percent(recall),
    ]),
  );
  return table(['world', 'memory', 'rounds', 'advice that is right', 'soon after a change', 'what is true and advised'], rows);
}

export function memoryUnlearning({ memory }: Results): string {
  const counts = memory.unlearning[0]?.rows.filter(({ before }) => before === 'worked').map(({ confirmations }) => confirmations) ?? [];
  const rows = memory.unlearning.map(({ arm, rows: all }) => [
    arm,
    ...(['worked', 'failed'] as const).flatMap((before) =>
      counts.map((count) => {
        const row = all.find((each) => each.before === before && each.confirmations === count);
        return `${row?.untilSilent ?? 'never'} / ${row?.untilReversed ?? 'never'}`;
      }),
    ),
  ]);
  const head = ['memory', ...['worked', 'failed'].flatMap((before) => counts.map((count) => `${before} ${count}×`))];
  return table(head, rows);
}
