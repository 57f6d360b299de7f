/** Finds many values in a text in one pass, in time that hardly depends on their number. */

/** Where a value was found; `value` is its index in the list of values. */
export type FoundValue = { readonly value: number; readonly from: number; readonly to: number };

/** Values are looked up by a hash of their first four characters, four bits of each, which already rules out most positions in most texts. */
const headLength = 4;
const headBits = 16;
const nextHead = (head: number, code: number): number => ((head << (headBits / headLength)) ^ code) & (2 ** headBits - 1);

/** Searches from left to right. Occurrences of the same value do not overlap; values found at the same position come in list order. Every value needs at least four characters. */
export function createFinder(values: readonly string[]): (text: string) => readonly FoundValue[] {
  if (values.length === 0) return () => [];
  const heads = new Uint8Array(2 ** headBits);
  const byHead = Map.groupBy(values.keys(), (at) => headOf(values[at] ?? ''));
  for (const head of byHead.keys()) heads[head] = 1;

  return (text) => {
    const found: FoundValue[] = [];
    const ends = new Map<number, number>();
    for (let at = 0, head = 0; at < text.length; at += 1) {
      head = nextHead(head, text.charCodeAt(at));
      if (heads[head] === 0) continue;
      const from = at + 1 - headLength;
      for (const value of byHead.get(head) ?? []) {
        const sought = values[value] ?? '';
        if (from < (ends.get(value) ?? 0) || !text.startsWith(sought, from)) continue;
        ends.set(value, from + sought.length);
        found.push({ value, from, to: from + sought.length });
      }
    }
    return found;
  };
}

function headOf(value: string): number {
  let head = 0;
  for (let at = 0; at < headLength; at += 1) head = nextHead(head, value.charCodeAt(at));
  return head;
}
