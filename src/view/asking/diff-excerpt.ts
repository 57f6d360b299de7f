/** As much of a diff as fits: both sides of a change, and changes from all over the file rather than only its first lines. Pure. */

/** Marks lines that are left out between two lines that are shown. */
export const gap = '⋯';

export type Excerpt = { readonly lines: readonly string[]; readonly hidden: number };

/** At most `room` lines, gaps included; `hidden`: how many lines of the diff are left out. */
export function diffExcerpt(diff: readonly string[], room: number): Excerpt {
  if (diff.length <= room) return { lines: diff, hidden: 0 };
  const lines = chosenLines(diff, room);
  return { lines, hidden: diff.length - lines.filter((each) => each !== gap).length }; // a line of a diff begins with its sign
}

/** How many lines each of several texts gets of a total: short texts get all that they need, the others equal shares. */
export function shares(lengths: readonly number[], total: number): readonly number[] {
  const given = lengths.map(() => 0);
  let left = total;
  let wanting = lengths.flatMap((length, at) => (length > 0 ? [at] : []));
  while (left > 0 && wanting.length > 0) {
    const each = Math.max(1, Math.floor(left / wanting.length));
    for (const at of wanting) {
      const more = Math.min(each, left, (lengths[at] ?? 0) - (given[at] ?? 0));
      given[at] = (given[at] ?? 0) + more;
      left -= more;
    }
    wanting = wanting.filter((at) => (given[at] ?? 0) < (lengths[at] ?? 0));
  }
  return given;
}

/** Lines that change together: the indexes of the removed and of the added lines. */
type Block = { readonly sides: readonly (readonly number[])[] };

function blocksIn(diff: readonly string[]): readonly Block[] {
  const blocks: { sides: [number[], number[]] }[] = [];
  let isOpen = false;
  for (const [at, text] of diff.entries()) {
    const side = text.startsWith('-') ? 0 : text.startsWith('+') ? 1 : undefined;
    if (side === undefined) {
      isOpen &&= text.startsWith('\\'); // "\ No newline at end of file" is between the two sides
      continue;
    }
    if (!isOpen) blocks.push({ sides: [[], []] });
    isOpen = true;
    blocks.at(-1)?.sides[side].push(at);
  }
  return blocks;
}

/** The lines of as many blocks as fit with both their sides, spread over the whole diff. */
function chosenLines(diff: readonly string[], room: number): readonly string[] {
  const blocks = blocksIn(diff);
  if (blocks.length === 0) return diff.slice(0, room);
  for (const [perSide, least] of [
    [2, Math.min(3, blocks.length)],
    [1, 1],
  ] as const) {
    for (let count = blocks.length; count >= least; count -= 1) {
      const picked = spread(blocks, count);
      const first = new Set(picked.flatMap(({ sides }) => sides.flatMap((side) => side.slice(0, perSide))));
      if (withGaps(diff, first).length <= room) return withGaps(diff, filled(diff, picked, first, room));
    }
  }
  const firstOfEach = blocks[0]?.sides.flatMap(([at]) => (at === undefined ? [] : (diff[at] ?? [])));
  return firstOfEach?.slice(0, room) ?? []; // no room is left for gaps between them
}

/** This many of the blocks, including the first and the last. */
const spread = (blocks: readonly Block[], count: number): readonly Block[] =>
  count === 1
    ? blocks.slice(0, 1)
    : blocks.filter((_, at) =>
        Array.from({ length: count }, (_, nth) => Math.round((nth * (blocks.length - 1)) / (count - 1))).includes(at),
      );

/** Adds lines to all sides in turn until there is no more room. */
function filled(diff: readonly string[], picked: readonly Block[], first: ReadonlySet<number>, room: number): ReadonlySet<number> {
  const chosen = new Set(first);
  const sides = picked.flatMap((block) => block.sides);
  const longest = Math.max(...sides.map(({ length }) => length));
  for (let nth = 0; nth < Math.min(longest, room); nth += 1) {
    for (const side of sides) {
      const at = side[nth];
      if (at === undefined || chosen.has(at)) continue;
      chosen.add(at);
      if (withGaps(diff, chosen).length > room) chosen.delete(at);
    }
  }
  return chosen;
}

/** The chosen lines, with a gap between those that do not follow each other; a single line between them is shown instead. */
function withGaps(diff: readonly string[], chosen: ReadonlySet<number>): readonly string[] {
  const lines: string[] = [];
  let last: number | undefined;
  for (const at of [...chosen].sort((a, b) => a - b)) {
    if (last !== undefined && at > last + 1) lines.push(at === last + 2 ? (diff[last + 1] ?? gap) : gap);
    lines.push(diff[at] ?? '');
    last = at;
  }
  return lines;
}
