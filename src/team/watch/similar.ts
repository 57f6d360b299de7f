/** Whether two texts say the same, or nearly the same, like error messages that differ in a number, a path or in case. Pure. */

/** The ratio from which two texts are similar: 1 means equal, 0 nothing in common. */
const leastRatio = 0.7;
/** Only the beginning of longer texts is compared, because an agent may have made them long to waste time. */
const maxLength = 200;

/** A text without the differences that do not matter: case, spacing, and the value of numbers. */
export const folded = (text: string): string =>
  text.trim().toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '0').slice(0, maxLength);

export const isSame = (a: string, b: string): boolean => folded(a) === folded(b);

/** Whether two texts are similar by the Levenshtein ratio: 1 − distance / length of the longer one. */
export function isSimilar(a: string, b: string): boolean {
  const [first, second] = [folded(a), folded(b)];
  const longer = Math.max(first.length, second.length);
  return longer === 0 || distanceWithin(first, second, Math.floor(longer * (1 - leastRatio) + rounding)) !== undefined;
}

/** 1 − 0.7 is a little less than 0.3. */
const rounding = 1e-9;

/** How many characters have to be added, removed or replaced; undefined if there are more than `max`. */
function distanceWithin(a: string, b: string, max: number): number | undefined {
  if (Math.abs(a.length - b.length) > max) return undefined;
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
    }
    if (Math.min(...row) > max) return undefined; // the minimum of a row never decreases
    last = row;
  }
  const distance = last[b.length] ?? 0;
  return distance <= max ? distance : undefined;
}
