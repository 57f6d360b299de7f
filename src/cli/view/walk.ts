/** A replay as a walk: one stop for each entry that tells something, decisions with what they were decided from. Pure. */
import type { ToldDifference } from '../../app/replay.ts';
import { oneLine } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';
import type { Entry } from '../../journal/entry.ts';
import { telling } from './story.ts';

export type Stop = {
  readonly seq: number;
  readonly lines: readonly string[];
  /** Whether R7 measured a round here. */
  readonly isMeasured: boolean;
};

export type Walk = { add(entry: Entry): void; stops(differences: readonly ToldDifference[]): readonly Stop[] };

/** A fold over the entries of a task. */
export function createWalk(): Walk {
  const stops: Stop[] = [];
  let home: string | undefined;
  return {
    add(entry) {
      if (entry.kind === 'open') home = entry.settings.cwd;
      const lines = [...telling(entry, { home }), ...(entry.kind === 'decision' ? decidedFrom(entry) : [])];
      if (lines.length > 0) stops.push({ seq: entry.seq, lines, isMeasured: entry.kind === 'decision' && entry.role === 'R7' });
    },
    stops: (differences) => stops.map((stop) => ({ ...stop, lines: [...stop.lines, verdictOn(stop.seq, differences)] })),
  };
}

const verdictOn = (seq: number, differences: readonly ToldDifference[]): string => {
  const parts = differences.find((difference) => difference.seq === seq)?.parts.map(({ path }) => path);
  return parts ? `        decided otherwise now: ${visible(parts.join(', '))}` : '        as recorded';
};

const mostShown = 600;

/** What went in and what came out, part by part. */
function decidedFrom({ role, name, inputs, result }: Extract<Entry, { kind: 'decision' }>): readonly string[] {
  return [`${role.padEnd(5)} decides      ${name}`, ...partsOf('from', inputs), ...partsOf('to', result)];
}

const partsOf = (word: string, value: unknown): readonly string[] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {}).map(
    ([key, part]) => `        ${word.padEnd(5)}${key}: ${visible(oneLine(JSON.stringify(part), mostShown))}`,
  );
