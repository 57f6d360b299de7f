/** Pairs each new path with an old path of the same content. Pure. */

/** `content` is empty if there is nothing by which to recognise the entry. */
export type Seen = { readonly path: string; readonly content: string };

/** The old path of each new path that has one. Each old path is used once: first for an entry of the same name, then in order. */
export function pairMoves(gone: readonly Seen[], come: readonly Seen[]): ReadonlyMap<string, string> {
  const left = new Map<string, string[]>();
  for (const { path, content } of gone) if (content !== '') left.set(content, [...(left.get(content) ?? []), path]);
  const moves = new Map<string, string>();
  const pair = ({ path, content }: Seen, fits: (old: string) => boolean): void => {
    const same = left.get(content) ?? [];
    const at = moves.has(path) ? -1 : same.findIndex(fits);
    const [old] = at < 0 ? [] : same.splice(at, 1);
    if (old !== undefined) moves.set(path, old);
  };
  for (const each of come) pair(each, (old) => nameOf(old) === nameOf(each.path));
  for (const each of come) pair(each, () => true);
  return moves;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
