/** How an entry with unchanged content changes, line by line, for people. Pure. */
import type { Entry } from '../changes/change.ts';
import { attributesIn } from '../changes/disk/entry-at.ts';

/** Undefined if nothing changes. */
export function metadataDiff(before: Entry, after: Entry): string | undefined {
  const [old, now] = [linesOf(before), linesOf(after)];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `-${line}`);
  const come = now.filter((line) => !old.includes(line)).map((line) => `+${line}`);
  return gone.length + come.length === 0 ? undefined : [...gone, ...come].join('\n');
}

const maxValueLength = 200;

/** Shows the values of attributes that are text. */
const linesOf = (entry: Entry): readonly string[] => [
  ...('mode' in entry ? [`mode ${entry.mode.toString(8)}`] : []),
  `owner ${entry.uid}:${entry.gid}`,
  ...Object.entries(attributesIn(entry) ?? {}).map(
    ([name, value]) => `attribute ${name} ${JSON.stringify(Buffer.from(value, 'base64').toString().slice(0, maxValueLength))}`,
  ),
  ...(entry.mtime_ms === undefined ? [] : [`modified ${timeOf(entry.mtime_ms)}`]),
];

/** A file system may contain times that a `Date` cannot represent. */
const timeOf = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`);
