/** Law 0: what a result states as fact and nothing that was seen supports. */

/** Paths, URLs, hashes and numbers of three or more digits: what a reader would take as looked up. */
const factual = [
  /\bhttps?:\/\/[^\s"'<>)\]]+/g,
  /(?<![\w/.:])(?:~|\.{1,2})?\/[\w.@+~-]+(?:\/[\w.@+~-]+)*/g,
  /\b[0-9a-f]{7,64}\b/gi,
  /\b\d[\d.,]*\d\b/g,
];

/** The facts in `output` that occur in none of the sources, in the order in which they stand. */
export function ungrounded(output: string, sources: readonly string[]): readonly string[] {
  const facts = factual.flatMap((pattern) => [...output.matchAll(pattern)].map(([fact]) => fact.replace(/[.,]+$/, '')));
  const checked = [...new Set(facts)].filter((fact) => fact.includes('/') || (fact.match(/\d/g)?.length ?? 0) >= 3);
  return checked.filter((fact) => !sources.some((source) => source.includes(fact)));
}
