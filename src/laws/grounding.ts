/** Law 0: what a result states as fact and nothing that was seen supports. */

/**
 * The paths, URLs, hashes and numbers of three or more digits in `output` that occur in none of the sources, once each, in the order in which they
 * stand. `1,024` and `1024` are the same number, a folder is seen with what lies in it, a short hash with the long one. Takes time linear in what it is given.
 */
export function ungrounded(output: string, sources: readonly string[]): readonly string[] {
  const facts = new Map<string, string>();
  for (const [key, fact] of factsIn(unescaped(output))) if (!facts.has(key)) facts.set(key, fact);
  for (const source of sources) {
    if (facts.size === 0) break;
    const text = unescaped(source);
    for (const [key] of factsIn(text)) facts.delete(key);
    for (const key of mentionsIn(text)) facts.delete(key);
  }
  return [...facts.values()];
}

/** Sources are often JSON, where a line break before a path would read as a part of it. */
const unescaped = (text: string): string => text.replaceAll(/\\[nrtbf"\\]/g, '  ');

// Every repetition below is bounded or cannot be matched in two ways, so that no text makes them backtrack.
const letter = String.raw`\p{Script=Latin}\p{M}\d_@+~\-`;
const anyLetter = String.raw`\p{L}\p{M}\p{N}_@+~\-`;
const word = String.raw`\p{Script=Latin}\p{M}\d_`;
const plain = `[${letter}.]{0,254}[${letter}]`;
/** A name in another script may hold anything; a plain one and an extension end where the other script begins, for that is prose without spaces. */
const foreign = String.raw`(?!\p{Script=Latin})\p{L}[${anyLetter}]{0,254}(?:\.[${letter}.]{0,62}[${letter}])?`;
const segment = String.raw`(?:\.\.|${plain}|${foreign})`;
const extension = String.raw`\.[A-Za-z][A-Za-z\d]{0,9}(?![${letter}\/]|\.[${letter}])`;
const unattached = String.raw`(?<![${letter}.\/\\\])}><*$%…])`;
const thousands = "[,'_\u00a0\u202f]";

const shapes = {
  url: String.raw`(?<![a-z\d+.\-])[a-z][a-z\d+.\-]{1,15}:\/\/[\w.~:\/?#@!$&*+,;=%()\-]{0,2000}[\w~\/#@$&*+=%\-]`,
  anchored: String.raw`${unattached}(?:~|\.{1,2})?\/(?=[A-Za-z._@])${segment}(?:\/${segment}){0,63}`,
  // Without an anchor only a file's name makes it a path: `and/or`, `text/plain` and `km/h` are prose.
  relative: String.raw`${unattached}(?:\.?${plain})(?:\/${segment}){0,62}\/(?:[${letter}.]{0,240}|${foreign})${extension}`,
  version: String.raw`(?<![${word}.])v?\d{1,9}(?:\.\d{1,9}){2}(?:[\-+][A-Za-z\d][A-Za-z\d.\-]{0,60})?(?!\d|\.\d)`,
  hash: String.raw`(?<![${word}])(?=[a-f]{0,128}\d)(?=\d{0,128}[a-f])[\da-f]{7,128}(?![${word}])`,
  number: String.raw`(?<![${word}]|\d\.)(?:\d{1,3}(?:${thousands}\d{3})+|\d+)(?:\.\d+){0,8}(?!\d|\p{Script=Latin}{1,8}\d)`,
};
const factual = new RegExp(
  Object.entries(shapes)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|'),
  'giu',
);

/** Each fact under the key by which it is compared. */
function* factsIn(text: string): Generator<readonly [key: string, fact: string]> {
  for (const { 0: fact, groups = {} } of text.matchAll(factual)) {
    if (groups.url) yield [fact.replace(/\/$/, ''), fact];
    else if (groups.anchored || groups.relative) yield [fact.replace(/^\.\//, ''), fact];
    else if (groups.hash) yield [fact.toLowerCase(), fact];
    else if (groups.number && fact.replaceAll(/\D/g, '').length >= 3) yield [fact.replaceAll(new RegExp(thousands, 'g'), ''), fact];
  }
}

/** What else a source supports: numbers inside names, a hash cut short, the page above a URL, the folders of a path and the path seen from them. */
function* mentionsIn(text: string): Generator<string> {
  for (const [digits] of text.matchAll(/\d+/g)) yield digits;
  for (const [hash] of text.matchAll(/[\da-f]{7,128}/gi)) {
    if (/[a-f]/i.test(hash)) yield* hashLengths.map((length) => hash.slice(0, length).toLowerCase());
  }
  for (const [url] of text.matchAll(new RegExp(shapes.url, 'gi'))) yield* partsOf(url);
  for (const run of /\P{ASCII}/u.test(text) ? [asciiRun, anyRun] : [asciiRun]) {
    for (const [path] of text.matchAll(run)) if (path.includes('/')) yield* partsOf(path.replace(/^\.\//, ''));
  }
}

const hashLengths = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 128];
const asciiRun = /[\w.@+~/-]+/g;
const anyRun = new RegExp(`[${anyLetter}./]+`, 'gu');

/** A path or URL, and what stands before and behind each of its first separators. */
function* partsOf(text: string): Generator<string> {
  const whole = text.slice(0, 4096).replace(/(?<![./])[./]+$/, ''); // no path is longer; a full stop behind it is none of it
  yield whole;
  for (const { index } of whole.matchAll(/[/?#]/g).take(64)) {
    yield whole.slice(0, index);
    yield whole.slice(index + 1);
  }
}
