/** The ids by which judges cite calls (`1.1.1/R3/5.1`), in words. Pure. */

/** The number of the entry of a call, if it is known. */
export type EntryOfCall = (key: string) => number | undefined;

const key = String.raw`\d+\.\d+\.\d+\/R\d[ab]?\/\d+\.\d+\b`;
const lead = '(?:(?:that|the|these|those) )?(?:calls? )?';
/** After a semicolon, a call that is followed by words begins another statement. */
const alone = String.raw`(?=\s*(?:[;,.)]|$))`;
const cited = new RegExp(String.raw`\b${lead}${key}(?:(?:, ?(?:and )?|\s+(?:and )?)${lead}${key}|; ?(?:and )?${lead}${key}${alone})*`, 'g');
const each = new RegExp(key, 'g');

/** Several in a row are named together, by their entries if all are known. */
export const withCalls = (text: string, entryOf: EntryOfCall): string =>
  text.replaceAll(cited, (found) => {
    const keys = [...new Set(found.match(each))];
    const known = keys.flatMap((id) => entryOf(id) ?? []);
    const isNamed = known.length === keys.length;
    if (keys.length === 1) return isNamed ? `the call at entry ${known[0]}` : 'that call';
    return isNamed ? `the calls at entries ${new Intl.ListFormat('en').format(known.map(String))}` : 'those calls';
  });
