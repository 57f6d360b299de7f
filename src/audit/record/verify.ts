/** Whether the record is unaltered: reports every line whose place, content or successor does not match. Pure. */
import type { AuditSeal } from '../../journal/entry.ts';
import { genesis, type Link, linkIn } from './chain.ts';
import type { RecordText } from './record-files.ts';

/** What is wrong, and where. */
type Fault = {
  /** The number of the line in the record; the first one if lines are missing. */
  readonly n: number;
  readonly file: string | null;
  readonly line: number | null;
  readonly what: 'changed' | 'removed' | 'out of order' | 'added' | 'not a line' | 'cut' | 'not as sealed';
  readonly detail: string;
};

/** A seal, and where it is named. */
export type NamedSeal = AuditSeal & { readonly by: string };

export type Verified = { readonly lines: number; readonly last: Link; readonly faults: readonly Fault[] };

/** The limit on listed faults, more than a person would read; their total number is always reported. */
const maxFaults = 1_000;

export function verifyRecord(texts: Iterable<RecordText>, seals: readonly NamedSeal[]): Verified {
  const faults: Fault[] = [];
  const sealed = new Map<number, NamedSeal[]>();
  for (const seal of seals) sealed.set(seal.n, [...(sealed.get(seal.n) ?? []), seal]);
  let last: Link = genesis;
  let lines = 0;
  const add = (fault: Fault) => faults.length < maxFaults && faults.push(fault);

  for (const { text, file, line } of texts) {
    lines += 1;
    const link = linkIn(text);
    const at = (n: number, what: Fault['what'], detail: string) => add({ n, file, line, what, detail });
    if (!link) {
      at(last.n + 1, 'not a line', 'it is not in the format of a record line');
      continue;
    }
    if (!link.isIntact) at(link.n, 'changed', 'its text does not match its hash');
    if (link.n > last.n + 1) at(last.n + 1, 'removed', missing(last.n + 1, link.n - 1));
    else if (link.n <= last.n) at(link.n, 'out of order', `line ${last.n} comes before it`);
    else if (link.prev !== last.hash) at(link.n, 'added', 'it does not follow the line before it: one of the two was not written by artoo');
    for (const seal of sealed.get(link.n) ?? []) {
      if (seal.hash !== link.hash) at(link.n, 'not as sealed', `${seal.by} was made for a different line with this number`);
    }
    if (link.n > last.n) last = link;
  }
  for (const { n, by } of latestCut(seals, last.n))
    add({ n: last.n + 1, file: null, line: null, what: 'cut', detail: `${by} names line ${n}: ${missing(last.n + 1, n)}` });
  return { lines, last: { n: last.n, hash: last.hash }, faults };
}

/** The seal for the last line, among all seals for lines after the end. */
const latestCut = (seals: readonly NamedSeal[], end: number): readonly NamedSeal[] =>
  seals
    .filter(({ n }) => n > end)
    .toSorted((a, b) => b.n - a.n)
    .slice(0, 1);

const missing = (from: number, to: number): string => (from === to ? `line ${from} is missing` : `lines ${from} to ${to} are missing`);
