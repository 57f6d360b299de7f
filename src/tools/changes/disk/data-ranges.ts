/** Which parts of an open file contain data. The holes in between read as zeros, take no disk space, and may be terabytes long. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { programAt } from '../../containment/programs.ts';

export type Range = readonly [start: number, end: number];

/** The limit on ranges; all data after the last one counts as one range, so that a file with a hole in every block costs no more than its size. */
const maxRanges = 65_536;
const maxMs = 60_000;

/**
 * The ranges in order; the whole file if holes cannot be determined. Reserved space that has never been written counts as a hole too. Throws the
 * signal's reason.
 */
export async function dataRanges(fd: number, size: number, signal?: AbortSignal): Promise<readonly Range[]> {
  const whole: readonly Range[] = [[0, size]];
  const perl = programAt('perl');
  if (perl === undefined) return whole;
  const listed = await rangesBy(perl, fd, signal);
  signal?.throwIfAborted();
  return listed === undefined ? whole : within(listed, size);
}

/** Perl, because Node cannot call `lseek` with SEEK_DATA (3) and SEEK_HOLE (4). ENXIO (6) means that no data follows. */
const script = `
  my $at = 0;
  for (1..${maxRanges}) {
    my $start = sysseek(STDIN, $at, 3);
    if (!defined $start) { exit($!+0 == 6 ? 0 : 1) }
    $at = sysseek(STDIN, $start, 4) or exit 1;
    printf "%.0f %.0f\\n", $start, $at;
  }
  print "more\\n";`;

/** The ranges as printed by Perl; undefined if the file system does not report them. */
async function rangesBy(perl: string, fd: number, signal: AbortSignal | undefined): Promise<string | undefined> {
  const child = spawn(perl, ['-f', '-e', script], {
    env: {},
    cwd: '/',
    timeout: maxMs,
    stdio: [fd, 'pipe', 'ignore'],
    ...(signal && { signal }),
  });
  const ended = new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  const [listed, code] = await Promise.all([child.stdout === null ? '' : text(child.stdout), ended]);
  return code === 0 ? listed : undefined;
}

function within(listed: string, size: number): readonly Range[] {
  const ranges = [...listed.matchAll(/^(\d+) (\d+)$/gm)].map(([, start, end]): Range => [Number(start), Math.min(Number(end), size)]);
  const last = ranges.at(-1)?.[1] ?? 0;
  return listed.endsWith('more\n') ? [...ranges, [last, size]] : ranges;
}
