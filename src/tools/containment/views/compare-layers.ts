/** Compares an entry before and after a command. Pure. */
import type { Change, Entry } from '../../changes/change.ts';
import { hasSameAttributes } from '../../changes/disk/attributes.ts';
import { attributesIn } from '../../changes/disk/entry-at.ts';
import { hasSameContent } from '../../changes/transaction/ordered-change.ts';

/** Whether only times changed. */
export function isSame(above: Entry, below: Entry): boolean {
  if (above.kind !== below.kind || above.uid !== below.uid || above.gid !== below.gid) return false;
  if ('mode' in above && 'mode' in below && above.mode !== below.mode) return false;
  return hasSameContent(below, above) && hasSameAttributes(attributesIn(above), attributesIn(below));
}

/** If one side has attributes, the other side gets an empty list, so that an undo removes them. */
export function withEmptyAttributes(before: Entry | null, after: Entry | null): Pick<Change, 'before' | 'after'> {
  const isSilent = attributesIn(before) === undefined && attributesIn(after) === undefined;
  const listed = (entry: Entry | null) => (entry?.kind === 'file' || entry?.kind === 'folder' ? { attributes: {}, ...entry } : entry);
  return isSilent ? { before, after } : { before: listed(before), after: listed(after) };
}
