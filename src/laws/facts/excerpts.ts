/** The parts of a large source that matter for an answer, so that only these are read closely. */

const minLength = 60_000;
const maxNeedles = 48;
const maxPerNeedle = 200;
const reach = 400;

/** The first lines of a large source in which each needle occurs, ignoring case; the whole source if it is small or there are many needles. */
export function excerpt(source: string, needles: ReadonlySet<string>): string {
  if (source.length < minLength || needles.size > maxNeedles) return source;
  const folded = source.toLowerCase();
  if (folded.length !== source.length) return source;
  const spans: [from: number, to: number][] = [];
  for (const needle of needles) {
    const sought = needle.toLowerCase();
    let at = folded.indexOf(sought);
    for (let found = 0; sought !== '' && at >= 0 && found < maxPerNeedle; found++) {
      const to = lineEnd(source, at + sought.length);
      spans.push([lineStart(source, at), to]);
      at = folded.indexOf(sought, to);
    }
  }
  spans.sort(([a], [b]) => a - b);
  return spans.map(([from, to]) => source.slice(from, to)).join('\n');
}

function lineStart(text: string, at: number): number {
  const low = Math.max(0, at - reach);
  return low + text.slice(low, at).lastIndexOf('\n') + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at, at + reach).indexOf('\n');
  return end < 0 ? Math.min(text.length, at + reach) : at + end;
}
